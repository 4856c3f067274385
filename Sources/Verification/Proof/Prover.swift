import Findings
import Rulebook
import Solver

/// A prover for the properties of a rulebook, for any number of entities.
package struct Prover: Sendable {
  let rules: Core.Rules
  let set: ObligationSet
  let options: ProofOptions

  /// Lowers the rulebook. Throws if a rule is outside the fragment.
  package init(_ rules: Core.Rules, _ options: ProofOptions) throws(OutsideFragment) {
    self.rules = rules
    self.options = options
    do {
      set = try ObligationSet(rules)
    } catch {
      throw OutsideFragment(message: error.message)
    }
  }

  /// The name and version of the solver.
  package static var solver: (name: String, version: String) { ("z3", Session.version) }

  /// Proves the properties.
  /// - Parameters:
  ///   - hasStart: Returns true if some small world satisfies the axioms; called if the solver does
  ///     not know.
  ///   - near: Called with the result of the induction as soon as that is known; proved properties
  ///     then stay proved. Returns what quickly found runs show: a property that one satisfies is
  ///     not checked for being unreachable.
  ///   - far: Searches further for runs of those that are not unreachable either, and returns what
  ///     all runs show.
  ///   - progress: Called after every obligation, from any thread.
  package func prove(
    hasStart: () -> Bool = { true },
    near: ([Verification.PropertyResult]) -> Witnessed = { _ in Witnessed() },
    far: (_ unreachable: Set<Int>) -> Witnessed = { _ in Witnessed() },
    progress: @escaping @Sendable (ProofProgress) -> Void = { _ in }
  ) -> ProofResult {
    var results = Results(rules: rules, set: set, options: options)
    results.whetherThereIsAStart(hasStart)
    guard results.start == .exists else { return results.finished() }
    let induction = Induction(set: set, options: options, progress: progress)
    results.outcome = induction.run(Array(set.claims.indices))
    results.whetherTimePasses()
    var witnessed = near(results.finished().properties)
    if !options.isBrief { results.whatIsUnreachable(witnessed.properties) }
    witnessed = far(results.unreachable)
    if !options.isBrief { results.restsOnAssumptions(induction) }
    results.restsOnDropped(induction)
    if !options.isBrief { results.openQuestions(witnessed) }
    return results.finished()
  }
}
