import Basics
import Rulebook
import Semantics

/// Writes and reads the possible states between two lines.
extension PossibleStates {
  func write(to writer: inout CheckpointWriter) {
    writer.write(optional: began) { $0.write($1) }
    writer.write(list: kept) { writer, group in
      writer.write(list: group.entities) { $0.write($1) }
      writer.write(list: group.states) { $0.write($1.values) }
      writer.write(group.instant)
    }
  }

  /// Continues from the state of another with the same rules and options.
  mutating func read(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants
  ) throws(CheckpointDamage) {
    began = try reader.optional { reader throws(CheckpointDamage) in try reader.int64() }
    let (rules, scope) = (rules, scope)
    for _ in 0..<(try reader.length()) {
      let entities = try reader.list { reader throws(CheckpointDamage) in
        try reader.entityKey(rules)
      }
      let types = entities.flatMap { key in
        scope.fields[key.sort.index].compactMap { field -> Core.ValueType? in
          if case .value(let type) = rules[field].kind { type } else { nil }
        }
      }
      let states = try reader.list { reader throws(CheckpointDamage) in
        guard try reader.length() == types.count else { throw CheckpointDamage() }
        var values: [Value] = []
        for type in types { values.append(try inhabitants.value(type, &reader)) }
        return PossibleState(values: values)
      }
      let group = PossibleGroup(
        entities: entities, states: states, instant: try reader.int64())
      guard !entities.isEmpty, !states.isEmpty, states.count <= PossibleSearch.mostStates,
        Set(entities).count == entities.count,
        entities.allSatisfy({ inhabitants.exists($0.number, $0.sort) })
      else { throw CheckpointDamage() }
      keep(group)
    }
  }
}
