import Basics
import Findings

/// The effects of removing each piece, with the runs that show them, for people.
struct CounterfactualText {
  let style: Style

  func render(_ results: [Counterfactual]) -> String {
    guard !results.isEmpty else {
      return "\n  " + style("Without it", .bold) + "\n    nothing of it can be left out by itself\n"
    }
    var text = "\n  " + style("Without each piece", .bold) + "\n"
    for result in results {
      text += "\n" + indented(title(result.piece), by: 4)
      for line in lines(result) { text += indented(line, by: 6) }
    }
    return text
  }

  private func title(_ piece: MutantResult) -> String {
    style("line \(piece.line)", .dim) + "  "
      + style("\(piece.change.word) \(piece.text)".escapedForDisplay, .bold)
      + style("  (\(piece.place))".escapedForDisplay, .dim)
  }

  private func lines(_ result: Counterfactual) -> [String] {
    switch result.piece.fate {
    case .rejected:
      ["it would be no rulebook: \(result.piece.by.joined(separator: ", "))".escapedForDisplay]
    case .redundant:
      [style("nothing changes: the other rules say the same, which is proved", .cyan)]
    case .unnoticed, .trace: [style("nothing that is stated breaks", .yellow)]
    case .property: broken(result)
    }
  }

  private func broken(_ result: Counterfactual) -> [String] {
    let names = result.piece.by
    var lines = ["not kept: " + style(names.joined(separator: ", ").escapedForDisplay, .green)]
    if let run = result.run, let broken = result.broken {
      var told = RunText(style: style).lines(run)
      told[0] = "\(broken): ".escapedForDisplay + told[0]
      lines += told
    } else if let searched = result.searched {
      lines.append("no run to it was found (\(searched))".escapedForDisplay)
    }
    return lines
  }

  private func indented(_ line: String, by count: Int) -> String {
    String(repeating: " ", count: count) + line + "\n"
  }
}
