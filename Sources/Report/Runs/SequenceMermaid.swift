/// A sequence chart as a Mermaid diagram.
package struct SequenceMermaid: Sendable {
  private let title: String
  private let sequence: RunSequence

  package init(_ sequence: RunSequence, title: String) {
    self.sequence = sequence
    self.title = title
  }

  /// The whole text of a `.mmd` file, ended by a line end.
  package var text: String {
    var lines = ["---", "title: \"\(Self.text(title))\"", "---", "sequenceDiagram"]
    for (index, name) in sequence.participants.enumerated() {
      lines.append("    participant \(id(index)) as \(Self.text(name))")
    }
    if !sequence.start.isEmpty { lines.append(note(sequence.start)) }
    for item in sequence.items {
      switch item {
      case .time(let instant): lines.append(note([instant]))
      case .changes(let changes): lines.append(note(changes))
      case .arrow(let from, let to, let label, let isMessage):
        let arrow = isMessage ? "-)" : "->>"
        lines.append("    \(id(from))\(arrow)\(id(to)): \(Self.text(label))")
      }
    }
    if !sequence.failure.isEmpty { lines.append(note(sequence.failure.map { "✗ \($0)" })) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Numbers, so that no name can be a word of Mermaid's.
  private func id(_ index: Int) -> String { "p\(index + 1)" }

  private func note(_ texts: [String]) -> String {
    let last = sequence.participants.count - 1
    let over = last > 0 ? "\(id(0)),\(id(last))" : id(0)
    return "    Note over \(over): " + texts.map(Self.text).joined(separator: "<br/>")
  }

  /// Returns the text with each character that has a meaning for Mermaid, or for the page that
  /// holds the diagram, replaced by its number.
  private static func text(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "#", ";", "<", ">", "&", "%", "\"", "\\": shown += "#\(scalar.value);"
      default: shown.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
      }
    }
    return shown
  }
}
