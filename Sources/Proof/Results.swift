internal import Findings
internal import Rulebook
internal import Solver

/// From what the induction left to a verdict on every property.
struct Results {
  let rules: Core.Rules
  let set: ObligationSet
  let options: ProofOptions
  let outcome: Induction.Outcome

  /// What each dropped claim and each open goal rests on, if it holds with that.
  private var restsOn: [Obligation.Goal: [String]] = [:]
  private var usedAssumptions: [String] = []
  private var progressAnswers: [Int: Answer] = [:]
  private var unreachable: Set<Int> = []
  private var vacuous: Set<Int> = []
  private var events: [Verification.EventResult] = []
  private var zeno = ZenoOutcome()

  init(
    rules: Core.Rules, set: ObligationSet, options: ProofOptions, outcome: Induction.Outcome
  ) {
    self.rules = rules
    self.set = set
    self.options = options
    self.outcome = outcome
  }

  private static let mostCandidates = 12

  private var keptTerms: [Term] { outcome.kept.map { set.claimTerms[$0] } }

  // MARK: What verdicts rest on

  /// An assumption counts as used if some kept goal is not proved at its event without it; since
  /// the claims are proved together, all of them then rest on it.
  mutating func restsOnAssumptions(_ induction: Induction) {
    var used: Set<String> = []
    for obligation in set.obligations {
      for assumption in obligation.assumptions where !used.contains(assumption.name) {
        let query = ObligationQuery(set: set, options: options)
        let isKept = query.keepsAll(obligation, outcome.kept, without: assumption.name)
        if !isKept { used.insert(assumption.name) }
      }
    }
    usedAssumptions = used.sorted()
  }

  /// For what fails only because something else was dropped: a smallest set of dropped claims
  /// with which it is proved where it fails.
  mutating func restsOnDropped(_ induction: Induction) {
    let dropped = outcome.dropped.filter { !set.claims[$0.claim].isCandidate }
    for item in dropped where item.round > 1 && options.explains(set.claims[item.claim].name) {
      let earlier = dropped.filter { $0.round < item.round }.map(\.claim)
      restsOn[.claim(item.claim)] = needed(
        item.failures, among: earlier, with: outcome.kept + [item.claim])
    }
    for failure in outcome.open where !dropped.isEmpty && explains(failure.goal) {
      let needs = needed([failure], among: dropped.map(\.claim), with: outcome.kept)
      let known = restsOn[failure.goal, default: []]
      restsOn[failure.goal] = known + needs.filter { !known.contains($0) }
    }
  }

  private func explains(_ goal: Obligation.Goal) -> Bool {
    switch goal {
    case .claim(let claim): options.explains(set.claims[claim].name)
    case .step(let index): options.explains(rules.properties[index].name)
    case .defined: options.only == nil
    }
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
    // Where much was dropped, there is one cause to look for, not many dependencies to list.
    guard candidates.count <= Self.mostCandidates, proves(candidates) else { return [] }
    var needed = candidates
    for candidate in candidates {
      let fewer = needed.filter { $0 != candidate }
      if proves(fewer) { needed = fewer }
    }
    return needed.map { set.claims[$0].name }
  }

  // MARK: Questions besides induction

  /// Progress, possibility, vacuity, and whether the server's own steps end.
  mutating func openQuestions(_ reached: Set<Int>) {
    let kept = keptTerms
    let set = self.set
    let options = self.options
    let pool = WorkerPool(jobs: options.jobs)

    let progress = pool.map(set.progress) { obligation in
      Check(bank: set.bank, options: options)
        .refute(obligation.hypotheses + kept, [obligation.goal]).answer
    }
    for (obligation, answer) in zip(set.progress, progress) {
      progressAnswers[obligation.property] = answer
    }

    let possible = pool.map(set.obligations.filter { $0.event != nil }) { obligation in
      let terms = obligation.hypotheses + obligation.assumptions.map(\.term) + kept
      return (obligation.name, Check(bank: set.bank, options: options).ask(set.bank, terms).answer)
    }
    events = possible.map { name, answer in
      let possibility: Verification.EventResult.Possibility =
        switch answer {
        case .satisfiable: .possible
        case .unsatisfiable: .impossible
        case .unknown: .undecided
        }
      return Verification.EventResult(name: name, possibility: possibility)
    }

    let goals = set.reachGoals.filter { !reached.contains($0.property) }
    let reachable = pool.map(goals) { goal in
      var terms = set.facts + kept + [goal.term]
      if let index = goal.obligation {
        terms += set.obligations[index].hypotheses + set.obligations[index].assumptions.map(\.term)
      }
      return Check(bank: set.bank, options: options).ask(set.bank, terms).answer
    }
    var open: Set<Int> = []
    for (goal, answer) in zip(goals, reachable) where answer != .unsatisfiable {
      open.insert(goal.property)
    }
    unreachable = Set(goals.map(\.property)).subtracting(open)

    let antecedents = pool.map(set.antecedents) { antecedent in
      Check(bank: set.bank, options: options).ask(set.bank, set.facts + kept + [antecedent.term])
        .answer
    }
    for (antecedent, answer) in zip(set.antecedents, antecedents) where answer == .unsatisfiable {
      vacuous.insert(antecedent.property)
    }
    zeno = ZenoAnalysis(rules: rules, set: set, options: options, kept: kept).run()
  }

