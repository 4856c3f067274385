import Basics
import Rulebook

/// One record of a line, with the values that hold it.
struct Record {
  let value: JSONValue
  /// The value that holds the list in which the record is, then the value that holds that one, up
  /// to the line.
  let holders: [Holder]
  /// The position of the record in its list, from 0.
  var ordinal = 0
  /// The JSON in the texts of the record.
  let texts = Texts()

  /// The JSON that texts of a record hold, each read once.
  final class Texts {
    /// The JSON of each text, by the text's offset; nil: it holds something else.
    var known: [Int: JSONValue?] = [:]
  }

  /// A value that holds a list. Values that one record has read of it are shared by all its
  /// records: a list may have as many records as its holder has members.
  final class Holder {
    let value: JSONValue
    /// The value at each path that was read; nil: there is none, or null.
    var known: [FieldPath: JSONValue?] = [:]

    init(_ value: JSONValue) { self.value = value }
  }
}

/// Follows paths through a record, as one mapping reads it. A value of another kind than a path
/// expects is an error, while a missing one is not: otherwise its content would be passed over in
/// silence.
struct RecordReader: Sendable {
  let wrappers: [String: Mapping.Wrapper]
  let pairs: (key: String, value: String)?

  init(_ mapping: Mapping) {
    wrappers = mapping.wrappers
    pairs = mapping.pairs
  }

  /// The records to which a path leads. Empty: it leads nowhere, or to empty lists.
  func records(
    of line: JSONValue, at path: FieldPath?
  ) throws(InterpretationError) -> [Record] {
    guard let path else { return [Record(value: line, holders: [])] }
    var found = [Record(value: line, holders: [])]
    // The value that holds the next list: the line, or an element of the list before.
    var owner: [JSONValue] = [line]
    for step in path.steps {
      switch step {
      case .every:
        (found, owner) = try elements(of: found, in: owner, path)
      case .member, .element, .last:
        var next: [(Record, JSONValue)] = []
        for (record, owner) in zip(found, owner) {
          if let value = try self.step(step, in: record.value, record.texts) {
            next.append((Record(value: value, holders: record.holders), owner))
          } else if case .member(let name) = step {
            try requireObject(record.value, holding: name, path)
          }
        }
        found = next.map(\.0)
        owner = next.map(\.1)
      }
    }
    return found
  }

  private func elements(
    of lists: [Record], in owners: [JSONValue], _ path: FieldPath
  ) throws(InterpretationError) -> (records: [Record], owners: [JSONValue]) {
    var records: [Record] = []
    for (list, owner) in zip(lists, owners) {
      if list.value.content == .null { continue }
      guard case .array(let elements) = list.value.content else {
        throw InterpretationError(
          .missingRecords, at: list.value.span.lower,
          "`\(path)` leads through lists, this is \(list.value.kindDescription)")
      }
      let holders = [Record.Holder(owner)] + list.holders
      for (ordinal, element) in elements.enumerated() {
        records.append(Record(value: element, holders: holders, ordinal: ordinal))
      }
    }
    return (records, records.map(\.value))
  }

  private func requireObject(
    _ value: JSONValue, holding name: String, _ path: FieldPath
  ) throws(InterpretationError) {
    let opened = try opened(value)
    if case .object = opened.content { return }
    throw InterpretationError(
      .missingRecords, at: value.span.lower,
      "`\(path)` leads through objects with `\(name)`, this is \(opened.kindDescription)")
  }

  /// The value to which a path leads from a record, opened to its depths; nil: none, or null.
  func value(
    at path: FieldPath, in record: Record
  ) throws(InterpretationError) -> JSONValue? {
    guard path.climbs <= record.holders.count else { return nil }
    if path.climbs == 0 { return try value(at: path.steps, in: record.value, record.texts) }
    let holder = record.holders[path.climbs - 1]
    if let known = holder.known[path] { return known }
    let value = try value(at: path.steps, in: holder.value, record.texts)
    holder.known[path] = .some(value)
    return value
  }

  private func value(
    at steps: [FieldPath.Step], in value: JSONValue, _ texts: Record.Texts
  ) throws(InterpretationError) -> JSONValue? {
    var value = value
    for step in steps {
      guard let next = try self.step(step, in: value, texts) else { return nil }
      value = next
    }
    let opened = try openedThrough(value)
    return opened.content == .null ? nil : opened
  }

