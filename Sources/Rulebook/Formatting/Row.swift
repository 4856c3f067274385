/// A line of a rulebook, or several if it is long: the unit of layout.
struct Row {
  /// The kind of a row. Neighbouring rows of one kind have their parts in columns.
  enum Kind: Hashable {
    case omit, type, parameter, state
    /// Definitions with a given number of arguments.
    case define(Int)
    case field(Syntax.Field.Mark?)
    /// Assignments to paths of a given number of steps.
    case assignment(Int)
    case other
  }

  /// A part of a row; the next part begins in one column throughout the neighbouring rows.
  struct Cell {
    let layout: Layout
    /// The width of the operator behind it: where it varies, the ends of the operators are aligned.
    var signWidth = 0
  }

  let kind: Kind
  let indentation: Int
  /// The token that it begins with.
  let start: Int
  var cells: [Cell] = []
  var rest: Layout?
  var citations: Layout?
}

extension Row {
  /// The widest part that shares a column, so that one long name does not push all others away.
  private static let widestCell = 72
  /// The column of citations.
  static let citationColumn = 92

  /// Returns one layout for each row, with the columns of neighbouring rows aligned.
  static func layouts(of rows: [Row], in manuscript: Manuscript) -> [Layout] {
    var layouts: [Layout] = []
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].kind == rows[start].kind, rows[start].kind != .other {
        end += 1
      }
      layouts += aligned(rows[start..<end], in: manuscript)
      start = end
    }
    return layouts
  }

  private static func aligned(_ rows: ArraySlice<Row>, in manuscript: Manuscript) -> [Layout] {
    var parts: [[Layout]] = rows.map { _ in [] }
    var columns = rows.map(\.indentation)
    let count = rows.map(\.cells.count).max() ?? 0
    for index in 0..<count {
      var ends: [Int?] = []
      for (row, column) in zip(rows, columns) {
        let width = row.cells[index].layout.flatWidth(in: manuscript, startingAt: row.start)
        ends.append(width.flatMap { $0 <= widestCell ? column + $0 : nil })
      }
      var common = 0
      for (row, end) in zip(rows, ends) where row.hasPart(after: index) {
        if let end { common = max(common, end + 1 + row.cells[index].signWidth) }
      }
      for (offset, row) in rows.enumerated() {
        let gap = row.gap(after: index)
        let column = common - row.cells[index].signWidth + gap - 1
        parts[offset] += [
          row.cells[index].layout,
          ends[offset] == nil ? .pad(to: 0, atLeast: gap) : .pad(to: column, atLeast: gap),
        ]
        columns[offset] = column
      }
    }
    return zip(rows, parts).map { row, parts in
      .sequence(parts + [row.rest, row.trailingCitations].compactMap(\.self))
    }
  }

  private func hasPart(after index: Int) -> Bool {
    index + 1 < cells.count || rest != nil || kind == .parameter && citations != nil
  }

  private func gap(after index: Int) -> Int {
    kind == .parameter && index + 1 == cells.count ? 2 : 1
  }

  /// The citations of a parameter: parameters are tables of their own, with citations in a column
  /// near by.
  private var trailingCitations: Layout? {
    citations.map { citations in
      kind == .parameter ? citations : .margin(citations)
    }
  }
}

/// A declaration as rows.
struct Section {
  var rows: [Row]
  /// True if blank lines around it are the author's choice: it is one line, and may be one of many.
  let isShort: Bool
}
