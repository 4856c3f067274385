import Basics
import Findings

/// A run as a table: one row for each place that changes, one column for each step. If it is too
/// wide, the steps continue in a further table below.
struct RunTable {
  private struct Cell {
    let text: String
    let isChanged: Bool
  }

  private struct Column {
    /// The step, its instant, its event, then its arguments.
    let heads: [String]
    let cells: [Cell]
  }

  /// The places that change, in the order in which they do.
  let places: [String]
  private let columns: [Column]
  private let headCount: Int

  init(_ run: Run) {
    var places: [String] = []
    var values: [String: String] = [:]
    for change in run.steps.flatMap(\.changes) where values[change.place] == nil {
      places.append(change.place)
      values[change.place] = change.before
    }
    func cells(_ changed: Set<String>) -> [Cell] {
      places.map { Cell(text: values[$0, default: ""], isChanged: changed.contains($0)) }
    }
    var columns = [Column(heads: ["start"], cells: cells(Set(places)))]
    for (index, step) in run.steps.enumerated() {
      for change in step.changes { values[change.place] = change.after }
      columns.append(
        Column(
          heads: ["\(index + 1)", Instants.clock(step.at), step.event ?? "time passes"]
            + step.arguments.map { "\($0.name) \($0.value)" },
          cells: cells(Set(step.changes.map(\.place)))))
    }
    self.places = places
    self.columns = columns
    headCount = columns.map(\.heads.count).max() ?? 0
  }

  func lines(_ style: Style, width: Int) -> [String] {
    let labels = places.map(\.escapedForDisplay)
    let labelWidth = labels.map(\.count).max() ?? 0
    var lines: [String] = []
    var rest = columns[...]
    while !rest.isEmpty {
      var used = Self.indent + labelWidth
      var count = 0
      for column in rest {
        used += Self.gap + Self.width(of: column)
        guard count == 0 || used <= width else { break }
        count += 1
      }
      if !lines.isEmpty { lines.append("") }
      lines += self.lines(Array(rest.prefix(count)), labels, labelWidth, style)
      rest = rest.dropFirst(count)
    }
    return lines
  }

  private static let indent = 4
  private static let gap = 2

  private static func width(of column: Column) -> Int {
    (column.heads + column.cells.map(\.text)).map(\.escapedForDisplay.count).max() ?? 0
  }

  private func lines(
    _ columns: [Column], _ labels: [String], _ labelWidth: Int, _ style: Style
  ) -> [String] {
    let widths = columns.map(Self.width)
    func line(_ label: String, _ cells: [(text: String, marks: [Style.Mark])]) -> String {
      var line = String(repeating: " ", count: Self.indent) + label
      var padding = labelWidth - label.count
      for ((text, marks), width) in zip(cells, widths) {
        let shown = text.escapedForDisplay
        if !shown.isEmpty {
          line += String(repeating: " ", count: padding + Self.gap)
          line += marks.reduce(shown) { style($0, $1) }
          padding = 0
        } else {
          padding += Self.gap
        }
        padding += width - shown.count
      }
      return line
    }
    var lines: [String] = []
    for row in 0..<headCount {
      let heads = columns.map { row < $0.heads.count ? $0.heads[row] : "" }
      guard heads.contains(where: { !$0.isEmpty }) else { continue }
      lines.append(line("", heads.map { ($0, row == Self.eventRow ? [.bold] : [.dim]) }))
    }
    for (row, label) in labels.enumerated() {
      let cells = columns.map { column in
        let cell = column.cells[row]
        // Without colour, an unchanged value is a dot.
        let text = cell.isChanged || style.isColored ? cell.text : "·"
        return (text: text, marks: cell.isChanged ? [] : [Style.Mark.dim])
      }
      lines.append(line(label, cells))
    }
    return lines
  }

  private static let eventRow = 2
}
