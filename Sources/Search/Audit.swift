public import Rulebook
internal import Semantics

/// Holds what was proved against real states: on random legal runs no proved property may fail.
/// If one does, the lowering to the solver is wrong, and so is every verdict.
public struct Audit: Sendable {
  private let evaluator: Evaluator
  private let proved: Set<Int>

  /// - Parameter proved: positions of invariants, lemmas, step and bounded properties.
  public init(_ rules: Core.Rules, proved: [Int]) {
    evaluator = Evaluator(rules)
    self.proved = Set(proved)
  }

  /// Walks so many steps, the same for the same seed.
  /// - Returns: none if nothing fails; otherwise what fails, and when.
  public func run(steps: Int, seed: UInt64) -> String? {
    let rules = evaluator.rules
    var left = steps
    var seed = seed
    while left > 0 {
      seed &+= 1
      let scope = Scope(rules, each: 1 + Int(seed % 3), introduced: 2 + Int(seed % 5))
      do {
        guard
          var run = try RandomRun(evaluator, counts: scope.fixed, caps: scope.caps, seed: seed)
        else { return nil }
        for step in 0..<250 {
          left -= 1
          let before = (state: run.state, clocks: run.clocks)
          guard left >= 0, let happened = try run.next() else { break }
          var violations = try evaluator.violatedProperties(in: run.state, run.clocks)
          switch happened {
          case .event(let step): violations += try evaluator.violatedProperties(of: step)
          case .passage(_, let after):
            violations += try evaluator.violatedProperties(
              before.state, before.clocks, passingTo: after.now)
          }
          if let violation = violations.first(where: { proved.contains($0.property) }) {
            return "'\(rules.properties[violation.property].name)' is proved, and fails in step "
              + "\(step + 1) of the random run with seed \(seed)"
          }
        }
      } catch {
        return "a random run with seed \(seed) has no meaning: \(error.message(in: rules))"
      }
    }
    return nil
  }
}
