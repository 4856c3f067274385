import Findings
import Semantics

/// Random runs until the targets are met.
struct Hunt {
  let inquiry: Inquiry
  let scope: Scope
  let interest: Inquiry.Interest
  let seed: UInt64
  /// The number of steps that are tried in all.
  let mostSteps: Int
  let cutoff: Cutoff?

  /// Returns the runs as they were met, by target.
  func run() throws(EvaluationError) -> [Target: Script] {
    var open = inquiry.targets
    var found: [Target: Script] = [:]
    let exploration = Exploration(
      evaluator: inquiry.evaluator, slice: inquiry.slice, fields: inquiry.fields(of: interest),
      scope: scope, seed: seed, mostSteps: mostSteps, cutoff: cutoff)
    try exploration.run { (done, script) throws(EvaluationError) in
      let met = try inquiry.met(by: done, isNew: true)
      for target in open.intersection(met) { found[target] = script }
      open.subtract(met)
      return !open.isEmpty
    }
    return found
  }
}
