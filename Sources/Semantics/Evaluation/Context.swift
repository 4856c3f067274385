import Rulebook

/// The values of variables.
package struct Environment: Hashable, Sendable {
  /// The values by variable id; ids are dense within one event or property.
  private var values: [Value?] = []

  /// Makes an environment in which no variable is bound.
  package init() {}

  /// Binds variables, in order, to the same number of values.
  package init(_ variables: [Core.Variable], _ values: [Value]) {
    for (variable, value) in zip(variables, values) { self[variable] = value }
  }

  /// The value of a variable; nil: the variable is not bound.
  package subscript(variable: Core.Variable) -> Value? {
    get { variable.id < values.count ? values[variable.id] : nil }
    set {
      while values.count <= variable.id { values.append(nil) }
      values[variable.id] = newValue
    }
  }
}

/// A notification as it was sent.
package struct SentMessage: Hashable, Sendable {
  /// The recipient: an entity of that sort, or ``Value/unknown``.
  package var recipient: Value
  /// The sort of the recipient; a message may go to several sorts.
  package var sort: Core.ID<Core.Entity>
  package var message: Core.ID<Core.Message>
  /// The values of the message; nil: left open by the rules.
  package var arguments: [Value?]

  package init(
    recipient: Value, sort: Core.ID<Core.Entity>, message: Core.ID<Core.Message>,
    arguments: [Value?]
  ) {
    self.recipient = recipient
    self.sort = sort
    self.message = message
    self.arguments = arguments
  }
}

/// The states, variables and messages that an expression is evaluated with.
package struct Context: Sendable {
  /// The state; for a step, the one after it.
  package var here: State
  /// The state before the step, if this is about a step.
  package var before: State?
  /// The arguments and results of the event, and the variables bound around the expression.
  package var environment: Environment
  /// The messages that the step sends.
  package var notifications: [SentMessage]

  package init(
    here: State, before: State? = nil, environment: Environment = Environment(),
    notifications: [SentMessage] = []
  ) {
    self.here = here
    self.before = before
    self.environment = environment
    self.notifications = notifications
  }
}
