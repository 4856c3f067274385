import Basics
import Rulebook

/// A decoder of lines under any mapping: a JSON Lines line gives one item, an envelope with several
/// records one for each.
struct LineDecoder: Sendable {
  /// A decoded record with its result.
  struct Decoded {
    enum Result {
      case item(TraceReader.Item)
      /// The record is none of the trace, for this reason (a part of a sentence).
      case passedOver(String)
      /// The line holds no record.
      case empty
    }

    let place: TracePlace
    /// The record as the mapping read it; nil: the mapping failed before.
    let mapped: MappedRecord?
    let result: Result
  }

  private let interpreter: TraceInterpreter
  private let mapper: RecordMapper?
  private let separator: UInt8?
  private let isLogfmt: Bool
  /// The JSON of a line begins behind it.
  private let prefix: [UInt8]?
  /// The number of records beyond the first of each line, added up over the lines so far.
  var further = 0
  /// The first row of a CSV file, once it is read.
  var header: CSVHeader?
  /// The latest instants of records, by which of a record's lines they were of: of the two
  /// instants that a repeated hour has, the one counts that keeps the order.
  var latest: [Int64]
  /// True if the first row of a CSV file is unusable, and so all others.
  var isHeaderless = false

  init(rules: Core.Rules, mapping: Mapping?, positions: PositionNames? = nil) {
    interpreter = TraceInterpreter(rules: rules, positions: positions)
    mapper = mapping.map { RecordMapper($0, rules: rules) }
    latest = Array(repeating: 0, count: 1 + (mapping?.further.count ?? 0))
    separator = mapping?.csvSeparator
    isLogfmt = mapping?.format == .logfmt
    prefix = mapping?.prefix.map { Array($0.utf8) }
  }

  mutating func decode(_ line: LineSplitter.Line, _ body: (Decoded) -> Void) {
    func tell(_ item: TraceReader.Item, at place: TracePlace, _ mapped: MappedRecord? = nil) {
      body(Decoded(place: place, mapped: mapped, result: .item(item)))
    }
    let place = TracePlace(
      line: line.place.line, offset: line.place.offset, record: line.place.line + further)
    guard let bytes = line.bytes else {
      return tell(.rejected(.tooLong(place, limit: line.limit)), at: place)
    }
    if bytes.allSatisfy(\.isJSONWhiteSpace) { return }
    var (content, start) = (bytes, line.place.offset)
    if let prefix {
      guard let end = bytes.end(of: prefix) else {
        body(
          Decoded(
            place: place, mapped: nil,
            result: .passedOver("it has no `\(String(decoding: prefix, as: UTF8.self))`")))
        return
      }
      start += end - bytes.startIndex
      content = bytes[end...]
    }
    let json: JSONValue?
    do throws(Rejection) {
      json = try value(content, start, line)
    } catch {
      let isTorn = !line.isTerminated && error.isMissingTheEnd(of: content, at: start)
      return tell(isTorn ? .torn(place) : .rejected(withMembers(error, bytes)), at: place)
    }
    guard let json else { return }
    do throws(Rejection) {
      guard let mapper else {
        return tell(.line(try interpreter.interpret(json, at: place)), at: place)
      }
      let records = try records(in: json, mapper, place)
      if records.isEmpty {
        body(Decoded(place: place, mapped: nil, result: .empty))
      }
      var ordinal = 0
      for record in records {
        let results = results(of: record, mapper)
        for (mapped, result) in results {
          let own = TracePlace(
            line: place.line, offset: record.value.span.lower, record: place.record + ordinal,
            recordInLine: records.count > 1 || results.count > 1 ? ordinal + 1 : nil)
          ordinal += 1
          body(decoded(mapped, result, at: own, record))
        }
      }
      further += max(0, ordinal - 1)
    } catch {
      tell(.rejected(withMembers(error, bytes)), at: place)
    }
  }

