extension Syntax.Expression {
  /// Calls `visit` for the node of this expression and of everything inside it.
  package func forEach(_ visit: (Syntax.Node) -> Void) {
    visit(node)
    for child in node.children { child.forEach(visit) }
  }
}

extension Syntax.Node {
  /// The expressions directly inside, from the left.
  package var children: [Syntax.Expression] {
    switch self {
    case .boolean, .number, .none, .now, .name: []
    case .call(_, let arguments): arguments.compactMap(\.expression)
    case .member(let e, _), .certain(let e), .negative(let e), .not(let e), .before(let e),
      .existed(let e),
      .rounded(let e, _):
      [e]
    case .and(let a, let b), .or(let a, let b), .implies(let a, let b), .iff(let a, let b),
      .arithmetic(_, let a, let b), .equality(let a, _, let b), .membership(let a, _, let b),
      .pair(let a, _, let b):
      [a, b]
    case .quantified(_, let binders, let condition, let body):
      binders.compactMap(\.collection) + [condition, body].compactMap(\.self)
    case .pick(let subject, _, let pick):
      [subject, pick.binder.collection, pick.condition, pick.key].compactMap(\.self)
    case .oneOf(let e, _, let values): [e] + values
    case .ahead(let a, let b, let queue): [a, b, queue]
    case .comparison(let first, let links): [first] + links.map(\.right)
    case .conditional(let c, let a, let b): [c, a, b]
    case .notified(let e, _, let arguments): [e] + arguments.compactMap(\.expression)
    case .count(let binder, let condition): [binder.collection, condition].compactMap(\.self)
    }
  }
}

extension Syntax.Argument {
  /// The expression of the argument; nil for `any`.
  package var expression: Syntax.Expression? {
    if case .expression(let expression) = self { expression } else { nil }
  }
}

extension Syntax.Binder {
  /// The queue or set ranged over.
  package var collection: Syntax.Expression? {
    if case .collection(let expression) = source { expression } else { nil }
  }
}
