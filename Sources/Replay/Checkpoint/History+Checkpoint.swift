internal import Checkpoints

extension History {
  func write(to writer: inout CheckpointWriter, sorts: Int) {
    for sort in 0..<sorts {
      let known = self[sort]
      let end = known.lastIndex { $0.latest > 0 }.map { $0 + 1 } ?? 0
      writer.write(list: known[..<end]) { writer, entry in
        writer.write(entry.latest)
        if entry.latest == 0 { return }
        writer.write(Int(bitPattern: UInt(entry.near)))
        writer.write(Int(bitPattern: UInt(entry.far)))
      }
    }
  }

  func read(from reader: inout CheckpointReader, sorts: Int) throws(CheckpointDamage) {
    for sort in 0..<sorts {
      for number in 0..<(try reader.length()) {
        var entry = Entry(latest: try reader.count())
        if entry.latest == 0 { continue }
        entry.near = UInt64(bitPattern: Int64(try reader.int()))
        entry.far = UInt64(bitPattern: Int64(try reader.int()))
        put(entry, of: number, sort)
      }
    }
  }
}
