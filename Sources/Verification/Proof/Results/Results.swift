import Findings
import Rulebook
import Solver

/// The derivation of a verdict on every property from the result of the induction.
struct Results {
  let rules: Core.Rules
  let set: ObligationSet
  let options: ProofOptions
  var outcome = Induction.Outcome(kept: [])

  /// The claims that each dropped claim and each open goal rests on, if it holds with them.
  private(set) var restsOn: [Obligation.Goal: [String]] = [:]
  /// The goals that are kept with all stated properties, and were lost only with another one.
  private(set) var consequences = Consequences()
  private(set) var assumptions = UsedAssumptions()
  private(set) var progressAnswers: [Int: Answer] = [:]
  private(set) var cachedProgress: Set<Int> = []
  private(set) var progressCosts: [Int: Induction.Cost] = [:]
  private(set) var unreachable: Set<Int> = []
  /// The parts of properties that say nothing.
  private(set) var vacuity: [Int: Vacuity] = [:]
  private(set) var events: [Verification.EventResult] = []
  private(set) var zeno = ZenoOutcome()
  /// The goals that are proved although nothing keeps time from passing; only if time may stop.
  private(set) var provedWithoutLimits: Set<Obligation.Goal> = []
  /// The answer to whether there is a start. Without one everything is proved vacuously: no state
  /// satisfies the axioms, or an entity must exist to which others refer, and does not.
  private(set) var start = Start.exists

  enum Start { case exists, excluded, notFound }

  init(rules: Core.Rules, set: ObligationSet, options: ProofOptions) {
    self.rules = rules
    self.set = set
    self.options = options
  }

  private static let mostCandidates = 12

  private var keptTerms: [Term] { outcome.kept.map { set.claimTerms[$0] } }

  // MARK: Dependencies of verdicts

  mutating func restsOnAssumptions(_ induction: Induction) {
    assumptions = UsedAssumptions(rules, induction, outcome)
  }

  /// Finds, for each goal that fails only because another claim was dropped, a smallest set of
  /// dropped claims with which it is proved where it fails.
  mutating func restsOnDropped(_ induction: Induction) {
    let dropped = outcome.dropped.filter { !set.claims[$0.claim].isCandidate }
    guard !dropped.isEmpty else { return }
    for item in dropped where item.round > 1 && options.explains(set.claims[item.claim].name) {
      let earlier = dropped.filter { $0.round < item.round }.map(\.claim)
      restsOn[.claim(item.claim)] = needed(
        item.failures, among: earlier, with: outcome.kept + [item.claim])
    }
    for failure in outcome.open where explains(failure.goal) {
      let needs = needed([failure], among: dropped.map(\.claim), with: outcome.kept)
      let known = restsOn[failure.goal, default: []]
      restsOn[failure.goal] = known + needs.filter { !known.contains($0) }
    }
    consequences = Consequences(rules, set, options, outcome, time: progressAnswers, zeno)
  }

  private func explains(_ goal: Obligation.Goal) -> Bool {
    switch goal {
    case .claim(let claim): options.explains(set.claims[claim].name)
    case .step(let index): explains(property: index)
    case .defined: options.only == nil
    }
  }

  private func explains(property index: Int) -> Bool {
    options.explains(rules.properties[index].name)
  }

  private func needed(
    _ failures: [Induction.Failure], among candidates: [Int], with kept: [Int]
  ) -> [String] {
    func proves(_ extra: [Int]) -> Bool {
      failures.allSatisfy { failure in
        let obligation = set.obligations[failure.obligation]
        guard let goal = obligation.goals.first(where: { $0.goal == failure.goal }) else {
          return false
        }
        let query = ObligationQuery(set: set, options: options)
        let hypotheses = query.hypotheses(obligation, kept + extra)
        return Check(bank: set.bank, options: options).refute(hypotheses, [goal.term]).answer
          == .unsatisfiable
      }
    }
    // If much was dropped, there is one cause to find, not many dependencies to list.
    guard candidates.count <= Self.mostCandidates, proves(candidates) else { return [] }
    var needed = candidates
    for candidate in candidates {
      let fewer = needed.filter { $0 != candidate }
      if proves(fewer) { needed = fewer }
    }
    return needed.map { set.claims[$0].name }
  }

  // MARK: Questions besides induction

