internal import Diagnostics
internal import Findings
internal import Proof
internal import Replay
internal import Rulebook
internal import Search

/// The result of a verification, with the runs as the evaluator performed them.
struct Verified {
  struct RecordedRun {
    let property: Verification.PropertyResult
    let recording: Recording
  }

  var verification: Verification
  let runs: [RecordedRun]
}

/// Verification: the proof first, then witnesses, then the search for runs that break unproved
/// properties. It gives one verdict on every property, told as soon as it is known.
enum Verifying {
  /// Steps of random runs on which every proved property is evaluated. Tests walk a million.
  private static let auditSteps = 2_000

  /// - Parameters:
  ///   - only: The properties that are verified; nil: all of them.
  ///   - source: The rulebook, if the assumptions that the proofs need are wanted.
  ///   - suggesting: Looks for lemmas, if that is wanted; no run is searched for a property that is
  ///     proved with them.
  ///   - opinions: Asks another engine about properties that are open in the end, if that is
  ///     wanted.
  ///   - telling: Gets each verdict as soon as it is known, if it is to be shown at once.
  static func verify(
    _ rules: Core.Rules, _ options: ProofOptions, _ progress: ProgressLine,
    _ budget: Searcher.Budget = Searcher.Budget(), only: Set<String>? = nil,
    surplusOf source: SourceText? = nil, suggesting: Suggesting? = nil,
    opinions: SecondOpinions? = nil, telling: VerdictTelling? = nil
  ) throws(Failure) -> Verified {
    let clock = ContinuousClock()
    let start = clock.now
    let prover = try prover(rules, options)
    var searcher = Searcher(rules, budget)
    var witnesses = Witnesses()
    progress.begin("\(rules.name): proving")
    let proof = prover.prove(
      hasStart: { searcher.hasStart },
      near: { results in
        if let telling {
          telling.begin(results.filter { only?.contains($0.name) ?? true })
          searcher.tell = telling.tell(of: results, rules)
        }
        progress.begin("\(rules.name): looking for witnesses")
        witnesses.look(for: reaches(rules, only), searcher.nearWitnesses)
        return Set(witnesses.runs.keys)
      },
      far: { unreachable in
        witnesses.look(
          for: reaches(rules, only).filter { !unreachable.contains($0) }, searcher.farWitnesses)
        progress.begin("\(rules.name): what is open")
      },
      progress: progress.tell)
    var fault = witnesses.fault?.message ?? proof.fault
    var properties = proof.properties
    var recordings = witnesses.runs.mapValues(\.recording)
    for (index, run) in witnesses.runs { note(.found(run), .reached, &properties[index]) }
    // Slow work that gives no verdict is not begun at the end of the time.
    var isOver: Bool { options.cutoff.isOver }
    let suggestion = isOver ? nil : try suggesting?.suggestion(after: proof)
    progress.begin("\(rules.name): looking for runs")
    do {
      let proved = Set(suggestion?.proves ?? [])
      try refute(rules, searcher, only, besides: proved, &properties, &recordings)
    } catch {
      fault = fault ?? error.message
    }
    if let opinions, !isOver {
      progress.begin("\(rules.name): asking for second opinions")
      let shown = only.map { only in { (name: String) in only.contains(name) } } ?? { _ in true }
      opinions.ask(about: &properties, of: rules, progress, where: shown)
    }
    // Only where every event is defined do random runs have a meaning.
    let isDefined = properties.allSatisfy { $0.kind != .defined || $0.verdict == .proved }
    var note: String?
    if isDefined, !isOver {
      let audit = Audit(rules, claims: proof.provedClaims, steps: proof.provedSteps)
      let report = audit.walk(steps: auditSteps, seed: UInt64(options.seed))
      fault = fault ?? report.fault
      note = report.note
    }
    var surplus: Surplus?
    if let source, !isOver {
      progress.begin("\(rules.name): what the proofs need")
      surplus = prover.surplus(of: proof, source, progress: progress.tell)
    }
    progress.clear()
    let elapsed = (clock.now - start).components
    let shown = properties.indices.filter { only?.contains(properties[$0].name) ?? true }
    var verification = Verification(
      rulebook: rules.name, digest: rules.digest,
      solver: Verification.Solver(
        name: Prover.solver.name, version: Prover.solver.version, seed: options.seed,
        rlimit: options.rlimit),
      properties: shown.map { properties[$0] },
      events: proof.events, fault: fault,
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
    verification.ended = options.cutoff?.cause
    verification.settings = rules.settings
    verification.note = note
    verification.surplus = surplus
    let replayer = Replayer(rules)
    verification.replay = Verification.ReplayCost(
      evaluatedEachLine: replayer.slowRules, keptForEver: replayer.lastingSorts)
    verification.suggestion = suggestion
    return Verified(
      verification: verification,
      runs: shown.compactMap { index in
        recordings[index].map { Verified.RecordedRun(property: properties[index], recording: $0) }
      })
  }

  static func prover(
    _ rules: Core.Rules, _ options: ProofOptions
  ) throws(Failure) -> Prover {
    do {
      return try Prover(rules, options)
    } catch {
      throw Failure(.wrongInput, "\(rules.name): \(error.message)")
    }
  }

  /// Returns the questions that solvers can be asked, with the verdicts that need no more than
  /// proofs and witnesses.
  static func provedAndReached(
    _ rules: Core.Rules, _ prover: Prover
  ) throws(Failure) -> ExportedProofs {
    let searcher = Searcher(rules)
    var witnesses = Witnesses()
    let all = reaches(rules, nil)
    var proofs = prover.exportedProofs(
      near: {
        witnesses.look(for: all, searcher.nearWitnesses)
        return Set(witnesses.runs.keys)
      }, hasStart: { searcher.hasStart })
    witnesses.look(
      for: all.filter { proofs.properties[$0].verdict != .unreachable }, searcher.farWitnesses)
    if let fault = witnesses.fault { throw Failure(.internalFault, fault.message) }
    for index in witnesses.runs.keys { proofs.properties[index].verdict = .reached }
    return proofs
  }

  /// Runs that satisfy `reach` properties, by the positions of these.
  private struct Witnesses {
    var runs: [Int: FoundRun] = [:]
    var fault: Searcher.Fault?

    /// Looks for those that are not known yet.
    mutating func look(
      for properties: [Int], _ find: ([Int]) throws(Searcher.Fault) -> [Int: FoundRun]
    ) {
      do {
        let found = try find(properties.filter { runs[$0] == nil })
        runs.merge(found) { first, _ in first }
      } catch {
        fault = fault ?? error
      }
    }
  }

  /// The positions of the `reach` properties that are asked about.
  private static func reaches(_ rules: Core.Rules, _ only: Set<String>?) -> [Int] {
    rules.properties.indices.filter {
      rules.properties[$0].kind == .reach && only?.contains(rules.properties[$0].name) ?? true
    }
  }

  /// Searches runs that break unproved properties, except those proved by other means. If a
  /// property is open only as a consequence of another, only short runs are tried.
  private static func refute(
    _ rules: Core.Rules, _ searcher: Searcher, _ only: Set<String>?, besides proved: Set<String>,
    _ results: inout [Verification.PropertyResult], _ recordings: inout [Int: Recording]
  ) throws(Searcher.Fault) {
    let wanted = results.indices.filter {
      only?.contains(results[$0].name) ?? true && !proved.contains(results[$0].name)
        && results[$0].verdict == .notInductive
    }
    for isConsequence in [false, true] {
      var questions: [Int: Searcher.Question] = [:]
      for index in wanted where (results[index].isConsequence ?? false) == isConsequence {
        questions[index] = question(results[index], index, rules)
      }
      let searcher = isConsequence ? searcher.nearby : searcher
      let answers = try searcher.answers(to: questions.keys.sorted().compactMap { questions[$0] })
      for (index, question) in questions {
        guard let outcome = answers[question] else { continue }
        note(outcome, .refuted, &results[index])
        if case .found(let found) = outcome { recordings[index] = found.recording }
      }
    }
  }

  /// The question to which a run that breaks it is the answer; nil: no run does.
  static func question(
    _ result: Verification.PropertyResult, _ index: Int, _ rules: Core.Rules
  ) -> Searcher.Question? {
    switch result.kind {
    case .invariant, .lemma, .step, .bounded: .violation(property: index)
    case .progress: .timelock
    case .zeno: .lasso
    case .defined:
      rules.events.firstIndex { $0.name == result.name }.map { .undefined(event: $0) }
    case .reach, .prompt, .measure, .axiom, .toolMade: nil
    }
  }

  private static func note(
    _ outcome: Searcher.Outcome, _ verdict: Verdict, _ result: inout Verification.PropertyResult
  ) {
    switch outcome {
    case .found(let found):
      let run = found.run
      result.verdict = verdict
      result.reason = verdict == .reached ? nil : result.reason
      result.run = run
      result.steps = run.steps.count
      result.scope = run.scope.joined(separator: " ")
      result.state = nil
      // A run is found anew each time.
      result.isCached = nil
    case .nothing(let scope, let steps, let sampled):
      result.scope = scope
      result.steps = steps
      result.onlySomeOf = sampled.listed
    }
  }
}
