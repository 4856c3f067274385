import Basics

/// The declaration that a list of clauses belongs to, which decides which clauses it may hold.
enum ClauseOwner {
  case every, effect, event

  func allows(_ kind: Syntax.Clause.Kind) -> Bool {
    switch (self, kind) {
    case (.event, _): true
    case (.effect, .action), (.effect, .cases): true
    case (.every, .require): true
    default: false
    }
  }

  var permitted: String {
    switch self {
    case .every: "`every event` holds only `require`"
    case .effect: "an effect holds only actions and cases"
    case .event: "an event holds any clause"
    }
  }
}

extension Syntax.Clause.Kind {
  /// The place in the fixed order of an event: guards, due, actions, cases, answer to a refusal.
  fileprivate var rank: Int {
    switch self {
    case .require: 0
    case .due: 1
    case .action: 2
    case .cases: 3
    case .onRefusal: 4
    }
  }

  fileprivate var isSingle: Bool {
    switch self {
    case .due, .onRefusal: true
    case .require, .action, .cases: false
    }
  }
}

extension Parser {
  mutating func clauses(of owner: ClauseOwner) -> [Syntax.Clause] {
    var clauses: [Syntax.Clause] = []
    var isOrdered = true
    while isAtClause {
      let start = current
      do throws(Abandoned) {
        let clause = try clause()
        if !owner.allows(clause.kind) {
          report(
            "misplaced-clause", "`\(text(of: start))` does not belong here", at: start.span,
            hint: owner.permitted)
        } else if isOrdered, let last = clauses.last?.kind {
          isOrdered = checkOrder(of: clause.kind, after: last, at: start)
        }
        clauses.append(clause)
      } catch {
        skipToClause()
      }
    }
    return clauses
  }

  /// Reports a clause out of the fixed order, which keeps a guard from looking as if it belonged to
  /// the case above it.
  private mutating func checkOrder(
    of kind: Syntax.Clause.Kind, after last: Syntax.Clause.Kind, at token: Token
  ) -> Bool {
    if kind.rank == last.rank, kind.isSingle {
      report(
        "clause-order", "an event has one `\(text(of: token))` at most", at: token.span)
      return false
    }
    guard kind.rank < last.rank else { return true }
    report(
      "clause-order", "`\(text(of: token).shortenedForDisplay())` stands too late in the event",
      at: token.span,
      hint: "the order is: `require`, `due`, actions, `case` and `otherwise`, `on refusal`")
    return false
  }

  /// True if the list of clauses goes on. In the first column only a certain clause counts:
  /// anything else is more likely a misspelt declaration.
  private var isAtClause: Bool {
    guard !isAtEnd, !isAtDeclaration else { return false }
    guard current.isInFirstColumn else { return true }
    return current.word?.beginsClause == true || isAtAssignment || next.kind == .leftParenthesis
  }

  private mutating func clause() throws(Abandoned) -> Syntax.Clause {
    let start = current.span
    switch current.word {
    case .require:
      advance()
      return finish(.require(try expression().expression), start)
    case .due:
      advance()
      return finish(.due(try sum().expression), start)
    case .case, .otherwise:
      return Syntax.Clause(.cases(rows()), citations: [], span: span(from: start))
    case .on:
      advance()
      try expect(.refusal, "after `on`")
      try expect(.notify, "and who is told of the refusal")
      return finish(.onRefusal(try notification()), start)
    default:
      return try action()
    }
  }

  /// Takes the citations behind a clause, and closes it.
  mutating func finish(_ kind: Syntax.Clause.Kind, _ start: SourceSpan) -> Syntax.Clause {
    let citations = citations()
    return Syntax.Clause(kind, citations: citations, span: span(from: start))
  }

  /// Parses `case P …` rows, `otherwise` last.
  private mutating func rows() -> [Syntax.Clause.Row] {
    var rows: [Syntax.Clause.Row] = []
    var isClosed = false
    if current.word == .otherwise {
      report(
        "otherwise-without-case", "`otherwise` needs a `case` before it", at: current.span)
    }
    while current.word == .case || current.word == .otherwise {
      let start = advance()
      if isClosed {
        report(
          "case-after-otherwise", "`\(text(of: start))` can never apply after `otherwise`",
          at: start.span)
      }
      isClosed = isClosed || start.word == .otherwise
      if let row = row(start) { rows.append(row) }
    }
    return rows
  }

  private mutating func row(_ start: Token) -> Syntax.Clause.Row? {
    var condition: Syntax.Expression?
    var isIntact = true
    if start.word == .case {
      do throws(Abandoned) {
        condition = try expression().expression
      } catch {
        isIntact = false
        skipToClause()
      }
    }
    let citations = citations()
    let actions = actions()
    guard isIntact else { return nil }
    return Syntax.Clause.Row(
      condition: condition, actions: actions, citations: citations, span: span(from: start.span))
  }

  /// Parses the actions of a row: everything up to the next row or the next clause of the event
  /// itself.
  private mutating func actions() -> [Syntax.Clause] {
    var actions: [Syntax.Clause] = []
    while isAtClause {
      switch current.word {
      case .case, .otherwise, .require, .due, .on: return actions
      default: break
      }
      do throws(Abandoned) {
        actions.append(try action())
      } catch {
        skipToClause()
      }
    }
    return actions
  }
}
