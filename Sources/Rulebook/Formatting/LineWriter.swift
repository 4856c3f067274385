/// Text written line by line. Blanks and line ends are written only once something follows, so that
/// no line ends in blanks, and a comment can still be added to a line that has been ended.
struct LineWriter {
  /// The column of comments if the line leaves room for them; it lies behind the ends of most rows.
  private static let commentColumn = 57
  private static let lineWidth = LayoutWriter.lineWidth

  private var output: [UInt8] = []
  private var width = 0
  /// The smallest column for the next text.
  private var target = 0
  private var isEnded = true
  /// The indentation of the next line.
  private(set) var indentation = 0

  var isEmpty: Bool { output.isEmpty }

  /// The column of the next text.
  var column: Int { max(target, isEnded ? indentation : width) }

  /// Moves to a column, with a least number of blanks; at the beginning of a line only the column
  /// counts.
  mutating func pad(to column: Int, atLeast blanks: Int) {
    target = max(target, column, isEnded ? 0 : width + blanks)
  }

  mutating func write(_ text: ArraySlice<UInt8>) {
    let column = column
    if isEnded, !isEmpty { output.append(UInt8(ascii: "\n")) }
    let start = isEnded ? 0 : width
    output += repeatElement(UInt8(ascii: " "), count: column - start)
    output += text
    width = column + Self.width(of: text)
    target = 0
    isEnded = false
  }

  mutating func end() {
    isEnded = true
    target = 0
  }

  mutating func end(nextIndentation: Int) {
    end()
    indentation = nextIndentation
  }

  mutating func addBlankLine() {
    end()
    if !isEmpty { output.append(UInt8(ascii: "\n")) }
  }

  /// Writes a comment behind the line, even if it has been ended. Nothing may follow on it.
  mutating func write(trailing comment: ArraySlice<UInt8>) {
    let columns = [Self.commentColumn, Row.citationColumn]
    let column = columns.first {
      width + 2 <= $0 && ($0 < Row.citationColumn || $0 + Self.width(of: comment) <= Self.lineWidth)
    }
    let indentation = self.indentation
    isEnded = false
    target = column ?? width + 2
    write(comment)
    end(nextIndentation: indentation)
  }

  /// Writes a comment on a line of its own.
  mutating func write(own comment: ArraySlice<UInt8>, indentation: Int) {
    end(nextIndentation: indentation)
    write(comment)
    end()
  }

  consuming func finish() -> [UInt8] { output + [UInt8(ascii: "\n")] }

  private static func width(of text: ArraySlice<UInt8>) -> Int {
    text.count { $0 & 0xC0 != 0x80 }
  }
}
