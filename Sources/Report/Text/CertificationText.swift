import Basics
import Findings

/// The answers of solvers on the obligations, for people: first the unconfirmed ones.
package struct CertificationText: Sendable {
  private let style: Style

  package init(style: Style) { self.style = style }

  /// Lines of text, each ended by a line end.
  package func render(_ document: Certification) -> String {
    var text = style.heading(
      document.rulebook, digest: document.digest, settings: document.settings)
    text += obligations(document)
    text += "\n" + others(document)
    return text + lowerings(document) + "\n" + summary(document)
  }

  private func others(_ document: Certification) -> String {
    let others = document.others
    var text = ""
    func add(_ title: String, _ names: [String], _ mark: Style.Mark? = nil) {
      if names.isEmpty { return }
      text += (mark.map { style(title, $0, .bold) } ?? title) + "\n"
      text += names.map(\.escapedForDisplay).wrapped(to: 96).map { "  \($0)\n" }.joined() + "\n"
    }
    add("unreachable, though asked for", others.unreachable ?? [], .red)
    add("not proved, see verify", others.notProved, .red)
    add("events that can never happen, see verify", document.impossible, .yellow)
    add("proved without a question, since the rules say it to the letter", others.byConstruction)
    add("shown by runs, see verify", others.byRuns)
    add("assumed", others.assumed)
    add("not needed by any proof", others.unneeded)
    return text
  }

  private func obligations(_ document: Certification) -> String {
    var table = TextTable(document.solvers.map { _ in .left } + [.left, .left, .left])
    table.add(
      (document.solvers.map(\.name) + ["", "expected", ""]).map { TextTable.Cell($0, .dim) })
    for obligation in document.obligations {
      var cells = document.solvers.map { solver in
        let answer = obligation.answers[solver.name] ?? .failed
        return TextTable.Cell(answer.rawValue, answer.mark)
      }
      cells.append(TextTable.Cell(obligation.file))
      cells.append(TextTable.Cell(obligation.expected, .dim))
      cells.append(TextTable.Cell(remarks(obligation), .yellow))
      table.add(cells)
    }
    return table.render(style, indent: 2)
  }

  private func remarks(_ obligation: Certification.Obligation) -> String {
    obligation.remarks.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      .joined(separator: "; ")
  }

  private func lowerings(_ document: Certification) -> String {
    var text = "This checks the solver, not how rules are written for it. Written here\n"
    for lowering in document.lowerings {
      let places =
        lowering.places.prefix(6).joined(separator: ", ")
        + (lowering.places.count > 6 ? ", … \(lowering.places.count) in all" : "")
      text += "  as \(lowering.name): \(places)\n"
    }
    return text
  }

  private func summary(_ document: Certification) -> String {
    var text = ""
    for solver in document.solvers {
      let confirmed = document.count(.confirmed, of: solver)
      let others = [Certification.Answer.contradicted, .undecided, .failed].compactMap { answer in
        let count = document.count(answer, of: solver)
        return count > 0 ? style("\(count) \(answer.rawValue)", answer.mark) : nil
      }
      text +=
        "\(solver.version.escapedForDisplay): \(confirmed) of \(document.obligations.count) confirmed"
      text += others.map { ", \($0)" }.joined() + "\n"
    }
    let notProved = document.others.notProved.count
    if notProved > 0 { text += style("\(notProved) not proved", .red, .bold) + "\n" }
    let open = document.obligations.count { !$0.isConfirmed }
    if open > 0 { text += style("\(open) confirmed by no solver", .yellow, .bold) + "\n" }
    return text
  }
}

extension [String] {
  /// Lines of names with commas between, none longer than that unless one name is.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for (index, name) in enumerated() {
      let word = index == count - 1 ? name : name + ","
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}

extension Certification.Answer {
  fileprivate var mark: Style.Mark {
    switch self {
    case .confirmed: .green
    case .undecided, .failed: .yellow
    case .contradicted: .red
    }
  }
}
