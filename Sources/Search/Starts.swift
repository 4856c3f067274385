internal import Rulebook
internal import Semantics

/// The states in which a run may start: every choice of what the rules leave open, where the
/// choices are few; numbers and times left open are 0.
struct Starts {
  private let evaluator: Evaluator
  private let scope: Scope

  private static let most = 4_096

  init(_ evaluator: Evaluator, _ scope: Scope) {
    self.evaluator = evaluator
    self.scope = scope
  }

  func all() -> [State] {
    var open: [(place: Place, choices: [Value])] = []
    let plain = evaluator.initialState(counts: scope.fixed)
    _ = evaluator.initialState(counts: scope.fixed) { place, type in
      open.append((place, choices(type, plain)))
      return .unknown
    }
    var states: [[Place: Value]] = [[:]]
    for (place, choices) in open {
      let kept = states.count * choices.count <= Self.most ? choices : Array(choices.prefix(1))
      states = states.flatMap { state in
        kept.map { value in state.merging([place: value]) { $1 } }
      }
    }
    return states.map { chosen in
      evaluator.initialState(counts: scope.fixed) { place, _ in chosen[place] ?? .unknown }
    }
  }

  private func choices(_ type: Core.ValueType, _ state: State) -> [Value] {
    switch type.scalar {
    case .bool, .enumeration, .entity: evaluator.candidates(for: type, in: state)
    case .range(let id):
      (type.isOptional ? [.none] : [])
        + Set([evaluator.rules[id].lower, evaluator.rules[id].upper]).sorted().map { .number($0) }
    case .int, .time, .duration, .unit: (type.isOptional ? [.none] : []) + [.number(0)]
    }
  }
}
