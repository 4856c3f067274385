package import Rulebook

/// Conditions over the parameters of an event, each tried as soon as what it reads is bound.
package struct Plan: Sendable {
  package let parameters: [Core.Variable]
  /// At position n: what to test once the first n parameters are bound. The order of the
  /// conditions is kept, for later ones may rely on earlier ones.
  package let conditions: [[Core.Expression]]
  package let readsNow: Bool
  /// At position n: what is asked first of parameter n, if that tells which entities it can be.
  let joins: [Join?]

  init(_ parameters: [Core.Variable], _ all: [Core.Expression]) {
    self.parameters = parameters
    var conditions: [[Core.Expression]] = Array(repeating: [], count: parameters.count + 1)
    var depth = 0
    for condition in all {
      condition.forEach { part in
        guard case .variable(let variable) = part,
          let position = parameters.firstIndex(where: { $0.id == variable.id })
        else { return }
        depth = max(depth, position + 1)
      }
      conditions[depth].append(condition)
    }
    self.conditions = conditions
    joins = parameters.indices.map { position in
      guard position > 0, let first = conditions[position + 1].first else { return nil }
      return Join(of: parameters[position], in: first)
    }
    readsNow = all.contains { $0.readsNow }
  }
}
