import Rulebook

/// Conditions over the parameters of an event, each tested as soon as the values it reads are
/// bound.
package struct Plan: Sendable {
  package let parameters: [Core.Variable]
  /// The conditions to test once the first n parameters are bound, at position n. From the first
  /// condition on that may fail, the order is kept: later ones may rely on earlier ones.
  package let conditions: [[Core.Expression]]
  package let readsNow: Bool
  /// The join of parameter n at position n, if its first condition tells which entities it can be.
  let joins: [Join?]

  init(_ parameters: [Core.Variable], _ all: [Core.Expression]) {
    self.parameters = parameters
    var conditions: [[Core.Expression]] = Array(repeating: [], count: parameters.count + 1)
    var deepest = 0
    var canReorder = true
    for condition in all {
      canReorder = canReorder && !condition.mayFail(of: parameters)
      let depth = condition.depth(of: parameters)
      deepest = max(deepest, depth)
      conditions[canReorder ? depth : deepest].append(condition)
    }
    self.conditions = conditions
    joins = parameters.indices.map { position in
      guard position > 0, let first = conditions[position + 1].first else { return nil }
      return Join(of: parameters[position], in: first)
    }
    readsNow = all.contains { $0.readsNow }
  }
}

extension Core.Expression {
  /// Returns the number of parameters, in their order, that must be bound for the expression to
  /// have a value.
  fileprivate func depth(of parameters: [Core.Variable]) -> Int {
    var depth = 0
    forEach { part in
      guard case .variable(let variable) = part,
        let position = parameters.firstIndex(where: { $0.id == variable.id })
      else { return }
      depth = max(depth, position + 1)
    }
    return depth
  }

  /// Returns true if the expression may be an error for parameters that exist: a missing value, a
  /// number out of range, or a field that refers to an entity that does not exist.
  fileprivate func mayFail(of parameters: [Core.Variable]) -> Bool {
    func exists(_ entity: Core.Expression) -> Bool {
      if case .variable(let variable) = entity { parameters.contains(variable) } else { false }
    }
    return contains { part in
      switch part {
      case .literal, .variable, .now, .global(_, .here), .isNone, .not, .and, .or, .equal, .less,
        .atMost:
        false
      case .field(_, let owner, .here): !exists(owner)
      case .member(_, let collection): collection.era != .here || !exists(collection.owner)
      default: true
      }
    }
  }
}
