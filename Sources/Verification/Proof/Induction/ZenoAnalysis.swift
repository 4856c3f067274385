import Rulebook
import Solver

/// The result of the search for falling measures.
struct ZenoOutcome {
  /// A proof about a measure.
  struct Proof {
    let event: String
    /// `keeps` or `lowers`.
    let verb: String
    let measure: String
    let hypotheses: [Term]
    let goal: Term
  }

  /// The server's own events.
  var events: [String] = []
  /// The events for which no measure falls.
  var open: [String] = []
  /// The measures with the events that each of them sets aside, in order.
  var order: [String] = []
  var used: Set<String> = []
  /// True if some answer was known from an earlier run.
  var isCached = false
  /// The proofs on which the order rests, and their cost.
  var proofs: [Proof] = []
  var cost = Induction.Cost()
}

/// The search for measures that fall, lexicographically: see ``Measure``.
struct ZenoAnalysis {
  let rules: Core.Rules
  let set: ObligationSet
  let options: ProofOptions
  let kept: [Term]

  func run() -> ZenoOutcome {
    var outcome = ZenoOutcome()
    var remaining = rules.events.indices.map { Core.ID<Core.Event>($0) }
      .filter { rules[$0].isOwnInitiative }
    outcome.events = remaining.map { rules[$0].name }
    var madeProgress = true
    while madeProgress, !remaining.isEmpty {
      madeProgress = false
      for measure in set.measures {
        let asked = measure.obligations.filter { remaining.contains($0.event) }
        guard asked.contains(where: { $0.falls != nil }) else { continue }
        // Most measures are wrong, and soon refuted; so only a few are asked at once.
        var keeps: [Attempt] = []
        while keeps.count < asked.count, keeps.allSatisfy(\.isProved) {
          keeps += proofs(
            "keeps", measure, asked.dropFirst(keeps.count).prefix(options.jobs), \.doesNotRise)
        }
        guard keeps.allSatisfy(\.isProved) else { continue }
        let lowers = proofs("lowers", measure, asked.filter { $0.falls != nil }[...], \.falls)
        let falling = lowers.filter(\.isProved).map(\.event)
        guard !falling.isEmpty else { continue }
        remaining.removeAll(where: falling.contains)
        outcome.order.append(
          "\(falling.map { rules[$0].name }.joined(separator: ", ")) by \(measure.name)")
        outcome.used.insert(measure.name)
        if (keeps + lowers).contains(where: \.isCached) { outcome.isCached = true }
        let proved = (keeps + lowers).filter { $0.isProved && $0.proof != nil }
        outcome.proofs += proved.compactMap(\.proof)
        for attempt in proved { outcome.cost += attempt.cost }
        madeProgress = true
      }
    }
    outcome.open = remaining.map { rules[$0].name }
    return outcome
  }

  private struct Attempt: Sendable {
    let event: Core.ID<Core.Event>
    /// The proof; nil if nothing needs to be proved.
    let proof: ZenoOutcome.Proof?
    let isProved: Bool
    var isCached = false
    var cost = Induction.Cost()
  }

  private func proofs(
    _ verb: String, _ measure: MeasureCandidate, _ asked: ArraySlice<MeasureObligation>,
    _ goal: (MeasureObligation) -> Term?
  ) -> [Attempt] {
    let goals = asked.map { ($0.event, goal($0)) }
    return WorkerPool(jobs: options.jobs).map(goals) { event, goal in
      guard let goal else { return Attempt(event: event, proof: nil, isProved: true) }
      let obligation = set.obligations[event.index + 1]
      let hypotheses = obligation.hypotheses + obligation.assumptions.map(\.term) + kept
      let result = Check(bank: set.bank, options: options).refute(hypotheses, [goal])
      let proof = ZenoOutcome.Proof(
        event: rules[event].name, verb: verb, measure: measure.name, hypotheses: hypotheses,
        goal: goal)
      return Attempt(
        event: event, proof: proof, isProved: result.answer == .unsatisfiable,
        isCached: result.isCached,
        cost: Induction.Cost(
          queries: 1, confirmed: result.isConfirmed ? 1 : 0, rlimit: result.rlimit))
    }
  }
}
