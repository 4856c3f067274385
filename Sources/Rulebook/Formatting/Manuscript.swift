import Basics

/// The tokens of a text that has no errors, and what stands between them: blanks and comments.
struct Manuscript {
  let bytes: [UInt8]
  /// The tokens; the last is `endOfFile`.
  let tokens: [Token]
  /// True for each token with a comment between it and the token before.
  private let followsComment: [Bool]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let tokens = Lexer.run(on: bytes, errorLimit: 1).tokens
    self.tokens = tokens
    var followsComment = [Bool](repeating: false, count: tokens.count)
    var end = 0
    for (index, token) in tokens.enumerated() {
      followsComment[index] = bytes[end..<token.span.lower].contains(UInt8(ascii: "/"))
      end = token.span.upper
    }
    self.followsComment = followsComment
  }

  func hasComments(before index: Int) -> Bool { followsComment[index] }

  func text(of index: Int) -> ArraySlice<UInt8> {
    bytes[tokens[index].span.lower..<tokens[index].span.upper]
  }

  /// Returns the width of a token in columns, one for each Unicode scalar.
  func width(of index: Int) -> Int { text(of: index).count { $0 & 0xC0 != 0x80 } }
}

/// A comment and its position.
struct Comment {
  /// The text from `//` to the last visible character.
  let text: ArraySlice<UInt8>
  /// True if a token stands before it on its line.
  let isTrailing: Bool
  let isIndented: Bool
  let followsBlankLine: Bool
}

/// The comments and blank lines between two tokens.
struct Gap {
  var comments: [Comment] = []
  /// True if a blank line stands between the last comment, or the token before, and the token.
  var endsInBlankLine = false
}

extension Manuscript {
  func gap(before index: Int) -> Gap {
    var gap = Gap()
    var offset = index > 0 ? tokens[index - 1].span.upper : 0
    let end = tokens[index].span.lower
    var lineEnds = 0
    var lineStart = index > 0 ? -1 : offset
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "\n"):
        lineEnds += 1
        offset += 1
        lineStart = offset
      case UInt8(ascii: "/"):
        let text = commentText(from: offset, to: end)
        gap.comments.append(
          Comment(
            text: text, isTrailing: lineStart < 0, isIndented: offset > lineStart,
            followsBlankLine: lineEnds > 1))
        lineEnds = 0
        offset = bytes[offset..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
      default:
        offset += 1
      }
    }
    gap.endsInBlankLine = lineEnds > 1
    return gap
  }

  private func commentText(from start: Int, to end: Int) -> ArraySlice<UInt8> {
    let line = bytes[start..<end].prefix { $0 != UInt8(ascii: "\n") }
    let last = line.lastIndex { $0 > UInt8(ascii: " ") } ?? start
    return line[start...last]
  }
}
