import Basics
import Findings
import Report
import Rulebook
import Verification

/// Two rulebooks to be compared.
struct RulebookPair {
  let old: LoadedRulebook
  let new: LoadedRulebook
  /// The two rulebooks as results name them.
  let sides: (old: Differing.Side, new: Differing.Side)

  /// Two files.
  init(_ old: String, _ new: String) throws(Failure) {
    self.old = try LoadedRulebook.load(old)
    self.new = try LoadedRulebook.load(new)
    sides = (
      Differing.Side(path: old, digest: self.old.rules.digest),
      Differing.Side(path: new, digest: self.new.rules.digest)
    )
  }

  /// One file at both ends of a range.
  init(_ oldPath: String, _ newPath: String, in range: GitRange) throws(Failure) {
    old = try Self.load(oldPath, range.oldOrigin)
    new = try Self.load(newPath, range.newOrigin)
    sides = (
      Differing.Side(path: oldPath, revision: range.oldName, digest: old.rules.digest),
      Differing.Side(path: newPath, revision: range.newName, digest: new.rules.digest)
    )
  }

  /// People read mistakes by revision and path; programs know files by their paths.
  private static func load(
    _ path: String, _ origin: FileOrigin
  ) throws(Failure) -> LoadedRulebook {
    do {
      return try LoadedRulebook.load(path, from: origin)
    } catch {
      guard case .commit(_, of: _, called: let name) = origin else { throw error }
      let mistakes = error.mistakes.map { mistake in
        Mistakes(
          source: SourceText(
            path: String(mistake.source.path.dropFirst(name.count + 1)),
            bytes: mistake.source.bytes),
          diagnostics: mistake.diagnostics)
      }
      throw Failure(error.outcome, rendered: error.rendered, mistakes)
    }
  }

  func comparison(_ options: ProofOptions, _ budget: Searcher.Budget) -> Comparison {
    func side(_ loaded: LoadedRulebook, _ side: Differing.Side) -> Comparison.Side {
      Comparison.Side(loaded.rules, side) { [source = loaded.source] in source.line(at: $0.lower) }
    }
    return Comparison(side(old, sides.old), side(new, sides.new), options, budget)
  }

  /// Returns the new rulebook in a form that can check traces of the old one.
  func newByOldNames(
    _ comparison: Comparison, given: [(old: String, new: String)]
  ) -> LoadedRulebook {
    var loaded = new
    if let rules = comparison.newRulesByOldNames(given: given) { loaded.rules = rules }
    return loaded
  }

  /// Returns the place of an event of a run: by its name in the new rules, else in the old ones.
  func place(of event: String) -> (isOld: Bool, line: Int)? {
    for (loaded, isOld) in [(new, false), (old, true)] {
      if let event = loaded.rules.events.first(where: { $0.name == event }) {
        return (isOld, loaded.source.line(at: event.span.lower))
      }
    }
    return nil
  }
}
