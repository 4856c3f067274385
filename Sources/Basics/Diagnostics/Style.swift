/// The style of text on a terminal. Only this type knows the escape codes.
package struct Style: Sendable {
  /// True if marks are written at all: on a terminal, and not if `NO_COLOR` is set.
  package let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  /// Writes no marks.
  package static let plain = Style(isColored: false)

  /// The style of a part of a text: bold, dim, or a colour.
  package enum Mark: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case cyan = "36"
  }

  /// The text with all these marks; as it is if it is empty or marks are not written.
  package func callAsFunction(_ text: String, _ marks: Mark...) -> String {
    guard isColored, !text.isEmpty else { return text }
    return "\u{1B}[\(marks.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
