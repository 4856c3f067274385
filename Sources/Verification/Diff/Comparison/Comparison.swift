import Basics
import Findings
import Rulebook
import Semantics

/// Compares two rulebooks: row by row, the events that the new one permits, demands and performs
/// differently.
package struct Comparison: Sendable {
  /// One of the two rulebooks, with a function that gives the lines of its places.
  package struct Side: Sendable {
    let rules: Core.Rules
    let name: Differing.Side
    let line: @Sendable (SourceSpan) -> Int

    /// - Parameter line: the line of a place, from 1.
    package init(
      _ rules: Core.Rules, _ name: Differing.Side,
      line: @escaping @Sendable (SourceSpan) -> Int
    ) {
      self.rules = rules
      self.name = name
      self.line = line
    }
  }

  /// Two of our ways to compare contradict each other.
  package struct Fault: Error, Sendable {
    package let message: String
  }

  private let old: Side
  private let new: Side
  private let options: ProofOptions
  private let budget: Searcher.Budget
  /// A deliberate mistake; nil outside tests.
  package var mistake: ComparisonMistake?

  package init(_ old: Side, _ new: Side, _ options: ProofOptions, _ budget: Searcher.Budget) {
    self.old = old
    self.new = new
    self.options = options
    self.budget = budget
  }

  /// Returns the reason why a name of the old rules cannot have become one of the new ones; nil: it
  /// can.
  package func mistake(in pair: (old: String, new: String)) -> String? {
    Matching.mistake(pair, old.rules, new.rules)
  }

  /// Returns the new rules with the names of the old ones where they were renamed: they can check
  /// traces of the old rules. nil: no name has changed.
  /// - Parameter given: Names of the old rulebook with their new names.
  package func newRulesByOldNames(given: [(old: String, new: String)] = []) -> Core.Rules? {
    let union = Union(Matching(old.rules, new.rules, given: given))
    let isRenamed =
      !union.matching.renamed.isEmpty || union.pairs.contains { !$0.renamedParameters.isEmpty }
    return isRenamed ? union.new : nil
  }

  /// Compares the two rulebooks.
  /// - Parameters:
  ///   - given: Names of the old rulebook with their new names.
  ///   - steps: The number of random steps that both have to do alike.
  ///   - progress: Called for each row that has to be worked on.
  package func differing(
    given: [(old: String, new: String)] = [], steps: Int = 2_000,
    progress: (String) -> Void = { _ in }
  ) throws(Fault) -> Differing {
    let matching = Matching(old.rules, new.rules, given: given)
    let union = Union(matching)
    var work = Work(
      union: union, options: options, budget: budget, old: old, new: new, mistake: mistake)
    work.vocabulary()
    work.starts()
    work.limits()
    for index in union.pairs.indices {
      progress(union.pairs[index].name)
      try work.compare(index)
    }
    try work.prompts()
    work.properties()
    var result = Differing(
      old: old.name, new: new.name, rows: work.rows, same: work.same)
    do {
      result.steps = try LockstepCheck(sides: work.sides, known: work.known).run(steps)
    } catch let contradiction as LockstepCheck.Contradiction {
      throw Fault(message: contradiction.message)
    } catch {
      throw Fault(message: "random steps end with \(error)")
    }
    return result
  }
}
