extension Syntax.Node {
  /// The operand with which it begins; none if it begins with a token of its own.
  var leftOperand: Syntax.Expression? {
    switch self {
    case .and(let left, _), .or(let left, _), .implies(let left, _), .iff(let left, _): left
    case .equality(let left, _, _), .pick(let left, _, _), .membership(let left, _, _): left
    case .oneOf(let left, _, _), .ahead(let left, _, _), .comparison(let left, _): left
    case .arithmetic(_, let left, _), .rounded(let left, _): left
    default: nil
    }
  }

  /// Returns the operands if the node is an `and` like the other one, or an `or` like it.
  func junction(like other: Syntax.Node) -> (left: Syntax.Expression, right: Syntax.Expression)? {
    switch (self, other) {
    case (.and(let left, let right), .and), (.or(let left, let right), .or): (left, right)
    default: nil
    }
  }

  /// The number of steps of a path: `taxi.zone!.queue` has three.
  var steps: Int {
    switch self {
    case .member(let base, _), .pair(let base, _, _): base.node.steps + 1
    case .certain(let base): base.node.steps
    default: 1
    }
  }
}