  private func step(
    _ step: FieldPath.Step, in value: JSONValue, _ texts: Record.Texts
  ) throws(InterpretationError) -> JSONValue? {
    var value = try opened(value)
    if case .string(let text) = value.content, let inner = try embedded(text, value, texts) {
      value = try opened(inner)
    }
    return switch (step, value.content) {
    case (.member(let name), .object(let members)): members.first { $0.key == name }?.value
    case (.element(let index), .array(let elements)) where index < elements.count: elements[index]
    case (.last, .array(let elements)): elements.last
    default: nil
    }
  }

  /// The object or list that a text holds, through which a path may lead; nil: it holds neither.
  func embedded(
    _ text: String, _ value: JSONValue, _ texts: Record.Texts
  ) throws(InterpretationError) -> JSONValue? {
    let start = value.span.lower
    if let known = texts.known[start] { return known }
    var inner: JSONValue?
    let first = text.utf8.first { !$0.isJSONWhiteSpace }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      do throws(JSONError) {
        inner = try JSONParser.parse(
          Array(text.utf8), offset: start, mostValues: LineSplitter.mostValues)
      } catch {
        throw InterpretationError(
          .malformedEmbedding, at: start, "this string must hold JSON: \(error.message)")
      }
    }
    texts.known[start] = .some(inner)
    return inner
  }

  /// Returns the value without its wrappers, a list of pairs as an object; the values in it stay.
  private func opened(_ value: JSONValue) throws(InterpretationError) -> JSONValue {
    let value = unwrapped(value)
    guard let pairs, case .array(let elements) = value.content, !elements.isEmpty else {
      return value
    }
    let members = elements.map { member($0, pairs) }
    // A list of something else.
    if members.allSatisfy({ $0 == nil }) { return value }
    var keys: Set<String> = []
    var known: [JSONValue.Member] = []
    for (element, member) in zip(elements, members) {
      guard let member else {
        throw InterpretationError(
          .wrongType, at: element.span.lower,
          "this is no pair of `\(pairs.key)` and `\(pairs.value)`, as others in its list are")
      }
      guard keys.insert(member.key).inserted else {
        throw InterpretationError(
          .repeatedMember, at: element.span.lower,
          "`\(member.key.shortenedForDisplay())` comes twice in one list")
      }
      known.append(member)
    }
    return JSONValue(.object(known), at: value.span)
  }

  /// A pair as a member; without a value it is null. nil: it is none.
  private func member(
    _ element: JSONValue, _ pairs: (key: String, value: String)
  ) -> JSONValue.Member? {
    guard case .object(let parts) = element.content,
      case .string(let key)? = parts.first(where: { $0.key == pairs.key })?.value.content
    else { return nil }
    let value = parts.first { $0.key == pairs.value }?.value
    if value == nil, parts.count > 1 { return nil }
    return JSONValue.Member(
      key: key, keySpan: element.span, value: value ?? JSONValue(.null, at: element.span))
  }

  private func unwrapped(_ value: JSONValue) -> JSONValue {
    if wrappers.isEmpty { return value }
    var value = value
    var last = Mapping.Wrapper.value
    var isObject = false
    // The loop ends: each inner value is less deep.
    while case .object(let members) = value.content, members.count == 1,
      let wrapper = wrappers[members[0].key]
    {
      value = members[0].value
      last = wrapper
      isObject = isObject || wrapper == .object
    }
    switch (value.content, last) {
    case (.object([]), _) where isObject, (.array([]), _) where isObject:
      return JSONValue(.object([]), at: value.span)
    case (.object([]), .list): return JSONValue(.array([]), at: value.span)
    case (.object([]), _): return JSONValue(.null, at: value.span)
    case (.string(let text), .number):
      guard let number = Int64(text), String(number) == text else { return value }
      return JSONValue(.integer(number), at: value.span)
    default: return value
    }
  }

  private func openedThrough(_ value: JSONValue) throws(InterpretationError) -> JSONValue {
    if wrappers.isEmpty, pairs == nil { return value }
    let value = try opened(value)
    switch value.content {
    case .array(let elements):
      var inner: [JSONValue] = []
      for element in elements { inner.append(try openedThrough(element)) }
      return JSONValue(.array(inner), at: value.span)
    case .object(let members):
      var inner: [JSONValue.Member] = []
      for member in members {
        inner.append(
          JSONValue.Member(
            key: member.key, keySpan: member.keySpan, value: try openedThrough(member.value)))
      }
      return JSONValue(.object(inner), at: value.span)
    case .null, .bool, .integer, .number, .string: return value
    }
  }
}
