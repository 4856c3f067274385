import Diagnostics
import Rulebook

/// One record of a line, with what holds it.
struct Record {
  let value: JSONValue
  /// What holds the list in which the record is, then what holds that, up to the line.
  let holders: [Holder]

  /// What holds a list. Its records share what one of them has read of it: a list may have as
  /// many records as what holds it has members.
  final class Holder {
    let value: JSONValue
    /// By path; nil: there is none, or null.
    var known: [FieldPath: JSONValue?] = [:]

    init(_ value: JSONValue) { self.value = value }
  }
}

/// What leads through a record, as one mapping reads it.
struct RecordReader: Sendable {
  let wrappers: [String: Bool]
  let pairs: (key: String, value: String)?

  init(_ mapping: Mapping) {
    wrappers = mapping.wrappers
    pairs = mapping.pairs
  }

  /// The records to which a path leads. Empty: it leads nowhere.
  func records(of line: JSONValue, at path: FieldPath?) -> [Record] {
    guard let path else { return [Record(value: line, holders: [])] }
    var found = [Record(value: line, holders: [])]
    // What holds the next list: the line, or an element of the list before.
    var owner: [JSONValue] = [line]
    for step in path.steps {
      switch step {
      case .every:
        (found, owner) = elements(of: found, in: owner)
      case .member, .element:
        let next = zip(found, owner).compactMap { record, owner in
          self.step(step, in: record.value).map {
            (Record(value: $0, holders: record.holders), owner)
          }
        }
        found = next.map(\.0)
        owner = next.map(\.1)
      }
    }
    return found
  }

  private func elements(
    of lists: [Record], in owners: [JSONValue]
  ) -> (records: [Record], owners: [JSONValue]) {
    var records: [Record] = []
    for (list, owner) in zip(lists, owners) {
      guard case .array(let elements) = list.value.content else { continue }
      let holders = [Record.Holder(owner)] + list.holders
      records += elements.map { Record(value: $0, holders: holders) }
    }
    return (records, records.map(\.value))
  }

  /// The value to which a path leads from a record, opened to its depths; nil: none, or null.
  func value(at path: FieldPath, in record: Record) -> JSONValue? {
    guard path.climbs <= record.holders.count else { return nil }
    if path.climbs == 0 { return value(at: path.steps, in: record.value) }
    let holder = record.holders[path.climbs - 1]
    if let known = holder.known[path] { return known }
    let value = value(at: path.steps, in: holder.value)
    holder.known[path] = .some(value)
    return value
  }

  private func value(at steps: [FieldPath.Step], in value: JSONValue) -> JSONValue? {
    var value = value
    for step in steps {
      guard let next = self.step(step, in: value) else { return nil }
      value = next
    }
    let opened = openedThrough(value)
    return opened.content == .null ? nil : opened
  }

  private func step(_ step: FieldPath.Step, in value: JSONValue) -> JSONValue? {
    switch (step, opened(value).content) {
    case (.member(let name), .object(let members)): members.first { $0.key == name }?.value
    case (.element(let index), .array(let elements)) where index < elements.count: elements[index]
    default: nil
    }
  }

  /// The value without its wrappers, a list of pairs as an object; what is in it stays.
  private func opened(_ value: JSONValue) -> JSONValue {
    let value = unwrapped(value)
    guard let pairs, case .array(let elements) = value.content, !elements.isEmpty else {
      return value
    }
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    for element in elements {
      guard case .object(let parts) = element.content,
        case .string(let key)? = parts.first(where: { $0.key == pairs.key })?.value.content,
        let part = parts.first(where: { $0.key == pairs.value }),
        keys.insert(key).inserted
      else { return value }
      members.append(JSONValue.Member(key: key, keySpan: element.span, value: part.value))
    }
    return JSONValue(.object(members), at: value.span)
  }

  private func unwrapped(_ value: JSONValue) -> JSONValue {
    if wrappers.isEmpty { return value }
    var value = value
    var isList = false
    // Ends: what is within is less deep each time.
    while case .object(let members) = value.content, members.count == 1,
      let holdsList = wrappers[members[0].key]
    {
      value = members[0].value
      isList = holdsList
    }
    guard case .object(let members) = value.content, members.isEmpty else { return value }
    return JSONValue(isList ? .array([]) : .null, at: value.span)
  }

  private func openedThrough(_ value: JSONValue) -> JSONValue {
    if wrappers.isEmpty, pairs == nil { return value }
    let value = opened(value)
    switch value.content {
    case .array(let elements):
      return JSONValue(.array(elements.map(openedThrough)), at: value.span)
    case .object(let members):
      let inner = members.map {
        JSONValue.Member(key: $0.key, keySpan: $0.keySpan, value: openedThrough($0.value))
      }
      return JSONValue(.object(inner), at: value.span)
    case .null, .bool, .integer, .number, .string: return value
    }
  }
}
