internal import Checkpoints

extension History {
  func write(to writer: inout CheckpointWriter, sorts: Int) {
    for sort in 0..<sorts {
      let known = self[sort]
      let end = known.lastIndex { $0.count > 0 }.map { $0 + 1 } ?? 0
      writer.write(list: known[..<end]) { writer, entry in
        writer.write(entry.count)
        if entry.count == 0 { return }
        writer.write(entry.latest)
        writer.write(entry.steps.0)
        writer.write(entry.steps.1)
        writer.write(entry.steps.2)
        writer.write(entry.steps.3)
      }
    }
  }

  func read(from reader: inout CheckpointReader, sorts: Int) throws(CheckpointDamage) {
    for sort in 0..<sorts {
      for number in 0..<(try reader.length()) {
        var entry = Entry(count: try reader.index(below: Self.most + 1))
        if entry.count == 0 { continue }
        entry.latest = try reader.count()
        entry.steps = (
          try reader.int32(), try reader.int32(), try reader.int32(), try reader.int32()
        )
        put(entry, of: number, sort)
      }
    }
  }
}
