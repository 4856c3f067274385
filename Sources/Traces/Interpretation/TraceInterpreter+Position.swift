import Basics
import Rulebook

extension TraceInterpreter {
  /// The entity at a position; nil: the value is none, or positions stand for nothing here.
  func position(
    _ json: JSONValue, _ sort: Core.ID<Core.Entity>, _ type: Core.ValueType, of key: String
  ) throws(InterpretationError) -> TraceValue? {
    guard let positions, positions.sort == sort, case .array(let parts) = json.content else {
      return nil
    }
    guard parts.count == 2, let longitude = parts[0].numberText,
      let latitude = parts[1].numberText
    else {
      throw InterpretationError(
        .wrongType, at: json.span.lower,
        "`\(key)`: a position is written [longitude, latitude], in degrees")
    }
    switch positions.answer(longitude, latitude) {
    case .entity(let index, _): return .name(positions.names[index])
    case .nobody:
      if type.isOptional { return TraceValue.none }
      throw InterpretationError(
        .nullValue, at: json.span.lower,
        "`\(key)` cannot be nowhere: the map has no \(rules[sort].name) at this position")
    case .invalid:
      throw InterpretationError(
        .numberOutOfRange, at: json.span.lower,
        "`\(key)`: a longitude goes from -180 to 180, a latitude from -90 to 90")
    }
  }
}

extension JSONValue {
  /// True if the value is written as positions are, wherever it stands.
  var isPosition: Bool {
    guard case .array(let parts) = content, parts.count == 2 else { return false }
    return parts.allSatisfy { $0.numberText != nil }
  }

  /// A number as it stands there; nil: it is none.
  fileprivate var numberText: String? {
    switch content {
    case .integer(let number): String(number)
    case .number(let text): text
    default: nil
    }
  }
}
