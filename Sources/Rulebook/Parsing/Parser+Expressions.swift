import Basics

/// An expression with the depth of its tree, which is limited so that a recursive walk over it
/// cannot exhaust the stack.
struct Tree {
  let expression: Syntax.Expression
  let depth: Int

  var span: SourceSpan { expression.span }
}

/// One method for each level of precedence, loosest first.
extension Parser {
  /// Parses `or ["implies" expr | "iff" or]`.
  mutating func expression() throws(Abandoned) -> Tree {
    try enter()
    defer { leave() }
    let left = try disjunction()
    if accept(.implies) {
      let right = try expression()
      return try join(.implies(left.expression, right.expression), left, right)
    }
    guard accept(.iff) else { return left }
    let right = try disjunction()
    if current.word == .iff || current.word == .implies {
      unexpected(
        "mixed-implication",
        "`\(text(of: current))` after `iff` can be read in two ways: put parentheses around one")
      throw Abandoned()
    }
    return try join(.iff(left.expression, right.expression), left, right)
  }

  private mutating func disjunction() throws(Abandoned) -> Tree {
    var left = try conjunction()
    while accept(.or) {
      let right = try conjunction()
      left = try join(.or(left.expression, right.expression), left, right)
    }
    return left
  }

  private mutating func conjunction() throws(Abandoned) -> Tree {
    var left = try negation()
    while accept(.and) {
      let right = try negation()
      left = try join(.and(left.expression, right.expression), left, right)
    }
    return left
  }

  private mutating func negation() throws(Abandoned) -> Tree {
    let start = current.span
    switch current.word {
    case .not:
      try enter()
      defer { leave() }
      advance()
      let operand = try negation()
      return try make(.not(operand.expression), from: start, over: operand.depth)
    case .all: return try quantified(.all)
    case .someWord: return try quantified(.some)
    case .no: return try quantified(.no)
    default: return try comparison()
    }
  }

  /// Parses `all t: Taxi, z in zones where P: Q`, reaching as far right as it can.
  private mutating func quantified(_ quantifier: Syntax.Quantifier) throws(Abandoned) -> Tree {
    let start = advance().span
    let (binders, binderDepth) = try binders()
    let range = try condition()
    try expect(.colon, "and what holds of `\(quantifier.rawValue)`")
    let body = try expression()
    return try make(
      .quantified(quantifier, binders, where: range?.expression, body: body.expression),
      from: start, over: max(binderDepth, range?.depth ?? 0, body.depth))
  }

  mutating func condition() throws(Abandoned) -> Tree? {
    accept(.where) ? try expression() : nil
  }

  mutating func sum() throws(Abandoned) -> Tree {
    var left = try term()
    while current.kind == .plus || current.kind == .minus {
      let operation: Syntax.Operator = advance().kind == .plus ? .plus : .minus
      let right = try term()
      left = try join(.arithmetic(operation, left.expression, right.expression), left, right)
    }
    return left
  }

  private mutating func term() throws(Abandoned) -> Tree {
    var left = try operand()
    while current.kind == .star || current.kind == .slash {
      let operation: Syntax.Operator = advance().kind == .star ? .times : .over
      let right = try operand()
      left = try join(.arithmetic(operation, left.expression, right.expression), left, right)
    }
    guard accept(.rounded) else { return left }
    let rounding: Syntax.Rounding
    if accept(.up) {
      rounding = .up
    } else if accept(.down) {
      rounding = .down
    } else {
      try fail("expected-token", expected: "`up` or `down` after `rounded`")
    }
    return try make(.rounded(left.expression, rounding), from: left.span, over: left.depth)
  }

  // MARK: - Depth

  /// Enters a level of nesting. Each recursion on input passes through here.
  mutating func enter() throws(Abandoned) {
    guard nesting < Self.depthLimit else { try failTooDeep() }
    nesting += 1
  }

  mutating func leave() { nesting -= 1 }

  private mutating func failTooDeep() throws(Abandoned) -> Never {
    unexpected(
      "too-deep", "this expression is deeper than \(Self.depthLimit) levels",
      hint: "give a part of it a name with `define`")
    throw Abandoned()
  }

  /// Makes a node whose deepest child has a depth of `depth`; its place reaches from `start` to the
  /// last token read.
  mutating func make(
    _ node: Syntax.Node, from start: SourceSpan, over depth: Int
  ) throws(Abandoned) -> Tree {
    guard depth < Self.depthLimit else { try failTooDeep() }
    return Tree(expression: Syntax.Expression(node, span(from: start)), depth: depth + 1)
  }

  mutating func join(_ node: Syntax.Node, _ left: Tree, _ right: Tree) throws(Abandoned) -> Tree {
    try make(node, from: left.span, over: max(left.depth, right.depth))
  }
}
