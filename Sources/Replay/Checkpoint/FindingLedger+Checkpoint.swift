import Basics
import Findings

extension FindingLedger {
  /// Writes the counts and the kept findings; the limit and the filter are options of the replay.
  func write(to writer: inout CheckpointWriter) {
    writer.write(list: byKey.values.sorted { $0.row.sortKey < $1.row.sortKey }) { writer, row in
      row.write(to: &writer)
    }
    writer.write(list: kept) { writer, kept in
      writer.write(optional: kept.position) { $0.write($1) }
      kept.finding.write(to: &writer)
    }
    writer.write(positions)
  }

  /// - Parameter found: the number of findings that the checker has.
  mutating func read(
    from reader: inout CheckpointReader, findings found: Int
  ) throws(CheckpointDamage) {
    byKey = [:]
    for _ in 0..<(try reader.length()) {
      let row = try Row(from: &reader)
      byKey[row.row.key] = row
    }
    kept = try reader.list { reader throws(CheckpointDamage) in
      let position = try reader.optional { reader throws(CheckpointDamage) in
        try reader.index(below: found)
      }
      return Kept(position: position, finding: try Finding(from: &reader))
    }
    positions = try reader.index(below: found + 1)
  }
}

extension FindingRow {
  fileprivate var sortKey: (String, String, String) { (rule, how.rawValue, `guard` ?? "") }
}

extension FindingLedger.Row {
  fileprivate func write(to writer: inout CheckpointWriter) {
    for text in [row.rule, row.how.rawValue] { writer.write(text) }
    writer.write(optional: row.guard) { $0.write($1) }
    for text in [row.example.entity, row.example.expected, row.example.observed] {
      writer.write(text)
    }
    for count in [row.example.line, row.count, row.first.line, row.last.line, kept] {
      writer.write(count)
    }
    writer.write(optional: row.shown) { $0.write($1) }
    writer.write(row.hasMoreEntities ?? false)
    writer.write(list: entities.sorted()) { $0.write(Int64(bitPattern: $1)) }
  }

  fileprivate init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    let rule = try reader.text()
    guard let how = Finding.Kind(rawValue: try reader.text()) else { throw CheckpointDamage() }
    let text = try reader.optional { reader throws(CheckpointDamage) in try reader.text() }
    let (entity, expected, observed) = (
      try reader.text(), try reader.text(), try reader.text()
    )
    var example = Finding(
      line: try reader.count(), offset: 0, at: 0, kind: how, rule: rule, requirements: [],
      statement: "", entity: entity, expected: expected, observed: observed)
    example.guard = text.map { Finding.Guard($0) }
    row = FindingRow(example)
    row.count = try reader.count()
    row.first = FindingRow.Place(line: try reader.count())
    row.last = FindingRow.Place(line: try reader.count())
    kept = try reader.count()
    row.shown = try reader.optionalCount()
    row.hasMoreEntities = try reader.bool() ? true : nil
    entities = Set(
      try reader.list { reader throws(CheckpointDamage) in
        UInt64(bitPattern: try reader.int64())
      })
    guard entities.count <= FindingLedger.mostEntities else { throw CheckpointDamage() }
    row.entities = entities.count
  }
}
