import Basics
import Findings

/// The result so far, without the parts that are made at the end.
extension TraceResult {
  func write(to writer: inout CheckpointWriter) {
    writer.write(events)
    writer.write(lines)
    writer.write(list: findings) { $1.write(to: &$0) }
    writer.write(list: rejected) { writer, rejection in
      writer.write(rejection.line)
      writer.write(optional: rejection.record) { $0.write($1) }
      writer.write(rejection.offset)
      writer.write(optional: rejection.byte) { $0.write($1) }
      writer.write(rejection.id)
      writer.write(rejection.message)
    }
    writer.write(list: notes) { $0.write($1) }
    writer.write(unordered: tolerated) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value.times)
      writer.write(optional: entry.value.most) { $0.write($1) }
    }
    writer.write(unordered: inferred) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
    writer.write(list: undecided) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value.times)
      writer.write(entry.value.lastLine)
    }
  }

  mutating func read(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    events = try reader.count()
    lines = try reader.count()
    findings = try reader.list { reader throws(CheckpointDamage) in try Finding(from: &reader) }
    rejected = try reader.list { reader throws(CheckpointDamage) in
      Rejection(
        line: try reader.count(), record: try reader.optionalCount(),
        offset: try reader.count(), byte: try reader.optionalCount(), id: try reader.text(),
        message: try reader.text())
    }
    notes = try reader.list { reader throws(CheckpointDamage) in try reader.text() }
    for _ in 0..<(try reader.length()) {
      tolerated[try reader.text()] = Tolerated(
        times: try reader.count(), most: try reader.optionalNumber())
    }
    for _ in 0..<(try reader.length()) { inferred[try reader.text()] = try reader.count() }
    for _ in 0..<(try reader.length()) {
      let event = try reader.text()
      undecided[event] = Undecided(times: try reader.count(), lastLine: try reader.count())
    }
  }
}

extension Finding {
  func write(to writer: inout CheckpointWriter) {
    writer.write(line)
    writer.write(optional: record) { $0.write($1) }
    writer.write(offset)
    writer.write(at)
    for text in [kind.rawValue, rule, statement, entity, expected, observed] { writer.write(text) }
    writer.write(list: requirements) { $0.write($1) }
    writer.write(list: entities) { writer, entity in
      writer.write(entity.sort)
      writer.write(entity.name)
    }
    writer.write(optional: `guard`) { $1.write(to: &$0) }
    writer.write(optional: ruleLine) { $0.write($1) }
    writer.write(optional: repair) { $0.write($1) }
    writer.write(list: because) { $0.write($1) }
    writer.write(optional: becauseRecords) { $0.write(list: $1) { $0.write($1) } }
    writer.write(list: alongside ?? []) { writer, other in
      for text in [other.kind.rawValue, other.rule, other.entity] { writer.write(text) }
      writer.write(other.at)
    }
    writer.write(downstream)
    writer.write(list: folded ?? []) { writer, line in
      writer.write(line.line)
      writer.write(optional: line.record) { $0.write($1) }
      writer.write(line.rule)
      writer.write(line.why)
    }
    writer.write(optional: undecidedBy) { $0.write($1) }
  }

  init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    let (line, record) = (try reader.count(), try reader.optionalCount())
    let (offset, instant) = (try reader.count(), try reader.instant())
    guard let kind = Kind(rawValue: try reader.text()) else { throw CheckpointDamage() }
    let (rule, statement, entity) = (try reader.text(), try reader.text(), try reader.text())
    let (expected, observed) = (try reader.text(), try reader.text())
    let requirements = try reader.list { reader throws(CheckpointDamage) in try reader.text() }
    self.init(
      line: line, record: record, offset: offset, at: instant, kind: kind, rule: rule,
      requirements: requirements, statement: statement, entity: entity, expected: expected,
      observed: observed)
    entities = try reader.list { reader throws(CheckpointDamage) in
      Entity(sort: try reader.text(), name: try reader.text())
    }
    `guard` = try reader.optional { reader throws(CheckpointDamage) in try Guard(from: &reader) }
    ruleLine = try reader.optionalCount()
    repair = try reader.optional { reader throws(CheckpointDamage) in try reader.text() }
    because = try reader.list { reader throws(CheckpointDamage) in try reader.count() }
    becauseRecords = try reader.optional { reader throws(CheckpointDamage) in
      try reader.list { reader throws(CheckpointDamage) in try reader.count() }
    }
    guard becauseRecords.map({ $0.count == because.count }) ?? true else {
      throw CheckpointDamage()
    }
    let others = try reader.list { reader throws(CheckpointDamage) in
      guard let kind = Kind(rawValue: try reader.text()) else { throw CheckpointDamage() }
      return Alongside(
        kind: kind, rule: try reader.text(), entity: try reader.text(), at: try reader.instant())
    }
    alongside = others.isEmpty ? nil : others
    downstream = try reader.count()
    let lines = try reader.list { reader throws(CheckpointDamage) in
      Folded(
        line: try reader.count(), record: try reader.optionalCount(), rule: try reader.text(),
        why: try reader.text())
    }
    folded = lines.isEmpty ? nil : lines
    undecidedBy = try reader.optionalCount()
  }
}

extension Finding.Guard {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(text)
    writer.write(optional: line) { $0.write($1) }
    writer.write(optional: column) { $0.write($1) }
    writer.write(list: values) { writer, value in
      writer.write(value.path)
      writer.write(value.value)
    }
  }

  fileprivate init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    self.init(try reader.text())
    line = try reader.optionalCount()
    column = try reader.optionalCount()
    values = try reader.list { reader throws(CheckpointDamage) in
      Finding.Reading(path: try reader.text(), value: try reader.text())
    }
  }
}

extension Exercise {
  func write(to writer: inout CheckpointWriter) {
    writer.write(unordered: byRule) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value.times)
      writer.write(optional: entry.value.leastMargin) { $0.write($1) }
    }
  }

  mutating func read(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    for _ in 0..<(try reader.length()) {
      byRule[try reader.text()] = TraceResult.Exercise(
        times: try reader.count(), leastMargin: try reader.optionalNumber())
    }
  }
}

extension CheckpointReader {
  mutating func optionalNumber() throws(CheckpointDamage) -> Int64? {
    try optional { reader throws(CheckpointDamage) in try reader.int64() }
  }
}
