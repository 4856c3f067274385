import Rulebook
import Semantics

/// Conditions on values that are chosen one after the other, each tested as soon as possible.
final class CompactPlan {
  private let variables: [Int]
  /// The conditions by the number of values that are chosen.
  private let conditions: [[Code]]
  let readsNow: Bool

  init(_ plan: Plan, _ compiler: CompactCompiler) throws(NotCompact) {
    variables = plan.parameters.map(\.id)
    conditions = try plan.conditions.mapped { part throws(NotCompact) in
      try part.mapped { condition throws(NotCompact) in try compiler.truth(condition) }
    }
    readsNow = plan.readsNow
  }

  var arity: Int { variables.count }

  /// Calls `visit` with each choice of candidates bound for which all conditions hold; stops at a
  /// failure.
  func forEach(_ candidates: [[Int64]], _ frame: Frame, _ visit: () -> Void) {
    extend(0, candidates, frame, visit)
  }

  private func extend(
    _ depth: Int, _ candidates: [[Int64]], _ frame: Frame, _ visit: () -> Void
  ) {
    for condition in conditions[depth] where condition(frame) == 0 || frame.pointee.hasFailed {
      return
    }
    guard depth < variables.count else { return visit() }
    for candidate in candidates[depth] {
      frame.pointee.variables[variables[depth]] = candidate
      extend(depth + 1, candidates, frame, visit)
      if frame.pointee.hasFailed { return }
    }
  }

  /// Returns the choices, one after the other.
  func instances(_ candidates: [[Int64]], _ frame: Frame) -> [Int64] {
    var found: [Int64] = []
    forEach(candidates, frame) {
      for variable in variables { found.append(frame.pointee.variables[variable]) }
      // If there is nothing to choose, a single word stands for the empty choice.
      if variables.isEmpty { found.append(0) }
    }
    return found
  }

  func bind(_ values: ArraySlice<Int64>, _ frame: Frame) {
    for (variable, value) in zip(variables, values) { frame.pointee.variables[variable] = value }
  }
}
