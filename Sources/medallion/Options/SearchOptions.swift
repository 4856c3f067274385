import ArgumentParser
import Findings
import Rulebook
import Verification

/// The extent of searches for runs; the same for every command that makes them.
struct SearchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many of each entity a search for runs has; grows by itself without it.",
      valueName: "Taxi=2,Zone=1"))
  var scope: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many steps a search for runs goes at most.", valueName: "number"))
  var steps = 40

  func validate() throws { try require("--steps", steps, in: 0...1_000_000) }

  /// Sets the extent of a budget.
  func set(_ budget: inout Searcher.Budget, _ rules: Core.Rules) throws(Failure) {
    budget.steps = steps
    do {
      budget.scope = try scope.map { text throws(Scope.Mistake) in try Scope(parsing: text, rules) }
    } catch {
      throw Failure(.wrongInput, error.message)
    }
  }
}
