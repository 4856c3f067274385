import Rulebook
import Solver

extension Lowering {
  /// Lowers a closed formula: variables lifted at its top are bound around it.
  func closed(
    _ expression: Core.Expression, here: SymbolicState, before: SymbolicState? = nil
  ) throws(LoweringError) -> Term {
    let top = LiftScope(depth: 0)
    let context = LoweringContext(here: here, before: before, top: top)
    return wrap(try formula(expression, context), top)
  }

  /// Returns `∀ lifted: premises ⇒ body`.
  func wrap(_ body: Term, _ scope: LiftScope) -> Term {
    builder.forAll(scope.variables, builder.implies(builder.and(scope.premises), body))
  }

  func formula(
    _ expression: Core.Expression, _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    try term(expression, context)
  }

  /// Returns the value as one term; a reference becomes its lifted variable.
  func term(
    _ expression: Core.Expression, _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    let value = try lower(expression, context)
    return term(of: value, expression, context)
  }

  func term(
    of value: LoweredValue, _ expression: Core.Expression, _ context: LoweringContext
  ) -> Term {
    switch value {
    case .plain(let term): return term
    case .optional(_, let value): return value
    case .none: return builder.anything(encoding.sort(rules.type(of: expression).scalar))
    case .reference(let has, let isTo, let key):
      let scope = innermostScope(of: expression, context)
      guard case .entity(let id) = rules.type(of: expression).scalar else {
        return builder.bool(false)
      }
      return scope.variable(for: key) {
        let sort = encoding.sorts[id.index]
        let variable =
          scope.isConstant ? builder.constant("of", sort) : builder.variable("of", sort)
        let premise = builder.implies(has, isTo(variable))
        return (variable, fault == .liftWithoutPremise ? builder.bool(true) : premise)
      }
    }
  }

  /// Returns the scope of the innermost variable that the expression depends on.
  private func innermostScope(
    of expression: Core.Expression, _ context: LoweringContext
  ) -> LiftScope {
    var scope = context.top
    expression.forEach { node in
      guard case .variable(let variable) = node, let bound = context.bound[variable.id],
        bound.scope.depth > scope.depth
      else { return }
      scope = bound.scope
    }
    return scope
  }

  func lower(
    _ expression: Core.Expression, _ context: LoweringContext
  ) throws(LoweringError) -> LoweredValue {
    switch expression {
    case .literal(let literal): return lower(literal)
    case .variable(let variable):
      guard let bound = context.bound[variable.id] else {
        throw LoweringError(message: "the variable '\(variable.name)' is not bound")
      }
      return bound.value
    case .now: return .plain(context.here.now)
    case .field(let id, let owner, let era):
      let state = context.state(era)
      return lookup(
        id, of: try term(owner, context), in: state,
        key: ReferenceKey(expression: expression, state: state.tag))
    case .global(let id, let era): return lookup(id, in: context.state(era))
    case .isNone(let inner): return .plain(builder.not(has(try lower(inner, context))))
    case .certain(let inner):
      return .plain(term(of: try lower(inner, context), inner, context))
    case .not(let inner): return .plain(builder.not(try formula(inner, context)))
    case .and(let parts): return .plain(builder.and(try formulas(parts, context)))
    case .or(let parts): return .plain(builder.or(try formulas(parts, context)))
    case .equal(let a, let b): return .plain(try equality(a, b, context))
    case .less(let a, let b):
      return .plain(builder.less(try term(a, context), try term(b, context)))
    case .atMost(let a, let b):
      return .plain(builder.atMost(try term(a, context), try term(b, context)))
    case .sum(let a, let b, _):
      return .plain(builder.bank.add([try term(a, context), try term(b, context)]))
    case .difference(let a, let b, _):
      return .plain(builder.bank.subtract(try term(a, context), try term(b, context)))
    case .product(let parts, let scalar):
      return .plain(try product(parts, scalar, context))
    case .quotient(let dividends, let divisors, let rounding, let scalar):
      return .plain(try quotient(dividends, divisors, rounding, scalar, context))
    case .conditional(let condition, let then, let otherwise):
      return conditional(
        try formula(condition, context), try lower(then, context), try lower(otherwise, context),
        key: ReferenceKey(expression: expression, state: context.here.tag))
    case .quantified(let quantifier, let binders, let condition, let body):
      return .plain(try quantified(quantifier, binders, condition, body, context))
    case .member(let element, let collection):
      return .plain(
        isMember(
          try term(element, context), of: collection.field,
          owner: try term(collection.owner, context), in: context.state(collection.era)))
    case .ahead(let a, let b, let queue):
      return .plain(try ahead(a, b, queue, context))
    case .extreme(let extreme): return .plain(try self.extreme(extreme, context))
    case .notified(let recipient, let message, let arguments):
      return .plain(try notified(recipient, message, arguments, context))
    }
  }