  /// Adds the members that can still be read from a rejected line. A mapped line gets none: its
  /// keys are not those of a trace.
  private func withMembers(_ error: Rejection, _ bytes: ArraySlice<UInt8>) -> Rejection {
    guard mapper == nil else { return error }
    var rejection = error
    rejection.members = Rejection.members(of: bytes)
    return rejection
  }

  /// The line as a JSON value; nil: it is the header of CSV, or one without a header.
  private mutating func value(
    _ bytes: ArraySlice<UInt8>, _ offset: Int, _ line: LineSplitter.Line
  ) throws(Rejection) -> JSONValue? {
    do throws(InterpretationError) {
      if isLogfmt { return try Logfmt.object(bytes, offset: offset) }
      if let separator { return try row(bytes, line, separator) }
    } catch {
      throw Rejection(error, at: line.place)
    }
    do throws(JSONError) {
      return try JSONParser.parse(
        bytes, offset: offset, mostValues: LineSplitter.mostValues)
    } catch {
      throw Rejection(error, at: line.place)
    }
  }

  private mutating func row(
    _ bytes: ArraySlice<UInt8>, _ line: LineSplitter.Line, _ separator: UInt8
  ) throws(InterpretationError) -> JSONValue? {
    if isHeaderless { return nil }
    if let header {
      return try header.object(
        try CSVRow(bytes, offset: line.place.offset, separator: separator))
    }
    isHeaderless = true
    header = try CSVHeader(try CSVRow(bytes, offset: line.place.offset, separator: separator))
    isHeaderless = false
    return nil
  }

  private func records(
    in line: JSONValue, _ mapper: RecordMapper, _ place: TracePlace
  ) throws(Rejection) -> [Record] {
    do throws(InterpretationError) {
      return try mapper.records(in: line)
    } catch {
      throw Rejection(error, at: place)
    }
  }

  /// Returns the lines that a record makes, or the single reason why it makes none.
  private mutating func results(
    of record: Record, _ mapper: RecordMapper
  ) -> [(MappedRecord?, InterpretationResult)] {
    do throws(InterpretationError) {
      switch try mapper.map(record, after: &latest) {
      case .passedOver(let reason): return [(nil, .passedOver(reason))]
      case .lines(let lines): return lines.map { ($0, .line) }
      }
    } catch {
      return [(nil, .error(error))]
    }
  }

  private enum InterpretationResult {
    case line
    case passedOver(String)
    case error(InterpretationError)
  }

  private func decoded(
    _ mapped: MappedRecord?, _ result: InterpretationResult, at place: TracePlace,
    _ record: Record
  ) -> Decoded {
    switch (result, mapped) {
    case (.passedOver(let reason), _):
      return Decoded(place: place, mapped: nil, result: .passedOver(reason))
    case (.error(let error), _):
      return Decoded(
        place: place, mapped: nil, result: .item(.rejected(Rejection(error, at: place))))
    case (.line, let mapped):
      let line = mapped ?? MappedRecord()
      do throws(Rejection) {
        let read = try interpreter.interpret(line.line(at: record.value.span), at: place)
        return Decoded(
          place: place, mapped: mapped,
          result: .item(.line(read.recorded(by: line.source, line.nanoseconds))))
      } catch {
        return Decoded(place: place, mapped: mapped, result: .item(.rejected(error)))
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the index just behind the first occurrence of the bytes; nil: they do not occur.
  fileprivate func end(of bytes: [UInt8]) -> Int? {
    var start = startIndex
    while let next = self[start...].firstIndex(of: bytes[0]) {
      if self[next...].starts(with: bytes) { return next + bytes.count }
      start = next + 1
    }
    return nil
  }
}

extension TraceLine {
  fileprivate func recorded(by source: String?, _ nanoseconds: Int32) -> TraceLine {
    switch self {
    case .event(var event):
      event.source = source
      event.nanoseconds = nanoseconds
      return .event(event)
    case .observation(var observation):
      observation.source = source
      observation.nanoseconds = nanoseconds
      return .observation(observation)
    }
  }
}
