import Basics
import Rulebook

extension History {
  func write(to writer: inout CheckpointWriter, sorts: Int) {
    writer.write(lineNumbers.isCut)
    writer.write(list: lineNumbers.runs) { writer, run in
      writer.write(run.record)
      writer.write(run.place.line)
      writer.write(optional: run.place.record) { $0.write($1) }
    }
    writer.write(list: latestEvents) { writer, known in
      writer.write(known.line)
      writer.write(known.event)
    }
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

  func read(
    from reader: inout CheckpointReader, _ rules: Core.Rules
  ) throws(CheckpointDamage) {
    let isCut = try reader.bool()
    lineNumbers = LineNumbers(
      try reader.list { reader throws(CheckpointDamage) in
        let record = try reader.count()
        let (line, inLine) = (try reader.count(), try reader.optionalCount())
        return LineNumbers.Run(
          record: record, place: LineNumbers.Place(line: line, record: inLine))
      }, isCut: isCut)
    for _ in 0..<(try reader.length()) {
      let line = try reader.count()
      note(event: try reader.index(below: rules.events.count), line: line)
    }
    for sort in rules.entities.indices {
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
