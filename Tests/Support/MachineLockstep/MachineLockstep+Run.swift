import Basics
import Rulebook
import Semantics

extension MachineLockstep {
  /// One run from a random state: events that may happen, and some that may not; time passes, and
  /// now and then all goes back to an earlier moment. It ends sooner where little happens any more,
  /// and before the state has grown much.
  /// - Returns: nil: no legal initial state was found.
  package static func run(
    _ evaluator: Evaluator, steps: Int, seed: UInt64
  ) throws(EvaluationError) -> MachineLockstep? {
    let sorts = evaluator.rules.entities.indices.map { Core.ID<Core.Entity>($0) }
    let counts = Dictionary(uniqueKeysWithValues: sorts.map { ($0, 2) })
    guard let start = try RandomRun(evaluator, counts: counts, seed: seed) else { return nil }
    var lockstep = MachineLockstep(evaluator, start.state, start.clocks, seed: seed)
    let most = sorts.map { lockstep.state.count(of: $0) + 3 }
    var (idle, performed) = (0, 0)
    while lockstep.steps < steps, lockstep.difference == nil, idle < 20 {
      switch lockstep.random.below(10) {
      case 0..<6: lockstep.takeLikely()
      case 6: lockstep.takeAnything()
      case 7: lockstep.goBackOrMark()
      case 8: lockstep.lookBack()
      default: lockstep.passTime()
      }
      idle = lockstep.performed > performed ? 0 : idle + 1
      performed = lockstep.performed
      guard zip(sorts, most).allSatisfy({ lockstep.state.count(of: $0) <= $1 }) else { break }
    }
    return lockstep
  }
}
