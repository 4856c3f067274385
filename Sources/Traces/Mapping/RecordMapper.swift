import Basics
import Rulebook

/// A record as a mapping understands it: the members of a line of a trace, each with the path of
/// its origin.
struct MappedRecord {
  struct Member {
    let key: String
    let value: JSONValue
    let origin: FieldPath?
  }

  var members: [Member] = []
  /// The source that recorded the line.
  var source: String?
  /// The nanoseconds of its instant beyond the millisecond.
  var nanoseconds: Int32 = 0
  /// True if the line is one of the further lines of a record, with an instant of its own.
  var isFurther = false

  mutating func add(_ key: Vocabulary.Reserved, _ value: JSONValue, from origin: FieldPath?) {
    members.append(Member(key: key.rawValue, value: value, origin: origin))
  }

  /// Makes the id one of its own: that of a record holds for all lines that are made of it.
  mutating func distinguish(_ number: Int) {
    let key = Vocabulary.Reserved.id.rawValue
    guard let index = members.firstIndex(where: { $0.key == key }),
      case .string(let id) = members[index].value.content
    else { return }
    members[index] = Member(
      key: key, value: JSONValue(.string("\(id) (\(number))"), at: members[index].value.span),
      origin: members[index].origin)
  }

  /// The instant in milliseconds since 1970 (UTC).
  var instant: Int64? {
    let member = members.first { $0.key == Vocabulary.Reserved.at.rawValue }
    guard case .integer(let instant)? = member?.value.content else { return nil }
    return instant
  }

  /// The line, at the place of the record.
  func line(at span: SourceSpan) -> JSONValue {
    let members = members.map {
      JSONValue.Member(key: $0.key, keySpan: $0.value.span, value: $0.value)
    }
    return JSONValue(.object(members), at: span)
  }
}

/// Makes lines of a trace of the records of a logger.
///
/// Only the form changes: ``TraceInterpreter`` decides if the line can be used. A mapper is
/// immutable. It is a class because copying such a large value for every record would be slow.
final class RecordMapper: Sendable {
  enum Result {
    /// The lines that the record makes, at least one.
    case lines([MappedRecord])
    /// The record is none of the trace, for this reason (a part of a sentence).
    case passedOver(String)
  }

  /// The largest number of records in one line. Collectors export some thousands at a time.
  static let mostRecords = 1 << 16
  /// The largest number of events that one record may list.
  static let mostEvents = 256

  let mapping: Mapping
  let rules: Core.Rules
  let vocabulary: Vocabulary
  let reader: RecordReader
  /// The members that other statements read, by object of arguments.
  let taken: [Set<String>]
  let sources: [[[Mapping.Field]]]
  /// The mappers of the further lines of a record.
  let further: [RecordMapper]

  init(_ mapping: Mapping, rules: Core.Rules) {
    self.mapping = mapping
    self.rules = rules
    vocabulary = Vocabulary(rules)
    reader = RecordReader(mapping)
    taken = mapping.objects.map { mapping.taken(in: $0) }
    sources = Self.sources(mapping, rules)
    further = mapping.further.map { RecordMapper($0, rules: rules) }
  }

  func records(in line: JSONValue) throws(InterpretationError) -> [Record] {
    let path = try path(in: line)
    let records = try reader.records(of: line, at: path)
    if records.count > Self.mostRecords {
      throw InterpretationError(
        .tooManyRecords, at: line.span.lower,
        "the line has \(records.count) records, it may have \(Self.mostRecords)")
    }
    guard let path, case .member(let name)? = path.steps.first, records.isEmpty,
      case .object(let members) = line.content, !members.isEmpty
    else { return records }
    // A line of something else, unless nothing was to be said.
    guard members.contains(where: { $0.key == name }) else {
      throw InterpretationError(
        .missingRecords, at: line.span.lower, "the line has no records at `\(path)`")
    }
    return records
  }

  /// The path of the records that a line has; nil: the line is one.
  private func path(in line: JSONValue) throws(InterpretationError) -> FieldPath? {
    let record = Record(value: line, holders: [])
    for path in mapping.records.dropLast() {
      let list = FieldPath(Array(path.steps.prefix { $0 != .every }))
      if try reader.value(at: list, in: record) != nil { return path }
    }
    return mapping.records.last
  }

