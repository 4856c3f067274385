import Basics
import Rulebook

/// The lines that wait, the remembered ids of earlier ones, and the counts.
extension TraceOrder {
  package func write(to writer: inout CheckpointWriter) {
    held.write(to: &writer)
    writer.write(latest)
    writer.write(previous)
    writer.write(isFine)
    writer.write(Int64(bitPattern: repetitions.key))
    writer.write(list: repetitions.remembered) { writer, known in
      writer.write(known.name.source?.text)
      writer.write(known.name.id.text)
      writer.write(Int64(bitPattern: known.content))
    }
    writer.write(optional: repetitions.instant) { $0.write($1) }
    writer.write(unordered: repetitions.present) { $0.write(Int64(bitPattern: $1)) }
    tally.write(to: &writer)
  }

  /// Continues from the state of another with the same options.
  package mutating func read(
    from reader: inout CheckpointReader, _ rules: Core.Rules
  ) throws(CheckpointDamage) {
    held = try HeldItems(from: &reader, rules)
    latest = try reader.instant()
    previous = try reader.instant()
    isFine = try reader.bool()
    let key = UInt64(bitPattern: try reader.int64())
    let remembered = try reader.list { reader throws(CheckpointDamage) in
      (
        name: Repetitions.Name(source: try reader.optionalText(), id: try reader.text()),
        content: UInt64(bitPattern: try reader.int64())
      )
    }
    let instant = try reader.optional { reader throws(CheckpointDamage) in try reader.int64() }
    let present = try reader.list { reader throws(CheckpointDamage) in
      UInt64(bitPattern: try reader.int64())
    }
    guard let repetitions = Repetitions(key: key, remembered, instant: instant, Set(present)) else {
      throw CheckpointDamage()
    }
    self.repetitions = repetitions
    tally = try Tally(from: &reader)
  }
}

extension TraceOrder.Tally {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(late)
    writer.write(mostLate)
    writer.write(slightlyLate)
    writer.write(doubled)
    writer.write(optional: firstDoubled) { $0.write($1) }
    writer.write(conflicting)
    writer.write(optional: firstConflicting) { $0.write($1) }
    writer.write(unordered: corrected) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
  }

  fileprivate init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    late = try reader.count()
    mostLate = try reader.int64()
    slightlyLate = try reader.count()
    doubled = try reader.count()
    firstDoubled = try reader.optional { reader throws(CheckpointDamage) in try reader.count() }
    conflicting = try reader.count()
    firstConflicting = try reader.optional { reader throws(CheckpointDamage) in
      try reader.count()
    }
    for _ in 0..<(try reader.length()) { corrected[try reader.text()] = try reader.count() }
  }
}
