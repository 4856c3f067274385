import Basics

/// A table of text with aligned columns, for terminals and pipes alike.
package struct TextTable: Sendable {
  /// The side of a column to which its cells are aligned.
  package enum Alignment: Sendable { case left, right }

  /// A text and how it is marked.
  package struct Cell: Sendable {
    let text: String
    let marks: [Style.Mark]

    /// Escapes the text for display.
    package init(_ text: String, _ marks: Style.Mark...) {
      self.text = text.escapedForDisplay
      self.marks = marks
    }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []

  /// One alignment for each column.
  package init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row of at most as many cells as there are columns; the last cell of a shorter one may
  /// run over the columns to its right.
  package mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The rows, each ended by a line end; two blanks between columns, none at the end.
  package func render(_ style: Style, indent: Int = 0) -> String {
    let widths = alignments.indices.map { column in
      rows.map { isMeasured(column, in: $0) ? width($0[column].text) : 0 }.max() ?? 0
    }
    return rows.map { render($0, style, widths, indent: indent) }.joined()
  }

  /// One row in columns of these widths, with its line end.
  func render(_ row: [Cell], _ style: Style, _ widths: [Int], indent: Int) -> String {
    var line = ""
    for (column, cell) in row.enumerated() {
      let isLast = column == row.count - 1
      let padding = String(repeating: " ", count: max(0, widths[column] - width(cell.text)))
      var shown = cell.text
      for mark in cell.marks { shown = style(shown, mark) }
      switch alignments[column] {
      case .left: line += shown + (isLast ? "" : padding)
      case .right: line += padding + shown
      }
      if !isLast { line += "  " }
    }
    while line.last == " " { line.removeLast() }
    return String(repeating: " ", count: indent) + line + "\n"
  }

  /// Returns true if a cell counts for the width of its column. A cell that ends a row early may
  /// run over the columns to its right.
  private func isMeasured(_ column: Int, in row: [Cell]) -> Bool {
    column < row.count - 1 || row.count == alignments.count && column < row.count
  }

  private func width(_ text: String) -> Int { text.count }
}
