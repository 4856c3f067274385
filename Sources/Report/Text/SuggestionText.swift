import Basics
import Findings

/// Suggested lemmas, ready to be pasted, with the properties that they help to prove.
struct SuggestionText {
  let style: Style
  let showsDurations: Bool

  func render(_ suggestion: Suggestion) -> String {
    var text = "\n" + style("suggested lemmas", .bold)
    text += ": \(suggestion.lemmas.count), of \(suggestion.candidates) that no run violated"
    text += " and \(suggestion.inductive) that are inductive together"
    if showsDurations, let seconds = suggestion.seconds {
      text += ", in \((seconds * 10).rounded() / 10) s"
    }
    text += "\n"
    for lemma in suggestion.lemmas {
      text += "\nlemma \(lemma.name.escapedForDisplay)\n  \(lemma.formula.escapedForDisplay)\n"
    }
    text += suggestion.lemmas.isEmpty ? "" : "\n"
    text += list("proved with them", suggestion.proves)
    text += list("not proved with them either", suggestion.open)
    return text
  }

  private func list(_ title: String, _ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    return style(title, .bold) + ": \(names.joined(separator: ", ").escapedForDisplay)\n"
  }
}