  // MARK: Verdicts

  func finished() -> ProofResult {
    var results: [Verification.PropertyResult] = []
    for index in rules.properties.indices { results.append(result(index)) }
    for (index, claim) in set.claims.enumerated() where claim.property == nil {
      if claim.isCandidate, !outcome.kept.contains(index) { continue }
      results.append(result(claim: index, claim))
    }
    results += definedness()
    if let ending = endingOfOwnSteps() { results.append(ending) }
    degrade(&results)
    let claims = set.claims.enumerated().filter { index, claim in
      outcome.kept.contains(index) && claim.property.map { results[$0].verdict == .proved } ?? true
    }
    let steps = rules.properties.indices.filter {
      rules.properties[$0].kind == .step && results[$0].verdict == .proved
    }
    return ProofResult(
      properties: results, events: events, provedClaims: claims.map(\.element.meaning),
      provedSteps: steps,
      fault: outcome.tally.contradiction)
  }

  private func result(_ index: Int) -> Verification.PropertyResult {
    let property = rules.properties[index]
    var result = Verification.PropertyResult(
      name: property.name, requirements: property.citations,
      statement: property.sentence ?? property.text, kind: Self.kind(property.kind),
      verdict: .proved)
    result.isVacuous = vacuous.contains(index)
    result.assumes = usedAssumptions
    switch property.body {
    case .always, .lasts:
      if property.kind == .prompt { return progressResult(index, result) }
      if let claim = set.claims.firstIndex(where: { $0.property == index }) {
        judge(claim: claim, &result)
      }
    case .step: judge(.step(index), outcome.open.filter { $0.goal == .step(index) }, &result)
    case .reach, .reachStep:
      if unreachable.contains(index) {
        result.verdict = .unreachable
        result.reason = "the proved invariants exclude it"
      } else {
        result.verdict = .undecided
        result.reason = "no witness found"
      }
    case .measure:
      if !zeno.used.contains(property.name) {
        result.verdict = .undecided
        result.reason = "no step of the server's own needs it, or is shown to lower it"
      }
    }
    return result
  }

  private func progressResult(
    _ index: Int, _ base: Verification.PropertyResult
  ) -> Verification.PropertyResult {
    var result = base
    guard let answer = progressAnswers[index], answer != .unsatisfiable else { return result }
    result.verdict = Self.verdict(answer)
    result.reason =
      "progress: some state holds time up for '\(result.name)', and no decision is shown to be "
      + "possible there"
    return result
  }

  private static func kind(_ kind: Syntax.Property.Kind) -> Verification.Kind {
    switch kind {
    case .invariant, .assume, .axiom: .invariant
    case .lemma: .lemma
    case .step: .step
    case .reach: .reach
    case .bounded: .bounded
    case .prompt: .progress
    case .measure: .measure
    }
  }

  private func result(claim index: Int, _ claim: ObligationSet.ClaimInfo) -> Verification.PropertyResult {
    var result = Verification.PropertyResult(
      name: claim.name, requirements: claim.requirements, statement: claim.statement,
      kind: claim.kind, verdict: .proved)
    result.assumes = usedAssumptions
    judge(claim: index, &result)
    return result
  }

  private func judge(claim: Int, _ result: inout Verification.PropertyResult) {
    judge(
      .claim(claim), outcome.dropped.first { $0.claim == claim }?.failures ?? [], &result)
  }

  private func judge(
    _ goal: Obligation.Goal, _ failures: [Induction.Failure],
    _ result: inout Verification.PropertyResult
  ) {
    result.queries = outcome.tally.queries[goal] ?? 0
    result.confirmed = outcome.tally.confirmed[goal] ?? 0
    result.rlimitUsed = outcome.tally.rlimit[goal] ?? 0
    result.seconds = outcome.tally.seconds[goal] ?? 0
    guard let worst = failures.first(where: { $0.answer == .satisfiable }) ?? failures.first else {
      return
    }
    result.verdict = Self.verdict(worst.answer)
    let places = failures.map { set.obligations[$0.obligation].name }
    result.reason = Self.reason(worst.answer, at: places)
    let rests = restsOn[goal] ?? []
    if !rests.isEmpty { result.restsOn = rests }
    if worst.answer == .satisfiable, options.explains(result.name) { result.state = state(worst) }
  }

