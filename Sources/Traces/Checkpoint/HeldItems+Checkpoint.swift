import Basics
import Rulebook

extension HeldItems {
  func write(to writer: inout CheckpointWriter) {
    writer.write(list: inOrder) { writer, entry in
      writer.write(entry.item)
      writer.write(entry.instant)
    }
  }

  init(from reader: inout CheckpointReader, _ rules: Core.Rules) throws(CheckpointDamage) {
    self.init()
    for _ in 0..<(try reader.length()) {
      insert(try reader.item(rules), at: try reader.instant())
    }
  }
}

extension CheckpointWriter {
  mutating func write(_ instant: PreciseInstant) {
    write(instant.milliseconds)
    write(Int64(instant.nanoseconds))
  }
}

extension CheckpointReader {
  mutating func instant() throws(CheckpointDamage) -> PreciseInstant {
    let milliseconds = try int64()
    guard (0...Timestamp.latest).contains(milliseconds) else { throw CheckpointDamage() }
    return PreciseInstant(milliseconds: milliseconds, nanoseconds: try nanoseconds())
  }

  /// The nanoseconds of an instant beyond its millisecond.
  mutating func nanoseconds() throws(CheckpointDamage) -> Int32 {
    let nanoseconds = try int64()
    guard (0..<1_000_000).contains(nanoseconds) else { throw CheckpointDamage() }
    return Int32(truncatingIfNeeded: nanoseconds)
  }
}
