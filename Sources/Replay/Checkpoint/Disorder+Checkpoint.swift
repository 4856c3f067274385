internal import Checkpoints

extension Disorder {
  func write(to writer: inout CheckpointWriter) {
    writer.write(lines)
    writer.write(most)
    writer.write(optional: lastReordered) { $0.write($1) }
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
    setback = try reader.optional { reader throws(CheckpointDamage) in
      Setback(
        record: try reader.count(), instant: try reader.int64(),
        finding: try reader.optional { reader throws(CheckpointDamage) in
          try reader.index(below: findings)
        })
    }
  }
}
