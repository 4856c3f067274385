import Rulebook
import Solver

extension Prover {
  /// Returns the goals that are not kept at some events although every property of the rulebook
  /// holds before: for a rulebook that differs from a proved one at these events only, the goals
  /// that the change breaks first. Consequences of these failures are not included.
  ///
  /// - Parameters:
  ///   - events: The events by name; nil: all, the start and the passage of time included.
  ///   - start: True if the change concerns the start.
  ///   - time: True if the change may let time pass where it did not before.
  ///   - decisions: True if the change makes other events decisions of the server.
  ///   - assumptions: Those on which the proofs rest; others are left out.
  /// - Returns: The names of properties and of claims that the tool adds, `defined: EVENT`, and
  ///   `ownStepsEnd`; in order.
  package func failures(
    at events: Set<String>?, start: Bool = false, time: Bool = false,
    decisions: Bool = false, assuming assumptions: Set<String>
  ) -> [String] {
    let all = Array(set.claims.indices)
    let unused = Set(rules.events.flatMap(\.assumptions).map(\.name)).subtracting(assumptions)
    var names: [String] = []
    for obligation in set.obligations where concerns(obligation, events, start, time) {
      let query = ObligationQuery(set: set, options: options)
      for failure in query.answer(obligation, keeping: all, without: unused).failed {
        let name =
          switch failure.goal {
          case .claim(let claim): set.claims[claim].name
          case .step(let index): rules.properties[index].name
          case .defined: "defined: \(obligation.name)"
          }
        if !names.contains(name) { names.append(name) }
      }
    }
    if events == nil || decisions {
      for obligation in set.progress where !isKept(obligation) {
        names.append(rules.properties[obligation.property].name)
      }
    }
    if names.isEmpty, mayBoil(events), !ending().isEmpty { names.append("ownStepsEnd") }
    return names
  }

  private func concerns(
    _ obligation: Obligation, _ events: Set<String>?, _ start: Bool, _ time: Bool
  ) -> Bool {
    guard let events else { return true }
    guard let event = obligation.event else { return obligation.assumesClaims ? time : start }
    return events.contains(rules[event].name)
  }

  private func isKept(_ obligation: ProgressObligation) -> Bool {
    Check(bank: set.bank, options: options)
      .refute(obligation.hypotheses + set.claimTerms, [obligation.goal]).answer == .unsatisfiable
  }

  private func mayBoil(_ events: Set<String>?) -> Bool {
    rules.events.contains { $0.isOwnInitiative && events?.contains($0.name) ?? true }
  }

  /// Returns the server's own events for which no measure falls.
  private func ending() -> [String] {
    ZenoAnalysis(rules: rules, set: set, options: options, kept: set.claimTerms).run().open
  }

  /// Returns the assumptions about the world without which some stated property is not kept.
  package func neededAssumptions() -> Set<String> {
    UsedAssumptions.needed(set, options, Array(set.claims.indices))
  }
}
