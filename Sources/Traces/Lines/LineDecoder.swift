import Diagnostics
import Rulebook

/// What a line says, under whichever mapping: of JSON Lines one item, of an envelope with several
/// records one for each.
struct LineDecoder: Sendable {
  /// A record with what became of it.
  struct Decoded {
    enum Result {
      case item(TraceReader.Item)
      /// With the reason, as a sentence part.
      case passedOver(String)
      /// The line holds no record.
      case empty
    }

    let place: TracePlace
    /// What the mapping made of it, if it got so far.
    let mapped: MappedRecord?
    let result: Result
  }

  private let interpreter: TraceInterpreter
  private let mapper: RecordMapper?
  private let separator: UInt8?
  /// How many records more than one each the lines so far have had.
  var further = 0
  /// Of CSV: the first row, once it is read.
  var header: CSVHeader?
  /// Of CSV: the first row is unusable, and so is every other.
  var isHeaderless = false

  init(rules: Core.Rules, mapping: Mapping?, positions: PositionNames? = nil) {
    interpreter = TraceInterpreter(rules: rules, positions: positions)
    mapper = mapping.map { RecordMapper($0, rules: rules) }
    separator = mapping?.csvSeparator
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
    let json: JSONValue?
    do throws(Rejection) {
      json = try value(bytes, line)
    } catch {
      // A text that is none, without its end: the end may be missing.
      return tell(
        line.isTerminated ? .rejected(withMembers(error, bytes)) : .torn(place), at: place)
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
      for (index, record) in records.enumerated() {
        let own = TracePlace(
          line: place.line, offset: record.value.span.lower, record: place.record + index,
          recordInLine: records.count > 1 ? index + 1 : nil)
        decode(record, mapper, own, body)
      }
      further += max(0, records.count - 1)
    } catch {
      tell(.rejected(withMembers(error, bytes)), at: place)
    }
  }

  /// What can be read of a line all the same; only without a mapping its keys are those of a trace.
  private func withMembers(_ error: Rejection, _ bytes: ArraySlice<UInt8>) -> Rejection {
    guard mapper == nil else { return error }
    var rejection = error
    rejection.members = Rejection.members(of: bytes)
    return rejection
  }

  /// The line as a JSON value; nil: it is the header of CSV, or one without a header.
  private mutating func value(
    _ bytes: ArraySlice<UInt8>, _ line: LineSplitter.Line
  ) throws(Rejection) -> JSONValue? {
    do throws(InterpretationError) {
      if let separator { return try row(bytes, line, separator) }
    } catch {
      throw Rejection(error, at: line.place)
    }
    do throws(JSONError) {
      return try JSONParser.parse(
        bytes, offset: line.place.offset, mostValues: LineSplitter.mostValues)
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

  private func decode(
    _ record: Record, _ mapper: RecordMapper, _ place: TracePlace, _ body: (Decoded) -> Void
  ) {
    var mapped: MappedRecord?
    let result: Decoded.Result
    do throws(InterpretationError) {
      switch try mapper.map(record) {
      case .passedOver(let reason): result = .passedOver(reason)
      case .line(let line):
        mapped = line
        do throws(Rejection) {
          let read = try interpreter.interpret(line.line(at: record.value.span), at: place)
          result = .item(.line(read.recorded(by: line.source, line.nanoseconds)))
        } catch {
          result = .item(.rejected(error))
        }
      }
    } catch {
      result = .item(.rejected(Rejection(error, at: place)))
    }
    body(Decoded(place: place, mapped: mapped, result: result))
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
