import Basics
import Findings

/// The fate of each change, for people: first the changes that remain unnoticed.
package struct MutationText: Sendable {
  private let style: Style

  package init(style: Style) { self.style = style }

  /// Lines of text, each ended by a line end.
  package func render(_ document: Mutating) -> String {
    var text = header(document)
    if let unkept = document.unkept {
      let title = "not kept as the rulebook is, and so counted for nothing"
      text += "\n" + style(title, .red, .bold) + "\n"
      text += "  " + unkept.joined(separator: ", ").escapedForDisplay + "\n"
    }
    for (fate, title) in Self.titles {
      let mutants = document.mutants.filter { $0.fate == fate }
      guard !mutants.isEmpty else { continue }
      text += "\n" + style(title(mutants.count), mark(fate), .bold) + "\n"
      guard fate != .rejected else { continue }
      var table = TextTable([.right, .left, .left, .left])
      for mutant in mutants {
        table.add([
          TextTable.Cell("line \(mutant.line)", .dim), TextTable.Cell(mutant.place),
          TextTable.Cell("\(mutant.change.word) \(mutant.text)"),
          TextTable.Cell(noticer(mutant), .cyan),
        ])
      }
      text += table.render(style, indent: 2)
    }
    for mutant in document.unnoticed {
      guard let run = mutant.run else { continue }
      let heading =
        "line \(mutant.line) \(mutant.change.word) \(mutant.text), which nobody notices:"
      text += "\n" + style(heading.escapedForDisplay, .bold) + "\n"
      for line in RunText(style: style).lines(run) { text += "  \(line)\n" }
    }
    return text + summary(document)
  }

  private static let titles: [(MutantResult.Fate, @Sendable (Int) -> String)] = [
    (.unnoticed, { counted($0, "change") + " that nobody notices" }),
    (
      .redundant,
      {
        counted($0, "change")
          + " that \($0 == 1 ? "changes" : "change") nothing, by what others say"
      }
    ),
    (.trace, { counted($0, "change") + " that a trace notices" }),
    (.property, { counted($0, "change") + " that a property notices" }),
    (.rejected, { counted($0, "change") + " that the language rejects" }),
  ]

  private func header(_ document: Mutating) -> String {
    style.heading(document.rulebook, digest: document.digest)
  }

  private func summary(_ document: Mutating) -> String {
    let noticed = document.mutants.count { $0.fate != .unnoticed && $0.fate != .redundant }
    let all = document.mutants.count
    return "\n\(noticed) of \(counted(all, "change")) \(all == 1 ? "is" : "are") noticed, on "
      + counted(document.traces, "trace") + "\n"
  }

  private func noticer(_ mutant: MutantResult) -> String {
    switch mutant.fate {
    case .property:
      mutant.by.prefix(3).joined(separator: ", ") + (mutant.by.count > 3 ? ", …" : "")
    case .trace: String(mutant.by.first?.split(separator: "/").last ?? "")
    case .rejected, .redundant, .unnoticed: ""
    }
  }

  private func mark(_ fate: MutantResult.Fate) -> Style.Mark {
    switch fate {
    case .unnoticed: .yellow
    case .redundant: .cyan
    case .trace, .property, .rejected: .green
    }
  }
}

extension MutantResult.Change {
  /// The word before the text of a change: the piece is missing, added, or changed to the text.
  var word: String {
    switch self {
    case .withoutGuard, .withoutDue, .withoutEffect, .withoutNotification, .withoutRow,
      .withoutCondition, .withoutDeclaration, .withoutInitial:
      "without"
    case .raised, .lowered, .inverted, .otherInitial, .otherActor: "as"
    case .added: "with"
    }
  }
}
