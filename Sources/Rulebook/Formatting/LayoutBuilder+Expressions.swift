import Basics

extension LayoutBuilder {
  mutating func expression(_ expression: Syntax.Expression) -> Layout {
    let opening = parentheses(before: expression)
    guard opening > 0 else { return node(expression.node) }
    return parenthesized(opening) { $0.node(expression.node) }
  }

  private mutating func parenthesized(
    _ depth: Int, _ content: (inout LayoutBuilder) -> Layout
  ) -> Layout {
    guard depth > 0 else { return content(&self) }
    var parts: [Layout] = []
    for _ in 0..<depth { parts.append(take()) }
    parts.append(.align(content(&self)))
    for _ in 0..<depth { parts.append(take()) }
    return .sequence(parts)
  }

  /// Returns the number of parentheses that open before the first token of the expression's own.
  /// They belong to its place, but not to that of its first operand.
  private func parentheses(before expression: Syntax.Expression) -> Int {
    let start = expression.node.leftOperand?.span.lower ?? Int.max
    return manuscript.tokens[cursor...].prefix {
      $0.kind == .leftParenthesis && $0.span.lower < start
    }.count
  }

  private mutating func node(_ node: Syntax.Node) -> Layout {
    switch node {
    case .boolean, .none, .now, .name: return take()
    case .number(_, let unit): return unit == nil ? take() : words(2)
    case .call(_, let arguments): return call(arguments)
    case .member(let base, _): return .sequence(expression(base), take(), take())
    case .pair(let base, _, let key):
      return .sequence(expression(base), take(), take(), take(), .align(expression(key)), take())
    case .certain(let base): return .sequence(expression(base), take())
    case .negative(let operand): return .sequence(take(), expression(operand))
    case .not(let operand): return .sequence(take(), .blank, expression(operand))
    case .and, .or: return chain(node)
    case .implies(let left, let right), .iff(let left, let right):
      return .sequence(expression(left), .blank, take(), .hanging(expression(right)))
    case .quantified(_, let binders, let condition, let body):
      return .sequence(head(binders, condition), .hanging(expression(body)))
    case .equality(let left, let negated, let right):
      return relation(left, negated ? 2 : 1) { $0.expression(right) }
    case .pick(let left, let negated, let pick):
      return relation(left, negated ? 2 : 1) { $0.pick(pick) }
    case .membership(let left, let negated, let collection):
      return relation(left, negated ? 2 : 1) { $0.expression(collection) }
    case .oneOf(let left, let negated, let values):
      return relation(left, negated ? 2 : 1) { $0.values(values) }
    case .ahead(let left, let other, let queue):
      return relation(left, 2) {
        .sequence($0.expression(other), .blank, $0.take(), .blank, $0.expression(queue))
      }
    case .comparison(let first, let links):
      var pieces = [expression(first)]
      for link in links { pieces.append(.sequence(take(), .blank, expression(link.right))) }
      return .nest(2, .fill(pieces))
    case .arithmetic(_, let left, let right):
      return relation(left, 1) { $0.expression(right) }
    case .rounded(let value, _): return .sequence(expression(value), .blank, words(2))
    case .conditional(let condition, let then, let otherwise):
      return conditional(condition, then, otherwise)
    case .before(let value):
      return .sequence(take(), take(), .align(expression(value)), take())
    case .existed(let entity):
      return .sequence(words(1), take(), words(1), .blank, expression(entity), take())
    case .notified(let recipient, _, let arguments):
      return .sequence(
        take(), take(),
        .align(
          .fill([
            .sequence(expression(recipient), take()),
            call(arguments),
          ])),
        take())
    case .count(let binder, let condition): return head([binder], condition)
    }
  }

  /// Lays out `a and b and c`: the operands in a row, each with its sign before it.
  private mutating func chain(_ node: Syntax.Node) -> Layout {
    var reversed: [Syntax.Expression] = []
    var next = node
    while let (left, right) = next.junction(like: node) {
      reversed.append(right)
      next = left.node
      guard isBare(left), next.junction(like: node) != nil else {
        reversed.append(left)
        break
      }
    }
    var pieces: [Layout] = []
    for operand in reversed.reversed() {
      let sign = pieces.isEmpty ? [] : [take(), .blank]
      let isBareChain = isBare(operand) && operand.node.junction(like: operand.node) != nil
      let layout = expression(operand)
      pieces.append(.sequence(sign + [isBareChain ? .nest(2, layout) : layout]))
    }
    return .fill(pieces)
  }

  /// Returns true if an expression with a left operand stands without parentheses of its own.
  private func isBare(_ expression: Syntax.Expression) -> Bool {
    expression.node.leftOperand?.span.lower == expression.span.lower
  }
}
