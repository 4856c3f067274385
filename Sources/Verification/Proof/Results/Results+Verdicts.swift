import Findings
import Rulebook
import Solver

extension Results {
  /// Returns a verdict on every property, then on those that the tool adds.
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
      provedSteps: steps, standing: Standing(outcome, set),
      fault: outcome.tally.contradiction,
      basis: ProofBasis(
        kept: outcome.kept, open: Set(outcome.open.map(\.goal)), endings: zeno.proofs))
  }

  private func result(_ index: Int) -> Verification.PropertyResult {
    let property = rules.properties[index]
    var result = Verification.PropertyResult(
      name: property.name, requirements: property.citations,
      statement: property.sentence ?? property.text, kind: Self.kind(property.kind),
      verdict: .proved)
    result.isVacuous = vacuity[index]?.isWhole ?? false
    if let vacuity = vacuity[index], !vacuity.isWhole {
      result.vacuousParts = vacuity.never
      result.parts = vacuity.parts
    }
    result.assumes = assumptions.all
    switch property.body {
    case .always where property.kind == .axiom: result.verdict = .assumed
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
        result.verdict = zeno.open.isEmpty ? .unneeded : .undecided
        result.reason =
          zeno.open.isEmpty
          ? "the server's own steps are shown to end without it"
          : "no step of the server's own is shown to lower it"
      }
    }
    return result
  }

  private func progressResult(
    _ index: Int, _ base: Verification.PropertyResult
  ) -> Verification.PropertyResult {
    var result = base
    if cachedProgress.contains(index) { result.isCached = true }
    if let cost = progressCosts[index] { result.note(cost) }
    guard let answer = progressAnswers[index], answer != .unsatisfiable else { return result }
    result.verdict = Self.verdict(answer)
    if consequences.progress.contains(index) { result.isConsequence = true }
    result.reason =
      "progress: some state holds time up for '\(result.name)', and no decision is shown to be "
      + "possible there"
    return result
  }

  private static func kind(_ kind: Core.Property.Kind) -> Verification.Kind {
    switch kind {
    case .invariant: .invariant
    case .axiom: .axiom
    case .lemma: .lemma
    case .step: .step
    case .reach: .reach
    case .bounded: .bounded
    case .prompt: .progress
    case .measure: .measure
    }
  }

  private func result(claim index: Int, _ claim: ObligationSet.ClaimInfo)
    -> Verification.PropertyResult
  {
    var result = Verification.PropertyResult(
      name: claim.name, requirements: claim.requirements, statement: claim.statement,
      kind: claim.kind, verdict: .proved)
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
    if outcome.tally.cached.contains(goal) { result.isCached = true }
    result.queries = outcome.tally.queries[goal] ?? 0
    result.confirmed = outcome.tally.confirmed[goal] ?? 0
    result.rlimitUsed = outcome.tally.rlimit[goal] ?? 0
    result.seconds = outcome.tally.seconds[goal] ?? 0
    result.assumes = assumptions.of(goal)
    guard let worst = failures.first(where: { $0.answer == .satisfiable }) ?? failures.first else {
      return
    }
    result.verdict = Self.verdict(worst.answer)
    let places = failures.map { set.obligations[$0.obligation].name }
    result.reason = reason(worst.answer, at: places)
    if consequences.goals.contains(goal) { result.isConsequence = true }
    let rests = restsOn[goal] ?? []
    if !rests.isEmpty { result.restsOn = rests }
    if worst.answer == .satisfiable, options.explains(result.name) { result.state = state(worst) }
  }

  private static func verdict(_ answer: Answer) -> Verdict {
    if case .unknown = answer { .undecided } else { .notInductive }
  }

  private func reason(_ answer: Answer, at places: [String]) -> String {
    let reason = cause(answer, at: places)
    guard case .unknown(let cause) = answer, cause != .interrupted, cause != .timeLimit,
      let outside = Fragment(rules).causes().first
    else { return reason }
    return "\(reason); perhaps since \(outside)"
  }

  private func cause(_ answer: Answer, at places: [String]) -> String {
    let list = places.prefix(4).joined(separator: ", ") + (places.count > 4 ? ", …" : "")
    switch answer {
    case .unknown(.resourceLimit): return "limit: the resource limit ended the proof at \(list)"
    case .unknown(.timeLimit):
      return "limit: the solver was stopped after \(options.seconds) s at \(list)"
    case .unknown(.interrupted): return "interrupted at \(list)"
    case .unknown(.incomplete(let words)): return "the solver gives up at \(list): \(words)"
    default: return "not kept by: \(list)"
    }
  }

  /// Returns the state from which one step breaks the goal.
  private func state(_ failure: Induction.Failure) -> [String]? {
    let obligation = set.obligations[failure.obligation]
    guard let goal = obligation.goals.first(where: { $0.goal == failure.goal }) else { return nil }
    var kept = outcome.kept
    if case .claim(let claim) = failure.goal, !kept.contains(claim) { kept.append(claim) }
    // Prefer a state that satisfies all stated properties, if there is one.
    let stated = set.claims.indices.filter { !set.claims[$0].isCandidate || kept.contains($0) }
    return state(breaking: goal.term, of: obligation, keeping: stated)
      ?? state(breaking: goal.term, of: obligation, keeping: kept)
  }

  private func state(
    breaking goal: Term, of obligation: Obligation, keeping claims: [Int]
  ) -> [String]? {
    let query = ObligationQuery(set: set, options: options)
    var bank = set.bank
    let assertions = query.hypotheses(obligation, claims) + [bank.not(goal)]
    let session = Session(bank, options.session(until: .now + .seconds(options.seconds)))
    guard (try? session.assert(assertions)) != nil, (try? session.check()) == .satisfiable,
      let model = session.model()
    else { return nil }
    return StateDescription(symbols: set.symbols).lines(model, event: obligation.name)
  }

  /// Returns one result for each event that uses `!`, queue verbs or several writes.
  private func definedness() -> [Verification.PropertyResult] {
    var told: Set<String> = []
    return set.obligations.compactMap { obligation in
      guard !obligation.definedness.isEmpty, told.insert(obligation.name).inserted else {
        return nil
      }
      var result = Verification.PropertyResult(
        name: obligation.name, requirements: [],
        statement: "Every '!', queue verb, range and write of \(obligation.name) is defined.",
        kind: .defined, verdict: .proved)
      result.assumes = assumptions.forDefinedness
      if outcome.cachedDefinedness.contains(obligation.name) { result.isCached = true }
      if let cost = outcome.definedness[obligation.name] { result.note(cost) }
      let open = outcome.open.filter { failure in
        guard case .defined = failure.goal else { return false }
        return set.obligations[failure.obligation].name == obligation.name
      }
      // A term without a value comes before the effects that use it.
      let isOfTerms = { (failure: Induction.Failure) in
        set.obligations[failure.obligation].isAboutTerms
      }
      let failures = open.filter(isOfTerms) + open.filter { !isOfTerms($0) }
      guard let first = failures.first else { return result }
      result.verdict = Self.verdict(first.answer)
      if failures.allSatisfy({ consequences.goals.contains($0.goal) }) {
        result.isConsequence = true
      }
      let names = failures.compactMap { failure in
        if case .defined(let index) = failure.goal {
          set.obligations[failure.obligation].definedness[index].name
        } else {
          nil
        }
      }
      result.reason = "not shown: \(names.prefix(4).joined(separator: "; "))"
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
    result.assumes = assumptions.all
    if zeno.isCached { result.isCached = true }
    result.note(zeno.cost)
    if zeno.open.isEmpty {
      result.reason = "falling: \(zeno.order.joined(separator: "; "))"
    } else {
      if consequences.endingOfOwnSteps { result.isConsequence = true }
      result.reason =
        "no falling measure found for: \(zeno.open.joined(separator: ", ")); name one with "
        + "'measure NAME count …'"
    }
    return result
  }
}

extension Verification.PropertyResult {
  fileprivate mutating func note(_ cost: Induction.Cost) {
    queries = cost.queries
    confirmed = cost.confirmed
    rlimitUsed = cost.rlimit
    seconds = cost.seconds
  }
}
