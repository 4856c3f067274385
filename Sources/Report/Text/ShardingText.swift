import Basics

/// The rules that can be checked in parts, and the obstacles of the others.
package struct ShardingText: Sendable {
  /// One rule, with the scope in which it can be checked.
  package struct Row: Sendable {
    let kind: String
    let name: String
    let scope: String
    let obstacles: [(text: String, line: Int)]

    /// True if there is an obstacle.
    package var isOpen: Bool { !obstacles.isEmpty }

    package init(kind: String, name: String, scope: String, obstacles: [(text: String, line: Int)])
    {
      self.kind = kind
      self.name = name
      self.scope = scope
      self.obstacles = obstacles
    }
  }

  private let style: Style

  package init(style: Style) { self.style = style }

  /// `key` names the entity by which traces are cut; `homes` are the other sorts that belong to one
  /// of these for good, with the fields that lead there.
  package func render(
    key: String, homes: [(sort: String, path: String)], _ rows: [Row]
  ) -> String {
    var text = style("by \(key.escapedForDisplay)", .bold) + "\n"
    for (sort, path) in homes { text += "  \(sort) belongs to its \(path)\n" }
    var table = TextTable([.left, .left, .left])
    for row in rows where !row.isOpen {
      table.add([
        TextTable.Cell(row.scope, .green), TextTable.Cell(row.kind, .dim), TextTable.Cell(row.name),
      ])
    }
    text += table.render(style, indent: 2)
    for row in rows where row.isOpen { text += obstacles(row) }
    let open = rows.count(where: \.isOpen)
    let verdict =
      open == 0
      ? "a trace may be cut by \(key)"
      : "a trace must not be cut by \(key): \(open) of \(counted(rows.count, "rule")) "
        + "\(open == 1 ? "needs" : "need") more than one part"
    return text + style(verdict, open == 0 ? .green : .red, .bold) + "\n"
  }

  /// Returns the obstacles of one rule.
  package func obstacles(_ row: Row) -> String {
    var text = "  " + style(row.scope, .red) + "  " + style(row.kind, .dim) + " \(row.name)\n"
    for obstacle in row.obstacles {
      text += "    line \(obstacle.line): \(obstacle.text.escapedForDisplay)\n"
    }
    return text
  }
}
