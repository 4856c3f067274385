/// The one renderer of diagnostics: place, message, the source line, a caret under the words meant.
package struct DiagnosticRenderer: Sendable {
  let source: SourceText
  let style: Style

  package init(source: SourceText, style: Style = .plain) {
    self.source = source
    self.style = style
  }

  /// One diagnostic as lines of text, with its notes, ending in a line end.
  package func render(_ diagnostic: Diagnostic) -> String {
    var text = place(diagnostic.span)
    text += style("\(diagnostic.severity.rawValue): ", color(of: diagnostic.severity), .bold)
    text += style(diagnostic.message.escapedForDisplay, .bold)
    text += style(" [\(diagnostic.id)]", .dim) + "\n"
    if let span = diagnostic.span { text += excerpt(span) }
    for note in diagnostic.notes {
      text += note.span.map { place($0) } ?? "  "
      text += style("note: ", .cyan) + note.message.escapedForDisplay + "\n"
      if let span = note.span { text += excerpt(span) }
    }
    return text
  }

  /// Returns all diagnostics in the order of the text: first those about the whole text, and last
  /// the notes of no place.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    func position(_ diagnostic: Diagnostic) -> Int {
      diagnostic.span?.lower ?? (diagnostic.severity == .note ? .max : -1)
    }
    return diagnostics.enumerated()
      .sorted { (position($0.element), $0.offset) < (position($1.element), $1.offset) }
      .map { render($0.element) }.joined()
  }

  private func color(of severity: Diagnostic.Severity) -> Style.Mark {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }

  private func place(_ span: SourceSpan?) -> String {
    let path = source.path.escapedForDisplay
    guard let span else { return style("\(path): ", .bold) }
    return style("\(path):\(source.line(at: span.lower)):\(source.column(at: span.lower)): ", .bold)
  }

  /// The line with a caret below; a long line is cut around the place.
  private func excerpt(_ span: SourceSpan) -> String {
    let number = source.line(at: span.lower)
    let scalars = Array(source.text(ofLine: number).unicodeScalars)
    let start = min(source.column(at: span.lower) - 1, scalars.count)
    let sameLine = source.line(at: max(span.lower, span.upper - 1)) == number
    let end = sameLine ? min(source.column(at: span.upper) - 1, scalars.count) : scalars.count
    let window = max(0, start - 60)..<min(scalars.count, max(0, start - 60) + 120)

    var shown = window.lowerBound > 0 ? "…" : ""
    var caret = window.lowerBound > 0 ? " " : ""
    for index in window {
      let (piece, width) = Self.cell(scalars[index])
      shown += piece
      if index < start {
        caret += String(repeating: " ", count: width)
      } else if index == start {
        caret += "^" + String(repeating: "~", count: max(0, width - 1))
      } else if index < end {
        caret += String(repeating: "~", count: width)
      }
    }
    if start >= window.upperBound { caret += "^" }
    if window.upperBound < scalars.count { shown += "…" }
    let gutter = "\(number)"
    let blank = String(repeating: " ", count: gutter.count)
    return style("  \(gutter) | ", .dim) + shown + "\n" + style("  \(blank) | ", .dim)
      + style(caret, .green, .bold) + "\n"
  }

  /// Returns the text of a scalar and its width in columns: a tab takes one, so that the caret is
  /// right for all tab stops of terminals.
  private static func cell(_ scalar: Unicode.Scalar) -> (text: String, width: Int) {
    if scalar == "\t" { return (" ", 1) }
    let text = String(scalar).escapedForDisplay
    return (text, scalar.needsEscape ? text.count : scalar.displayWidth)
  }
}
