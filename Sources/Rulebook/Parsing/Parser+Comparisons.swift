import Basics

extension Parser {
  mutating func comparison() throws(Abandoned) -> Tree {
    let left = try sum()
    guard let compared = try comparison(of: left) else { return left }
    if isAtComparison {
      unexpected(
        "chained-comparison", "did not expect `\(text(of: current))` after a complete comparison",
        hint: "join comparisons with `and`; only two order signs form a chain, `a <= b < c`")
      throw Abandoned()
    }
    return compared
  }

  private var isAtComparison: Bool {
    switch current.word {
    case .is, .in, .ahead: true
    case .not: next.word == .in
    default: current.kind.order != nil
    }
  }

  private mutating func comparison(of left: Tree) throws(Abandoned) -> Tree? {
    switch current.word {
    case .is:
      advance()
      let negated = accept(.not)
      if isAtBinder(of: .first, .last, .best) { return try pick(left, negated: negated) }
      let right = try sum()
      return try join(
        .equality(left.expression, negated: negated, right.expression), left, right)
    case .not where next.word == .in:
      advance()
      advance()
      return try membership(left, negated: true)
    case .in:
      advance()
      return try membership(left, negated: false)
    case .ahead:
      advance()
      try expect(.of, "after `ahead`")
      let other = try sum()
      try expect(.in, "and the queue")
      let queue = try path()
      return try make(
        .ahead(left.expression, of: other.expression, in: queue.expression), from: left.span,
        over: max(left.depth, other.depth, queue.depth))
    default:
      return current.kind.order == nil ? nil : try chain(left)
    }
  }

  /// Parses `a < b` or `a <= b < c`.
  private mutating func chain(_ left: Tree) throws(Abandoned) -> Tree {
    var links: [Syntax.Link] = []
    var depth = left.depth
    while links.count < 2, let order = current.kind.order {
      advance()
      let right = try sum()
      links.append(Syntax.Link(order, right.expression))
      depth = max(depth, right.depth)
    }
    return try make(.comparison(left.expression, links), from: left.span, over: depth)
  }

  private mutating func membership(_ left: Tree, negated: Bool) throws(Abandoned) -> Tree {
    guard accept(.leftBrace) else {
      guard current.kind == .name else {
        try fail("expected-expression", expected: "a queue, a set, or values in `{` `}` after `in`")
      }
      let collection = try path()
      return try join(
        .membership(left.expression, negated: negated, collection: collection.expression), left,
        collection)
    }
    let values = try list { parser throws(Abandoned) in try parser.sum() }
    try expect(.rightBrace, "after the values")
    return try make(
      .oneOf(left.expression, negated: negated, values.map(\.expression)), from: left.span,
      over: values.reduce(left.depth) { max($0, $1.depth) })
  }

  /// Returns true if one of these words stands here and binds a name: `first t in …`. Elsewhere the
  /// words are free, so that a field may be called `last`.
  func isAtBinder(of words: Word...) -> Bool {
    guard let word = current.word, words.contains(word), next.kind == .name,
      next.word?.isReserved != true
    else { return false }
    let afterNext = tokens[min(cursor + 2, tokens.count - 1)]
    return !next.isFirstInLine || afterNext.kind == .colon || afterNext.word == .in
  }

  /// Parses `first t in q where P`, `best d: Driver where P by d.rating`.
  private mutating func pick(_ left: Tree, negated: Bool) throws(Abandoned) -> Tree {
    let start = advance()
    let kind: Syntax.Pick.Kind = start.word == .first ? .first : start.word == .last ? .last : .best
    let (binder, binderDepth) = try binder()
    if let second = binder.names.dropFirst().first {
      report(
        "unexpected-token", "`\(kind.rawValue)` binds one name", at: second.span)
    }
    let range = try condition()
    var key: Tree?
    if kind == .best {
      try expect(.by, "and what the best has most of")
      key = try sum()
    }
    let pick = Syntax.Pick(
      kind, binder, where: range?.expression, by: key?.expression, span(from: start.span))
    return try make(
      .pick(left.expression, negated: negated, pick), from: left.span,
      over: max(left.depth, binderDepth, range?.depth ?? 0, key?.depth ?? 0))
  }

  mutating func binders() throws(Abandoned) -> (binders: [Syntax.Binder], depth: Int) {
    let binders = try list { parser throws(Abandoned) in try parser.binder() }
    return (binders.map(\.binder), binders.reduce(0) { max($0, $1.depth) })
  }

  /// Parses `t, u: Taxi` or `t in zone.queue`.
  mutating func binder() throws(Abandoned) -> (binder: Syntax.Binder, depth: Int) {
    let names = try names("the name of a bound variable")
    if accept(.colon) { return (Syntax.Binder(names, .type(try name("the name of a type"))), 0) }
    guard accept(.in) else {
      try fail("expected-token", expected: "`:` and a type, or `in` and a queue or set")
    }
    let collection = try path()
    return (Syntax.Binder(names, .collection(collection.expression)), collection.depth)
  }
}