  /// Returns the lines that a record makes, the events first, then the observation after them.
  func map(
    _ record: Record, after latest: inout [Int64]
  ) throws(InterpretationError) -> Result {
    if further.isEmpty { return try lines(of: record, isFurther: false, after: &latest[0]) }
    var lines: [MappedRecord] = []
    var reason: String?
    for (section, mapper) in ([self] + further).enumerated() {
      switch try mapper.lines(of: record, isFurther: section > 0, after: &latest[section]) {
      case .lines(var own):
        if section > 0 { for index in own.indices { own[index].distinguish(section + 1) } }
        lines += own
      case .passedOver(let own): reason = reason ?? own
      }
    }
    if lines.isEmpty { return .passedOver(reason ?? "no line is made of it") }
    // An end before the beginning comes first, as it would if each had a line of its own.
    let begin = lines.first?.instant ?? 0
    let early = lines.filter { $0.isFurther && ($0.instant ?? begin) < begin }
    return .lines(early + lines.filter { !$0.isFurther || ($0.instant ?? begin) >= begin })
  }

  private func lines(
    of record: Record, isFurther: Bool, after latest: inout Int64
  ) throws(InterpretationError) -> Result {
    for condition in mapping.conditions {
      if let reason = try unmet(condition, in: record) { return .passedOver(reason) }
    }
    // A further line is one where its time is: a trip that has not ended has no end.
    if isFurther, let time = mapping.time, case .absent = try read(time, in: record) {
      return .passedOver("it has no further line")
    }
    var head = MappedRecord()
    head.isFurther = isFurther
    if case .value(let source, _) = try read(mapping.source, in: record) {
      head.source = source.scalarText
    }
    let observed = try read(mapping.observation, in: record)
    if case .skipped(let text, let origin) = observed {
      return .passedOver("`\(origin)` is `\(text.shortenedForDisplay())`")
    }
    if case .value(let facts, let origin) = observed {
      var line = head
      line.add(.observe, facts, from: origin)
      try addTime(to: &line, from: record, after: &latest)
      try addID(to: &line, from: record)
      return .lines([line])
    }
    var lines: [MappedRecord] = []
    var reason: String?
    if let field = mapping.event {
      for event in try events(field, in: record) {
        switch event {
        case .skipped(let text, let origin):
          reason = reason ?? "`\(origin)` is `\(text.shortenedForDisplay())`"
        case .value(let name, let origin):
          lines.append(try self.line(head, of: name, from: origin, record, after: &latest))
        case .absent: break
        }
      }
    }
    if let line = try self.observation(head, of: record, after: &latest) { lines.append(line) }
    if lines.isEmpty {
      if let reason { return .passedOver(reason) }
      let paths = mapping.event?.paths ?? mapping.observation?.paths
      let places = (paths ?? mapping.facts.flatMap(\.field.paths)).map { "`\($0)`" }
      throw InterpretationError(
        .noEvent, at: record.value.span.lower,
        "the record has no \(paths == nil ? "fact" : "event") at "
          + places.joined(separator: " or "))
    }
    for index in lines.indices.dropFirst() { lines[index].distinguish(index + 1) }
    return .lines(lines)
  }

  /// The names of the events: one, or those of a list.
  private func events(
    _ field: Mapping.Field, in record: Record
  ) throws(InterpretationError) -> [Found] {
    guard let path = field.paths.first, path.steps.last == .every else {
      return [try read(field, in: record)]
    }
    let list = FieldPath(climbs: path.climbs, path.steps.dropLast())
    guard let value = try reader.value(at: list, in: record) else { return [] }
    guard case .array(let elements) = value.content else {
      throw InterpretationError(
        .wrongType, at: value.span.lower,
        "`\(list)` must be a list of events, this is \(value.kindDescription)")
    }
    guard elements.count <= Self.mostEvents else {
      throw InterpretationError(
        .tooManyRecords, at: value.span.lower,
        "`\(list)` has \(elements.count) events, a record may have \(Self.mostEvents)")
    }
    var found: [Found] = []
    for element in elements { found.append(try translate(element, of: field, from: path)) }
    return found
  }

