import Findings
import Rulebook
import Solver

/// The search for the lemmas, guards and assumptions that the proofs need.
///
/// Every property that is not a lemma has to be proved; a lemma only if some proof uses it. So the
/// reasons of the former are found first, then those of the lemmas in them, and so on. Then each
/// lemma is left out on trial: cores are seldom smallest.
struct ProofNeeds {
  private struct Explained: Sendable {
    let step: ProofStep
    var core: Set<Piece>
  }

  private let cores: ProofCores
  private let basis: ProofBasis
  private let pool: WorkerPool
  private let progress: @Sendable (ProofProgress) -> Void
  private var explained: [Explained] = []
  /// The claims for whose proofs the reasons have been requested.
  private var asked: Set<Int> = []
  /// The claims that no proof may use.
  private var excluded: Set<Int> = []
  private(set) var unexplained = 0
  /// Lemmas that can all be left out; in order.
  private(set) var unneeded: [Int] = []
  /// Needed lemmas any one of which can be left out.
  private(set) var spare: [Int] = []

  init(
    cores: ProofCores, basis: ProofBasis, jobs: Int,
    progress: @escaping @Sendable (ProofProgress) -> Void
  ) {
    self.cores = cores
    self.basis = basis
    self.progress = progress
    pool = WorkerPool(jobs: jobs)
  }

  private var set: ObligationSet { cores.set }

  /// The pieces that the proofs use and that nothing replaces.
  var used: Set<Piece> {
    let active = isActive(needed)
    return explained.indices.filter(active).reduce(into: []) {
      $0.formUnion(explained[$1].core)
    }
  }

  /// Finds the reasons of everything that has to be proved, and of every lemma in these reasons.
  mutating func explain() {
    asked = roots
    _ = ask(rootSteps)
    _ = askNeeded()
  }

  /// Leaves out each used lemma on trial: first alone, since others may replace it; then, of those
  /// that can be left out, as many as possible together, for good.
  mutating func leaveOutLemmas() {
    let candidates = needed.subtracting(roots).sorted().filter { lemma in
      var trial = self
      return trial.exclude([lemma])
    }
    excluded = Set(basis.kept).subtracting(needed)
    for lemma in candidates {
      var trial = self
      if trial.exclude([lemma]) { self = trial }
    }
    let needed = needed
    unneeded = basis.kept.filter { set.claims[$0].kind == .lemma && !needed.contains($0) }
    spare = candidates.filter { needed.contains($0) && set.claims[$0].kind == .lemma }
  }

  /// Excludes claims; returns true if there are reasons without them. If not, the known reasons are
  /// no longer usable.
  private mutating func exclude(_ claims: Set<Int>) -> Bool {
    excluded.formUnion(claims)
    let active = isActive(needed)
    let affected = explained.indices.filter { index in
      let isOwn = explained[index].step.owner.map(excluded.contains) ?? false
      return !isOwn && active(index)
        && explained[index].core.contains { piece in
          if case .claim(let claim) = piece { claims.contains(claim) } else { false }
        }
    }
    for (index, core) in zip(affected, found(affected.map { explained[$0].step })) {
      guard let core else { return false }
      explained[index].core = core
    }
    return askNeeded()
  }

  // MARK: Dependencies

  private func isLemma(_ claim: Int) -> Bool {
    set.claims[claim].kind == .lemma || set.claims[claim].isCandidate
  }

  /// The claims that have to be proved in any case.
  private var roots: Set<Int> { Set(basis.kept.filter { !isLemma($0) }) }

  /// The claims that the roots rest on, including the roots.
  private var needed: Set<Int> {
    var needed = roots
    var size = -1
    while size < needed.count {
      size = needed.count
      let active = isActive(needed)
      for index in explained.indices where active(index) {
        for case .claim(let claim) in explained[index].core { needed.insert(claim) }
      }
    }
    return needed
  }

  private func isActive(_ needed: Set<Int>) -> (Int) -> Bool {
    { index in explained[index].step.owner.map(needed.contains) ?? true }
  }

  // MARK: The proofs

  private var rootSteps: [ProofStep] {
    let open = basis.open
    var result = steps(keeping: roots, owner: nil)
    for obligation in set.obligations {
      let goals = obligation.goals.filter { goal, _ in
        if case .claim = goal { false } else { !open.contains(goal) }
      }
      if !goals.isEmpty {
        result.append(
          cores.step(obligation, claims: basis.kept, goals: goals.map(\.term)))
      }
    }
    for obligation in set.progress {
      result.append(
        ProofStep(
          owner: nil, background: obligation.hypotheses, pieces: cores.claims(basis.kept),
          goals: [obligation.goal]))
    }
    for ending in basis.endings {
      guard let obligation = set.obligations.first(where: { $0.name == ending.event }) else {
        continue
      }
      result.append(cores.step(obligation, claims: basis.kept, goals: [ending.goal]))
    }
    return result
  }

  /// Returns the proof steps that each obligation keeps these claims, if that is not obvious.
  private func steps(keeping claims: Set<Int>, owner: Int?) -> [ProofStep] {
    set.obligations.compactMap { obligation in
      let known = Set(
        obligation.hypotheses
          + (obligation.assumesClaims ? basis.kept.map { set.claimTerms[$0] } : []))
      let goals = obligation.goals.filter { goal, term in
        guard case .claim(let claim) = goal, claims.contains(claim) else { return false }
        return !known.contains(term)
      }
      guard !goals.isEmpty else { return nil }
      return cores.step(obligation, claims: basis.kept, goals: goals.map(\.term), owner: owner)
    }
  }

  /// Finds reasons until each used lemma is explained.
  private mutating func askNeeded() -> Bool {
    while true {
      let fresh = needed.subtracting(asked)
      guard !fresh.isEmpty else { return true }
      asked.formUnion(fresh)
      guard ask(fresh.sorted().flatMap({ steps(keeping: [$0], owner: $0) })) else { return false }
    }
  }

  /// Returns true if each step has given its reasons. A step without any may rest on all pieces.
  private mutating func ask(_ steps: [ProofStep]) -> Bool {
    var isComplete = true
    for (step, core) in zip(steps, found(steps)) {
      if core == nil {
        unexplained += 1
        isComplete = false
      }
      explained.append(Explained(step: step, core: core ?? Set(step.pieces.map(\.piece))))
    }
    return isComplete
  }

  private func found(_ steps: [ProofStep]) -> [Set<Piece>?] {
    let (cores, progress, excluded) = (cores, progress, excluded)
    return pool.map(steps) { step in
      let start = ContinuousClock.now
      let core = cores.core(step) { piece in
        if case .claim(let claim) = piece { !excluded.contains(claim) } else { true }
      }
      progress(
        ProofProgress(
          obligation: "reasons", total: steps.count, duration: ContinuousClock.now - start))
      return core
    }
  }
}
