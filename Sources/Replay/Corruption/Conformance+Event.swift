import Basics
import Rulebook
import Semantics
import Traces

extension Conformance {
  mutating func judge(_ record: TraceEvent) throws(Verdict) {
    try pass(to: record.instant)
    let rule = rules[record.event]
    var arguments: [Value] = []
    for (parameter, value) in zip(rule.parameters, record.arguments) {
      arguments.append(try resolve(value, parameter.type.scalar))
    }
    let legality = stepper.legality(of: record.event, arguments)
    if record.outcome == .refused { return try judgeRefusal(record, arguments, legality) }
    switch legality {
    case .legal, .open: break
    case .forbidden(let position): throw .rejected("\(rule.name): \(rule.guards[position].text)")
    case .early: throw .rejected("\(rule.name) is not due yet")
    case .undefined(let error): throw .undecided(error.message(in: rules))
    }
    try judgeAssumptions(record.event, arguments)
    let new = try newNames(record)
    let step = try perform(record, arguments)
    for (sort, name, position) in new {
      guard case .entity(let number) = step.results[position] else { continue }
      names.give(name, to: number, sort)
    }
    if let given = record.notified { try judge(given, sent: step.notifications, by: rule.name) }
    guard judgesProperties else { return }
    let broken = try asking { () throws(EvaluationError) in
      try evaluator.violatedProperties(of: step)
    }
    if let first = broken.first {
      throw .rejected("\(rules.properties[first.property].name) does not hold")
    }
    try judgeState()
  }

  private func judgeRefusal(
    _ record: TraceEvent, _ arguments: [Value], _ legality: Legality
  ) throws(Verdict) {
    switch legality {
    case .forbidden, .open(guard: .some): break
    case .undefined(let error): throw .undecided(error.message(in: rules))
    case .legal, .early, .open(guard: nil):
      throw .rejected("\(rules[record.event].name) is allowed, and was refused")
    }
    guard let given = record.notified else { return }
    let sent = try asking { () throws(EvaluationError) in
      try stepper.refusal(of: record.event, arguments)
    }
    try judge(given, sent: sent, by: rules[record.event].name)
  }

  private func judgeAssumptions(
    _ event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(Verdict) {
    let values = try asking { () throws(EvaluationError) in
      try evaluator.assumptions(of: event, arguments, in: stepper.state)
    }
    if let broken = values.first(where: { $0.value == .bool(false) }) {
      throw .undecided("the assumption \(broken.assumption.name) does not hold")
    }
  }

  private mutating func perform(
    _ record: TraceEvent, _ arguments: [Value]
  ) throws(Verdict) -> Step {
    var results: [Value] = []
    for (index, result) in rules[record.event].results.enumerated() {
      let given = record.results.indices.contains(index) ? record.results[index] : nil
      if result.isNew {
        results.append(.none)
      } else if let given {
        results.append(try resolve(given, result.variable.type.scalar))
      } else {
        results.append(.unknown)
      }
    }
    return try asking { () throws(EvaluationError) in
      let step = try stepper.fire(record.event, arguments, results: results)
      try stepper.settle()
      return step
    }
  }

  /// The names that the line introduces, with the positions of their results.
  private func newNames(
    _ record: TraceEvent
  ) throws(Verdict) -> [(Core.ID<Core.Entity>, String, Int)] {
    var new: [(Core.ID<Core.Entity>, String, Int)] = []
    for (index, (result, value)) in zip(rules[record.event].results, record.results).enumerated()
    where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar, case .name(let name)? = value
      else { continue }
      guard names.number(of: name, sort) == nil,
        !new.contains(where: { $0.0 == sort && ExactText($0.1) == ExactText(name) })
      else { throw .rejected("a name is introduced twice") }
      new.append((sort, name, index))
    }
    return new
  }

  private func judge(
    _ given: [TraceNotification], sent: [SentMessage], by event: String
  ) throws(Verdict) {
    guard MessageMatching(rules: rules, name: names.name(of:_:)).areAll(given, sent) else {
      throw .rejected("\(event): other messages are sent")
    }
  }

  // MARK: Names

  mutating func resolve(_ value: TraceValue, _ scalar: Core.Scalar) throws(Verdict) -> Value {
    switch value {
    case .none: return .none
    case .bool(let value): return .bool(value)
    case .number(let number): return .number(number)
    case .symbol(let index): return .symbol(Int32(clamping: index))
    case .name(let name):
      guard case .entity(let sort) = scalar else { return .unknown }
      return .entity(try entity(name, sort))
    }
  }

  /// Returns the number of an entity. One that existed from the start is added when it is first
  /// named.
  mutating func entity(
    _ name: String, _ sort: Core.ID<Core.Entity>
  ) throws(Verdict) -> Int32 {
    if let number = names.number(of: name, sort) { return number }
    guard !rules[sort].isIntroduced else { throw .rejected("a name was never introduced") }
    let number = Int32(clamping: stepper.count(of: sort))
    stepper.state = evaluator.adding(sort, to: stepper.state)
    names.give(name, to: number, sort)
    return number
  }
}
