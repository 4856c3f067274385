internal import Checkpoints
internal import Rulebook
internal import Semantics

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
        writer.write(entry.value.finding)
        writer.write(entry.value.line)
        writer.write(entry.value.isBlind)
      }
    }
    for known in [undated, displaced] {
      writer.write(unordered: known) { writer, entry in
        writer.write(entry.key)
        writer.write(entry.value.finding)
        writer.write(entry.value.line)
        writer.write(unordered: entry.value.places) { $0.write($1) }
      }
    }
    writer.write(list: supposed) { $1.write(to: &$0) }
    writer.write(list: rivals) { $1.write(to: &$0) }
    writer.write(list: mentions) { $1.write(to: &$0) }
    writer.write(list: leftOut) { $1.write(to: &$0) }
    writer.write(list: unborn) { $1.write(to: &$0) }
    writer.write(unordered: guessed) { $0.write($1) }
    writer.write(unordered: consequences) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value.finding)
      writer.write(unordered: entry.value.concerned) { $0.write($1) }
      writer.write(unordered: entry.value.places) { $0.write($1) }
    }
    writer.write(unordered: unrelated) { writer, entry in
      writer.write(entry.key)
      writer.write(unordered: entry.value) { $0.write($1) }
    }
  }

  private static func undated(
    from reader: inout CheckpointReader, _ rules: Core.Rules, findings: Int
  ) throws(CheckpointDamage) -> [EntityKey: Undated] {
    var known: [EntityKey: Undated] = [:]
    for _ in 0..<(try reader.length()) {
      known[try reader.entityKey(rules)] = Undated(
        finding: try reader.index(below: findings), line: try reader.count(),
        places: try reader.locations(rules))
    }
    return known
  }

  /// - Parameter findings: how many there are.
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
      var known: [Int32: Suspicion] = [:]
      for _ in 0..<(try reader.length()) {
        known[try reader.int32()] = Suspicion(
          finding: try reader.index(below: findings), line: try reader.count(),
          isBlind: try reader.bool())
      }
      return known
    }
    undated = try Self.undated(from: &reader, rules, findings: findings)
    displaced = try Self.undated(from: &reader, rules, findings: findings)
    suppose(
      try reader.list { reader throws(CheckpointDamage) in
        try Supposition(from: &reader, inhabitants, findings: findings)
      })
    rival(
      try reader.list { reader throws(CheckpointDamage) in
        try Rival(from: &reader, inhabitants, findings: findings)
      })
    mention(
      try reader.list { reader throws(CheckpointDamage) in
        try Mention(from: &reader, rules, findings: findings)
      })
    for left in try reader.list({ reader throws(CheckpointDamage) in
      try LeftOut(from: &reader, inhabitants, findings: findings)
    }) {
      leaveOut(left)
    }
    miss(
      try reader.list { reader throws(CheckpointDamage) in
        try Unborn(from: &reader, inhabitants, findings: findings)
      })
    guessed = try reader.entityKeys(rules)
    for _ in 0..<(try reader.length()) {
      let line = try reader.count()
      let finding = try reader.index(below: findings)
      consequences[line] = Consequence(
        finding: finding, concerned: try reader.entityKeys(rules),
        places: try reader.locations(rules))
    }
    for _ in 0..<(try reader.length()) {
      let line = try reader.count()
      for _ in 0..<(try reader.length()) {
        unrelated[line, default: []].insert(try reader.index(below: findings))
      }
    }
  }
}

extension Supposition {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(finding)
    occurrence.write(to: &writer)
    writer.write(lastInstant)
  }

  fileprivate init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants, findings: Int
  ) throws(CheckpointDamage) {
    finding = try reader.index(below: findings)
    occurrence = try Occurrence(from: &reader, inhabitants)
    lastInstant = try reader.int64()
  }
}

extension Rival {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(finding)
    occurrence.write(to: &writer)
    writer.write(line)
    writer.write(named)
    writer.write(meant)
  }

  fileprivate init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants, findings: Int
  ) throws(CheckpointDamage) {
    finding = try reader.index(below: findings)
    occurrence = try Occurrence(from: &reader, inhabitants)
    line = try reader.count()
    named = try reader.entityKey(inhabitants.rules)
    meant = try reader.entityKey(inhabitants.rules)
  }
}

extension Mention {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(finding)
    writer.write(event.index)
    writer.write(entity)
    writer.write(line)
  }

  fileprivate init(
    from reader: inout CheckpointReader, _ rules: Core.Rules, findings: Int
  ) throws(CheckpointDamage) {
    finding = try reader.index(below: findings)
    event = Core.ID(try reader.index(below: rules.events.count))
    entity = try reader.entityKey(rules)
    line = try reader.count()
  }
}

extension LeftOut {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(finding)
    writer.write(line)
    occurrence.write(to: &writer)
  }

  fileprivate init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants, findings: Int
  ) throws(CheckpointDamage) {
    finding = try reader.index(below: findings)
    line = try reader.count()
    occurrence = try Occurrence(from: &reader, inhabitants)
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
