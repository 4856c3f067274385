import Basics

extension Parser {
  /// Parses one action with its citations.
  mutating func action() throws(Abandoned) -> Syntax.Clause {
    let start = current.span
    switch current.word {
    case .append:
      advance()
      let member = try sum().expression
      try expect(.to, "and the queue")
      return finish(.action(.append(member, to: try path().expression)), start)
    case .move:
      advance()
      let member = try sum().expression
      try expect(.to, "end of a queue, as in `move taxi to end of zone.queue`")
      try expect(.end, "of a queue, as in `move taxi to end of zone.queue`")
      try expect(.of, "and the queue")
      return finish(.action(.move(member, toEndOf: try path().expression)), start)
    case .add:
      advance()
      let member = try sum().expression
      try expect(.to, "and the set")
      return finish(.action(.add(member, to: try path().expression)), start)
    case .remove:
      advance()
      let member = try sum().expression
      try expect(.from, "and the queue or set")
      return finish(.action(.remove(member, from: try path().expression)), start)
    case .clear where next.kind == .name:
      advance()
      return finish(.action(.clear(try path().expression)), start)
    case .each: return try each()
    case .notify where next.word == .each:
      advance()
      let domain = try domain()
      let recipient = Syntax.Expression(.name(domain.binder.names[0]), domain.binder.names[0].span)
      return finish(.action(.notifyEach(domain, try message(to: recipient))), start)
    case .notify:
      advance()
      return finish(.action(.notify(try notification())), start)
    default:
      return try assignmentOrEffect()
    }
  }

  /// Parses the part behind `notify`: `request.passenger taxiComing(taxi, any)`.
  mutating func notification() throws(Abandoned) -> Syntax.Notification {
    try message(to: try path().expression)
  }

  private mutating func message(
    to recipient: Syntax.Expression
  ) throws(Abandoned) -> Syntax.Notification {
    if isAtLineEnd, isAtAssignment {
      try fail("expected-name", expected: "the name of a message")
    }
    let message = try name("the name of a message")
    let arguments = try optionalArguments(ofMessage: true).arguments
    return Syntax.Notification(recipient: recipient, message: message, arguments: arguments)
  }

  /// Parses `each t: Taxi where t.isOn`, without its actions.
  private mutating func domain() throws(Abandoned) -> Syntax.Domain {
    advance()
    let binder = try binder().binder
    if let second = binder.names.dropFirst().first {
      report("unexpected-token", "`each` binds one name", at: second.span)
    }
    return Syntax.Domain(binder, where: try condition()?.expression)
  }

  /// Parses `each` with one action on the line of the colon, or several below it, indented further
  /// than `each`.
  private mutating func each() throws(Abandoned) -> Syntax.Clause {
    let start = current.span
    let column = column(of: start)
    let domain = try domain()
    try expect(.colon, "and what is done to each")
    guard current.isFirstInLine else {
      let action = try innerAction()
      let clause = Syntax.Clause.Kind.action(.each(domain, [action]))
      return Syntax.Clause(clause, citations: [], span: span(from: start))
    }
    var actions: [Syntax.Clause] = []
    while !isAtEnd, !isAtDeclaration, current.isFirstInLine, self.column(of: current.span) > column
    {
      actions.append(try innerAction())
    }
    guard !actions.isEmpty else {
      try fail("expected-token", expected: "what is done to each, indented below `each`")
    }
    let clause = Syntax.Clause.Kind.action(.each(domain, actions))
    return Syntax.Clause(clause, citations: [], span: span(from: start))
  }

  /// Parses an action of `each`, which holds no other `each`.
  private mutating func innerAction() throws(Abandoned) -> Syntax.Clause {
    if current.word == .each || current.word == .clear
      || current.word == .notify && next.word == .each
    {
      report("misplaced-clause", "`each` does not stand inside `each`", at: current.span)
      throw Abandoned()
    }
    return try action()
  }

  /// Returns the number of bytes before the span on its line.
  private func column(of span: SourceSpan) -> Int {
    let lineStart = bytes[..<span.lower].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return span.lower - lineStart
  }

  private mutating func assignmentOrEffect() throws(Abandoned) -> Syntax.Clause {
    try checkThatClauseBegins()
    let start = current.span
    let target = try path().expression
    if case .call(let effect, let arguments) = target.node, current.kind.assignment == nil {
      let values = arguments.compactMap { argument in
        if case .expression(let value) = argument { value } else { nil as Syntax.Expression? }
      }
      return finish(.action(.perform(effect, values)), start)
    }
    guard let assignment = current.kind.assignment else {
      try fail(
        "expected-token",
        expected: "`=`, `+=` or `-=` after `\(text(of: target.span))`",
        hint: current.word == .is ? "`is` compares; `=` assigns" : nil)
    }
    advance()
    return finish(.action(.assign(target, assignment, try expression().expression)), start)
  }

  /// Reports a token that begins no clause, in words that fit the probable intention.
  private mutating func checkThatClauseBegins() throws(Abandoned) {
    if isAtAction { return }
    if current.kind == .name, current.isFirstInLine {
      let word = text(of: current)
      report(
        "unknown-clause", "`\(word.shortenedForDisplay())` begins no clause", at: current.span,
        hint: current.word == .all
          ? "what is done to each is written `each t: Taxi: …`"
          : suggestion(for: word, among: Word.clauses))
    } else {
      reportBeginsNothing(expected: "a clause", complete: "the clause")
    }
    // Otherwise parsing would resume at this same line if it looks like an assignment.
    advance()
    throw Abandoned()
  }

  /// True behind the colon of `each`.
  private var isBehindColon: Bool { cursor > 0 && tokens[cursor - 1].kind == .colon }

  /// True if an assignment or the call of an effect is meant, even if it is not complete.
  private var isAtAction: Bool {
    guard current.kind == .name, current.word?.isReserved != true else { return false }
    switch next.kind {
    case .leftParenthesis: return true
    case .dot, .exclamation: return current.isFirstInLine || isBehindColon || isAtAssignment
    default: return next.kind.assignment != nil
    }
  }

  private func text(of span: SourceSpan) -> String {
    String(decoding: bytes[span.lower..<span.upper], as: UTF8.self).shortenedForDisplay()
  }
}
