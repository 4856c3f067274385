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
    var steppers: [EvaluatorStepper] = []
    for evaluator in evaluators {
      steppers.append(try EvaluatorStepper(evaluator, startingAt: recording.start))
    }
    for moment in recording.moments.dropLast() {
      for index in steppers.indices {
        switch moment {
        case .passage(let after):
          let deadline = try steppers[index].earliestDeadline()?.instant
          guard deadline ?? .max >= after.now else { return nil }
          try steppers[index].advance(to: after.now)
          steppers[index].state = after
        case .event(let step):
          guard
            let position = sides.union.pairs.firstIndex(where: {
              $0.name == names(step.event.index)
            })
          else { return nil }
          let event = Core.ID<Core.Event>(position)
          let evaluator = steppers[index].evaluator
          guard
            try evaluator.enabledness(of: event, step.arguments, in: steppers[index].state)
              != .bool(false), evaluator.rules[event].results.count == step.results.count
          else { return nil }
          let own = try steppers[index].fire(event, step.arguments, results: step.results).after
          guard sides.differences(own, step.after).isEmpty else { return nil }
          steppers[index].state = step.after
          try steppers[index].settle()
        }
      }
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
