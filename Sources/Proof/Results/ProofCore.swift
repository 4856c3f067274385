internal import Rulebook
internal import Solver

/// What a proof may rest on, besides the encoding and the effects of events.
enum Piece: Hashable, Sendable {
  case claim(Int)
  /// A guard of an event, by its position.
  case guardOf(Core.ID<Core.Event>, Int)
  /// The instant of an obligation.
  case dueOf(Core.ID<Core.Event>)
  case assumption(String)
}

/// Something that is proved, and what it was proved from.
struct ProofStep: Sendable {
  /// The claim that it keeps; none for what must be proved in any case.
  let owner: Int?
  let background: [Term]
  let pieces: [(piece: Piece, term: Term)]
  let goals: [Term]
}

/// Asks for the reasons of proofs: some of the pieces that are enough.
struct ProofCores: Sendable {
  let set: ObligationSet
  let options: ProofOptions

  /// - Parameter allowed: the pieces that may be used.
  /// - Returns: the pieces used, or nil if there is no proof from these.
  func core(_ step: ProofStep, where allowed: (Piece) -> Bool = { _ in true }) -> Set<Piece>? {
    let pieces = step.pieces.filter { allowed($0.piece) }
    let check = Check(bank: set.bank, options: options)
    guard let core = check.core(step.background, pieces.map(\.term), step.goals) else {
      return nil
    }
    return Set(core.map { pieces[$0].piece })
  }

  /// The hypotheses of an obligation, divided into pieces and the rest.
  func step(
    _ obligation: Obligation, claims: [Int], goals: [Term], owner: Int? = nil
  ) -> ProofStep {
    var pieces: [(piece: Piece, term: Term)] = []
    if let event = obligation.event {
      for (position, term) in obligation.guards.enumerated() {
        pieces.append((.guardOf(event, position), term))
      }
      if let due = obligation.due { pieces.append((.dueOf(event), due)) }
    }
    let own = Set(pieces.map(\.term))
    pieces += obligation.assumptions.map { (.assumption($0.name), $0.term) }
    pieces += self.claims(obligation.assumesClaims ? claims : [])
    return ProofStep(
      owner: owner, background: obligation.hypotheses.filter { !own.contains($0) },
      pieces: pieces, goals: goals)
  }

  func claims(_ claims: [Int]) -> [(piece: Piece, term: Term)] {
    claims.map { (.claim($0), set.claimTerms[$0]) }
  }
}

extension Check {
  /// If the hypotheses imply the goals: which of those that are tracked are enough.
  func core(_ background: [Term], _ tracked: [Term], _ goals: [Term]) -> [Int]? {
    let (bank, negation) = Self.negation(of: goals, bank)
    do {
      let session = Session(bank, sessionOptions)
      try session.assert(background + [negation])
      let (answer, core) = try session.check(tracking: tracked)
      return answer == .unsatisfiable ? core : nil
    } catch {
      return nil
    }
  }
}
