import Basics
import Rulebook

/// The state of the reader between lines. The bytes of an unfinished line are not kept: they must
/// be fed again.
extension TraceReader {
  /// The place of the first line that has not been read to its end.
  package var nextPlace: TracePlace { splitter.place }

  package func write(to writer: inout CheckpointWriter) {
    writer.write(splitter.place)
    writer.write(optional: decoder.header) { $0.write(list: $1.names) { $0.write($1) } }
    writer.write(decoder.isHeaderless)
    writer.write(decoder.further)
    writer.write(tally.passedOver)
    writer.write(tally.empty)
    writer.write(list: decoder.latest) { $0.write($1) }
    later.write(to: &writer)
  }

  /// Continues from the state of another with the same mapping, before anything is fed.
  package mutating func read(
    from reader: inout CheckpointReader, _ rules: Core.Rules
  ) throws(CheckpointDamage) {
    splitter.begin(at: try reader.nextPlace())
    let names = try reader.optional { reader throws(CheckpointDamage) in
      try reader.list { reader throws(CheckpointDamage) in try reader.text() }
    }
    decoder.header = names.map { CSVHeader(names: $0) }
    decoder.isHeaderless = try reader.bool()
    decoder.further = try reader.count()
    tally.passedOver = try reader.count()
    tally.empty = try reader.count()
    decoder.latest = try reader.list(of: decoder.latest.count) { reader throws(CheckpointDamage) in
      try reader.int64()
    }
    later = try HeldItems(from: &reader, rules)
  }
}

extension TraceScanner {
  package func write(to writer: inout CheckpointWriter) {
    writer.write(nextPlace)
    writer.write(tally.passedOver)
  }

  package mutating func read(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    begin(at: try reader.nextPlace())
    tally.passedOver = try reader.count()
  }
}

extension CheckpointReader {
  fileprivate mutating func nextPlace() throws(CheckpointDamage) -> TracePlace {
    let place = try place()
    guard place.line > 0 else { throw CheckpointDamage() }
    return place
  }
}
