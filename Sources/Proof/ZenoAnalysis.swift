internal import Rulebook
internal import Solver

/// What the search for falling measures found.
struct ZenoOutcome {
  /// The server's own events.
  var events: [String] = []
  /// Those for which no measure falls.
  var open: [String] = []
  /// Which measure lets which events be put aside, in order.
  var order: [String] = []
  var used: Set<String> = []
}

/// Looks for measures that fall, lexicographically: see ``Measure``.
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
        guard asked.contains(where: { $0.falls != nil }), asked.allSatisfy(doesNotRise) else {
          continue
        }
        let falling = asked.filter(falls).map(\.event)
        guard !falling.isEmpty else { continue }
        remaining.removeAll(where: falling.contains)
        outcome.order.append(
          "\(falling.map { rules[$0].name }.joined(separator: ", ")) by \(measure.name)")
        outcome.used.insert(measure.name)
        madeProgress = true
      }
    }
    outcome.open = remaining.map { rules[$0].name }
    return outcome
  }

  private func doesNotRise(_ obligation: MeasureObligation) -> Bool {
    guard let goal = obligation.doesNotRise else { return true }
    return proves(goal, at: obligation.event)
  }

  private func falls(_ obligation: MeasureObligation) -> Bool {
    guard let goal = obligation.falls else { return false }
    return proves(goal, at: obligation.event)
  }

  private func proves(_ goal: Term, at event: Core.ID<Core.Event>) -> Bool {
    let obligation = set.obligations[event.index + 1]
    let hypotheses = obligation.hypotheses + obligation.assumptions.map(\.term) + kept
    return Check(bank: set.bank, options: options).refute(hypotheses, [goal]).answer
      == .unsatisfiable
  }
}