  private func line(
    _ head: MappedRecord, of name: JSONValue, from origin: FieldPath, _ record: Record,
    after latest: inout Int64
  ) throws(InterpretationError) -> MappedRecord {
    var line = head
    let word = try Self.word(name, from: origin, "the name of an event")
    line.add(.event, word, from: origin)
    try addTime(to: &line, from: record, after: &latest)
    if let time = mapping.time,
      !line.members.contains(where: { $0.key == Vocabulary.Reserved.at.rawValue })
    {
      throw InterpretationError(
        .missingTime, at: record.value.span.lower,
        "the event has no time at \(time.paths.map { "`\($0)`" }.joined(separator: " or "))")
    }
    if case .value(let outcome, let origin) = try read(mapping.outcome, in: record) {
      line.add(.outcome, try Self.word(outcome, from: origin, "an outcome"), from: origin)
    }
    try requireObjects(in: record)
    if case .string(let text) = word.content, let event = vocabulary.events[text] {
      try addArguments(of: event, to: &line, from: record)
    }
    try addNotified(to: &line, from: record)
    try addID(to: &line, from: record)
    return line
  }

  /// Requires that the values that hold arguments are objects, even for an event without arguments:
  /// they may hold an outcome.
  private func requireObjects(in record: Record) throws(InterpretationError) {
    for path in mapping.objects {
      guard let value = try object(at: path, in: record) else { continue }
      switch value.content {
      case .object: continue
      case .array([]) where mapping.pairs != nil: continue
      default:
        throw InterpretationError(
          .notAnObject, at: value.span.lower,
          "`\(path)` must be an object, this is \(value.kindDescription)")
      }
    }
  }

  /// Returns the object that holds arguments, also if it is written as JSON in a string.
  func object(at path: FieldPath, in record: Record) throws(InterpretationError) -> JSONValue? {
    guard let value = try reader.value(at: path, in: record) else { return nil }
    guard case .string(let text) = value.content else { return value }
    return try reader.embedded(text, value, record.texts) ?? value
  }

  func addID(
    to line: inout MappedRecord, from record: Record
  ) throws(InterpretationError) {
    guard case .value(let id, let origin) = try read(mapping.id, in: record) else { return }
    line.add(.id, try Self.word(id, from: origin, "an id"), from: origin)
    // All records of a list share the id that its holder has.
    if origin.climbs > 0, record.ordinal > 0 { line.distinguish(record.ordinal + 1) }
  }

  /// A string, number or truth value as a string; anything else is told here, since only the
  /// mapping knows where it stands.
  private static func word(
    _ value: JSONValue, from origin: FieldPath, _ expected: String
  ) throws(InterpretationError) -> JSONValue {
    guard let text = value.scalarText else {
      throw InterpretationError(
        .wrongType, at: value.span.lower,
        "`\(origin)` must be \(expected), this is \(value.kindDescription)")
    }
    return JSONValue(.string(text), at: value.span)
  }

  /// Returns the reason why a record is passed over; nil: the condition is met.
  private func unmet(
    _ condition: Mapping.Condition, in record: Record
  ) throws(InterpretationError) -> String? {
    let value = try read(condition.field, in: record)
    let path = condition.field.paths.first ?? FieldPath([])
    var text: String?
    var isPresent = false
    var place = record.value.span.lower
    if case .value(let value, _) = value {
      isPresent = true
      text = value.scalarText
      place = value.span.lower
    }
    let wanted: String
    switch condition.test {
    case .isPresent:
      if isPresent { return nil }
      wanted = "present"
    case .isAbsent:
      if !isPresent { return nil }
      wanted = "absent"
    case .isOne(let values):
      if let text, values.contains(text) { return nil }
      wanted = values.prefix(8).map { "`\($0)`" }.joined(separator: " or ")
    case .isNone(let values):
      guard let text, values.contains(text) else { return nil }
      wanted = "something else"
    }
    let found = text.map { "`\($0.shortenedForDisplay())`" } ?? (isPresent ? "present" : "missing")
    if condition.passesOver { return "`\(path)` is \(found)" }
    throw InterpretationError(
      .unmetCondition, at: place,
      "`\(path)` must be \(wanted.shortenedForDisplay(to: 200)), it is \(found)")
  }
}
