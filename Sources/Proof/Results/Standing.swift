internal import Rulebook
internal import Solver

/// How far a proof came: what those who look for lemmas build on.
public struct Standing: Sendable {
  /// The claims that are inductive together.
  let claims: Set<Core.Claim>
  /// Step properties that are open.
  let openSteps: [Obligation.Goal]
  /// What is not shown to be defined, and at which obligation.
  let undefined: [Place]

  /// Whether an invariant or a lemma, by its position in the rules, is among them.
  public func keeps(property: Int) -> Bool { claims.contains(.always(property: property)) }

  struct Place: Sendable {
    let obligation: Int
    let goal: Obligation.Goal
  }

  init(_ outcome: Induction.Outcome, _ set: ObligationSet) {
    claims = Set(outcome.kept.map { set.claims[$0].meaning })
    var steps: [Obligation.Goal] = []
    var undefined: [Place] = []
    for failure in outcome.open {
      switch failure.goal {
      case .step where !steps.contains(failure.goal): steps.append(failure.goal)
      case .defined: undefined.append(Place(obligation: failure.obligation, goal: failure.goal))
      case .step, .claim: break
      }
    }
    openSteps = steps
    self.undefined = undefined
  }
}
