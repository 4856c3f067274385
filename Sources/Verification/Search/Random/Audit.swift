import Rulebook
import Semantics

/// A check of proved claims on real states: they must not fail in any. If one does, the lowering to
/// the solver is wrong, and so is every verdict.
package struct Audit: Sendable {
  let evaluator: Evaluator
  private let claims: [Core.Claim]
  private let steps: Set<Int>

  /// The result of an audit.
  package struct Report: Sendable, Hashable {
    /// The claim that fails, and the state; nil: none.
    package var fault: String?
    /// The reason why the first run ended, if it was a limit of the evaluator that the solver does
    /// not have; nil: none did.
    package var note: String?
    /// The number of different states of an exhaustion; for a walk, the number of steps.
    package var states = 0
    /// The number of events and passages of time; for an exhaustion including those that lead to a
    /// known state.
    package var steps = 0
    /// The number of steps after which an exhaustion has seen every state; for a walk, the length
    /// of the longest run.
    package var depth = 0
  }

  /// Prepares an audit.
  /// - Parameters:
  ///   - claims: The claims proved of every reachable state.
  ///   - steps: The positions of the proved step properties.
  package init(_ rules: Core.Rules, claims: [Core.Claim], steps: [Int]) {
    evaluator = Evaluator(rules)
    self.claims = claims
    self.steps = Set(steps)
  }

  /// Makes a number of random legal steps, the same for the same seed. Each run counts for at least
  /// one, even if nothing can happen at its start.
  package func walk(steps: Int, seed: UInt64) -> Report {
    var report = Report()
    var seed = seed
    while report.steps < steps, report.fault == nil {
      seed &+= 1
      let walked = report.steps
      guard walk(upTo: min(250, steps - walked), seed: seed, &report) else { break }
      report.steps = max(report.steps, walked + 1)
    }
    return report
  }

  /// Makes one random run.
  /// - Returns: false if there is no start.
  private func walk(upTo length: Int, seed: UInt64, _ report: inout Report) -> Bool {
    let scope = Scope(evaluator.rules, each: 1 + Int(seed % 3), introduced: 2 + Int(seed % 5))
    let name = "the random run with seed \(seed)"
    var tried: Core.ID<Core.Event>?
    do {
      guard var run = try RandomRun(evaluator, counts: scope.fixed, caps: scope.caps, seed: seed)
      else { return false }
      defer { tried = run.attempted }
      if let failure = try failure(of: &run, upTo: length, &report) {
        report.fault = "\(failure) in \(name)"
      }
    } catch {
      end(name, error, at: tried, &report)
    }
    return true
  }

  /// Continues a run until a claim fails.
  private func failure(
    of run: inout RandomRun, upTo length: Int, _ report: inout Report
  ) throws(EvaluationError) -> String? {
    var before = Position(state: run.state, clocks: run.clocks)
    var failure = try failure(at: before)
    for step in 0..<length where failure == nil {
      guard let happened = try run.next() else { break }
      let after = Position(state: run.state, clocks: run.clocks)
      let event: Step? = if case .event(let step) = happened { step } else { nil }
      failure = try self.failure(of: Done(position: after, step: event), from: before)
      report.steps += 1
      report.states += 1
      report.depth = max(report.depth, step + 1)
      before = after
    }
    return failure
  }

  /// Examines every state that can be reached in a scope, the nearest first, until a number of
  /// different ones (up to symmetry) was seen.
  ///
  /// - Parameter each: The number of entities of each sort, both existing and introduced.
  package func exhaust(each count: Int, states: Int) -> Report {
    var report = Report()
    do {
      try exhaust(Scope(evaluator.rules, each: count, introduced: count), states, &report)
    } catch {
      end("a run in scope \(count)", error, at: nil, &report)
    }
    return report
  }

  private func exhaust(
    _ scope: Scope, _ most: Int, _ report: inout Report
  ) throws(EvaluationError) {
    let slice = Slice(wholeOf: evaluator.rules)
    let canonicalizer = Canonicalizer(slice)
    let generator = MoveGenerator(evaluator, slice, caps: scope.counts)
    var seen: Set<PositionKey> = []
    var frontier: [Position] = []
    for (_, state) in try Starts(evaluator, scope, slice).all() ?? [] {
      let start = Position(state: state, clocks: try evaluator.clocks(startingAt: state))
      guard seen.insert(canonicalizer.key(of: start)).inserted else { continue }
      report.fault = try failure(at: start)
      frontier.append(start)
    }
    while !frontier.isEmpty, report.fault == nil {
      var next: [Position] = []
      for before in frontier {
        let isDone = try generator.forEach(at: before) { (move, attempt) throws(EvaluationError) in
          let done: Done
          switch attempt {
          case .success(let success): done = success
          case .failure(let error):
            let event: Core.ID<Core.Event>? =
              if case .event(let id, _, _, _) = move { id } else { nil }
            end(
              "a run in scope \(scope.description.joined(separator: " "))", error, at: event,
              &report)
            return report.fault == nil
          }
          report.steps += 1
          report.fault = try failure(of: done, from: before)
          if seen.insert(canonicalizer.key(of: done.position)).inserted {
            next.append(done.position)
          }
          report.states = seen.count
          return report.fault == nil && seen.count < most
        }
        guard isDone else { return }
      }
      if !next.isEmpty { report.depth += 1 }
      frontier = next
    }
  }

  private func failure(at position: Position) throws(EvaluationError) -> String? {
    for claim in claims
    where try !evaluator.holds(claim, in: position.state, position.clocks) {
      return "\(name(of: claim)) is proved, and fails"
    }
    return nil
  }

  private func failure(
    of done: Done, from before: Position
  ) throws(EvaluationError) -> String? {
    let violations: [Violation]
    if let step = done.step {
      violations = try evaluator.violatedProperties(of: step)
        .filter { steps.contains($0.property) }
    } else {
      // Also in the states between the two instants.
      violations = try evaluator.violatedProperties(
        before.state, before.clocks, passingTo: done.position.state.now
      ).filter { claims.contains(.always(property: $0.property)) }
    }
    if let violation = violations.first {
      return "'\(evaluator.rules.properties[violation.property].name)' is proved, and fails"
    }
    return try failure(at: done.position)
  }

  private func name(of claim: Core.Claim) -> String {
    let rules = evaluator.rules
    switch claim {
    case .always(let property): return "'\(rules.properties[property].name)'"
    case .lastsNoLonger(let property): return "the limit of '\(rules.properties[property].name)'"
    case .clockReads(let property, _):
      return "what the clock of '\(rules.properties[property].name)' reads"
    case .isInTime(let event): return "that '\(rules[event].name)' is in time"
    case .inRange(let field): return "the range of \(rules[field].name)"
    case .stateInRange(let global): return "the range of \(rules[global].name)"
    }
  }

  /// Ends the audit. Numbers that exceed 64 bits, and values that are too many to be tried, are no
  /// evidence against the proof.
  private func end(
    _ run: String, _ error: EvaluationError, at event: Core.ID<Core.Event>?,
    _ report: inout Report
  ) {
    let rules = evaluator.rules
    let place = event.map { " at '\(rules[$0].name)'" } ?? ""
    if error.isBeyondProof {
      report.note = report.note ?? "\(run) ended\(place): \(error.message(in: rules))"
    } else {
      report.fault = "\(run) has no meaning\(place): \(error.message(in: rules))"
    }
  }
}
