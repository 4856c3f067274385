import Basics

/// A walk over a syntax tree and its tokens together. It takes each token in order and leaves none
/// out; the tree only decides where lines begin and may break.
struct LayoutBuilder {
  let manuscript: Manuscript
  /// The next token.
  var cursor = 0

  init(_ manuscript: Manuscript) { self.manuscript = manuscript }

  var current: Token { manuscript.tokens[cursor] }

  mutating func take() -> Layout {
    defer { if current.kind != .endOfFile { cursor += 1 } }
    return .token(cursor)
  }

  /// Takes a number of tokens with a blank between each two.
  mutating func words(_ count: Int) -> Layout {
    var parts = [take()]
    for _ in 1..<count { parts += [.blank, take()] }
    return .sequence(parts)
  }

  /// Lays out tokens that are no part of an expression, up to the given offset, with lines that may
  /// break after commas and before `|` and `->`.
  mutating func flow(upTo end: Int) -> Layout {
    var pieces: [Layout] = []
    var piece: [Layout] = []
    var previous: Token?
    while current.kind != .endOfFile, current.span.lower < end {
      if let previous {
        if previous.kind == .comma || current.kind == .bar || current.kind == .arrow {
          pieces.append(.sequence(piece))
          piece = []
        } else if !Self.touches(previous.kind, current.kind) {
          piece.append(.blank)
        }
      }
      previous = current
      piece.append(take())
    }
    pieces.append(.sequence(piece))
    return .fill(pieces)
  }

  private static func touches(_ left: Token.Kind, _ right: Token.Kind) -> Bool {
    switch (left, right) {
    case (.leftParenthesis, _), (.leftBracket, _), (.less, _), (.ellipsis, _): true
    case (_, .leftParenthesis), (_, .rightParenthesis), (_, .rightBracket), (_, .less): true
    case (_, .more), (_, .ellipsis), (_, .comma), (_, .colon), (_, .question): true
    default: false
    }
  }

  /// Lays out any number of citations such as `[A1 G1.2]`.
  mutating func citations() -> Layout? {
    guard current.kind == .leftBracket else { return nil }
    var end = cursor
    while manuscript.tokens[end].kind == .leftBracket {
      while manuscript.tokens[end].kind != .rightBracket { end += 1 }
      end += 1
    }
    return flow(upTo: manuscript.tokens[end].span.lower)
  }
}
