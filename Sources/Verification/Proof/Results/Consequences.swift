import Rulebook
import Solver

/// The goals that are not shown only because another goal is not: with all stated properties they
/// are kept where they fail. The other failures are roots, with which a person begins.
struct Consequences {
  private(set) var goals: Set<Obligation.Goal> = []
  /// The positions of `prompt` properties.
  private(set) var progress: Set<Int> = []
  private(set) var endingOfOwnSteps = false

  init() {}

  /// Finds the consequences.
  /// - Parameters:
  ///   - outcome: The outcome of an induction in which some stated property was dropped.
  ///   - time: The answers to whether each `prompt` can be obeyed.
  init(
    _ rules: Core.Rules, _ set: ObligationSet, _ options: ProofOptions,
    _ outcome: Induction.Outcome, time: [Int: Answer], _ zeno: ZenoOutcome
  ) {
    let stated = set.claims.indices.filter {
      !set.claims[$0].isCandidate || outcome.kept.contains($0)
    }
    let terms = stated.map { set.claimTerms[$0] }
    for item in outcome.dropped where item.round > 1 { goals.insert(.claim(item.claim)) }
    let query = ObligationQuery(set: set, options: options)
    var roots: Set<Obligation.Goal> = []
    for failure in outcome.open where !roots.contains(failure.goal) {
      let obligation = set.obligations[failure.obligation]
      let goal = obligation.goals.first { $0.goal == failure.goal }
      let isKept =
        goal.map {
          Check(bank: set.bank, options: options)
            .refute(query.hypotheses(obligation, stated), [$0.term]).answer == .unsatisfiable
        } ?? false
      if isKept { goals.insert(failure.goal) } else { roots.insert(failure.goal) }
    }
    goals.subtract(roots)
    for obligation in set.progress where time[obligation.property] != .unsatisfiable {
      let check = Check(bank: set.bank, options: options)
      if check.refute(obligation.hypotheses + terms, [obligation.goal]).answer == .unsatisfiable {
        progress.insert(obligation.property)
      }
    }
    if !zeno.open.isEmpty {
      let analysis = ZenoAnalysis(rules: rules, set: set, options: options, kept: terms)
      endingOfOwnSteps = analysis.run().open.isEmpty
    }
  }
}
