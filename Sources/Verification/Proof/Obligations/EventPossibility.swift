import Findings
import Rulebook
import Solver

/// The answer to whether an event can happen in any state that satisfies the proved claims; if not,
/// with the reason.
struct EventPossibility: Sendable {
  let rules: Core.Rules
  let set: ObligationSet
  let options: ProofOptions
  /// The claims that are proved.
  let kept: [Term]

  func result(_ obligation: Obligation) -> Verification.EventResult {
    let assumed = obligation.assumptions.map(\.term)
    switch answer(obligation.hypotheses + assumed + kept) {
    case .satisfiable:
      return Verification.EventResult(name: obligation.name, possibility: .possible)
    case .unsatisfiable:
      return Verification.EventResult(
        name: obligation.name, possibility: .impossible, reason: reason(obligation))
    case .unknown:
      return Verification.EventResult(name: obligation.name, possibility: .undecided)
    }
  }

  private func answer(_ terms: [Term]) -> Answer {
    Check(bank: set.bank, options: options).ask(set.bank, terms).answer
  }

  /// Returns a smallest set of guards that exclude each other, and whether the proved claims or the
  /// assumptions about the world are needed for it.
  private func reason(_ obligation: Obligation) -> String? {
    guard let id = obligation.event else { return nil }
    let guardTerms = Set(obligation.guards)
    let others = obligation.hypotheses.filter { !guardTerms.contains($0) }
    let assumed = obligation.assumptions.map(\.term)
    let backgrounds: [(what: String, terms: [Term])] = [
      ("", []), (", given what is proved", kept),
      (", given what is proved and assumed", kept + assumed),
    ]
    for (what, terms) in backgrounds {
      func isExcluded(_ positions: [Int]) -> Bool {
        answer(others + terms + positions.map { obligation.guards[$0] }) == .unsatisfiable
      }
      var needed = Array(obligation.guards.indices)
      guard isExcluded(needed) else { continue }
      for position in needed {
        let fewer = needed.filter { $0 != position }
        if isExcluded(fewer) { needed = fewer }
      }
      let guards = needed.map { "'require \(rules[id].guards[$0].text)'" }
      switch guards.count {
      case 0: return "nothing of what it is about can exist\(what)"
      case 1: return "\(guards[0]) never holds\(what)"
      default: return "\(guards.joined(separator: " and ")) never hold together\(what)"
      }
    }
    return nil
  }
}
