import Rulebook
import Solver

/// The state of a proof, on which the search for lemmas builds.
package struct Standing: Sendable {
  /// The claims that are inductive together.
  let claims: Set<Core.Claim>
  /// The step properties that are open.
  let openSteps: [Obligation.Goal]
  /// The facts that are not shown to be defined, and their obligations.
  let undefined: [Place]

  /// Returns true if an invariant or a lemma, by its position in the rules, is among the claims.
  package func keeps(property: Int) -> Bool { claims.contains(.always(property: property)) }

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
