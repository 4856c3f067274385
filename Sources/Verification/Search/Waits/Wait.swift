import Rulebook
import Semantics

/// A wait: the condition on the waiting entities, and the instant from which it counts.
package struct Wait: Sendable {
  /// The position of the property that limits it. Without a stored instant it is `bounded`, and its
  /// clock gives the instant.
  package let property: Int
  /// The variables of the waiting entities.
  package let binders: [Core.Binder]
  /// The condition under which they wait.
  package let condition: Core.Expression
  /// The stored instant from which the wait counts; nil: since the condition came to hold.
  package let start: Core.Expression?

  package init(
    property: Int, binders: [Core.Binder], condition: Core.Expression,
    start: Core.Expression? = nil
  ) {
    self.property = property
    self.binders = binders
    self.condition = condition
    self.start = start
  }

  /// The formula that decides which entities wait.
  var whoWaits: Core.Expression {
    .quantified(.some, binders, condition: nil, body: condition)
  }

  /// Returns the bindings for which the condition holds, each with the instant from which the wait
  /// counts if that is stored. A binding without this instant does not wait.
  func waiting(
    in state: State, _ evaluator: Evaluator
  ) throws(EvaluationError) -> [(binding: [Value], since: Int64?)] {
    var found: [(binding: [Value], since: Int64?)] = []
    for binding in try evaluator.bindings(of: binders, where: condition, in: state) {
      guard let start else {
        found.append((binding, nil))
        continue
      }
      let environment = Environment(binders.map(\.variable), binding)
      let value = try evaluator.evaluate(
        start.withoutCertainty, in: Context(here: state, environment: environment))
      if case .number(let since) = value { found.append((binding, since)) }
    }
    return found
  }
}

extension Core.Expression {
  /// The expression without the mark that an optional is known not to be none: none stays none.
  fileprivate var withoutCertainty: Core.Expression {
    rewritten { if case .certain(let inner) = $0 { inner } else { $0 } }
  }
}
