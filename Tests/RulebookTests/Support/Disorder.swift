import Basics
import Semantics

/// Spoils the layout of a text, but not its meaning. The same seed gives the same text.
struct Disorder {
  /// How much is changed besides blanks and line ends.
  enum Extent { case lineBreaks, blankLinesAndComments }

  private var random: SplitMix64
  private let extent: Extent

  static func apply(to text: String, seed: UInt64, _ extent: Extent) -> String {
    var disorder = Disorder(random: SplitMix64(seed: seed), extent: extent)
    return disorder.spoil(text)
  }

  private mutating func spoil(_ text: String) -> String {
    let pieces = Piece.pieces(of: text)
    let lineEnd = chance(30) ? "\r\n" : "\n"
    var result = chance(10) ? "\u{FEFF}" : ""
    var comments = 0
    for (index, piece) in pieces.enumerated() {
      let previous = index > 0 ? pieces[index - 1] : nil
      if piece.lineEnds > 0 || previous == nil {
        // A line of its own stays one, and only what was indented may be.
        result += extent == .lineBreaks ? "" : blanks()
        if previous != nil { result += String(repeating: lineEnd, count: piece.lineEnds) }
        if extent == .blankLinesAndComments, previous?.isComment != true {
          if chance(6) { result += lineEnd }
          if chance(8) {
            comments += 1
            result += pick(["", "   "]) + "// own \(comments)" + blanks() + lineEnd
          }
        }
        result += indentation(index, pieces)
      } else if let previous, mayBreak(previous, piece), !isBehindEach(index, pieces), chance(12) {
        if extent == .blankLinesAndComments, chance(30) {
          comments += 1
          result += " // within \(comments)" + (chance(30) ? "\(lineEnd) // and \(comments)" : "")
        }
        result += lineEnd + " " + blanks()
      } else {
        let touches = previous.map { $0.kind == .sign || piece.kind == .sign } ?? true
        result += touches && chance(50) ? "" : " " + blanks()
        if previous?.text == "/", piece.text == "/" { result += " " }
      }
      result += piece.text
      if piece.isComment, index + 1 < pieces.count, pieces[index + 1].lineEnds == 0 {
        result += lineEnd
      }
    }
    return result + (chance(50) ? lineEnd : "")
  }

  /// Units stand behind their numbers, and comments behind what they are about.
  private func mayBreak(_ left: Piece, _ right: Piece) -> Bool {
    !(left.kind == .number && right.kind == .name) && !right.isComment
  }

  /// The indentation of a line. Below an `each` it says what is done to each.
  private mutating func indentation(_ index: Int, _ pieces: [Piece]) -> String {
    if isDeclaration(index, pieces) { return pick(["", "", " "]) }
    if opensBlock(index, pieces) { return "  " }
    let opening = pieces[..<index].indices.last { opensBlock($0, pieces) }
    guard let opening else { return " " + blanks() }
    let lines = pieces[(opening + 1)...index].filter { $0.lineEnds > 0 && !$0.isComment }
    let inside = lines.prefix { $0.column > pieces[opening].column }.count
    return inside == lines.count
      ? "   " + blanks() : inside < lines.count - 1 ? " " + blanks() : " "
  }

  /// True if its line is an `each` with its actions below it.
  private func opensBlock(_ index: Int, _ pieces: [Piece]) -> Bool {
    guard pieces[index].text == "each", pieces[index].lineEnds > 0 else { return false }
    let rest = pieces[(index + 1)...].prefix { $0.lineEnds == 0 && !$0.isComment }
    return rest.last?.text == ":"
  }

  /// True behind a colon of `each`: the action on its line belongs to it.
  private func isBehindEach(_ index: Int, _ pieces: [Piece]) -> Bool {
    guard pieces[index - 1].text == ":" else { return false }
    let line = pieces[..<index].lastIndex { $0.lineEnds > 0 } ?? 0
    return pieces[line..<index].contains { $0.text == "each" }
  }

  /// Whether the keyword of a declaration stands here in the first column.
  private func isDeclaration(_ index: Int, _ pieces: [Piece]) -> Bool {
    guard index + 1 < pieces.count, pieces[index].kind == .name else { return false }
    let next = pieces[index + 1]
    let keywords = [
      "rulebook", "requirements", "omit", "type", "sensitive", "parameter", "entity", "state",
      "message", "define", "every", "effect", "event", "invariant", "lemma", "step", "reach",
      "assume", "axiom", "bounded", "prompt", "measure",
    ]
    return keywords.contains(pieces[index].text)
      && (next.kind == .name || next.kind == .citation || next.kind == .quoted)
  }

  private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  private mutating func pick(_ texts: [String]) -> String { texts[random.below(texts.count)] }

  private mutating func blanks() -> String { pick(["", "", " ", "   ", "\t", "       "]) }
}
