import Basics

extension LayoutBuilder {
  mutating func clauses(_ clauses: [Syntax.Clause], indentation: Int) -> [Row] {
    var rows: [Row] = []
    for clause in clauses {
      switch clause.kind {
      case .require(let condition):
        rows.append(
          row(indentation: indentation) {
            .sequence($0.take(), .blank, .nest(2, $0.expression(condition)))
          })
      case .due(let instant):
        rows.append(
          row(indentation: indentation) {
            .sequence($0.take(), .blank, .nest(2, $0.expression(instant)))
          })
      case .action(.each(let domain, let actions)):
        rows += each(domain, actions, indentation: indentation)
      case .action(let action): rows.append(self.action(action, indentation: indentation))
      case .cases(let cases):
        for row in cases { rows += self.rows(of: row, indentation: indentation) }
      case .onRefusal(let notification):
        rows.append(
          row(indentation: indentation) {
            .sequence($0.words(3), .blank, $0.notification(notification))
          })
      }
    }
    return rows
  }

  /// Lays out a row of a decision table and its actions.
  private mutating func rows(of row: Syntax.Clause.Row, indentation: Int) -> [Row] {
    let head = self.row(indentation: indentation) { builder in
      let keyword = builder.take()
      guard let condition = row.condition else { return keyword }
      // Deeper than the actions below, which are not part of the condition.
      return .sequence(keyword, .blank, .nest(4, builder.expression(condition)))
    }
    return [head] + clauses(row.actions, indentation: indentation + 2)
  }

  /// Lays out `each`. One action stays on the line of the colon if it stood there.
  private mutating func each(
    _ domain: Syntax.Domain, _ actions: [Syntax.Clause], indentation: Int
  ) -> [Row] {
    let start = cursor
    let head = self.head([domain.binder], domain.condition)
    guard current.isFirstInLine else {
      let action = clauses(actions, indentation: 0)[0]
      let parts = action.cells.map(\.layout) + [action.rest].compactMap(\.self)
      let body = Layout.sequence(Array(parts.map { [$0] }.joined(separator: [.blank])))
      return [
        Row(
          kind: .other, indentation: indentation, start: start,
          rest: .sequence(head, .hanging(body)), citations: action.citations)
      ]
    }
    return [Row(kind: .other, indentation: indentation, start: start, rest: head)]
      + clauses(actions, indentation: indentation + 2)
  }

  private mutating func action(_ action: Syntax.Action, indentation: Int) -> Row {
    switch action {
    case .assign(let target, let sign, let value):
      let start = cursor
      let path = expression(target)
      let body = Layout.sequence(take(), .hanging(expression(value)))
      return Row(
        kind: .assignment(target.node.steps), indentation: indentation, start: start,
        cells: [Row.Cell(layout: path, signWidth: sign.rawValue.utf8.count)], rest: body,
        citations: citations())
    case .append(let member, let place), .add(let member, let place),
      .remove(let member, let place):
      return row(indentation: indentation) { $0.transfer(member, 1, place) }
    case .move(let member, let queue):
      return row(indentation: indentation) { $0.transfer(member, 3, queue) }
    case .perform(_, let values):
      return row(indentation: indentation) { $0.call(values.map { .expression($0) }) }
    case .notify(let notification):
      return row(indentation: indentation) {
        .sequence($0.take(), .blank, $0.notification(notification))
      }
    case .notifyEach(let domain, let notification):
      return row(indentation: indentation) {
        .sequence(
          $0.take(), .blank, $0.head([domain.binder], domain.condition), .blank,
          $0.call(notification.arguments))
      }
    case .clear(let collection):
      return row(indentation: indentation) {
        .sequence($0.take(), .blank, $0.expression(collection))
      }
    case .each(let domain, _):
      return row(indentation: indentation) { $0.head([domain.binder], domain.condition) }
    }
  }

  /// Lays out `append taxi to zone.queue`, with a given number of words in the middle.
  private mutating func transfer(
    _ member: Syntax.Expression, _ words: Int, _ place: Syntax.Expression
  ) -> Layout {
    let verb = take()
    let member = expression(member)
    let middle: Layout = isReadAlone ? .sequence(.lineEnd, self.words(words)) : self.words(words)
    return .sequence(verb, .blank, member, .blank, middle, .blank, expression(place))
  }

  /// True if the next word would belong to the one before if both stood on one line: as the unit of
  /// a number (`to` may be one), or as the name that `count` counts.
  private var isReadAlone: Bool {
    let previous = manuscript.tokens[cursor - 1]
    return current.isFirstInLine && (previous.kind == .number || previous.word == .count)
  }

  private mutating func notification(_ notification: Syntax.Notification) -> Layout {
    let recipient = expression(notification.recipient)
    return .sequence(recipient, .blank, call(notification.arguments))
  }

  // MARK: - Properties

  mutating func property(_ property: Syntax.Property) -> [Row] {
    let header = row { $0.header(of: property) }
    return [header, row(indentation: 2) { $0.body(of: property) }]
  }

  private mutating func header(of property: Syntax.Property) -> Layout {
    var parts = [words(2)]
    switch property.events {
    case nil: break
    case .every: parts += [.blank, words(3)]
    case .named(let events):
      let end = events.last?.span.upper ?? current.span.lower
      parts += [.blank, .nest(4, flow(upTo: end))]
    }
    if let citations = citations() { parts += [.blank, citations] }
    if property.sentence != nil { parts += [.blank, take()] }
    return .sequence(parts)
  }

  private mutating func body(of property: Syntax.Property) -> Layout {
    switch property.body {
    case .formula(let formula): return expression(formula)
    case .count(let binders, let condition): return head(binders, condition)
    case .lasts(let binders, let condition, let lasting, let limit):
      let head = binders.isEmpty ? nil : self.head(binders, condition)
      let body = Layout.sequence(
        expression(lasting), .hanging(.sequence(words(3), .blank, expression(limit))))
      return head.map { .sequence($0, .hanging(body)) } ?? body
    }
  }
}
