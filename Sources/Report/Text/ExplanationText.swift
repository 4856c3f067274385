import Basics

/// The explanation of a name of a rulebook, for people.
package struct ExplanationText: Sendable {
  let style: Style

  package init(style: Style) { self.style = style }

  /// Lines of text, each ended by a line end.
  package func render(_ document: ExplanationDocument) -> String {
    if let overview = document.overview {
      let title = style(document.rulebook.escapedForDisplay, .bold)
      return "\(title)\n" + OverviewText(style: style).render(overview)
    }
    let counterfactuals = document.counterfactuals.map(CounterfactualText(style: style).render)
    return document.subjects.map(render).joined(separator: "\n") + (counterfactuals ?? "")
  }

  private func render(_ subject: Subject) -> String {
    var text = style(title(subject).escapedForDisplay, .bold)
    if let line = subject.line { text += style("  line \(line)", .dim) }
    text += "\n"
    for sentence in subject.sentences { text += "  \(sentence.escapedForDisplay)\n" }
    for section in subject.sections { text += render(section, of: subject) }
    for machine in subject.machines { text += render(machine, of: subject.kind) }
    if !subject.requirements.isEmpty {
      text += heading("It bears these requirements")
      var table = TextTable([.left, .left])
      for bearing in subject.requirements {
        table.add([TextTable.Cell(bearing.id, .cyan), TextTable.Cell(bearing.sentence)])
      }
      text += table.render(style, indent: 4)
    }
    return text
  }

  private func title(_ subject: Subject) -> String {
    switch subject.kind {
    case .event: "event \(subject.declaration)"
    case .field: "field \(subject.declaration)"
    case .state: "state \(subject.declaration)"
    case .requirement: "requirement \(subject.declaration)"
    case .effect, .entity, .type, .message, .parameter, .definition, .property: subject.declaration
    }
  }

  private func heading(_ text: String) -> String { "\n  \(style(text, .bold))\n" }

  private func render(_ section: Section, of subject: Subject) -> String {
    var table = TextTable([.right, .left])
    for statement in section.statements { add(statement, depth: 0, to: &table) }
    return heading(section.role.title(of: subject.kind)) + table.render(style, indent: 4)
  }

  private func add(_ statement: Statement, depth: Int, to table: inout TextTable) {
    var text = String(repeating: "  ", count: depth)
    if let what = statement.what { text += "\(what): " }
    text += statement.text + (statement.inner.isEmpty ? "" : ":")
    if !statement.requirements.isEmpty {
      text += "  [\(statement.requirements.joined(separator: " "))]"
    }
    table.add([TextTable.Cell(String(statement.line), .dim), TextTable.Cell(text)])
    for inner in statement.inner { add(inner, depth: depth + 1, to: &table) }
  }

  private func render(_ machine: StateMachine, of kind: Subject.Kind) -> String {
    var table = TextTable([.left, .left, .left, .left])
    for start in machine.starts {
      let cause = start.event.map { [TextTable.Cell(": \($0)")] } ?? []
      table.add(
        [TextTable.Cell("start", .dim), TextTable.Cell("->"), TextTable.Cell(start.value)] + cause)
    }
    for transition in machine.edges {
      table.add([
        TextTable.Cell(transition.from), TextTable.Cell("->"), TextTable.Cell(transition.to),
        TextTable.Cell(": \(transition.events.joined(separator: ", "))"),
      ])
    }
    let isOwn = kind == .field || kind == .state
    return heading(isOwn ? "Its values" : "Values of \(machine.place)")
      + table.render(style, indent: 4)
  }
}

extension Section.Role {
  fileprivate func title(of kind: Subject.Kind) -> String {
    switch self {
    case .guards: "Allowed when"
    case .assumptions: "Assumed of it"
    case .due: "Due at"
    case .changes: kind == .event ? "What happens" : "What it does"
    case .refusal: "When it is refused"
    case .stepProperties: "Properties of its steps"
    case .properties:
      kind == .event ? "Properties that read what it changes" : "Properties that read it"
    case .writers: "Changed by"
    case .readers: "Read by"
    case .uses: "Used by"
    case .citations: "Cited by"
    case .fields: "Its fields"
    }
  }
}
