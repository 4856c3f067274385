public import Rulebook
internal import Solver

/// Proves the properties of a rulebook for any number of entities.
public struct Prover: Sendable {
  let rules: Core.Rules
  let set: ObligationSet
  let options: ProofOptions

  /// Lowers the rulebook. Throws if a rule is outside the fragment.
  public init(_ rules: Core.Rules, _ options: ProofOptions) throws(OutsideFragment) {
    self.rules = rules
    self.options = options
    do {
      set = try ObligationSet(rules)
    } catch {
      throw OutsideFragment(message: error.message)
    }
  }

  /// The name and version of the solver.
  public static var solver: (name: String, version: String) { ("z3", Session.version) }

  /// - Parameter progress: told after every obligation, from any thread.
  public func prove(
    progress: @escaping @Sendable (ProofProgress) -> Void = { _ in }
  ) -> ProofResult {
    let induction = Induction(set: set, options: options, progress: progress)
    let outcome = induction.run(chosenClaims(induction))
    var results = Results(rules: rules, set: set, options: options, outcome: outcome)
    results.restsOnAssumptions(induction)
    results.restsOnDropped(induction)
    results.openQuestions()
    return results.finished()
  }

  /// All claims, of the mere candidates only those that are inductive with the rest: asked apart,
  /// so that a wrong guess costs a small query and not a round.
  func chosenClaims(_ induction: Induction) -> [Int] {
    let all = Array(set.claims.indices)
    let candidates = all.filter { set.claims[$0].isCandidate }
    guard !candidates.isEmpty else { return all }
    return induction.run(all, goals: Set(candidates)).kept
  }
}
