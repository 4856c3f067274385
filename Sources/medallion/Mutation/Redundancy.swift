import Findings
import Rulebook
import Verification

/// A check of whether a guard without effect follows from the others: it holds wherever the event
/// is enabled without it.
struct Redundancy {
  private let rules: Core.Rules
  private let options: ProofOptions
  private let assumptions: Set<String>

  init(_ rules: Core.Rules, _ options: ProofOptions, _ assumptions: Set<String>) {
    self.rules = rules
    self.options = options
    self.assumptions = assumptions
  }

  func holds(of mutant: Mutant) -> Bool {
    guard mutant.change == .withoutGuard, let names = mutant.events, !names.isEmpty else {
      return false
    }
    return names.allSatisfy { name in
      guard let index = rules.events.firstIndex(where: { $0.name == name }),
        let condition = rules.events[index].guards.first(where: { $0.span == mutant.span })
      else { return false }
      return follows(condition, at: index)
    }
  }

  private func follows(_ condition: Core.Guard, at index: Int) -> Bool {
    var without = rules
    without.events[index].guards.removeAll { $0 == condition }
    without.events[index].definedness = []
    var next = -1
    let before = condition.condition.instantiated([:], era: .before) {
      next -= 1
      return next
    }
    let name = "the guard that is left out"
    without.properties.append(
      Core.Property(
        kind: .step, name: name, citations: [], sentence: nil,
        body: .step([Core.StepFormula(event: Core.ID(index), formula: before)]),
        text: condition.text, span: condition.span))
    guard let prover = try? Prover(without, options) else { return false }
    return !prover.failures(at: [rules.events[index].name], assuming: assumptions).contains(name)
  }
}
