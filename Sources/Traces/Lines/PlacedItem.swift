extension TraceReader.Item {
  /// Returns the item with its place in a trace of several files.
  /// - Parameters:
  ///   - lines: The number of lines in the files before its own.
  ///   - record: The number of the record in the trace, from 1.
  package func placed(behind lines: Int, as record: Int) -> TraceReader.Item {
    func placed(_ place: TracePlace) -> TracePlace {
      TracePlace(
        line: place.line + lines, offset: place.offset, record: record,
        recordInLine: place.recordInLine)
    }
    switch self {
    case .line(.event(var event)):
      event.place = placed(event.place)
      return .line(.event(event))
    case .line(.observation(var observation)):
      observation.place = placed(observation.place)
      return .line(.observation(observation))
    case .rejected(var rejection):
      rejection.line += lines
      rejection.number = record
      return .rejected(rejection)
    case .torn(let place): return .torn(placed(place))
    }
  }
}
