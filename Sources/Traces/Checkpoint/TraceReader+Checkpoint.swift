import Basics
import Rulebook

extension TraceReader {
  /// The place of the first line that has not been read to its end.
  package var nextPlace: TracePlace { splitter.place }

  /// Codes the state between lines. The bytes of an unfinished line are not kept: they must be fed
  /// again. Reading continues from the state of another with the same mapping, before anything is
  /// fed.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    let columns = decoder.latest.count
    let place = try coder.nextPlace(splitter.place)
    if coder.isReading { splitter.begin(at: place) }
    let names = try coder.coded(decoder.header?.names)
    if coder.isReading { decoder.header = names.map { CSVHeader(names: $0) } }
    try coder.code(&decoder.isHeaderless, &decoder.further, &tally.passedOver, &tally.empty)
    try coder.code(&decoder.latest)
    try later.code(with: &coder)
    try coder.require(decoder.latest.count == columns)
  }
}

extension TraceScanner {
  /// Codes the state as ``TraceReader/code(with:)`` does.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    let place = try coder.nextPlace(nextPlace)
    if coder.isReading { begin(at: place) }
    try coder.code(&tally.passedOver)
  }
}

extension CheckpointCoder {
  /// Codes the place of the next line.
  fileprivate mutating func nextPlace(_ place: TracePlace) throws -> TracePlace {
    let place = try coded(place)
    try require(place.line > 0)
    return place
  }
}
