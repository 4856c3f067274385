import Basics
import Rulebook
import Semantics
import Traces

/// A check of whether the recorded messages can be those that the rules send, in any order.
struct Messages {
  let rules: Core.Rules
  let names: EntityTable

  func mayBe(_ given: [TraceNotification], sent: [SentMessage]) -> Bool {
    guard given.count == sent.count else { return false }
    var takenBy: [Int: Int] = [:]
    func place(_ message: Int, _ tried: inout Set<Int>) -> Bool {
      for slot in given.indices where matches(given[slot], sent[message]) {
        guard tried.insert(slot).inserted else { continue }
        if let other = takenBy[slot], !place(other, &tried) { continue }
        takenBy[slot] = message
        return true
      }
      return false
    }
    for message in sent.indices {
      var tried: Set<Int> = []
      if !place(message, &tried) { return false }
    }
    return true
  }

  private func matches(_ given: TraceNotification, _ sent: SentMessage) -> Bool {
    guard given.message == sent.message else { return false }
    if case .entity(let number) = sent.recipient, let name = names.name(of: number, sent.sort),
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
      return mayBe(sent, given, parameter.type.scalar)
    }
  }

  private func mayBe(_ value: Value, _ given: TraceValue, _ scalar: Core.Scalar) -> Bool {
    switch (value, given) {
    case (.unknown, _): return true
    case (.none, .none): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.symbol(let a), .symbol(let b)): return Int(a) == b
    case (.entity(let number), .name(let name)):
      guard case .entity(let sort) = scalar else { return false }
      return names.name(of: number, sort).map { ExactText($0) == ExactText(name) } ?? true
    default: return false
    }
  }
}
