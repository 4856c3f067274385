import Basics
import Findings
import Rulebook

/// The result of a verification, with the runs as the evaluator performed them.
package struct Verified {
  /// A run that was found, and the property that it breaks or reaches.
  package struct RecordedRun {
    package let property: Verification.PropertyResult
    package let recording: Recording
  }

  package var verification: Verification
  /// The runs that were found, in the order of the properties.
  package let runs: [RecordedRun]
}

/// Verification: the proof first, then witnesses, then the search for runs that break unproved
/// properties. It gives one verdict on every property, told as soon as it is known.
package struct Verifier {
  /// Steps of random runs on which every proved property is evaluated. Tests walk a million.
  private static let auditSteps = 2_000

  package let prover: Prover
  private let rules: Core.Rules
  private let options: ProofOptions
  private let budget: Searcher.Budget
  private let only: Set<String>?

  /// Lowers the rulebook; throws if a rule is outside the fragment.
  /// - Parameter only: The properties that are verified; nil: all of them.
  package init(
    _ rules: Core.Rules, _ options: ProofOptions, _ budget: Searcher.Budget = Searcher.Budget(),
    only: Set<String>? = nil
  ) throws(OutsideFragment) {
    prover = try Prover(rules, options)
    self.rules = rules
    self.options = options
    self.budget = budget
    self.only = only
  }

  /// The names of the properties that can be verified. The obligations of events go by the names
  /// of the events.
  package static func propertyNames(_ rules: Core.Rules) -> [String] {
    rules.properties.map(\.name) + rules.events.map(\.name) + ["ownStepsEnd"]
  }

  private func isShown(_ name: String) -> Bool { only?.contains(name) ?? true }

  /// Verifies the properties. Blocks the thread, for minutes if proofs are hard, until all verdicts
  /// are known or the cutoff of the options is over.
  /// - Parameters:
  ///   - source: The rulebook, if the assumptions that the proofs need are wanted.
  ///   - suggesting: Looks for lemmas, or returns nil; no run is searched for a property that is
  ///     proved with them.
  ///   - opinions: Asks another engine about properties that are open in the end, if that is
  ///     wanted.
  package func verify<Refusal: Error>(
    _ listener: some VerificationListener, surplusOf source: SourceText? = nil,
    suggesting: (ProofResult) throws(Refusal) -> Suggestion?,
    opinions: ((inout [Verification.PropertyResult], (String) -> Bool) -> Void)? = nil
  ) throws(Refusal) -> Verified {
    let clock = ContinuousClock()
    let start = clock.now
    var searcher = Searcher(rules, budget)
    var witnesses = Witnesses()
    func look(
      _ properties: [Int], _ find: ([Int]) throws(Searcher.Fault) -> [Int: FoundRun],
      _ results: [Verification.PropertyResult]
    ) {
      for (index, run) in witnesses.look(for: properties, find) {
        var result = results[index]
        Self.note(.found(run), .reached, &result)
        listener.settle(result)
      }
    }
    var proved: [Verification.PropertyResult] = []
    listener.begin(.proving)
    let proof = prover.prove(
      hasStart: { searcher.hasStart },
      near: { results in
        proved = results
        listener.prove(results.filter { isShown($0.name) })
        searcher.tell = Self.tell(of: results, rules, listener)
        listener.begin(.lookingForWitnesses)
        look(reaches, { (open) throws(Searcher.Fault) in try known(open, searcher) }, results)
        look(reaches, searcher.nearWitnesses, results)
        return witnesses.witnessed
      },
      far: { unreachable in
        look(reaches.filter { !unreachable.contains($0) }, searcher.farWitnesses, proved)
        listener.begin(.findingWhatIsOpen)
        return witnesses.witnessed
      },
      progress: listener.tell)
    var fault = witnesses.fault?.message ?? proof.fault
    var properties = proof.properties
    var recordings = witnesses.runs.mapValues(\.recording)
    for (index, run) in witnesses.runs {
      Self.note(.found(run), .reached, &properties[index])
      options.answers?.note(
        RunSighting(run, rules, digest: digestOfSearch), of: rules.properties[index].name)
    }
    // Slow work that gives no verdict is not begun at the end of the time.
    var isOver: Bool { options.cutoff.isOver }
    let suggestion = isOver ? nil : try suggesting(proof)
    listener.begin(.lookingForRuns)
    do {
      let proved = Set(suggestion?.proves ?? [])
      try refute(searcher, besides: proved, &properties, &recordings, listener)
    } catch {
      fault = fault ?? error.message
    }
    if let opinions, !isOver {
      listener.begin(.askingForSecondOpinions)
      opinions(&properties, isShown)
    }
    // Only where every event is defined do random runs have a meaning.
    let isDefined = properties.allSatisfy { $0.kind != .defined || $0.verdict == .proved }
    var note: String?
    if isDefined, !isOver {
      let audit = Audit(rules, claims: proof.provedClaims, steps: proof.provedSteps)
      let report = audit.walk(steps: Self.auditSteps, seed: UInt64(options.seed))
      fault = fault ?? report.fault
      note = report.note
    }
    var surplus: Surplus?
    if let source, !isOver {
      listener.begin(.findingWhatProofsNeed)
      surplus = prover.surplus(of: proof, source, progress: listener.tell)
    }
    let elapsed = (clock.now - start).components
    let shown = properties.indices.filter { isShown(properties[$0].name) }
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
    verification.suggestion = suggestion
    return Verified(
      verification: verification,
      runs: shown.compactMap { index in
        recordings[index].map { Verified.RecordedRun(property: properties[index], recording: $0) }
      })
  }

  /// Returns runs like those of an earlier verification.
  private func known(
    _ properties: [Int], _ searcher: Searcher
  ) throws(Searcher.Fault) -> [Int: FoundRun] {
    var runs: [Int: FoundRun] = [:]
    for property in properties {
      guard let sighting = options.answers?.sighting(of: rules.properties[property].name) else {
        continue
      }
      runs[property] = try searcher.witness(of: property, like: sighting, digest: digestOfSearch)
    }
    return runs
  }

  /// A digest of all that the claim rests on that a run is shortest.
  private var digestOfSearch: String {
    let limits = "\(budget.states) \(budget.steps) \(budget.scope?.description ?? [])"
    return Digest.sha256("\(rules.digest) \(rules.settings ?? []) \(limits)".utf8)
  }

  /// Returns the questions that solvers can be asked, with the verdicts that need no more than
  /// proofs and witnesses.
  package func provedAndReached() throws(Searcher.Fault) -> ExportedProofs {
    let searcher = Searcher(rules, budget)
    var witnesses = Witnesses()
    let all = reaches
    var proofs = prover.exportedProofs(
      near: {
        _ = witnesses.look(for: all, searcher.nearWitnesses)
        return Set(witnesses.runs.keys)
      }, hasStart: { searcher.hasStart })
    _ = witnesses.look(
      for: all.filter { proofs.properties[$0].verdict != .unreachable }, searcher.farWitnesses)
    if let fault = witnesses.fault { throw fault }
    for index in witnesses.runs.keys { proofs.properties[index].verdict = .reached }
    return proofs
  }

  /// Runs that satisfy `reach` properties, by the positions of these.
  private struct Witnesses {
    var runs: [Int: FoundRun] = [:]
    var fault: Searcher.Fault?

    var witnessed: Witnessed { Witnessed(runs.mapValues(\.recording)) }

    /// Looks for those that are not known yet, and returns those that are found.
    mutating func look(
      for properties: [Int], _ find: ([Int]) throws(Searcher.Fault) -> [Int: FoundRun]
    ) -> [Int: FoundRun] {
      do {
        let found = try find(properties.filter { runs[$0] == nil })
        runs.merge(found) { first, _ in first }
        return found
      } catch {
        fault = fault ?? error
        return [:]
      }
    }
  }

  /// The positions of the `reach` properties that are asked about.
  private var reaches: [Int] {
    rules.properties.indices.filter {
      rules.properties[$0].kind == .reach && isShown(rules.properties[$0].name)
    }
  }

  /// Searches runs that break unproved properties, except those proved by other means. If a
  /// property is open only as a consequence of another, only short runs are tried.
  private func refute(
    _ searcher: Searcher, besides proved: Set<String>,
    _ results: inout [Verification.PropertyResult], _ recordings: inout [Int: Recording],
    _ listener: some VerificationListener
  ) throws(Searcher.Fault) {
    let wanted = results.indices.filter {
      isShown(results[$0].name) && !proved.contains(results[$0].name)
        && results[$0].verdict == .notInductive
    }
    for isConsequence in [false, true] {
      var questions: [Int: Searcher.Question] = [:]
      for index in wanted where (results[index].isConsequence ?? false) == isConsequence {
        questions[index] = Self.question(results[index], index, rules)
      }
      let searcher = isConsequence ? searcher.nearby : searcher
      let answers = try searcher.answers(to: questions.keys.sorted().compactMap { questions[$0] })
      for (index, question) in questions.sorted(by: { $0.key < $1.key }) {
        guard let outcome = answers[question] else { continue }
        Self.note(outcome, .refuted, &results[index])
        if case .found(let found) = outcome {
          recordings[index] = found.recording
          listener.settle(results[index])
        }
      }
    }
  }

  /// The question to which a run that breaks it is the answer; nil: no run does.
  private static func question(
    _ result: Verification.PropertyResult, _ index: Int, _ rules: Core.Rules
  ) -> Searcher.Question? {
    switch result.kind {
    case .progress: .timelock
    case .zeno: .lasso
    case .defined:
      rules.events.firstIndex { $0.name == result.name }.map { .undefined(event: $0) }
    default:
      rules.properties.indices.contains(index) && rules.properties[index].canBeBroken
        ? .violation(property: index) : nil
    }
  }

  /// Returns a function that tells the verdict to which a found run leads.
  private static func tell(
    of results: [Verification.PropertyResult], _ rules: Core.Rules,
    _ listener: some VerificationListener
  ) -> @Sendable (Searcher.Question) -> Void {
    { question in
      for (index, result) in results.enumerated() {
        var result = result
        if question == .witness(property: index) {
          result.verdict = .reached
        } else if result.verdict == .notInductive,
          question == Self.question(result, index, rules)
        {
          result.verdict = .refuted
        } else {
          continue
        }
        result.isCached = nil
        listener.sight(result)
      }
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
