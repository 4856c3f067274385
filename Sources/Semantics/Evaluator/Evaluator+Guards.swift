import Basics
import Rulebook

extension Evaluator {
  /// Returns all guards of an event with their values. Those after one that is not true may rely on
  /// it and so have no value; they are `unknown` then.
  package func guards(
    of event: Core.ID<Core.Event>, _ arguments: [Value], in state: State
  ) throws(EvaluationError) -> [(guard: Core.Guard, value: Value)] {
    var evaluation = try evaluation(of: event, arguments, in: state)
    var values: [(guard: Core.Guard, value: Value)] = []
    var isKnown = true
    for condition in rules[event].guards {
      let value = try evaluation.guardValue(
        condition.condition, condition.text, condition.span, isKnown: isKnown)
      values.append((condition, value))
      if value != .bool(true) { isKnown = false }
    }
    return values
  }

  /// Returns the assumptions about an event with their values; all of them, each on its own. One
  /// without a value, which is possible only if a guard is false, is `unknown`.
  package func assumptions(
    of event: Core.ID<Core.Event>, _ arguments: [Value], in state: State
  ) throws(EvaluationError) -> [(assumption: Core.Assumption, value: Value)] {
    var evaluation = try evaluation(of: event, arguments, in: state)
    var values: [(assumption: Core.Assumption, value: Value)] = []
    for assumption in rules[event].assumptions {
      let value = try evaluation.guardValue(
        assumption.condition, assumption.text, assumption.span, isKnown: false)
      values.append((assumption, value))
    }
    return values
  }

  /// Returns the three-valued conjunction of the guards, the due instant being reached, and the
  /// assumptions, in this order.
  package func enabledness(
    of event: Core.ID<Core.Event>, _ arguments: [Value], in state: State
  ) throws(EvaluationError) -> Value {
    let values = try guards(of: event, arguments, in: state).map(\.value)
    if values.contains(.bool(false)) { return .bool(false) }
    var isKnown = !values.contains(.unknown)
    if rules[event].due != nil {
      switch try due(of: event, arguments, in: state) {
      case .number(let instant): if instant > state.now { return .bool(false) }
      default: isKnown = false
      }
    }
    for assumption in try assumptions(of: event, arguments, in: state) {
      if assumption.value == .bool(false) { return .bool(false) }
      if assumption.value == .unknown { isKnown = false }
    }
    return isKnown ? .bool(true) : .unknown
  }

  /// Returns true if the event is known to be enabled.
  package func isEnabled(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], in state: State
  ) throws(EvaluationError) -> Bool {
    try enabledness(of: event, arguments, in: state) == .bool(true)
  }

  /// Returns the instant from which an obligation is enabled, in milliseconds, if its guards hold;
  /// `unknown` if it is not known, `none` for other events.
  package func due(
    of event: Core.ID<Core.Event>, _ arguments: [Value], in state: State
  ) throws(EvaluationError) -> Value {
    guard let due = rules[event].due else { return .none }
    var evaluation = try evaluation(of: event, arguments, in: state)
    return try locating(due.span, due.text) { () throws(EvaluationError) -> Value in
      try evaluation.number(due.instant).map { .number($0) } ?? .unknown
    }
  }

  /// Returns the facts that the event needs to be defined and that are not known to hold, where
  /// they matter.
  ///
  /// - Parameter results: One value for each result of the event, new entities included: effects
  ///   may use them, and then the facts may depend on them.
  package func undefined(
    in event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value] = [],
    in state: State
  ) throws(EvaluationError) -> [Core.Definedness] {
    var evaluation = try evaluation(of: event, arguments, in: state)
    let variables = rules[event].results.map(\.variable)
    guard variables.count == results.count else {
      throw EvaluationError(
        .wrongNumberOfValues(expected: variables.count, given: results.count))
    }
    for (variable, value) in zip(variables, results) {
      evaluation.context.environment[variable] = value
    }
    var found: [Core.Definedness] = []
    for claim in rules[event].definedness {
      let holds = try locating(claim.span, claim.text) { () throws(EvaluationError) -> Bool in
        guard try evaluation.truth(of: claim.condition) != false else { return true }
        return try evaluation.truth(of: claim.fact) == true
      }
      if !holds { found.append(claim) }
    }
    return found
  }

  /// Returns the messages sent when the input is refused.
  package func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value], in state: State
  ) throws(EvaluationError) -> [SentMessage] {
    var evaluation = try evaluation(of: event, arguments, in: state)
    var sent: [SentMessage] = []
    for notification in rules[event].refusal { sent.append(try evaluation.send(notification)) }
    return sent
  }

  private func evaluation(
    of event: Core.ID<Core.Event>, _ arguments: [Value], in state: State
  ) throws(EvaluationError) -> Evaluation {
    let parameters = rules[event].parameters
    guard parameters.count == arguments.count else {
      throw EvaluationError(
        .wrongNumberOfValues(expected: parameters.count, given: arguments.count))
    }
    return Evaluation(
      tables, Context(here: state, environment: Environment(parameters, arguments)))
  }
}

extension Evaluation {
  fileprivate mutating func guardValue(
    _ condition: Core.Expression, _ text: String, _ span: SourceSpan, isKnown: Bool
  ) throws(EvaluationError) -> Value {
    do {
      return Value(isKnown ? try truth(of: condition) : try truthIfDefined(condition))
    } catch {
      throw error.located(span, text)
    }
  }

  mutating func send(
    _ notification: Core.Notification
  ) throws(EvaluationError) -> SentMessage {
    let recipient = try value(of: notification.recipient)
    guard case .entity(let sort) = tables.rules.type(of: notification.recipient).scalar else {
      throw EvaluationError(.illTyped)
    }
    var arguments: [Value?] = []
    for argument in notification.arguments {
      if let argument {
        arguments.append(try value(of: argument))
      } else {
        arguments.append(nil)
      }
    }
    return SentMessage(
      recipient: recipient, sort: sort, message: notification.message, arguments: arguments)
  }
}
