import Findings
import Rulebook
import Testing
import Verification

/// Each fixture is a shipped rulebook with one fault. What the fault breaks must be refuted, by a
/// run of the least number of steps; what does not depend on it must stay proved.
@Suite struct RefutedTests {
  @Test func thereAreFaults() { #expect(Shipped.faults.count >= 15) }

  @Test(arguments: Shipped.faults) func faultIsFound(name: String) throws {
    let fault = try Shipped.fault(name)
    let rules = try fault.rules()
    let proof = try Prover(rules, ProofOptions(only: [fault.refuted])).prove()
    #expect(proof.fault == nil)
    // What is proved on condition that every event is defined, or that time passes, is not lost
    // by itself.
    let lost = proof.properties.filter { property in
      property.kind != .reach && property.verdict != .proved
        && property.reason?.hasPrefix("proved ") != true
    }
    #expect(Set(lost.map(\.name)) == Set([fault.refuted] + fault.alsoLost))

    let broken = try #require(proof.properties.firstIndex { $0.name == fault.refuted })
    let question: Searcher.Question =
      switch proof.properties[broken].kind {
      case .progress: .timelock
      case .zeno: .lasso
      default: .violation(property: broken)
      }
    let budget = Searcher.Budget(
      seed: fault.seed ?? 1, scope: try Scope(parsing: fault.scope, rules))
    guard case .found(let found)? = try Searcher(rules, budget).answers(to: [question])[question]
    else {
      Issue.record("no run breaks \(fault.refuted)")
      return
    }
    // As few as there are, also where not all that may be tried was tried, so that none claims it.
    #expect(found.run.steps.count == fault.steps)
  }
}