  private func formulas(
    _ parts: [Core.Expression], _ context: LoweringContext
  ) throws(LoweringError) -> [Term] {
    var terms: [Term] = []
    for part in parts { terms.append(try formula(part, context)) }
    return terms
  }

  private func lower(_ literal: Core.Literal) -> LoweredValue {
    switch literal {
    case .bool(let value): .plain(builder.bool(value))
    case .number(let number, let scalar):
      .plain(encoding.sort(scalar) == .real ? builder.real(number) : builder.int(number))
    case .symbol(let index, let id):
      .plain(builder.bank.enumCase(encoding.enumerations[id.index], index))
    case .none: .none
    }
  }

  func conditional(
    _ condition: Term, _ a: LoweredValue, _ b: LoweredValue, key: ReferenceKey
  ) -> LoweredValue {
    switch (a, b) {
    case (.plain(let x), .plain(let y)): return .plain(builder.ite(condition, x, y))
    case (.none, .none): return .none
    default: break
    }
    let isThere = builder.ite(condition, has(a), has(b))
    switch (inner(a), inner(b)) {
    case (let x?, let y?): return .optional(has: isThere, value: builder.ite(condition, x, y))
    case (let x?, nil) where b.isNone: return .optional(has: isThere, value: x)
    case (nil, let y?) where a.isNone: return .optional(has: isThere, value: y)
    default:
      return .reference(
        has: isThere,
        isTo: { [builder] target in
          builder.ite(condition, self.isTo(a, target), self.isTo(b, target))
        }, key: key)
    }
  }

  private func equality(
    _ a: Core.Expression, _ b: Core.Expression, _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    let left = try lower(a, context)
    let right = try lower(b, context)
    switch (left, right) {
    case (.plain(let x), _): return isTo(right, x)
    case (_, .plain(let y)): return isTo(left, y)
    case (.none, _): return builder.not(has(right))
    case (_, .none): return builder.not(has(left))
    default: break
    }
    let bothThere = builder.and([has(left), has(right)])
    let same: Term
    if let y = inner(right) {
      same = isTo(left, y)
    } else {
      same = isTo(right, term(of: left, a, context))
    }
    if fault == .noneIsNotNone { return builder.and([bothThere, same]) }
    return builder.or([
      builder.and([builder.not(has(left)), builder.not(has(right))]),
      builder.and([bothThere, same]),
    ])
  }

  func equality(_ left: LoweredValue, _ right: LoweredValue) -> Term {
    switch (left, right) {
    case (.plain(let x), _): return isTo(right, x)
    case (_, .plain(let y)): return isTo(left, y)
    default:
      let neither = builder.and([builder.not(has(left)), builder.not(has(right))])
      guard let value = inner(left) ?? inner(right) else { return neither }
      let other = inner(left) == nil ? left : right
      return builder.or([
        neither, builder.and([has(left), has(right), isTo(other, value)]),
      ])
    }
  }

  private func ahead(
    _ a: Core.Expression, _ b: Core.Expression, _ queue: Core.Collection,
    _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    let owner = try term(queue.owner, context)
    let x = try term(a, context)
    let y = try term(b, context)
    let state = context.state(queue.era)
    return builder.and([
      isMember(x, of: queue.field, owner: owner, in: state),
      isMember(y, of: queue.field, owner: owner, in: state),
      builder.less(
        ticket(of: x, in: queue.field, owner: owner, state),
        ticket(of: y, in: queue.field, owner: owner, state)),
    ])
  }

  private func notified(
    _ recipient: Core.Expression, _ message: Core.ID<Core.Message>,
    _ arguments: [Core.Expression?], _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    let target = try term(recipient, context)
    let sort = rules.type(of: recipient).scalar
    var wanted: [LoweredValue?] = []
    for argument in arguments {
      if let argument { wanted.append(try lower(argument, context)) } else { wanted.append(nil) }
    }
    let matches = context.sent.filter { $0.message == message && $0.recipientSort == sort }.map {
      sent in
      var parts =
        sent.isOfEach && fault == .eachTellsEverybody ? [] : [sent.condition]
      if !sent.isOfEach { parts.append(builder.equal(sent.recipient, target)) }
      for case (let given?, let asked?) in zip(sent.arguments, wanted) {
        parts.append(equality(given, asked))
      }
      let said = builder.and(parts)
      return sent.isOfEach ? builder.substitute([sent.recipient: target], in: said) : said
    }
    return builder.or(matches)
  }
}
