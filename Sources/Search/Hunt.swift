internal import Rulebook
internal import Semantics

/// Random runs, the same for the same seed, until the targets are met.
struct Hunt {
  let inquiry: Inquiry
  let scope: Scope
  let seed: UInt64
  /// How many steps are tried in all, and in one run.
  let mostSteps: Int
  let longestRun: Int

  /// The runs as they were met, by target.
  func run() throws(EvaluationError) -> [Target: Script] {
    var open = inquiry.targets
    var found: [Target: Script] = [:]
    var left = mostSteps
    var seed = self.seed
    let evaluator = inquiry.evaluator
    while left > 0, !open.isEmpty {
      seed &+= 1
      guard
        var run = try RandomRun(evaluator, counts: scope.fixed, caps: scope.caps, seed: seed)
      else { break }
      var script = Script(scope: scope, choices: choices(in: run.state), moves: [])
      for _ in 0..<longestRun {
        left -= 1
        guard let happened = try next(&run) else { break }
        script.moves.append(Move(happened, inquiry.slice.rules))
        let position = Position(state: run.state, clocks: run.clocks)
        let step: Step? = if case .event(let step) = happened { step } else { nil }
        let met = try inquiry.met(by: Done(position: position, step: step), isNew: true)
        for target in open.intersection(met) { found[target] = script }
        open.subtract(met)
        if open.isEmpty { break }
      }
    }
    return found
  }

  /// nil: the run ends; it also ends where an event is not defined.
  private func next(_ run: inout RandomRun) throws(EvaluationError) -> RunStep? {
    do {
      return try run.next()
    } catch {
      if error.isLimit { throw error }
      return nil
    }
  }

  private func choices(in state: State) -> Choices {
    var choices: Choices = [:]
    _ = inquiry.evaluator.initialState(counts: scope.fixed) { place, _ in
      switch place {
      case .field(let field, let owner): choices[place] = state[field, of: Int(owner)]
      case .global(let global): choices[place] = state[global]
      }
      return .unknown
    }
    return choices
  }
}

extension Move {
  /// The move that a random run made.
  fileprivate init(_ happened: RunStep, _ rules: Core.Rules) {
    switch happened {
    case .passage(_, let after): self = .passage(to: after.now)
    case .event(let step):
      var openings: [FieldChoice] = []
      for (result, value) in zip(rules[step.event].results, step.results) where result.isNew {
        guard case .entity(let sort) = result.variable.type.scalar, case .entity(let new) = value
        else { continue }
        for field in rules[sort].fields where rules[field].initial == .any {
          openings.append(
            FieldChoice(
              field: field, position: Int(new) - step.before.count(of: sort),
              value: step.after[field, of: Int(new)]))
        }
      }
      self = .event(
        step.event, arguments: step.arguments, results: step.results, openings: openings)
    }
  }
}
