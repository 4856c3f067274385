import Rulebook
import Solver

/// A trial of many lemmas at once: finds those that are inductive together with the properties of a
/// rulebook, and those of them that its open properties need.
///
/// Every question is asked without quantifiers (``GroundObligation``), so thousands take seconds. A
/// candidate that survives is inductive; one that does not may be inductive too. The prover has the
/// last word.
package struct LemmaTrial: Sendable {
  let rules: Core.Rules
  let candidates: Range<Int>
  let set: ObligationSet
  let obligations: [GroundObligation]
  /// The claim of each property.
  let claimOfProperty: [Int: Int]
  /// The stated goals that are not proved so far: the lemmas are for these.
  let targets: Set<Obligation.Goal>
  /// The tool's own guesses about clocks, which are tried too.
  let guesses: [Int]
  let jobs: Int

  /// Prepares a trial.
  /// - Parameters:
  ///   - rules: A rulebook to whose properties candidates were added, as lemmas.
  ///   - candidates: The positions of these.
  ///   - standing: The result of a proof without them.
  package init(
    _ rules: Core.Rules, candidates: Range<Int>, standing: Standing, _ options: ProofOptions
  ) throws(OutsideFragment) {
    self.rules = rules
    self.candidates = candidates
    jobs = options.jobs
    let set: ObligationSet
    do { set = try ObligationSet(rules) } catch { throw OutsideFragment(message: error.message) }
    self.set = set
    let claims = set.claims.indices
    let fixed = claims.filter { standing.claims.contains(set.claims[$0].meaning) }
    let switched = claims.filter { !fixed.contains($0) }
    guesses = switched.filter { set.claims[$0].isCandidate }
    claimOfProperty = Dictionary(
      claims.compactMap { index in set.claims[index].property.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let stated = switched.filter { index in
      let claim = set.claims[index]
      return !claim.isCandidate && !(claim.property.map(candidates.contains) ?? false)
    }
    let targets = Set(stated.map { Obligation.Goal.claim($0) } + standing.openSteps)
    self.targets = targets
    let undefined = standing.undefined
    obligations = WorkerPool(jobs: options.jobs).map(Array(set.obligations.indices)) { index in
      let own = undefined.filter { $0.obligation == index }.map(\.goal)
      return GroundObligation(
        set, set.obligations[index], fixed: fixed, switched: switched,
        wanted: targets.union(switched.map { .claim($0) } + own), options)
    }
  }

  /// The surviving candidates, and the goals that are still open.
  package struct Outcome: Sendable {
    /// The positions of the candidates that are inductive together.
    package let candidates: [Int]
    let claims: Set<Int>
    /// The goals of each obligation that do not follow.
    let open: [Set<Obligation.Goal>]
  }

  /// Returns the greatest set of candidates that is inductive together with the inductive part of
  /// the stated properties.
  ///
  /// - Parameters:
  ///   - candidates: Positions; nil: all.
  ///   - trusted: Those of them that are known to be inductive together.
  package func outcome(
    of candidates: [Int]? = nil, trusting trusted: Set<Int> = [],
    progress: @Sendable (ProofProgress) -> Void = { _ in }
  ) -> Outcome {
    var claims = Set(targets.compactMap(\.claim) + guesses)
    for property in candidates ?? Array(self.candidates) {
      if let claim = claimOfProperty[property] { claims.insert(claim) }
    }
    let trusted = Set(trusted.compactMap { claimOfProperty[$0] })
    var open = obligations.map { _ in Set<Obligation.Goal>() }
    var isSettled = obligations.map { _ in false }
    while isSettled.contains(false) {
      let due = obligations.indices.filter { !isSettled[$0] }
      let known = (claims, open)
      let found = WorkerPool(jobs: jobs).map(due) { index in
        let start = ContinuousClock.now
        let obligation = obligations[index]
        let asked = obligation.goals.filter { goal in
          !known.1[index].contains(goal) && !trusted.contains(goal.claim ?? -1)
            && goal.claim.map(known.0.contains) ?? true
        }
        let lost = obligation.lost(of: asked, supposing: known.0)
        return (goals: lost, duration: ContinuousClock.now - start)
      }
      let before = claims
      for (index, (goals, duration)) in zip(due, found) {
        isSettled[index] = true
        open[index].formUnion(goals)
        claims.subtract(goals.compactMap(\.claim))
        progress(
          ProofProgress(
            obligation: obligations[index].name, total: obligations.count, duration: duration))
      }
      if claims != before { isSettled = obligations.map { _ in false } }
    }
    return Outcome(
      candidates: self.candidates.filter { claimOfProperty[$0].map(claims.contains) ?? false },
      claims: claims, open: open)
  }

  /// Returns the positions of the invariants and lemmas that are not proved even with all
  /// survivors.
  package func openProperties(_ outcome: Outcome) -> [Int] {
    targets.compactMap(\.claim).filter { !outcome.claims.contains($0) }
      .compactMap { set.claims[$0].property }.sorted()
  }

  /// Returns true if something is not proved even with all survivors.
  package func isOpen(_ outcome: Outcome) -> Bool {
    outcome.open.contains { $0.contains { $0.claim == nil } }
      || !Set(targets.compactMap(\.claim)).isSubset(of: outcome.claims)
  }
}

extension Obligation.Goal {
  var claim: Int? { if case .claim(let index) = self { index } else { nil } }
}
