import Rulebook
import Solver

/// The search for the greatest set of claims that is inductive together.
///
/// Each round asks, for the start and for every event, whether the claims that are still in the set
/// are kept: one query for all of them, and only if that fails one query for each. A claim that
/// fails is dropped, and the rest is asked again without it, until nothing changes. So a claim that
/// does not hold proves nothing.
struct Induction {
  let set: ObligationSet
  let options: ProofOptions
  /// Called after every obligation.
  let progress: @Sendable (ProofProgress) -> Void

  struct Failure: Sendable {
    let goal: Obligation.Goal
    /// The obligation at which the goal fails.
    let obligation: Int
    let answer: Answer
  }

  struct Outcome: Sendable {
    /// The claims that are inductive together.
    var kept: [Int]
    /// The other claims, with the round in which each was dropped and its failures.
    var dropped: [(claim: Int, round: Int, failures: [Failure])] = []
    /// The step properties and definedness goals that fail with the kept claims.
    var open: [Failure] = []
    /// The obligations whose definedness was partly known from an earlier run, and the cost of the
    /// queries about it.
    var cachedDefinedness: Set<String> = []
    var definedness: [String: Cost] = [:]
    var tally = Tally()

    /// Returns the claims, and the step properties, that are proved.
    func proved(of set: ObligationSet) -> Set<Obligation.Goal> {
      let steps = set.obligations.flatMap(\.goals).map(\.goal).filter {
        if case .step = $0 { true } else { false }
      }
      return Set(kept.map { .claim($0) } + steps).subtracting(open.map(\.goal))
    }
  }

  /// The cost of queries, and the number of them that the second check confirmed.
  struct Cost: Sendable {
    var queries = 0
    var confirmed = 0
    var rlimit: UInt64 = 0
    var seconds = 0.0

    static func += (a: inout Self, b: Self) {
      a.queries += b.queries
      a.confirmed += b.confirmed
      a.rlimit += b.rlimit
      a.seconds += b.seconds
    }
  }

  /// The cost of the queries, by claim, and the numbers that the second check confirmed.
  struct Tally: Sendable {
    /// The cost of the queries about whether an event is defined.
    var definedness = Cost()
    var queries: [Obligation.Goal: Int] = [:]
    var confirmed: [Obligation.Goal: Int] = [:]
    var rlimit: [Obligation.Goal: UInt64] = [:]
    var seconds: [Obligation.Goal: Double] = [:]
    /// The goals of which some answer was known from an earlier run.
    var cached: Set<Obligation.Goal> = []
    /// A query in which the two checks contradict each other: a defect of this program.
    var contradiction: String?
  }

  /// Runs the induction.
  /// - Parameters:
  ///   - claims: The claims to start from.
  ///   - goals: The claims that are asked about; nil: all. The others are assumed here, and must be
  ///     asked about later.
  func run(_ claims: [Int], goals: Set<Int>? = nil) -> Outcome {
    run(claims) { ask($0, goals, about: Array(set.obligations.indices)) }
  }

  /// Runs the induction on what another has kept without some assumptions, to see what rests on
  /// them. Obligations that make none of these are asked about only once a claim is dropped.
  func run(keptBy whole: Outcome, without assumptions: Set<String>) -> Outcome {
    run(whole.kept) { kept in
      let asked = set.obligations.indices.filter { index in
        kept.count < whole.kept.count
          || set.obligations[index].assumptions.contains { assumptions.contains($0.name) }
      }
      var answers = set.obligations.indices.map { index in
        ObligationAnswer(
          failed: whole.open.filter { $0.obligation == index }.map { ($0.goal, $0.answer) })
      }
      for (index, answer) in zip(asked, ask(kept, nil, about: asked, without: assumptions)) {
        answers[index] = answer
      }
      return answers
    }
  }

  /// - Parameter ask: Returns an answer for each obligation, given the claims that are kept.
  private func run(_ claims: [Int], _ ask: ([Int]) -> [ObligationAnswer]) -> Outcome {
    var outcome = Outcome(kept: claims)
    var round = 1
    while true {
      let answers = ask(outcome.kept)
      var failures: [Int: [Failure]] = [:]
      outcome.open = []
      for (index, answer) in answers.enumerated() {
        outcome.tally.add(answer.tally)
        outcome.definedness[set.obligations[index].name, default: Cost()] +=
          answer.tally.definedness
        let isKnown = answer.tally.cached.contains { goal in
          if case .defined = goal { true } else { false }
        }
        if isKnown { outcome.cachedDefinedness.insert(set.obligations[index].name) }
        for failure in answer.failures(at: index) {
          switch failure.goal {
          case .claim(let claim): failures[claim, default: []].append(failure)
          case .step, .defined: outcome.open.append(failure)
          }
        }
      }
      if failures.isEmpty { return outcome }
      for claim in failures.keys.sorted() {
        outcome.dropped.append((claim, round, failures[claim, default: []]))
      }
      outcome.kept.removeAll { failures[$0] != nil }
      round += 1
    }
  }

  private func ask(
    _ kept: [Int], _ goals: Set<Int>?, about obligations: [Int],
    without assumptions: Set<String> = []
  ) -> [ObligationAnswer] {
    let set = self.set
    let options = self.options
    let progress = self.progress
    let total = set.obligations.count
    return WorkerPool(jobs: options.jobs).map(obligations) { index in
      let query = ObligationQuery(set: set, options: options)
      let start = ContinuousClock.now
      let answer = query.answer(
        set.obligations[index], keeping: kept, about: goals, without: assumptions)
      progress(
        ProofProgress(
          obligation: set.obligations[index].name, total: total,
          duration: ContinuousClock.now - start))
      return answer
    }
  }
}

/// The progress of a proof: an obligation was asked.
package struct ProofProgress: Sendable {
  /// The name of an event, `initial`, or `time passes`.
  package let obligation: String
  /// The number of obligations in a round.
  package let total: Int
  /// The elapsed time, during which other obligations may have been worked on.
  package let duration: Duration
}

extension Induction.Tally {
  mutating func add(_ other: Induction.Tally) {
    queries.merge(other.queries, uniquingKeysWith: +)
    confirmed.merge(other.confirmed, uniquingKeysWith: +)
    rlimit.merge(other.rlimit, uniquingKeysWith: +)
    seconds.merge(other.seconds, uniquingKeysWith: +)
    cached.formUnion(other.cached)
    contradiction = contradiction ?? other.contradiction
  }
}
