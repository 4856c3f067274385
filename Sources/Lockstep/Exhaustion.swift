import Rulebook
import Semantics
import TaxiService

/// Tries every sequence of commands up to a depth on service and rules, for two taxis, two zones,
/// two passengers, two requests and one reservation.
///
/// A position is continued only once. Positions that differ only by the names of taxis, zones or
/// passengers, or by a shift of all instants, count as one.
package struct Exhaustion {
  private let run: LockstepRun
  /// Passages of time count as commands.
  private let depth: Int
  static let mostRequests = 2
  static let mostReservations = 1

  /// - Parameter depth: The number of commands and passages of time; below 0 counts as 0.
  package init(_ rules: Core.Rules, depth: Int) {
    self.init(rules, depth: depth, fault: nil)
  }

  package init(_ rules: Core.Rules, depth: Int, fault: ServiceFault?) {
    var options = LockstepOptions()
    options.taxis = 2
    options.passengers = 2
    options.zones = 2
    options.fullComparisonInterval = 1
    run = LockstepRun(rules, options, fault: fault)
    self.depth = max(0, depth)
  }

  private struct Branch {
    let pair: Lockstep<EvaluatorStepper>
    let inputs: [ServiceInput]
  }

  /// - Parameter progress: Is told how many positions there are so far, now and then.
  package func run(_ progress: (Int) -> Void = { _ in }) throws(LockstepFailure) -> LockstepResult {
    var result = LockstepResult(
      rulebook: run.rules.name, digest: run.rules.digest, seed: run.options.seed)
    var seen: Set<[Int64]> = []
    var frontier = [Branch(pair: try run.evaluatorPair(), inputs: [])]
    for level in stride(from: 1, through: depth, by: 1) {
      var next: [Branch] = []
      for branch in frontier {
        for input in inputs(branch.pair.service) {
          var pair = branch.pair
          let before = pair.steps
          if let difference = pair.take(input) ?? pair.compareFully() {
            result.disagreement = disagreement(difference, branch.inputs + [input])
            return result
          }
          result.steps += pair.steps - before
          result.fullComparisons += 1
          let service = pair.service
          guard service.requestCount <= Self.mostRequests,
            service.reservationCount <= Self.mostReservations,
            seen.insert(canonicalForm(of: service)).inserted
          else { continue }
          // Nothing is gone on from the last ones.
          if level == depth { continue }
          next.append(Branch(pair: pair, inputs: branch.inputs + [input]))
        }
        progress(seen.count)
      }
      frontier = next
    }
    result.positions = seen.count
    return result
  }

  private func disagreement(
    _ difference: Difference, _ inputs: [ServiceInput]
  ) -> LockstepResult.Disagreement {
    LockstepResult.Disagreement(
      kind: difference.kind.rawValue, rule: difference.rule,
      requirements: difference.requirements, expected: difference.expected,
      observed: difference.observed, run: run.lines(inputs))
  }
}
