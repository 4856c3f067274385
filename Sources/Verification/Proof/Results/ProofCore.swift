import Rulebook
import Solver

/// A piece of the rulebook that a proof may rest on, besides the encoding and the effects of
/// events.
enum Piece: Hashable, Sendable {
  case claim(Int)
  /// A guard of an event, by its position.
  case guardOf(Core.ID<Core.Event>, Int)
  /// The instant of an obligation.
  case dueOf(Core.ID<Core.Event>)
  case assumption(String)
}

/// A proved goal, and the pieces that it was proved from.
struct ProofStep: Sendable {
  /// The claim that it keeps; nil for goals that must be proved in any case.
  let owner: Int?
  let background: [Term]
  let pieces: [(piece: Piece, term: Term)]
  let goals: [Term]
}

/// The search for the reasons of proofs: some of the pieces that are enough.
struct ProofCores: Sendable {
  let set: ObligationSet
  let options: ProofOptions

  /// Returns the pieces that a proof uses.
  /// - Parameter allowed: The pieces that may be used.
  /// - Returns: The pieces used, or nil if there is no proof from these.
  func core(_ step: ProofStep, where allowed: (Piece) -> Bool = { _ in true }) -> Set<Piece>? {
    let pieces = step.pieces.filter { allowed($0.piece) }
    let check = Check(bank: set.bank, options: options)
    guard let core = check.core(step.background, pieces.map(\.term), step.goals) else {
      return nil
    }
    return Set(core.map { pieces[$0].piece })
  }

  /// Divides the hypotheses of an obligation into pieces and the rest.
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
  /// Returns the positions of tracked hypotheses that are enough, if the hypotheses imply the
  /// goals.
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
