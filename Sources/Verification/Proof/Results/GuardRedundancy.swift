import Findings
import Rulebook
import Solver

/// The guards of an event that hold wherever its other guards do, in every state that satisfies the
/// proved claims, with the pieces from which they follow.
struct GuardRedundancy: Sendable {
  let rules: Core.Rules
  let set: ObligationSet
  let options: ProofOptions
  /// The claims that are proved.
  let kept: [Int]

  func results(
    _ obligation: Obligation, _ id: Core.ID<Core.Event>, _ told: [Surplus.Rule]
  ) -> [Surplus.Redundancy] {
    let cores = ProofCores(set: set, options: options)
    let positions = told.indices.filter { !rules[id].narrows($0) }
    return WorkerPool(jobs: options.jobs).map(Array(positions)) { position in
      let step = cores.step(
        obligation, claims: kept, goals: [obligation.guards[position]])
      func follows(from allowed: (Piece) -> Bool) -> Set<Piece>? {
        cores.core(step) { $0 != .guardOf(id, position) && allowed($0) }
      }
      guard var core = follows(from: { _ in true }) else {
        return Surplus.Redundancy?.none
      }
      for piece in core.sorted(by: { name($0, told) < name($1, told) }) {
        if let smaller = follows(from: { $0 != piece && core.contains($0) }) { core = smaller }
      }
      return Surplus.Redundancy(
        rule: told[position], because: core.map { name($0, told) }.sorted())
    }.compactMap(\.self)
  }

  private func name(_ piece: Piece, _ guards: [Surplus.Rule]) -> String {
    switch piece {
    case .claim(let claim): set.claims[claim].name
    case .guardOf(_, let position): guards[position].text
    case .dueOf(let event): "due \(rules[event].due?.text ?? "")"
    case .assumption(let name): name
    }
  }
}
