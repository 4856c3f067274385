import Rulebook

/// The error that the rules have something that Horn clauses of one scope cannot represent.
struct NotHorn: Error {}

/// A value as the text of a term, and the condition that it is none; nil: never none.
struct HornTerm {
  var value: String
  var isNone: String?

  init(_ value: String, isNone: String? = nil) {
    self.value = value
    self.isNone = isNone == "false" ? nil : isNone
  }

  static let none = HornTerm("0", isNone: "true")

  func equals(_ other: HornTerm) -> String {
    let same = Horn.equal(value, other.value)
    guard isNone != nil || other.isNone != nil else { return same }
    let (mine, theirs) = (isNone ?? "false", other.isNone ?? "false")
    return Horn.any([
      Horn.all([mine, theirs]), Horn.all([Horn.not(mine), Horn.not(theirs), same]),
    ])
  }

  static func conditional(
    _ condition: String, _ then: HornTerm, _ otherwise: HornTerm
  ) -> HornTerm {
    HornTerm(
      Horn.conditional(condition, then.value, otherwise.value),
      isNone: then.isNone == nil && otherwise.isNone == nil
        ? nil
        : Horn.conditional(condition, then.isNone ?? "false", otherwise.isNone ?? "false"))
  }
}

/// Terms as text, simplified where constants decide.
enum Horn {
  static func all(_ parts: [String]) -> String {
    let open = parts.filter { $0 != "true" }
    if open.contains("false") { return "false" }
    return open.count > 1 ? "(and \(open.joined(separator: " ")))" : open.first ?? "true"
  }

  static func any(_ parts: [String]) -> String {
    let open = parts.filter { $0 != "false" }
    if open.contains("true") { return "true" }
    return open.count > 1 ? "(or \(open.joined(separator: " ")))" : open.first ?? "false"
  }

  static func not(_ part: String) -> String {
    switch part {
    case "true": "false"
    case "false": "true"
    default: "(not \(part))"
    }
  }

  static func implies(_ premise: String, _ conclusion: String) -> String {
    any([not(premise), conclusion])
  }

  static func equal(_ a: String, _ b: String) -> String {
    if a == b { return "true" }
    if isConstant(a), isConstant(b) { return "false" }
    return "(= \(a) \(b))"
  }

  static func conditional(_ condition: String, _ then: String, _ otherwise: String) -> String {
    if then == otherwise || condition == "true" { return then }
    if condition == "false" { return otherwise }
    return "(ite \(condition) \(then) \(otherwise))"
  }

  /// Returns the text of a number of an entity, a case or a count.
  static func number(_ number: Int64) -> String {
    number < 0 ? "(- \(number.magnitude))" : "\(number)"
  }

  private static func isConstant(_ term: String) -> Bool {
    term == "true" || term == "false" || Int64(term) != nil
  }

  static func sort(of scalar: Core.Scalar) -> String {
    switch scalar {
    case .bool: "Bool"
    case .time, .duration: "Real"
    case .int, .unit, .range, .enumeration, .entity: "Int"
    }
  }
}
