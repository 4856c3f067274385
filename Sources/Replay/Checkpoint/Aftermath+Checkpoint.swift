import Basics
import Rulebook
import Semantics

extension Aftermath {
  func write(to writer: inout CheckpointWriter) {
    writer.write(unordered: violated) { writer, entry in
      writer.write(entry.key)
      writer.write(unordered: entry.value) { $0.write($1) }
    }
    writer.write(list: culprits) { writer, known in
      writer.write(unordered: known) { writer, entry in
        writer.write(entry.key)
        writer.write(entry.value)
      }
    }
    writer.write(list: suspicions) { writer, known in
      writer.write(unordered: known) { writer, entry in
        writer.write(entry.key)
        writer.write(list: entry.value) { writer, suspicion in
          writer.write(suspicion.finding)
          writer.write(suspicion.line)
          writer.write(suspicion.isBlind)
          writer.write(optional: suspicion.places) { $0.write(unordered: $1) { $0.write($1) } }
        }
      }
    }
    writer.write(list: unborn) { $1.write(to: &$0) }
    writer.write(unordered: guessed) { $0.write($1) }
    writer.write(unordered: unrelated) { writer, entry in
      writer.write(entry.key)
      writer.write(unordered: entry.value) { $0.write($1) }
    }
  }

  /// - Parameter findings: The number of findings.
  init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants, findings: Int
  ) throws(CheckpointDamage) {
    let rules = inhabitants.rules
    self.init(sorts: rules.entities.count)
    for _ in 0..<(try reader.length()) {
      let key = try reader.violationKey(rules)
      violated[key] = try reader.entityKeys(rules)
    }
    culprits = try reader.list(of: rules.entities.count) { reader throws(CheckpointDamage) in
      var known: [Int32: Int] = [:]
      for _ in 0..<(try reader.length()) {
        known[try reader.int32()] = try reader.index(below: findings)
      }
      return known
    }
    suspicions = try reader.list(of: rules.entities.count) { reader throws(CheckpointDamage) in
      var known: [Int32: [Suspicion]] = [:]
      for _ in 0..<(try reader.length()) {
        known[try reader.int32()] = try reader.list { reader throws(CheckpointDamage) in
          Suspicion(
            finding: try reader.index(below: findings), line: try reader.count(),
            isBlind: try reader.bool(),
            places: try reader.optional { reader throws(CheckpointDamage) in
              try reader.locations(rules)
            })
        }
      }
      return known
    }
    miss(
      try reader.list { reader throws(CheckpointDamage) in
        try Unborn(from: &reader, inhabitants, findings: findings)
      })
    guessed = try reader.entityKeys(rules)
    for _ in 0..<(try reader.length()) {
      let line = try reader.count()
      for _ in 0..<(try reader.length()) {
        unrelated[line, default: []].insert(try reader.index(below: findings))
      }
    }
  }
}

extension Unborn {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(finding)
    writer.write(instant)
    writer.write(sort.index)
    birth.write(to: &writer)
  }

  fileprivate init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants, findings: Int
  ) throws(CheckpointDamage) {
    finding = try reader.index(below: findings)
    instant = try reader.instant()
    sort = Core.ID(try reader.index(below: inhabitants.rules.entities.count))
    birth = try Occurrence(from: &reader, inhabitants)
  }
}
