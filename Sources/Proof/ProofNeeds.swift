internal import Findings
internal import Rulebook
internal import Solver

/// Which lemmas, guards and assumptions the proofs need.
///
/// Everything that is no lemma has to be proved; a lemma only if some proof uses it. So the
/// reasons of the former are asked for, then those of the lemmas in them, and so on. Then each
/// lemma is tried without: cores are seldom smallest.
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
  private(set) var unexplained = 0
  /// Lemmas that can all be left out, those that no core has included; in order.
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

  /// What the proofs use that nothing makes up for.
  var used: Set<Piece> {
    explained.indices.filter(isActive(needed)).reduce(into: []) {
      $0.formUnion(explained[$1].core)
    }
  }

  /// Asks for reasons until no lemma is left that is used and not explained.
  mutating func explain() {
    ask(rootSteps)
    var asked = roots
    while true {
      let fresh = needed.subtracting(asked)
      guard !fresh.isEmpty else { break }
      asked.formUnion(fresh)
      ask(fresh.sorted().flatMap { steps(keeping: [$0], owner: $0) })
    }
  }

  /// Tries each lemma that is used: alone, and then, of those that can be spared, as many as
  /// can be spared together.
  mutating func leaveOutLemmas() {
    let lemmas = needed.subtracting(roots).sorted()
    var candidates: [Int] = []
    for lemma in lemmas where cores(without: [lemma]) != nil { candidates.append(lemma) }
    var removed = Set(basis.kept).subtracting(needed)
    for lemma in candidates {
      guard let others = cores(without: removed.union([lemma])) else { continue }
      removed.insert(lemma)
      for (index, core) in others { explained[index].core = core }
    }
    let needed = needed
    unneeded = basis.kept.filter { isLemma($0) && !needed.contains($0) }
    spare = candidates.filter(needed.contains)
  }

  // MARK: What depends on what

  private func isLemma(_ claim: Int) -> Bool {
    set.claims[claim].kind == .lemma || set.claims[claim].isCandidate
  }

  /// What has to be proved in any case.
  private var roots: Set<Int> { Set(basis.kept.filter { !isLemma($0) }) }

  /// The claims that the roots rest on, themselves included.
  private var needed: Set<Int> {
    var needed = roots
    var size = -1
    while size < needed.count {
      size = needed.count
      for index in explained.indices where isActive(needed)(index) {
        for case .claim(let claim) in explained[index].core { needed.insert(claim) }
      }
    }
    return needed
  }

  private func isActive(_ needed: Set<Int>) -> (Int) -> Bool {
    { index in explained[index].step.owner.map(needed.contains) ?? true }
  }

  /// Other reasons for every active proof that uses one of these claims; nil if one has none.
  private func cores(without claims: Set<Int>) -> [(index: Int, core: Set<Piece>)]? {
    let needed = needed
    let affected = explained.indices.filter { index in
      let isOwn = explained[index].step.owner.map(claims.contains) ?? false
      return !isOwn && isActive(needed)(index)
        && explained[index].core.contains { piece in
          if case .claim(let claim) = piece { claims.contains(claim) } else { false }
        }
    }
    let (cores, steps) = (cores, affected.map { explained[$0].step })
    // What is not among the needed stays out: nobody has shown that it is kept then.
    let allowed = needed.subtracting(claims)
    let found = pool.map(steps) { step in
      cores.core(step) { piece in
        if case .claim(let claim) = piece { allowed.contains(claim) } else { true }
      }
    }
    var result: [(index: Int, core: Set<Piece>)] = []
    for (index, core) in zip(affected, found) {
      guard let core else { return nil }
      result.append((index, core))
    }
    return result
  }

  // MARK: What is proved

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

  /// That each obligation keeps these claims, where that is not plain to see.
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

  private mutating func ask(_ steps: [ProofStep]) {
    let (cores, progress) = (cores, progress)
    let found = pool.map(steps) { step in
      let start = ContinuousClock.now
      let core = cores.core(step)
      progress(
        ProofProgress(
          obligation: "reasons", total: steps.count, duration: ContinuousClock.now - start))
      return core
    }
    for (step, core) in zip(steps, found) {
      if core == nil { unexplained += 1 }
      // Without a reason, it may be anything.
      explained.append(Explained(step: step, core: core ?? Set(step.pieces.map(\.piece))))
    }
  }
}
