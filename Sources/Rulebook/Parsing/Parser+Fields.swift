import Basics

extension Parser {
  mutating func entity() throws(Abandoned) -> Syntax.Declaration.Kind {
    let name = try name("the name of an entity")
    var fields: [Syntax.Field] = []
    while current.kind == .name, !isAtDeclaration, !current.isInFirstColumn || isAtField {
      do throws(Abandoned) {
        fields.append(try field())
      } catch {
        skipToField()
      }
    }
    return .entity(name, fields)
  }

  /// True if `name:` stands here, perhaps with a mark before it.
  var isAtField: Bool {
    current.kind == .name && (next.kind == .colon || isAtMark || isAtUnique)
  }

  private var isAtMark: Bool {
    (current.word == .fixed || current.word == .ghost) && next.kind == .name
  }

  private var isAtUnique: Bool { current.word == .unique && next.kind == .name }

  mutating func field() throws(Abandoned) -> Syntax.Field {
    let isUnique = isAtUnique
    if isUnique { advance() }
    let mark = isAtMark ? Syntax.Field.Mark(rawValue: text(of: advance())) : nil
    let name = try fieldName()
    try expect(.colon, "and the type of `\(name.text.shortenedForDisplay())`")
    let type = try typeReference()
    var initial: Syntax.Field.Initial?
    if accept(.equals) {
      if current.word == .any {
        initial = .any(advance().span)
      } else {
        initial = .value(try expression().expression)
      }
    }
    return Syntax.Field(
      isUnique: isUnique, mark: mark, name: name, type: type, initial: initial,
      citations: citations())
  }

  /// Parses the name of a field. A keyword before a colon is meant as a name, even at the beginning
  /// of a line: it is reported and the field is read.
  private mutating func fieldName() throws(Abandoned) -> Syntax.Name {
    guard current.word?.isReserved == true, next.kind == .colon else {
      return try name("the name of a field")
    }
    let token = advance()
    reportKeyword(token, insteadOf: "the name of a field")
    return Syntax.Name(text(of: token), token.span)
  }

  mutating func typeReference() throws(Abandoned) -> Syntax.TypeReference {
    if current.kind == .leftParenthesis { return try pairs() }
    let type = try name("the name of a type")
    guard current.kind == .less || type.text == "Queue" || type.text == "Set" else {
      return accept(.question) ? .optional(type) : .plain(type)
    }
    guard type.text == "Queue" || type.text == "Set" else {
      unexpected("unexpected-token", "only `Queue` and `Set` have a type between `<` and `>`")
      throw Abandoned()
    }
    try expect(.less, "and the type of the members after `\(type.text)`")
    let member = try name("the type of the members")
    try expect(.more, "after the type of the members")
    return type.text == "Queue" ? .queue(member) : .set(member)
  }

  /// Parses `(Group) -> Presence`.
  private mutating func pairs() throws(Abandoned) -> Syntax.TypeReference {
    try expect(.leftParenthesis, "and the type of the other entity")
    let key = try name("the type of the other entity")
    try expect(.rightParenthesis, "after the one type: there is a value for each entity of it")
    try expect(.arrow, "and the type of the values, as in `(\(key.text)) -> Bool`")
    let value = try name("the type of the values")
    return .pairs(key, value, isOptional: accept(.question))
  }

  mutating func optionalParameters(
    ofMessage: Bool = false
  ) throws(Abandoned) -> [Syntax.Parameter] {
    current.kind == .leftParenthesis ? try parameters(ofMessage: ofMessage) : []
  }

  /// Parses `(a, b: Taxi, c: Zone?)`; for a message also `(wait: Duration >= 0 min)`.
  mutating func parameters(ofMessage: Bool = false) throws(Abandoned) -> [Syntax.Parameter] {
    try expect(.leftParenthesis, "and the arguments with their types")
    if accept(.rightParenthesis) { return [] }
    var parameters: [Syntax.Parameter] = []
    repeat {
      let names = try names("the name of an argument")
      try expect(.colon, "and the type of the argument")
      let type = try typeReference()
      let limits = ofMessage ? try limits() : []
      parameters += names.map { Syntax.Parameter(name: $0, type: type, limits: limits) }
    } while accept(.comma)
    try expect(.rightParenthesis, "after the arguments")
    return parameters
  }

  /// Parses `>= a`, `<= b`, or both.
  private mutating func limits() throws(Abandoned) -> [Syntax.Link] {
    var limits: [Syntax.Link] = []
    while current.kind == .moreEquals || current.kind == .lessEquals {
      let order: Syntax.Order = advance().kind == .moreEquals ? .atLeast : .atMost
      limits.append(Syntax.Link(order, try sum().expression))
    }
    return limits
  }
}