  /// Decides whether there is a start. The solver gets few resources: axioms that have a finite
  /// model are soon satisfied, and those that have none may occupy it for ever.
  ///
  /// - Parameter hasSmallStart: Called if the solver does not know.
  mutating func whetherThereIsAStart(_ hasSmallStart: () -> Bool) {
    guard let obligation = set.obligations.first else { return }
    var options = options
    options.rlimit = max(1, options.rlimit / Self.startShare)
    switch Check(bank: set.bank, options: options).ask(set.bank, obligation.hypotheses).answer {
    case .satisfiable: start = .exists
    case .unsatisfiable: start = .excluded
    case .unknown(.interrupted): break
    case .unknown: start = hasSmallStart() ? .exists : .notFound
    }
  }

  /// The part of a query's resource limit that is spent on looking for a start.
  private static let startShare: UInt32 = 30

  /// Checks the conditions of all results about time: progress, and that the server's own steps
  /// end.
  mutating func whetherTimePasses() {
    let kept = keptTerms
    let set = self.set
    let options = self.options
    let progress = WorkerPool(jobs: options.jobs).map(set.progress) { obligation in
      Check(bank: set.bank, options: options)
        .refute(obligation.hypotheses + kept, [obligation.goal])
    }
    for (obligation, result) in zip(set.progress, progress) {
      progressAnswers[obligation.property] = result.answer
      if result.isCached { cachedProgress.insert(obligation.property) }
      progressCosts[obligation.property] = Induction.Cost(
        queries: 1, confirmed: result.isConfirmed ? 1 : 0, rlimit: result.rlimit)
    }
    zeno = ZenoAnalysis(rules: rules, set: set, options: options, kept: kept).run()
    if progressAnswers.values.allSatisfy({ $0 == .unsatisfiable }), zeno.open.isEmpty { return }
    provedWithoutLimits = Induction(set: set.withoutLimits, options: options, progress: { _ in })
      .run(outcome.kept).proved(of: set)
  }

  /// Checks the possibility of events, if all properties are asked for, and the vacuity of
  /// properties.
  mutating func openQuestions(_ witnessed: Witnessed) {
    let kept = keptTerms
    let set = self.set
    let options = self.options
    let pool = WorkerPool(jobs: options.jobs)

    if options.only == nil {
      let possibility = EventPossibility(rules: rules, set: set, options: options, kept: kept)
      let happening = witnessed.events
      events = pool.map(set.ofEvents) { obligation in
        obligation.event.map(happening.contains) ?? false
          ? Verification.EventResult(name: obligation.name, possibility: .possible)
          : possibility.result(obligation)
      }
    }

    let antecedents = set.antecedents.filter { explains(property: $0.property) }
    let holding = witnessed.holding(antecedents, rules)
    let neverHolds = pool.map(Array(antecedents.indices)) { index in
      !holding.contains(index)
        && Check(bank: set.bank, options: options)
          .ask(set.bank, set.terms(of: antecedents[index], kept: kept)).answer == .unsatisfiable
    }
    noteVacuous(Array(zip(antecedents, neverHolds)))
  }

  /// Finds the `reach` properties, besides those that are reached, whose goals are excluded.
  mutating func whatIsUnreachable(_ reached: Set<Int>) {
    let kept = keptTerms
    let set = self.set
    let options = self.options
    let goals = set.reachGoals.filter {
      !reached.contains($0.property) && explains(property: $0.property)
    }
    let reachable = WorkerPool(jobs: options.jobs).map(goals) { goal in
      Check(bank: set.bank, options: options)
        .ask(set.bank, set.terms(of: goal, kept: kept)).answer
    }
    var open: Set<Int> = []
    for (goal, answer) in zip(goals, reachable) where answer != .unsatisfiable {
      open.insert(goal.property)
    }
    unreachable = Set(goals.map(\.property)).subtracting(open)
  }

  /// Notes vacuous parts: a part of a property says nothing if its condition never holds; for
  /// steps, if that is so at each of its events.
  private mutating func noteVacuous(_ answers: [(antecedent: Antecedent, neverHolds: Bool)]) {
    var never: [Int: Set<Int>] = [:]
    var sometimes: [Int: Set<Int>] = [:]
    for (antecedent, neverHolds) in answers {
      if neverHolds {
        never[antecedent.property, default: []].insert(antecedent.part)
      } else {
        sometimes[antecedent.property, default: []].insert(antecedent.part)
      }
    }
    for (antecedent, _) in answers {
      let property = antecedent.property
      let parts = never[property, default: []].subtracting(sometimes[property, default: []])
      if parts.isEmpty { continue }
      vacuity[property] = Vacuity(never: parts.sorted(), parts: antecedent.parts)
    }
  }
}

/// The parts of a property, counted from 1, whose conditions never hold.
struct Vacuity {
  let never: [Int]
  let parts: Int

  var isWhole: Bool { never.count == parts }
}
