import Basics
import Rulebook

extension TraceInterpreter {
  /// Reads a value of a type. `key` names the owner of the value in messages.
  func value(
    _ json: JSONValue, _ type: Core.ValueType, of key: String
  ) throws(InterpretationError) -> TraceValue {
    if json.content == .null {
      if type.isOptional { return .none }
      throw InterpretationError(
        .nullValue, at: json.span.lower,
        "`\(key)` cannot be null; it must be \(description(of: type))")
    }
    switch type.scalar {
    case .bool:
      guard case .bool(let value) = json.content else { throw wrongType(json, type, of: key) }
      return .bool(value)
    case .time: return .number(try instant(json, of: key).milliseconds)
    case .duration: return .number(try duration(json, of: key))
    case .int, .unit, .range: return .number(try number(json, type, of: key))
    case .enumeration(let id): return .symbol(try symbol(json, id, type, of: key))
    case .entity(let sort):
      if let value = try position(json, sort, type, of: key) { return value }
      if positions == nil, json.isPosition {
        throw InterpretationError(
          .wrongType, at: json.span.lower,
          "`\(key)` must be \(description(of: type)), this is a position: --zones "
            + "\(rules[sort].name)=MAP says what is there")
      }
      return .name(try name(json, description(of: type), of: key))
    }
  }

  private func number(
    _ json: JSONValue, _ type: Core.ValueType, of key: String
  ) throws(InterpretationError) -> Int64 {
    let number = try wholeNumber(json, type, of: key)
    if case .range(let id) = type.scalar {
      let range = rules[id]
      guard range.lower <= number, number <= range.upper else {
        throw outOfRange(json, String(number), type, of: key)
      }
    }
    return number
  }

  private func wholeNumber(
    _ json: JSONValue, _ type: Core.ValueType, of key: String
  ) throws(InterpretationError) -> Int64 {
    switch json.content {
    case .integer(let number): return number
    case .number(let text) where text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }):
      throw outOfRange(json, text, type, of: key)
    case .number(let text):
      throw InterpretationError(
        .fractionalNumber, at: json.span.lower,
        "`\(key)` must be \(description(of: type)), written without fraction and exponent"
          + shown(text, type))
    case .null, .bool, .string, .array, .object: throw wrongType(json, type, of: key)
    }
  }

  private func symbol(
    _ json: JSONValue, _ id: Core.ID<Core.Enumeration>, _ type: Core.ValueType, of key: String
  ) throws(InterpretationError) -> Int {
    guard case .string(let name) = json.content else { throw wrongType(json, type, of: key) }
    if let symbol = vocabulary.symbols[id.index][name] { return symbol }
    // The nearest name would give away nearly as much as the value.
    let hint = isSensitive(type) ? "" : meant(name, among: rules[id].cases)
    throw InterpretationError(
      .unknownSymbol, at: json.span.lower,
      "`\(key)` must be \(description(of: type))\(shown(name, type))\(hint)")
  }

  /// Reads the name of an entity.
  func name(
    _ json: JSONValue, _ expected: String, of key: String
  ) throws(InterpretationError) -> String {
    guard case .string(let name) = json.content else { throw wrongType(json, expected, of: key) }
    if name.isEmpty {
      throw InterpretationError(
        .emptyName, at: json.span.lower, "`\(key)` must be \(expected), this name is empty")
    }
    return name
  }

  /// Reads an instant: milliseconds since 1970 began, or a timestamp.
  func instant(
    _ json: JSONValue, of key: String
  ) throws(InterpretationError) -> PreciseInstant {
    if case .string(let text) = json.content {
      do throws(Timestamp.Failure) {
        return try Timestamp.instant(of: text)
      } catch {
        throw InterpretationError(
          error.fault, at: json.span.lower,
          "`\(key)`: \(error.explanation), not `\(text.shortenedForDisplay())`")
      }
    }
    let number = try wholeNumber(json, Core.ValueType(.time), of: key)
    guard (0...Timestamp.latest).contains(number) else {
      throw InterpretationError(
        .instantOutOfRange, at: json.span.lower,
        "`\(key)`: \(Timestamp.Failure.outOfRange.explanation), in milliseconds, not \(number)")
    }
    return PreciseInstant(milliseconds: number)
  }

  private func duration(_ json: JSONValue, of key: String) throws(InterpretationError) -> Int64 {
    let type = Core.ValueType(.duration)
    guard case .string(let text) = json.content else {
      return try wholeNumber(json, type, of: key)
    }
    if let duration = DurationText.milliseconds(of: text) { return duration }
    throw InterpretationError(
      .malformedDuration, at: json.span.lower,
      "`\(key)` must be \(description(of: type)); units are ms, s, min, h, day and days"
        + shown(text, type))
  }
}

extension TraceInterpreter {
  private func wrongType(
    _ json: JSONValue, _ type: Core.ValueType, of key: String
  ) -> InterpretationError {
    wrongType(json, description(of: type), of: key)
  }

  private func outOfRange(
    _ json: JSONValue, _ value: String, _ type: Core.ValueType, of key: String
  ) -> InterpretationError {
    InterpretationError(
      .numberOutOfRange, at: json.span.lower,
      "`\(key)` must be \(description(of: type))\(shown(value, type))")
  }

  /// Returns a note of the value that was found, as a part of a sentence; empty if the type is
  /// sensitive.
  private func shown(_ value: String, _ type: Core.ValueType) -> String {
    isSensitive(type) ? "" : ", not `\(value.shortenedForDisplay())`"
  }
}

extension Timestamp.Failure {
  var fault: Fault {
    switch self {
    case .malformed: .malformedTimestamp
    case .impossible: .impossibleTimestamp
    case .leapSecond: .leapSecond
    case .outOfRange: .instantOutOfRange
    }
  }

  var explanation: String {
    switch self {
    case .malformed: "a timestamp is written like `2016-02-28T18:03:07.120Z`"
    case .impossible: "a timestamp must be a date and time of day that exist"
    case .leapSecond: "leap seconds cannot be represented; seconds go from 00 to 59"
    case .outOfRange: "instants go from the beginning of 1970 to the end of 9999 (UTC)"
    }
  }
}
