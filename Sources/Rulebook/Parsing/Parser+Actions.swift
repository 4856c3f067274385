internal import Diagnostics

extension Parser {
  /// One thing that happens, with its citations.
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
    case .notify:
      advance()
      return finish(.action(.notify(try notification())), start)
    default:
      return try assignmentOrEffect()
    }
  }

  /// What follows `notify`: `request.passenger taxiComing(taxi, any)`.
  mutating func notification() throws(Abandoned) -> Syntax.Notification {
    let recipient = try path().expression
    if isAtLineEnd, isAtAssignment {
      try fail("expected-name", expected: "the name of a message")
    }
    let message = try name("the name of a message")
    let arguments = try optionalArguments(ofMessage: true).arguments
    return Syntax.Notification(recipient: recipient, message: message, arguments: arguments)
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

  /// Tells what stands here instead of a clause, in words that fit what was probably meant.
  private mutating func checkThatClauseBegins() throws(Abandoned) {
    if isAtAction { return }
    if current.kind == .name, current.isFirstInLine {
      let word = text(of: current)
      report(
        "unknown-clause", "`\(word.shortenedForDisplay())` begins no clause", at: current.span,
        hint: suggestion(for: word, among: Word.clauses))
    } else {
      reportBeginsNothing(expected: "a clause", complete: "the clause")
    }
    // Else the reading would go on at this very line if it looks like an assignment.
    advance()
    throw Abandoned()
  }

  /// Whether an assignment or the call of an effect is meant, even if it is not complete.
  private var isAtAction: Bool {
    guard current.kind == .name, current.word?.isReserved != true else { return false }
    switch next.kind {
    case .leftParenthesis: return true
    case .dot, .exclamation: return current.isFirstInLine || isAtAssignment
    default: return next.kind.assignment != nil
    }
  }

  private func text(of span: SourceSpan) -> String {
    String(decoding: bytes[span.lower..<span.upper], as: UTF8.self).shortenedForDisplay()
  }
}
