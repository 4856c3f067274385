import Rulebook

/// A fact about an unknown part of a state that follows from the truth of a formula.
package enum Inferred: Hashable, Sendable {
  /// The field or global holds this value.
  case value(Value, Place)
  /// The set has this member.
  case member(Int32, Place)
}

extension Evaluator {
  /// Returns the facts that follow if a formula, whose truth is not known, has the given truth:
  /// values from equalities, tests for none and truth values, and members of sets without which it
  /// cannot hold. Sound, and not complete: it does not narrow numbers, and it draws nothing from
  /// alternatives.
  package func inferences(
    from formula: Core.Expression, holds: Bool = true, in context: Context
  ) -> [Inferred] {
    var inference = Inference(evaluator: self, context: context)
    inference.assume(formula, holds)
    return inference.found
  }
}

private struct Inference {
  let evaluator: Evaluator
  let context: Context
  var found: [Inferred] = []

  mutating func assume(_ formula: Core.Expression, _ holds: Bool) {
    switch formula {
    case .not(let part): assume(part, !holds)
    case .and(let parts): assume(parts, holds, all: true)
    case .or(let parts): assume(parts, holds, all: false)
    case .field, .global: note(formula, .bool(holds))
    case .equal(let a, let b) where holds:
      if let value = known(b) { note(a, value) }
      if let value = known(a) { note(b, value) }
    case .isNone(let part) where holds: note(part, .none)
    case .conditional(let condition, let then, let otherwise):
      if let truth = truth(condition) { assume(truth ? then : otherwise, holds) }
    case .member(let member, let collection) where holds: note(member, in: collection)
    default: return
    }
  }

  /// Assumes the truth of several parts; `all`: a conjunction.
  private mutating func assume(_ parts: [Core.Expression], _ holds: Bool, all: Bool) {
    if holds == all {
      for part in parts { assume(part, holds) }
      return
    }
    // At least one must have the wanted truth; if only one can, it does.
    let open = parts.filter { truth($0) != !holds }
    if open.count == 1 { assume(open[0], holds) }
  }

  private func truth(_ formula: Core.Expression) -> Bool? {
    if case .bool(let truth)? = known(formula) { truth } else { nil }
  }

  private func known(_ expression: Core.Expression) -> Value? {
    guard let value = try? evaluator.evaluate(expression, in: context), value != .unknown
    else { return nil }
    return value
  }

  private mutating func note(_ expression: Core.Expression, _ value: Value) {
    guard let place = place(expression), context.here.value(at: place) == .unknown else { return }
    found.append(.value(value, place))
  }

  private func place(_ expression: Core.Expression) -> Place? {
    switch expression {
    case .certain(let part): return place(part)
    case .global(let global, .here): return .global(global)
    case .field(let field, let owner, .here):
      guard case .entity(let number)? = known(owner) else { return nil }
      return .field(field, of: number)
    default: return nil
    }
  }

  /// Notes the member of a set; the position in a queue would not be known.
  private mutating func note(_ member: Core.Expression, in collection: Core.Collection) {
    guard case .set = evaluator.rules[collection.field].kind, collection.era == .here,
      case .entity(let owner)? = known(collection.owner), case .entity(let number)? = known(member)
    else { return }
    found.append(.member(number, .field(collection.field, of: owner)))
  }
}
