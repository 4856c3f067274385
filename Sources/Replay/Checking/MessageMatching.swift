import Basics
import Rulebook
import Semantics
import Traces

/// A comparison of recorded messages with those that the rules send, in any order.
struct MessageMatching {
  let rules: Core.Rules
  /// Returns the name of an entity in the trace; nil: it is not known.
  let name: (Int32, Core.ID<Core.Entity>) -> String?

  /// Returns the positions of messages without a partner, in a maximum matching (by augmenting
  /// paths).
  func unmatched(
    _ given: [TraceNotification], _ expected: [SentMessage]
  ) -> (expected: [Int], given: [Int]) {
    let partners = expected.map { message in
      given.indices.filter { matches(given[$0], message) }
    }
    var owner: [Int: Int] = [:]
    func augment(_ position: Int, _ tried: inout Set<Int>) -> Bool {
      for partner in partners[position] where tried.insert(partner).inserted {
        if let other = owner[partner], !augment(other, &tried) { continue }
        owner[partner] = position
        return true
      }
      return false
    }
    var missing: [Int] = []
    for position in expected.indices {
      var tried: Set<Int> = []
      if !augment(position, &tried) { missing.append(position) }
    }
    return (missing, given.indices.filter { owner[$0] == nil })
  }

  /// Returns true if the recorded messages can be all that are sent.
  func areAll(_ given: [TraceNotification], _ expected: [SentMessage]) -> Bool {
    let (missing, superfluous) = unmatched(given, expected)
    return missing.isEmpty && superfluous.isEmpty
  }

  private func matches(_ given: TraceNotification, _ sent: SentMessage) -> Bool {
    guard given.message == sent.message else { return false }
    if case .entity(let number) = sent.recipient, let name = name(number, sent.sort),
      ExactText(name) != ExactText(given.recipient)
    {
      return false
    }
    let parameters = rules[sent.message].parameters
    return zip(parameters, zip(given.arguments, sent.arguments)).allSatisfy { parameter, pair in
      guard let given = pair.0 else { return true }
      guard let sent = pair.1 else {
        guard let limits = parameter.limits, case .number(let number) = given else { return true }
        return limits.contains(number)
      }
      return isSame(sent, given, parameter.type.scalar) != false
    }
  }

  /// Returns true if both are the same value; nil: the value is unknown.
  func isSame(_ value: Value, _ given: TraceValue, _ scalar: Core.Scalar) -> Bool? {
    switch (value, given) {
    case (.unknown, _): return nil
    case (.none, .none): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.symbol(let a), .symbol(let b)): return Int(a) == b
    case (.entity(let number), .name(let given)):
      guard case .entity(let sort) = scalar else { return false }
      return name(number, sort).map { ExactText($0) == ExactText(given) }
    default: return false
    }
  }
}
