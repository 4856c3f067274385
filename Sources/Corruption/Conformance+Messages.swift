internal import Rulebook
internal import Semantics
internal import Traces

extension Conformance {
  /// Whether what was recorded as sent can be what the rules send, in any order.
  func judge(
    _ given: [TraceNotification], sent: [SentMessage], by event: String
  ) throws(Verdict) {
    guard given.count == sent.count else { throw .rejected("\(event): other messages are sent") }
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
      guard place(message, &tried) else { throw .rejected("\(event): other messages are sent") }
    }
  }

  private func matches(_ given: TraceNotification, _ sent: SentMessage) -> Bool {
    guard given.message == sent.message else { return false }
    if case .entity(let number) = sent.recipient, let name = names.name(of: number, sent.sort),
      name != given.recipient
    {
      return false
    }
    let parameters = rules[sent.message].parameters
    return zip(parameters, zip(given.arguments, sent.arguments)).allSatisfy { parameter, pair in
      guard let given = pair.0, let sent = pair.1 else { return true }
      return mayBe(sent, given, parameter.type.scalar)
    }
  }

  func mayBe(_ value: Value, _ given: TraceValue, _ scalar: Core.Scalar) -> Bool {
    switch (value, given) {
    case (.unknown, _): return true
    case (.none, .none): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.symbol(let a), .symbol(let b)): return Int(a) == b
    case (.entity(let number), .name(let name)):
      guard case .entity(let sort) = scalar else { return false }
      return names.name(of: number, sort).map { $0 == name } ?? true
    default: return false
    }
  }
}
