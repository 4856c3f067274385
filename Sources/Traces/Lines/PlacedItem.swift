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
    case .rejected(let rejection):
      var placed = Rejection(
        line: rejection.line + lines, record: rejection.record, offset: rejection.offset,
        byte: rejection.byte, id: rejection.id, message: rejection.message, number: record)
      placed.members = rejection.members
      return .rejected(placed)
    case .torn(let place): return .torn(placed(place))
    }
  }
}
