import Rulebook
import Semantics

/// The facts that found runs show: about them the solver need not be asked.
package struct Witnessed: Sendable {
  /// The positions of the `reach` properties that the runs satisfy.
  package let properties: Set<Int>
  private let runs: [Recording]

  /// - Parameter runs: Legal runs from a start, by the positions of the `reach` properties that
  ///   they satisfy.
  package init(_ runs: [Int: Recording] = [:]) {
    properties = Set(runs.keys)
    self.runs = runs.keys.sorted().compactMap { runs[$0] }
  }

  private var steps: [Step] { runs.flatMap(\.steps) }

  /// The events that happen in the runs.
  var events: Set<Core.ID<Core.Event>> { Set(steps.map(\.event)) }

  /// Returns the positions of the antecedents that hold somewhere in the runs.
  func holding(_ antecedents: [Antecedent], _ rules: Core.Rules) -> Set<Int> {
    let evaluator = Evaluator(rules)
    var contexts = runs.flatMap { [$0.start] + $0.moments.map(\.after) }.map {
      (event: Core.ID<Core.Event>?.none, context: Context(here: $0))
    }
    contexts += steps.map { ($0.event, evaluator.context(of: $0)) }
    let byEvent = Dictionary(grouping: contexts, by: \.event)
    return Set(
      antecedents.indices.filter { index in
        let antecedent = antecedents[index]
        return byEvent[antecedent.event, default: []].contains { _, context in
          // Where it has no value it is not seen to hold.
          (try? evaluator.evaluate(antecedent.condition, in: context)) == .bool(true)
        }
      })
  }
}
