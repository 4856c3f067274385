import Rulebook
import Solver

extension LemmaTrial {
  /// Returns the candidates that the gained goals need: taken one by one as proofs ask for them;
  /// then each is left out again that the others replace.
  ///
  /// - Parameters:
  ///   - outcome: The outcome for all candidates.
  ///   - weight: The weight by position: of two candidates that serve, the lighter one is taken.
  /// - Returns: Positions, ascending.
  package func needed(of outcome: Outcome, weight: (Int) -> Int) -> [Int] {
    let order = outcome.candidates.sorted { (weight($0), $0) < (weight($1), $1) }
    let ordered = order.compactMap { claimOfProperty[$0] }
    // Heavier candidates are considered only if the lighter ones do not suffice.
    let tiers = Set(order.map(weight)).sorted().map { most in
      order.prefix { weight($0) <= most }.compactMap { claimOfProperty[$0] }
    }
    let gained = outcome.claims.subtracting(ordered).sorted()
    var chosen: Set<Int> = []
    var waiting: [(obligation: Int, goal: Obligation.Goal)] = []
    for (index, obligation) in obligations.enumerated() {
      for goal in obligation.goals where !outcome.open[index].contains(goal) {
        switch goal {
        case .claim(let claim) where !gained.contains(claim): continue
        default: waiting.append((index, goal))
        }
      }
    }
    while let (index, goal) = waiting.popLast() {
      let more = missing(
        for: goal, at: obligations[index], gained: gained, chosen: chosen, among: tiers)
      for claim in more where chosen.insert(claim).inserted {
        for (index, obligation) in obligations.enumerated()
        where obligation.goals.contains(.claim(claim)) {
          waiting.append((index, .claim(claim)))
        }
      }
    }
    let properties = outcome.candidates.filter { claimOfProperty[$0].map(chosen.contains) ?? false }
    return least(properties, gaining: outcome, weight: weight)
  }

  /// Returns the claims that a goal needs besides those chosen already.
  private func missing(
    for goal: Obligation.Goal, at obligation: GroundObligation, gained: [Int], chosen: Set<Int>,
    among tiers: [[Int]]
  ) -> [Int] {
    let settled = gained + chosen.sorted()
    if obligation.core(of: goal, supposing: settled) != nil { return [] }
    var needed: [Int] = []
    for tier in tiers {
      guard let core = obligation.core(of: goal, supposing: settled + tier) else { continue }
      needed = tier.filter { core.contains($0) && !chosen.contains($0) }
      break
    }
    // A claim that can be left out is; otherwise something lighter may replace it.
    for claim in needed.reversed() where needed.contains(claim) {
      let fewer = needed.filter { $0 != claim }
      let lighter = tiers.last { !$0.contains(claim) } ?? []
      for others in [fewer, fewer + lighter.filter { !fewer.contains($0) }] {
        guard let core = obligation.core(of: goal, supposing: settled + others) else { continue }
        let used = others.filter { core.contains($0) && !chosen.contains($0) }
        guard used.count <= needed.count else { continue }
        needed = used
        break
      }
    }
    return needed
  }

  /// Leaves out as many claims as possible, the heaviest first.
  private func least(
    _ properties: [Int], gaining outcome: Outcome, weight: (Int) -> Int
  ) -> [Int] {
    func others(_ open: Set<Obligation.Goal>) -> Set<Obligation.Goal> {
      open.filter { $0.claim == nil }
    }
    let stated = outcome.claims.intersection(targets.compactMap(\.claim))
    var needed = properties
    for property in properties.sorted(by: { (weight($0), $0) > (weight($1), $1) }) {
      let fewer = self.outcome(of: needed.filter { $0 != property })
      if stated.isSubset(of: fewer.claims),
        zip(outcome.open, fewer.open).allSatisfy({ others($1).isSubset(of: others($0)) })
      {
        needed = fewer.candidates
      }
    }
    return needed
  }
}
