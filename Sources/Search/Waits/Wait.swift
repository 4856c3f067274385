public import Rulebook
internal import Semantics

/// What somebody waits for: a condition on entities, and since when the wait counts.
public struct Wait: Sendable {
  /// The position of the property that limits it. Without a stored instant it is `bounded`, and
  /// its clock says since when.
  public let property: Int
  /// Who waits.
  public let binders: [Core.Binder]
  /// While it holds of somebody, he waits.
  public let condition: Core.Expression
  /// A stored instant; nil: since the condition came to hold.
  public let start: Core.Expression?

  public init(
    property: Int, binders: [Core.Binder], condition: Core.Expression,
    start: Core.Expression? = nil
  ) {
    self.property = property
    self.binders = binders
    self.condition = condition
    self.start = start
  }

  /// What decides who waits.
  var whoWaits: Core.Expression {
    .quantified(.some, binders, condition: nil, body: condition)
  }

  /// Whom the condition holds for, each with the instant since when the wait counts if that is
  /// stored. Whose instant is missing does not wait.
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
  /// With the bare value in place of one that is known to be there: none stays none.
  fileprivate var withoutCertainty: Core.Expression {
    rewritten { if case .certain(let inner) = $0 { inner } else { $0 } }
  }
}
