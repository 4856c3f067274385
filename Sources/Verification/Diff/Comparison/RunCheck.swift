import Findings
import Rulebook
import Semantics

/// Does a run once more by the evaluators of both rulebooks.
struct RunCheck {
  let sides: BothSides

  /// The answers of both to the last step; nil if the run is not one of the rules that it is said
  /// to be one of, up to its last step.
  func judgement(
    _ recording: Recording, _ names: (Int) -> String, reached: Differing.Reached, pair: Int?
  ) throws(EvaluationError) -> BothSides.Judgement? {
    let evaluators =
      reached == .both ? [sides.old, sides.new] : reached == .old ? [sides.old] : [sides.new]
    var clocks: [Clocks] = []
    for evaluator in evaluators { clocks.append(try evaluator.clocks(startingAt: recording.start)) }
    var state = recording.start
    for moment in recording.moments.dropLast() {
      for (index, evaluator) in evaluators.enumerated() {
        switch moment {
        case .passage(let after):
          let deadline = try evaluator.earliestDeadline(state, clocks[index])?.instant
          guard deadline ?? .max >= after.now else { return nil }
          clocks[index] = try evaluator.advance(state, clocks[index], to: after.now).clocks
        case .event(let step):
          guard
            let position = sides.union.pairs.firstIndex(where: {
              $0.name == names(step.event.index)
            })
          else { return nil }
          let event = Core.ID<Core.Event>(position)
          let result = step.results
          guard try evaluator.enabledness(of: event, step.arguments, in: state) != .bool(false),
            evaluator.rules[event].results.count == result.count
          else { return nil }
          let after = try evaluator.fire(event, step.arguments, results: result, in: state).after
          guard sides.differences(after, step.after).isEmpty else { return nil }
          clocks[index] = try evaluator.clocks(clocks[index], after: step.after)
        }
      }
      state = moment.after
    }
    guard let pair else { return BothSides.Judgement(permitted: (.unknown, .unknown)) }
    guard case .event(let step)? = recording.moments.last else { return nil }
    let rules = sides.union.pairs[pair]
    let count = rules.parameters.count
    var chosen = step.arguments.dropFirst(count)
    let results = rules.results.map { result in
      result.isNew ? Value.none : chosen.popFirst() ?? first(result.variable.type, step.before)
    }
    return try sides.judgement(
      pair, Array(step.arguments.prefix(count)), results, in: step.before)
  }

  private func first(_ type: Core.ValueType, _ state: State) -> Value {
    sides.old.candidates(for: type, in: state).first ?? .unknown
  }
}
