import Rulebook

/// The answer to whether an event may happen now.
package enum Legality: Hashable, Sendable {
  case legal
  /// An obligation whose guards hold, before its due instant.
  case early(due: Int64)
  /// The position of the first guard that is false.
  case forbidden(guard: Int)
  /// The position of the first guard whose truth is not known; nil: the due instant is not known.
  case open(guard: Int?)
  case undefined(EvaluationError)
}

extension Evaluator {
  /// Returns whether an event may happen in a state.
  package func legality(
    of event: Core.ID<Core.Event>, _ arguments: [Value], in state: State
  ) -> Legality {
    do {
      let guards = try guards(of: event, arguments, in: state)
      if let position = guards.firstIndex(where: { $0.value == .bool(false) }) {
        return .forbidden(guard: position)
      }
      if let position = guards.firstIndex(where: { $0.value == .unknown }) {
        return .open(guard: position)
      }
      guard rules[event].due != nil else { return .legal }
      switch try due(of: event, arguments, in: state) {
      case .number(let due): return due > state.now ? .early(due: due) : .legal
      default: return .open(guard: nil)
      }
    } catch {
      return .undefined(error)
    }
  }
}
