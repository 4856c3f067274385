import Basics
import Rulebook

extension RecordMapper {
  /// Returns the observation that a record makes of the state after its events; nil: it makes none.
  func observation(
    _ head: MappedRecord, of record: Record, after latest: inout Int64
  ) throws(InterpretationError) -> MappedRecord? {
    var facts: [JSONValue.Member] = []
    var origin: FieldPath?
    for fact in mapping.facts {
      guard case .value(let read, let path) = try read(fact.field, in: record) else { continue }
      var value = fitted(read, to: fact.name)
      if let entity = fact.entity {
        guard case .value(let name, _) = try self.read(entity, in: record),
          let text = name.scalarText
        else { continue }
        let member = JSONValue.Member(key: text, keySpan: name.span, value: value)
        value = JSONValue(.object([member]), at: value.span)
      }
      facts.append(JSONValue.Member(key: fact.name, keySpan: value.span, value: value))
      origin = origin ?? path
    }
    guard !facts.isEmpty else { return nil }
    var line = head
    line.add(.observe, JSONValue(.object(facts), at: record.value.span), from: origin)
    try addTime(to: &line, from: record, after: &latest)
    try addID(to: &line, from: record)
    return line
  }

  private func fitted(_ value: JSONValue, to name: String) -> JSONValue {
    if let state = rules.globals.first(where: { $0.name == name }) {
      return value.fitted(to: state.type, rules)
    }
    let field = rules.fields.first { $0.statedName == name || $0.qualifiedName(in: rules) == name }
    guard case .value(let type)? = field?.kind else { return value }
    return value.fitted(to: type, rules)
  }
}
