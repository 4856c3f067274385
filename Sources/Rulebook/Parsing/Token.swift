import Basics

/// A piece of the text that the grammar treats as one. Twelve bytes and no heap, because a file
/// may hold millions.
struct Token: Sendable {
  /// The raw value is the spelling, for kinds that have one.
  enum Kind: String, Sendable {
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case equals = "="
    case plusEquals = "+="
    case minusEquals = "-="
    case less = "<"
    case lessEquals = "<="
    case more = ">"
    case moreEquals = ">="
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case leftBracket = "["
    case rightBracket = "]"
    case comma = ","
    case colon = ":"
    case dot = "."
    case ellipsis = "..."
    case arrow = "->"
    case question = "?"
    case exclamation = "!"
    case bar = "|"
    /// An operator of other languages; known so that its use is one mistake.
    case exclamationEquals = "!="
    case number, name, text, citation
    /// A token that the lexer has reported already: the parser stays silent about it.
    case invalid
    /// The end of the file.
    case endOfFile
  }

  let kind: Kind
  let word: Word?
  let isFirstInLine: Bool
  /// True if the token stands in the first column, where declarations begin.
  let isInFirstColumn: Bool
  private let lower: UInt32
  private let upper: UInt32

  init(
    _ kind: Kind, word: Word? = nil, from lower: Int, to upper: Int, isFirstInLine: Bool,
    isInFirstColumn: Bool
  ) {
    self.kind = kind
    self.word = word
    self.isFirstInLine = isFirstInLine
    self.isInFirstColumn = isInFirstColumn
    self.lower = UInt32(lower)
    self.upper = UInt32(upper)
  }

  var span: SourceSpan { SourceSpan(Int(lower), Int(upper)) }
}

extension Token.Kind {
  var order: Syntax.Order? {
    switch self {
    case .less, .lessEquals, .more, .moreEquals: Syntax.Order(rawValue: rawValue)
    default: nil
    }
  }

  var assignment: Syntax.Action.Assignment? {
    switch self {
    case .equals, .plusEquals, .minusEquals: Syntax.Action.Assignment(rawValue: rawValue)
    default: nil
    }
  }
}
