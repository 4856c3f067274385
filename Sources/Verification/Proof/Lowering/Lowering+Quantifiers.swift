import Rulebook
import Solver

extension Lowering {
  /// Bound variables: the context inside, the scope of lifted variables, and the restrictions.
  struct Binding {
    let context: LoweringContext
    let scope: LiftScope
    let variables: [Term]
    let restrictions: [Term]
  }

  func bind(
    _ binders: [Core.Binder], _ context: LoweringContext
  ) throws(LoweringError) -> Binding {
    var inner = context
    let deepest = context.bound.values.map(\.scope.depth).max() ?? 0
    let scope = LiftScope(depth: max(deepest, context.top.depth) + 1)
    var variables: [Term] = []
    var restrictions: [Term] = []
    for binder in binders {
      let scalar = binder.variable.type.scalar
      let variable = builder.variable(binder.variable.name, encoding.sort(scalar))
      variables.append(variable)
      restrictions += try restriction(binder, variable, inner)
      inner.bound[binder.variable.id] = LoweringContext.Bound(
        value: .plain(variable), scope: scope)
    }
    return Binding(context: inner, scope: scope, variables: variables, restrictions: restrictions)
  }

  /// Returns the conditions under which a term is one of the values that the binder ranges over.
  func restriction(
    _ binder: Core.Binder, _ term: Term, _ context: LoweringContext
  ) throws(LoweringError) -> [Term] {
    switch binder.domain {
    case .entities(let id, let era):
      let state = fault == .oldIncludesNew ? context.here : context.state(era)
      return [exists(id, term, in: state)]
    case .members(let collection):
      return [
        isMember(
          term, of: collection.field, owner: try self.term(collection.owner, context),
          in: context.state(collection.era))
      ]
    case .values(.range(let id)): return bounds(term, rules[id])
    case .values: return []
    }
  }

  func bounds(_ term: Term, _ range: Core.Range) -> [Term] {
    [
      builder.atMost(builder.int(range.lower), term),
      builder.atMost(term, builder.int(range.upper)),
    ]
  }

  func quantified(
    _ quantifier: Core.Quantifier, _ binders: [Core.Binder], _ condition: Core.Expression?,
    _ body: Core.Expression, _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    if case .atLeast(let number) = quantifier {
      return try atLeast(number, binders[0], body, context)
    }
    let binding = try bind(binders, context)
    var premises = binding.restrictions
    if let condition { premises.append(try formula(condition, binding.context)) }
    let core = try formula(body, binding.context)
    let variables = binding.variables + binding.scope.variables
    return quantifier == .all
      ? builder.forAll(
        variables, builder.implies(builder.and(binding.scope.premises + premises), core))
      : builder.exists(variables, builder.and(binding.scope.premises + premises + [core]))
  }

  /// Lowers the formula that the subject is one of the choice, and no other of the choice comes
  /// before it.
  func extreme(_ extreme: Core.Extreme, _ context: LoweringContext) throws(LoweringError) -> Term {
    let subject = try lower(extreme.subject, context)
    let chosen = term(of: subject, extreme.subject, context)
    var own = context
    own.bound[extreme.binder.variable.id] = LoweringContext.Bound(
      value: .plain(chosen), scope: scope(of: extreme.subject, context))
    var parts = [has(subject)] + (try restriction(extreme.binder, chosen, context))
    if let condition = extreme.condition { parts.append(try formula(condition, own)) }
    let ownRank = try rank(extreme, chosen, own)

    let others = try bind([extreme.binder], context)
    var premises = others.restrictions
    if let condition = extreme.condition { premises.append(try formula(condition, others.context)) }
    let otherRank = try rank(extreme, others.variables[0], others.context)
    let order: Term
    switch extreme.kind {
    case .first: order = builder.atMost(ownRank, otherRank)
    case .last, .best: order = builder.atMost(otherRank, ownRank)
    }
    parts.append(
      builder.forAll(
        others.variables + others.scope.variables,
        builder.implies(builder.and(others.scope.premises + premises), order)))
    return builder.and(parts)
  }

  private func scope(of subject: Core.Expression, _ context: LoweringContext) -> LiftScope {
    var scope = context.top
    subject.forEach { node in
      guard case .variable(let variable) = node, let bound = context.bound[variable.id],
        bound.scope.depth > scope.depth
      else { return }
      scope = bound.scope
    }
    return scope
  }

  /// Returns the term by which the choice is ordered: the ticket in the queue, or the key.
  private func rank(
    _ extreme: Core.Extreme, _ member: Term, _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    if case .best(let key) = extreme.kind { return try term(key, context) }
    guard case .members(let collection) = extreme.binder.domain else { return builder.int(0) }
    return ticket(
      of: member, in: collection.field, owner: try term(collection.owner, context),
      context.state(collection.era))
  }

  /// Returns the instances of "if the choice is not empty, it has a first": true because entities
  /// are finitely many, but not true of uninterpreted sorts, so it is asserted for the choices that
  /// occur in a proof.
  func leastInstances(_ expression: Core.Expression) -> [Core.Expression] {
    var result: [Core.Expression] = []
    var nextID = expression.greatestVariable + 1
    expression.forEach { node in
      guard let extreme = node.choice else { return }
      let someone = Core.Expression.quantified(
        .some, [extreme.binder], condition: extreme.condition, body: .true)
      let chosen = Core.Variable(
        id: nextID, name: extreme.binder.variable.name, type: extreme.binder.variable.type)
      nextID += 1
      let first = Core.Expression.quantified(
        .some, [Core.Binder(chosen, extreme.binder.domain)], condition: nil,
        body: .extreme(
          Core.Extreme(
            kind: extreme.kind, subject: .variable(chosen), binder: extreme.binder,
            condition: extreme.condition)))
      result.append(.any([.negation(of: someone), first]))
    }
    return result
  }
}

extension Core.Expression {
  /// The choice that the formula is about: given by the word first or last, or spelled out as "none
  /// in the queue is ahead and satisfies P", in either quantifier.
  fileprivate var choice: Core.Extreme? {
    switch self {
    case .extreme(let extreme): return extreme
    case .quantified(.some, let binders, let condition, let body) where binders.count == 1:
      return Self.choice(binders[0], (condition?.conjuncts ?? []) + body.conjuncts)
    case .quantified(.all, let binders, let condition, let body) where binders.count == 1:
      return Self.choice(
        binders[0], (condition?.conjuncts ?? []) + Self.negation(of: body).conjuncts)
    default: return nil
    }
  }

  private static func choice(
    _ binder: Core.Binder, _ parts: [Core.Expression]
  ) -> Core.Extreme? {
    let member = Core.Expression.variable(binder.variable)
    for (index, part) in parts.enumerated() {
      guard case .ahead(let a, let b, let queue) = part, a == member || b == member, a != b else {
        continue
      }
      let subject = a == member ? b : a
      let isAbout = { (other: Core.Expression) in other.contains { $0 == subject } }
      let others = parts.indices.filter { $0 != index }.map { parts[$0] }
      return Core.Extreme(
        kind: a == member ? .first : .last, subject: subject,
        binder: Core.Binder(binder.variable, .members(queue)),
        condition: .all(others.filter { !isAbout($0) }))
    }
    return nil
  }
}