  private static func verdict(_ answer: Answer) -> Verdict {
    if case .unknown = answer { .undecided } else { .notInductive }
  }

  private static func reason(_ answer: Answer, at places: [String]) -> String {
    let list = places.prefix(4).joined(separator: ", ") + (places.count > 4 ? ", …" : "")
    switch answer {
    case .unknown(.resourceLimit): return "the resource limit ended the proof at \(list)"
    case .unknown(.interrupted): return "interrupted at \(list)"
    case .unknown(.incomplete(let words)): return "the solver gives up at \(list): \(words)"
    default: return "not kept by: \(list)"
    }
  }

  /// The state from which one step breaks the goal.
  private func state(_ failure: Induction.Failure) -> [String]? {
    let obligation = set.obligations[failure.obligation]
    guard let goal = obligation.goals.first(where: { $0.goal == failure.goal }) else { return nil }
    var kept = outcome.kept
    if case .claim(let claim) = failure.goal, !kept.contains(claim) { kept.append(claim) }
    let query = ObligationQuery(set: set, options: options)
    var bank = set.bank
    let assertions = query.hypotheses(obligation, kept) + [bank.not(goal.term)]
    let session = Session(bank, SessionOptions(rlimit: options.rlimit, seed: options.seed))
    guard (try? session.assert(assertions)) != nil, (try? session.check()) == .satisfiable,
      let model = session.model()
    else { return nil }
    return StateDescription(symbols: set.symbols).lines(model, event: obligation.name)
  }

  /// One result for each event that uses `!`, queue verbs or several writes.
  private func definedness() -> [Verification.PropertyResult] {
    set.obligations.compactMap { obligation in
      guard !obligation.definedness.isEmpty else { return nil }
      var result = Verification.PropertyResult(
        name: obligation.name, requirements: [],
        statement: "Every '!', queue verb, range and write of \(obligation.name) is defined.",
        kind: .defined, verdict: .proved)
      result.assumes = usedAssumptions
      let failures = outcome.open.filter { failure in
        guard case .defined = failure.goal else { return false }
        return set.obligations[failure.obligation].name == obligation.name
      }
      guard let first = failures.first, case .defined(let index) = first.goal else { return result }
      result.verdict = Self.verdict(first.answer)
      result.reason = "not shown: \(obligation.definedness[index].name)"
      if options.only == nil { result.state = state(first) }
      return result
    }
  }

  private func endingOfOwnSteps() -> Verification.PropertyResult? {
    guard !zeno.events.isEmpty else { return nil }
    var result = Verification.PropertyResult(
      name: "ownStepsEnd", requirements: [],
      statement: "The server's own steps at one instant come to an end.", kind: .zeno,
      verdict: zeno.open.isEmpty ? .proved : .notInductive)
    result.assumes = usedAssumptions
    if zeno.open.isEmpty {
      result.reason = "falling: \(zeno.order.joined(separator: "; "))"
    } else {
      result.reason =
        "no falling measure found for: \(zeno.open.joined(separator: ", ")); name one with "
        + "'measure NAME count …'"
    }
    return result
  }

  /// Nothing is better than what it stands on: without definedness events mean nothing, and
  /// where time may stick, what depends on time is true of runs in which it passes only.
  private func degrade(_ results: inout [Verification.PropertyResult]) {
    let undefined = results.filter { $0.kind == .defined && $0.verdict != .proved }.map(\.name)
    let stuck = results.filter {
      ($0.kind == .progress || $0.kind == .zeno) && $0.verdict != .proved
    }.map(\.name)
    for index in results.indices where results[index].verdict == .proved {
      if !undefined.isEmpty, results[index].kind != .defined {
        results[index].verdict = .undecided
        results[index].reason = "proved only if these events are defined: \(undefined.joined(separator: ", "))"
        results[index].restsOn = undefined
      } else if !stuck.isEmpty, isAboutTime(results[index]) {
        results[index].verdict = .undecided
        results[index].reason = "proved if time passes; not shown: \(stuck.joined(separator: ", "))"
        results[index].restsOn = stuck
      }
    }
  }

  private func isAboutTime(_ result: Verification.PropertyResult) -> Bool {
    if result.kind == .bounded || result.kind == .toolMade { return true }
    guard let property = rules.properties.first(where: { $0.name == result.name }) else {
      return false
    }
    return property.body.expressions.contains { formula in
      formula.contains { node in
        switch node {
        case .now: true
        case .less(let a, _), .atMost(let a, _):
          rules.type(of: a).scalar == .time || rules.type(of: a).scalar == .duration
        default: false
        }
      }
    }
  }
}
