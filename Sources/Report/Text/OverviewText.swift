import Basics

/// A rulebook at a glance, as aligned tables.
struct OverviewText {
  let style: Style

  func render(_ overview: Overview) -> String {
    var text = ""
    for entity in overview.entities {
      let note = entity.isIntroduced ? "  introduced by events" : ""
      text += heading("entity \(entity.name)", note) + fields(entity.fields)
    }
    if !overview.states.isEmpty {
      text += heading("state of the service") + fields(overview.states)
    }
    text += heading("events")
    var causes = TextTable([.left, .left, .left])
    for cause in overview.causes {
      causes.add([
        TextTable.Cell(cause.source), TextTable.Cell(cause.meaning, .dim),
        TextTable.Cell(cause.events.joined(separator: ", ")),
      ])
    }
    text += causes.render(style, indent: 2)
    if !overview.parameters.isEmpty {
      text += heading("parameters")
      var table = TextTable([.left, .left, .left])
      for parameter in overview.parameters {
        table.add([
          TextTable.Cell(parameter.name), TextTable.Cell(parameter.value),
          TextTable.Cell(parameter.requirements.joined(separator: " "), .cyan),
        ])
      }
      text += table.render(style, indent: 2)
    }
    let counts = overview.properties.map { "\($0.count) \($0.kind)" }.joined(separator: ", ")
    if !counts.isEmpty { text += heading("properties") + "  \(counts)\n" }
    return text + heading("requirements")
      + "  \(overview.cited) cited, \(overview.omitted) omitted\n"
  }

  private func heading(_ text: String, _ note: String = "") -> String {
    "\n" + style(text.escapedForDisplay, .bold) + style(note, .dim) + "\n"
  }

  private func fields(_ fields: [Overview.Field]) -> String {
    var table = TextTable([.left, .left, .left])
    for field in fields {
      let initial = field.initial.map { $0 == "empty" ? $0 : "= \($0)" } ?? "given at its start"
      table.add([
        TextTable.Cell(field.name), TextTable.Cell(field.type),
        TextTable.Cell(initial + (field.isGhost ? "  (ghost)" : ""), .dim),
      ])
    }
    return table.render(style, indent: 2)
  }
}
