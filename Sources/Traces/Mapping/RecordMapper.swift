import Diagnostics
import Rulebook

/// A record as a mapping understands it: the members of a line of a trace, each with the path of
/// what it was made of.
struct MappedRecord {
  struct Member {
    let key: String
    let value: JSONValue
    let origin: FieldPath?
  }

  var members: [Member] = []
  /// Who recorded it.
  var source: String?
  /// The nanoseconds of its instant beyond the millisecond.
  var nanoseconds: Int32 = 0

  mutating func add(_ key: Vocabulary.Reserved, _ value: JSONValue, from origin: FieldPath?) {
    members.append(Member(key: key.rawValue, value: value, origin: origin))
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
/// Only the form changes: whether the line can be used is for ``TraceInterpreter`` to say.
struct RecordMapper: Sendable {
  enum Result {
    case line(MappedRecord)
    /// It is none of the trace; with the reason, as a sentence part.
    case passedOver(String)
  }

  /// How many records one line may have. Collectors export some thousands at a time.
  static let mostRecords = 1 << 16

  let mapping: Mapping
  let rules: Core.Rules
  let vocabulary: Vocabulary
  let reader: RecordReader
  /// By object of arguments: what in it is read by something else.
  let taken: [Set<String>]

  init(_ mapping: Mapping, rules: Core.Rules) {
    self.mapping = mapping
    self.rules = rules
    vocabulary = Vocabulary(rules)
    reader = RecordReader(mapping)
    taken = mapping.objects.map { mapping.taken(in: $0) }
  }

  func records(in line: JSONValue) throws(InterpretationError) -> [Record] {
    let records = try reader.records(of: line, at: mapping.records)
    if records.count > Self.mostRecords {
      throw InterpretationError(
        .tooManyRecords, at: line.span.lower,
        "the line has \(records.count) records, it may have \(Self.mostRecords)")
    }
    guard let path = mapping.records, case .member(let name)? = path.steps.first, records.isEmpty,
      case .object(let members) = line.content, !members.isEmpty
    else { return records }
    // A line of something else, unless nothing was to be said.
    guard members.contains(where: { $0.key == name }) else {
      throw InterpretationError(
        .missingRecords, at: line.span.lower, "the line has no records at `\(path)`")
    }
    return records
  }

  func map(_ record: Record) throws(InterpretationError) -> Result {
    for condition in mapping.conditions {
      if let reason = try unmet(condition, in: record) { return .passedOver(reason) }
    }
    var line = MappedRecord()
    if case .value(let source, _) = try read(mapping.source, in: record) {
      line.source = source.scalarText
    }
    let observation = try read(mapping.observation, in: record)
    if case .value(let facts, let origin) = observation {
      line.add(.observe, facts, from: origin)
      try addTime(to: &line, from: record)
      try addID(to: &line, from: record)
      return .line(line)
    }
    let event = try read(mapping.event, in: record)
    for case .skipped(let text, let origin) in [observation, event] {
      return .passedOver("`\(origin)` is `\(text.shortenedForDisplay())`")
    }
    guard case .value(let name, let origin) = event else {
      let places = (mapping.event?.paths ?? mapping.observation?.paths ?? []).map { "`\($0)`" }
      throw InterpretationError(
        .noEvent, at: record.value.span.lower,
        "the record has no event at \(places.joined(separator: " or "))")
    }
    let word = try Self.word(name, from: origin, "the name of an event")
    line.add(.event, word, from: origin)
    try addTime(to: &line, from: record)
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
    return .line(line)
  }

  /// What is to hold arguments is an object, also where an event has none: it may hold an outcome.
  private func requireObjects(in record: Record) throws(InterpretationError) {
    for path in mapping.objects {
      guard let value = try reader.value(at: path, in: record) else { continue }
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

  private func addID(
    to line: inout MappedRecord, from record: Record
  ) throws(InterpretationError) {
    guard case .value(let id, let origin) = try read(mapping.id, in: record) else { return }
    line.add(.id, try Self.word(id, from: origin, "an id"), from: origin)
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

  /// Why a record is passed over; nil: the condition is met.
  private func unmet(
    _ condition: Mapping.Condition, in record: Record
  ) throws(InterpretationError) -> String? {
    let value = try read(condition.field, in: record)
    let path = condition.field.paths[0]
    var found = "missing"
    var place = record.value.span.lower
    if case .value(let value, _) = value, let text = value.scalarText {
      if condition.values.contains(text) { return nil }
      found = "`\(text.shortenedForDisplay())`"
      place = value.span.lower
    }
    if condition.passesOver { return "`\(path)` is \(found)" }
    let wanted = condition.values.prefix(8).map { "`\($0)`" }.joined(separator: " or ")
    throw InterpretationError(
      .unmetCondition, at: place,
      "`\(path)` must be \(wanted.shortenedForDisplay(to: 200)), it is \(found)")
  }
}
