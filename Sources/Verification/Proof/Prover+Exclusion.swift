import Rulebook
import Solver

extension Prover {
  /// Returns the claims with which an event is impossible in every state that satisfies them;
  /// empty: in every state at all.
  ///
  /// - Parameter allowed: The claims that may be used, whether or not they are proved.
  /// - Returns: nil if they do not exclude it, or the solver gives up.
  package func exclusion(
    of event: Core.ID<Core.Event>, where allowed: (Core.Claim) -> Bool
  ) -> Set<Core.Claim>? {
    guard let obligation = set.ofEvents.first(where: { $0.event == event }) else { return nil }
    var bank = set.bank
    let never = bank.or([])
    let claims = set.claims.indices.filter { allowed(set.claims[$0].meaning) }
    let cores = ProofCores(set: set, options: options)
    let step = cores.step(obligation, claims: claims, goals: [])
    let check = Check(bank: bank, options: options)
    guard let core = check.core(step.background, step.pieces.map(\.term), [never]) else {
      return nil
    }
    return Set(meanings(core.map { step.pieces[$0].piece }))
  }

  /// Returns a state that satisfies the claims and in which an event is possible, a line for each
  /// place; nil: the solver finds none.
  package func state(
    before event: Core.ID<Core.Event>, where allowed: (Core.Claim) -> Bool
  ) -> [String]? {
    guard let obligation = set.ofEvents.first(where: { $0.event == event }) else { return nil }
    let claims = set.claims.indices.filter { allowed(set.claims[$0].meaning) }
    let query = ObligationQuery(set: set, options: options)
    let session = Session(
      set.bank,
      SessionOptions(
        rlimit: options.rlimit, seed: options.seed, deadline: .now + .seconds(options.seconds)))
    guard (try? session.assert(query.hypotheses(obligation, claims))) != nil,
      (try? session.check()) == .satisfiable, let model = session.model()
    else { return nil }
    return StateDescription(symbols: set.symbols).lines(model, event: obligation.name)
  }

  /// Returns those of the claims that do not hold in every reachable state, or are not shown to.
  ///
  /// Proves only these claims, and the claims that the proofs of them use, and so on; the rest of
  /// the rulebook is not checked.
  package func unproved(of wanted: Set<Core.Claim>) -> Set<Core.Claim> {
    let cores = ProofCores(set: set, options: options)
    var excluded: Set<Int> = []
    while true {
      var asked: Set<Int> = []
      var queue = set.claims.indices.filter { wanted.contains(set.claims[$0].meaning) }
      queue.removeAll(where: excluded.contains)
      let known = excluded.count
      while let claim = queue.popLast() {
        guard !excluded.contains(claim), asked.insert(claim).inserted else { continue }
        guard let used = claimsKeeping(claim, without: excluded, cores) else {
          excluded.insert(claim)
          continue
        }
        queue += used.subtracting(asked).sorted()
      }
      // A claim that was used and is not kept requires that those that rest on it are asked again.
      if excluded.count == known {
        let known = Set(set.claims.indices.map { set.claims[$0].meaning })
        let dropped = Set(excluded.map { set.claims[$0].meaning })
        return wanted.subtracting(known).union(wanted.intersection(dropped))
      }
    }
  }

  /// Returns the claims that keep a given one, at every obligation; nil if it is not kept
  /// somewhere.
  private func claimsKeeping(
    _ claim: Int, without excluded: Set<Int>, _ cores: ProofCores
  ) -> Set<Int>? {
    let claims = set.claims.indices.filter { !excluded.contains($0) }
    var used: Set<Int> = []
    for obligation in set.obligations {
      let goals = obligation.goals.filter { $0.goal == .claim(claim) }.map(\.term)
      guard !goals.isEmpty else { continue }
      if obligation.assumesClaims, goals.allSatisfy({ $0 == set.claimTerms[claim] }) { continue }
      let step = cores.step(obligation, claims: Array(claims), goals: goals, owner: claim)
      guard let core = cores.core(step) else { return nil }
      for case .claim(let other) in core { used.insert(other) }
    }
    return used
  }

  private func meanings(_ pieces: [Piece]) -> [Core.Claim] {
    pieces.compactMap { piece in
      if case .claim(let claim) = piece { set.claims[claim].meaning } else { nil }
    }
  }
}
