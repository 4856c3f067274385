import Basics
import Findings
import Rulebook

/// A rulebook with one piece changed.
struct Mutant: Sendable {
  let change: MutantResult.Change
  var place: String
  /// The place of the piece in the rulebook.
  let span: SourceSpan
  let line: Int
  let text: String
  let citations: [String]
  let book: Syntax.Book
  var settings: [Compilation.Setting] = []
  /// The events that do something else now; nil: perhaps all.
  var events: Set<String>?
  /// True if the change affects the initial state.
  var concernsStart = false
  /// True if the change makes other events decisions of the server.
  var concernsDecisions = false

  func result(_ fate: MutantResult.Fate, by: [String] = []) -> MutantResult {
    MutantResult(
      change: change, place: place, line: line, text: text, requirements: citations, fate: fate,
      by: by)
  }
}
