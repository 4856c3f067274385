import Basics

/// A text with its expected diagnostics written into it: below a line, `^ id` with the caret under
/// the place. The marks are no part of the text.
struct MarkedSource {
  let source: SourceText
  /// `line:column id`, in the order of the text.
  let expected: [String]

  init(_ marked: String) {
    var lines: [Substring] = []
    var expected: [String] = []
    for line in marked.split(separator: "\n", omittingEmptySubsequences: false) {
      let mark = line.drop { $0 == " " }
      if mark.hasPrefix("^ ") {
        let column = line.count - mark.count + 1
        expected.append("\(lines.count):\(column) \(mark.dropFirst(2))")
      } else {
        lines.append(line)
      }
    }
    source = SourceText(path: "marked", text: lines.joined(separator: "\n"))
    self.expected = expected
  }
}

extension SourceText {
  /// A diagnostic as ``MarkedSource`` writes it.
  func mark(_ diagnostic: Diagnostic) -> String {
    guard let span = diagnostic.span else { return diagnostic.id }
    return "\(line(at: span.lower)):\(column(at: span.lower)) \(diagnostic.id)"
  }
}
