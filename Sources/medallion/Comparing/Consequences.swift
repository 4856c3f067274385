import Basics
import Findings
import Report
import Rulebook
import Verification

/// Differences between the verdicts on two rulebooks.
struct Consequences {
  private let old: Verification
  private let new: Verification
  private let pair: RulebookPair

  /// Verifies both, with as much search as `verify` does, or in the scope that was given.
  init(
    _ pair: RulebookPair, _ options: ProofOptions, _ given: Searcher.Budget,
    _ progress: ProgressLine
  ) throws(Failure) {
    self.pair = pair
    var budget = given
    budget.states = Searcher.Budget().states
    budget.randomSteps = Searcher.Budget().randomSteps
    func verify(_ rules: Core.Rules) throws(Failure) -> Verification {
      let result = try Verifying.verify(rules, options, progress, budget).verification
      if let fault = result.fault { throw Failure(.internalFault, fault) }
      return result
    }
    old = try verify(pair.old.rules)
    new = try verify(pair.new.rules)
  }

  /// Properties that both have, in the order of the old rulebook, then limits of time.
  func all(_ budget: Searcher.Budget) throws(Failure) -> [Differing.Consequence] {
    var consequences: [Differing.Consequence] = []
    for before in old.properties {
      guard
        let after = new.properties.first(where: { $0.name == before.name && $0.kind == before.kind }
        ),
        let change = Self.change(before.verdict, after.verdict)
      else { continue }
      consequences.append(
        Differing.Consequence(
          before.name, change, old: before.verdict.rawValue, new: after.verdict.rawValue,
          run: change == .breaks ? after.run : nil, line: line(of: before.name)))
    }
    let (before, after) = (
      try limits(pair.old.rules, old, budget), try limits(pair.new.rules, new, budget)
    )
    for (name, limit) in before {
      guard let other = after.first(where: { $0.name == name })?.limit, other != limit else {
        continue
      }
      consequences.append(
        Differing.Consequence(name, .moves, old: limit, new: other, line: line(of: name)))
    }
    return consequences
  }

  private static func change(_ old: Verdict, _ new: Verdict) -> Differing.Consequence.Change? {
    guard old.outcome != new.outcome else { return nil }
    return switch new.outcome {
    case .success: .holds
    // A run that is not found any more may be there still.
    case .open: old.outcome == .success ? .opens : nil
    default: .breaks
    }
  }

  private func line(of property: String) -> Int? {
    let rules = pair.new.rules
    let span =
      rules.properties.first { $0.name == property }?.span
      ?? rules.events.first { $0.name == property }?.span
    return span.map { pair.new.source.line(at: $0.lower) }
  }

  /// The limits that have a number; one that is not proved has none.
  private func limits(
    _ rules: Core.Rules, _ verification: Verification, _ budget: Searcher.Budget
  ) throws(Failure) -> [(name: String, limit: String)] {
    do {
      return try Bounding(rules, budget).report(
        Bound.all(of: rules), verification, seeksRuns: false
      ).bounds.map { ($0.name, $0.limit.map(Instants.duration) ?? "no number") }
    } catch {
      throw Failure(.internalFault, error.message)
    }
  }
}

extension Differing {
  /// Marks the differences of a rulebook that no verdict, no limit and no recorded trace shows.
  mutating func markUnnoticed() {
    guard consequences?.isEmpty == true, traces?.isEmpty ?? true else { return }
    for index in rows.indices where rows[index].status == .different {
      // A property that is another is no rule that one could notice.
      let isRule = ![.propertyWeaker, .propertyChanged].contains(rows[index].kind)
      if isRule { rows[index].unnoticed = true }
    }
  }
}
