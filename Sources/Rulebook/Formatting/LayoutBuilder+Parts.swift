extension LayoutBuilder {
  /// Lays out two operands, with an operator of a given number of words before the second.
  mutating func relation(
    _ left: Syntax.Expression, _ words: Int, _ right: (inout LayoutBuilder) -> Layout
  ) -> Layout {
    let first = expression(left)
    return .nest(2, .fill([first, .sequence(self.words(words), .blank, right(&self))]))
  }

  /// Lays out `all t: Taxi, z in zones where P:`; `count` has no colon.
  mutating func head(_ binders: [Syntax.Binder], _ condition: Syntax.Expression?) -> Layout {
    let keyword = take()
    var pieces: [Layout] = []
    for (index, binder) in binders.enumerated() {
      let text = self.binder(binder)
      pieces.append(index + 1 < binders.count ? .sequence(text, take()) : text)
    }
    var parts = [keyword, .blank, .nest(2, .fill(pieces))]
    if let condition { parts += [.blank, take(), .blank, .nest(2, expression(condition))] }
    if current.kind == .colon { parts.append(take()) }
    return .sequence(parts)
  }

  private mutating func binder(_ binder: Syntax.Binder) -> Layout {
    var pieces: [Layout] = []
    for _ in binder.names.dropLast() { pieces.append(.sequence(take(), take())) }
    pieces.append(take())
    let names = Layout.fill(pieces)
    return switch binder.source {
    case .type: .sequence(names, take(), .blank, take())
    case .collection(let collection):
      .sequence(names, .blank, take(), .blank, expression(collection))
    }
  }

  /// Lays out `first t in q where P`, `best d: Driver where P by d.rating`.
  mutating func pick(_ pick: Syntax.Pick) -> Layout {
    var parts = [take(), .blank, binder(pick.binder)]
    if let condition = pick.condition { parts += [.blank, take(), .blank, expression(condition)] }
    if let key = pick.key { parts += [.blank, take(), .blank, expression(key)] }
    return .sequence(parts)
  }

  /// Lays out `{a, b}`.
  mutating func values(_ values: [Syntax.Expression]) -> Layout {
    let opening = take()
    var pieces: [Layout] = []
    // A comma follows each value, and the brace the last.
    for value in values { pieces.append(.sequence(expression(value), take())) }
    return .sequence(opening, .align(.fill(pieces)))
  }

  /// Lays out `price(time)`; messages without arguments have no parentheses.
  mutating func call(_ arguments: [Syntax.Argument]) -> Layout {
    let name = take()
    guard current.kind == .leftParenthesis else { return name }
    let opening = take()
    guard !arguments.isEmpty else { return .sequence(name, opening, take()) }
    var pieces: [Layout] = []
    for argument in arguments {
      let value = argument.expression.map { expression($0) } ?? take()
      pieces.append(.sequence(value, take()))
    }
    return .sequence(name, opening, .align(.fill(pieces)))
  }

  /// Lays out a conditional on one line, or with `else` on the next, or with `then` there too.
  mutating func conditional(
    _ condition: Syntax.Expression, _ then: Syntax.Expression, _ otherwise: Syntax.Expression
  ) -> Layout {
    let first = Layout.sequence(take(), .blank, .nest(2, expression(condition)))
    let second = Layout.sequence(take(), .blank, .nest(2, expression(then)))
    let third = Layout.sequence(take(), .blank, .nest(2, expression(otherwise)))
    return .align(.group(.sequence(.group(.sequence(first, .line, second)), .line, third)))
  }
}
