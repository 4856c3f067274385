import Findings
import Rulebook
import Semantics

/// Random runs, the same for the same seed: some from the start, most from a state where something
/// was new.
struct Exploration {
  let evaluator: Evaluator
  let slice: Slice
  /// The fields that make a state new.
  let fields: Set<Core.ID<Core.Field>>
  let scope: Scope
  let seed: UInt64
  /// The number of steps that are tried in all.
  let mostSteps: Int
  var cutoff: Cutoff?

  /// The number of steps that each try adds, and the greatest length of a run of several tries.
  private static let strideLength = 24
  private static let longestRun = 250
  /// The interval of tries that begin at the start.
  private static let freshStarts: UInt64 = 4

  /// Calls `visit` after each step, with the run that led there, until that returns false. An
  /// undefined event ends its run, but not the others.
  func run(
    _ visit: (Done, Script) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) {
    var left = mostSteps
    var seed = self.seed
    var novelty = Novelty(slice.rules, lookingAt: fields, seed: seed)
    while left > 0, !cutoff.isOver {
      seed &+= 1
      left -= 1
      guard
        var (script, run) = try unlessUndefined({ () throws(EvaluationError) in
          try beginning(&novelty, seed)
        })
      else { return }
      for _ in 0..<Self.strideLength where script.moves.count < Self.longestRun {
        left -= 1
        guard let happened = try unlessUndefined({ () throws(EvaluationError) in try run.next() })
        else { break }
        script.moves.append(Move(happened, slice.rules))
        let position = Position(state: run.state, clocks: run.clocks)
        let step: Step? = if case .event(let step) = happened { step } else { nil }
        let done = Done(position: position, step: step)
        let goesOn = try unlessUndefined { () throws(EvaluationError) -> Bool? in
          try visit(done, script)
        }
        guard let goesOn else { break }
        guard goesOn else { return }
        novelty.note(position, by: script)
      }
    }
  }

  /// Returns the beginning of a try; nil if there is no start.
  private func beginning(
    _ novelty: inout Novelty, _ seed: UInt64
  ) throws(EvaluationError) -> (Script, RandomRun)? {
    if seed % Self.freshStarts != 0, let entry = novelty.next() {
      let run = RandomRun(
        evaluator, at: entry.position.state, entry.position.clocks, caps: scope.caps, seed: seed)
      return (entry.script, run)
    }
    guard let run = try RandomRun(evaluator, counts: scope.fixed, caps: scope.caps, seed: seed)
    else { return nil }
    return (Script(scope: scope, choices: choices(in: run.state), moves: []), run)
  }

  private func choices(in state: State) -> Choices {
    var choices: Choices = [:]
    _ = evaluator.initialState(counts: scope.fixed) { place, _ in
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
  /// Makes the move that a random run made.
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
