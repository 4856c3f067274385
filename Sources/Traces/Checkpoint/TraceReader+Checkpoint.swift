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
    var names = decoder.header?.names
    try coder.nextPlace(splitter.place) { splitter.begin(at: $0) }
    try coder.code(&names)
    try coder.code(&decoder.isHeaderless)
    try coder.code(&decoder.further)
    try coder.code(&tally.passedOver)
    try coder.code(&tally.empty)
    try coder.code(&decoder.latest)
    try later.code(with: &coder)
    try coder.require(decoder.latest.count == columns)
    if coder.isReading { decoder.header = names.map { CSVHeader(names: $0) } }
  }
}

extension TraceScanner {
  /// Codes the state as ``TraceReader/code(with:)`` does.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.nextPlace(nextPlace) { begin(at: $0) }
    try coder.code(&tally.passedOver)
  }
}

extension CheckpointCoder {
  /// Codes the place of the next line; reading begins there.
  fileprivate mutating func nextPlace(
    _ place: TracePlace, _ begin: (TracePlace) -> Void
  ) throws {
    var place = place
    try code(&place)
    try require(place.line > 0)
    if isReading { begin(place) }
  }
}
