import Rulebook

extension TraceInterpreter {
  /// Returns true if values of the type must not be shown in clear.
  func isSensitive(_ type: Core.ValueType) -> Bool {
    switch type.scalar {
    case .bool, .int, .time, .duration: false
    case .unit(let id): rules[id].isSensitive
    case .range(let id): rules[id].isSensitive
    case .enumeration(let id): rules[id].isSensitive
    case .entity(let id): rules[id].isSensitive
    }
  }

  /// Returns how values of the type are written, as a part of a sentence.
  func description(of type: Core.ValueType) -> String {
    description(of: type.scalar) + (type.isOptional ? " or null" : "")
  }

  private func description(of scalar: Core.Scalar) -> String {
    switch scalar {
    case .bool: "true or false"
    case .int: "a whole number"
    case .time: "an instant (milliseconds since 1970 or a timestamp)"
    case .duration: "a duration (milliseconds, or text like `2min`)"
    case .unit(let id): "a whole number of \(rules[id].name)"
    case .range(let id):
      "a \(rules[id].name), a whole number from \(rules[id].lower) to \(rules[id].upper)"
    case .enumeration(let id): "a \(rules[id].name) (\(cases(of: rules[id])))"
    case .entity(let id): "the name of a \(rules[id].name)"
    }
  }

  /// The cases, or as many as a reader still takes in.
  private func cases(of enumeration: Core.Enumeration) -> String {
    let most = 8
    let shown = enumeration.cases.prefix(most).joined(separator: ", ")
    return enumeration.cases.count > most ? shown + ", …" : shown
  }
}
