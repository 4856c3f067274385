extension Lexer {
  /// Returns the longest symbol at `offset`.
  func symbol(at offset: Int) -> (kind: Token.Kind, length: Int)? {
    guard let first = byte(at: offset) else { return nil }
    let second = byte(at: offset + 1)
    let isAssigning = second == UInt8(ascii: "=")
    switch first {
    case UInt8(ascii: "+"): return isAssigning ? (.plusEquals, 2) : (.plus, 1)
    case UInt8(ascii: "-"):
      if second == UInt8(ascii: ">") { return (.arrow, 2) }
      return isAssigning ? (.minusEquals, 2) : (.minus, 1)
    case UInt8(ascii: "<"): return isAssigning ? (.lessEquals, 2) : (.less, 1)
    case UInt8(ascii: ">"): return isAssigning ? (.moreEquals, 2) : (.more, 1)
    case UInt8(ascii: "."):
      let isEllipsis = second == first && byte(at: offset + 2) == first
      return isEllipsis ? (.ellipsis, 3) : (.dot, 1)
    case UInt8(ascii: "*"): return (.star, 1)
    case UInt8(ascii: "/"): return (.slash, 1)
    case UInt8(ascii: "="): return (.equals, 1)
    case UInt8(ascii: "("): return (.leftParenthesis, 1)
    case UInt8(ascii: ")"): return (.rightParenthesis, 1)
    case UInt8(ascii: "{"): return (.leftBrace, 1)
    case UInt8(ascii: "}"): return (.rightBrace, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: "?"): return (.question, 1)
    case UInt8(ascii: "!"): return isAssigning ? (.exclamationEquals, 2) : (.exclamation, 1)
    case UInt8(ascii: "|"): return (.bar, 1)
    default: return nil
    }
  }
}
