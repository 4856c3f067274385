import Basics

extension Parser {
  mutating func operand() throws(Abandoned) -> Tree {
    let start = current.span
    switch current.kind {
    case .number: return try number()
    case .minus:
      try enter()
      defer { leave() }
      advance()
      let operand = try operand()
      return try make(.negative(operand.expression), from: start, over: operand.depth)
    case .leftParenthesis:
      advance()
      let inner = try expression()
      try expect(.rightParenthesis, "to close the `(`")
      // The parentheses belong to the place, so that a quoted expression is balanced.
      return Tree(
        expression: Syntax.Expression(inner.expression.node, span(from: start)),
        depth: inner.depth)
    case .name: break
    default: try fail("expected-expression", expected: "an expression")
    }
    switch current.word {
    case .true: return try constant(.boolean(true))
    case .false: return try constant(.boolean(false))
    case .noneWord: return try constant(.none)
    case .now: return try constant(.now)
    case .before: return try before()
    case .notified: return try notified()
    case .if: return try conditional()
    case .count where isAtBinder(of: .count): return try count()
    case .all, .someWord, .no, .not:
      try fail(
        "expected-expression", expected: "a value", hint: "put what follows in parentheses")
    case .any: try failMisplacedAny()
    default:
      if isAtLineEnd, isAtAssignment { try fail("expected-expression", expected: "an expression") }
      return try path()
    }
  }

  private mutating func constant(_ node: Syntax.Node) throws(Abandoned) -> Tree {
    try make(node, from: advance().span, over: 0)
  }

  /// Parses `50`, `50 metres`, `2min`: a unit stands on the line of its number.
  private mutating func number() throws(Abandoned) -> Tree {
    let token = advance()
    var unit: Syntax.Name?
    if current.kind == .name, !current.isFirstInLine {
      let name = text(of: current)
      if units.contains(name) {
        unit = Syntax.Name(name, advance().span)
      } else if current.word == nil, !isNextClauseOrField {
        report(
          "unknown-unit", "`\(name.shortenedForDisplay())` is no unit", at: current.span,
          hint: suggestion(for: name, among: units.sorted())
            ?? "a unit of your own is declared with `type \(name.shortenedForDisplay()) = Int`")
        advance()
      }
    }
    return try make(.number(value(ofNumber: token), unit: unit), from: token.span, over: 0)
  }

  /// True if the name after a number begins something new on the same line.
  private var isNextClauseOrField: Bool {
    switch next.kind {
    case .dot, .exclamation, .leftParenthesis, .colon: true
    default: next.kind.assignment != nil
    }
  }

  private mutating func before() throws(Abandoned) -> Tree {
    let start = advance().span
    try expect(.leftParenthesis, "after `before`")
    if current.word == .exists, next.kind == .name {
      advance()
      let entity = try path()
      try expect(.rightParenthesis, "to close `before(`")
      return try make(.existed(entity.expression), from: start, over: entity.depth)
    }
    let inner = try expression()
    try expect(.rightParenthesis, "to close `before(`")
    return try make(.before(inner.expression), from: start, over: inner.depth)
  }

  /// Parses `notified(request.passenger, taxiComing(taxi, any))`.
  private mutating func notified() throws(Abandoned) -> Tree {
    let start = advance().span
    try expect(.leftParenthesis, "after `notified`")
    let recipient = try expression()
    try expect(.comma, "and the message")
    let message = try name("the name of a message")
    let (arguments, depth) = try optionalArguments(ofMessage: true)
    try expect(.rightParenthesis, "to close `notified(`")
    return try make(
      .notified(recipient.expression, message, arguments), from: start,
      over: max(recipient.depth, depth))
  }

  private mutating func conditional() throws(Abandoned) -> Tree {
    let start = advance().span
    let condition = try expression()
    try expect(.then, "after the condition")
    let then = try expression()
    try expect(.else, "and the other value: an `if` always has both")
    let otherwise = try expression()
    return try make(
      .conditional(condition.expression, then: then.expression, otherwise: otherwise.expression),
      from: start, over: max(condition.depth, then.depth, otherwise.depth))
  }

  private mutating func count() throws(Abandoned) -> Tree {
    let start = advance().span
    let (binder, depth) = try binder()
    let range = try condition()
    return try make(
      .count(binder, where: range?.expression), from: start, over: max(depth, range?.depth ?? 0))
  }

  // MARK: - Paths

  /// Parses `taxi.zone!.queue`, `price(time)`.
  mutating func path() throws(Abandoned) -> Tree {
    guard current.kind == .name, current.word?.isReserved != true, !isAtDeclarationLine
    else { try fail("expected-expression", expected: "an expression") }
    let root = try name("an expression")
    var tree: Tree
    if current.kind == .leftParenthesis {
      let (arguments, depth) = try optionalArguments(ofMessage: false)
      tree = try make(.call(root, arguments), from: root.span, over: depth)
    } else {
      tree = try make(.name(root), from: root.span, over: 0)
    }
    while true {
      if accept(.exclamation) {
        tree = try make(.certain(tree.expression), from: root.span, over: tree.depth)
      } else if accept(.dot) {
        let member = try name("the name of a field after `.`")
        if accept(.leftParenthesis) {
          let key = try expression()
          try expect(.rightParenthesis, "after the one entity")
          tree = try make(
            .pair(tree.expression, member, key.expression), from: root.span,
            over: max(tree.depth, key.depth))
        } else {
          tree = try make(.member(tree.expression, member), from: root.span, over: tree.depth)
        }
      } else {
        return tree
      }
    }
  }

  /// Parses `(a, any)`. Only a message may leave an argument open.
  mutating func optionalArguments(
    ofMessage: Bool
  ) throws(Abandoned) -> (arguments: [Syntax.Argument], depth: Int) {
    guard accept(.leftParenthesis) else { return ([], 0) }
    if accept(.rightParenthesis) { return ([], 0) }
    var depth = 0
    let arguments = try list { parser throws(Abandoned) in
      if ofMessage, parser.current.word == .any {
        return Syntax.Argument.any(parser.advance().span)
      }
      let value = try parser.expression()
      depth = max(depth, value.depth)
      return .expression(value.expression)
    }
    try expect(.rightParenthesis, "after the arguments")
    return (arguments, depth)
  }

  private mutating func failMisplacedAny() throws(Abandoned) -> Never {
    unexpected(
      "misplaced-any", "`any` stands only for an argument of a message or for an initial value")
    throw Abandoned()
  }
}
