import Rulebook
import Semantics
import Traces

/// The entities that lines name, and the lines that name them.
extension Judge {
  /// The entities that a line names, as far as they are known.
  func entities(_ record: TraceEvent) -> [EntityKey] {
    let rule = rules[record.event]
    let variables = rule.parameters + rule.results.map(\.variable)
    let given = record.arguments.map(Optional.some) + record.results
    return zip(variables, given).compactMap { variable, value in
      guard case .entity(let sort) = variable.type.scalar, case .name(let name)? = value else {
        return nil
      }
      return names.number(of: name, sort).map { EntityKey(sort: sort, number: $0) }
    }
  }

  /// Returns the value that a line tells, without adding entities; nil: it names an unknown one.
  func known(_ value: TraceValue, _ scalar: Core.Scalar) -> Value? {
    switch value {
    case .none: return Value.none
    case .bool(let value): return .bool(value)
    case .number(let number): return .number(number)
    case .symbol(let index): return .symbol(Int32(clamping: index))
    case .name(let name):
      guard case .entity(let sort) = scalar else { return .unknown }
      return names.number(of: name, sort).map { .entity($0) }
    }
  }

  /// Returns the known lines about an entity between a line and the present one.
  func lines(about key: EntityKey, behind line: Int) -> [Int] {
    history.lines(of: Int(key.number), key.sort.index).filter {
      line < $0 && $0 < self.line.place.record
    }
  }

  /// Returns true if other entities may stand in a queue of this one: their changes are not changes
  /// of this one.
  func hasQueue(_ key: EntityKey) -> Bool { owningQueues.contains(key.sort) }
}
