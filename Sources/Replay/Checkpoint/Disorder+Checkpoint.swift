import Basics

extension Disorder {
  func write(to writer: inout CheckpointWriter) {
    writer.write(lines)
    writer.write(most)
    writer.write(optional: lastReordered) { $0.write($1) }
    writer.write(list: openNames.sorted { $0.key.text < $1.key.text }) { writer, entry in
      writer.write(entry.key.text)
      writer.write(entry.value)
    }
    writer.write(optional: setback) { writer, setback in
      writer.write(setback.record)
      writer.write(setback.instant)
      writer.write(optional: setback.finding) { $0.write($1) }
    }
  }

  /// - Parameter findings: The number of findings.
  mutating func read(
    from reader: inout CheckpointReader, findings: Int
  ) throws(CheckpointDamage) {
    lines = try reader.count()
    most = try reader.int64()
    lastReordered = try reader.optional { reader throws(CheckpointDamage) in try reader.count() }
    let names = try reader.list { reader throws(CheckpointDamage) in
      (ExactText(try reader.text()), try reader.count())
    }
    openNames = Dictionary(names, uniquingKeysWith: max)
    setback = try reader.optional { reader throws(CheckpointDamage) in
      Setback(
        record: try reader.count(), instant: try reader.int64(),
        finding: try reader.optional { reader throws(CheckpointDamage) in
          try reader.index(below: findings)
        })
    }
  }
}
