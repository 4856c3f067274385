import Basics
import Rulebook

extension MappingParser {
  private enum Statement: String, CaseIterable {
    case format, records, unwrap, pairs, only, require, event, time, outcome, observe, id, source
    case argument, arguments, ignore, notified, hidden, position, fact, after, also

    /// True if a mapping may have several statements of this kind.
    var repeats: Bool {
      switch self {
      case .only, .require, .argument, .arguments, .ignore, .hidden, .position, .fact, .also: true
      default: false
      }
    }
  }

  mutating func statement(_ line: inout MappingLine) throws(Diagnostic) -> Block {
    let word = try line.expect(.word, "a statement, such as `event` or `time`")
    guard let statement = Statement(rawValue: word.text) else {
      throw unknown(
        "statement", "a mapping has no statement", word, among: Statement.allCases.map(\.rawValue))
    }
    if !statement.repeats { try once(word.text, at: word.span) }
    switch statement {
    case .format: mapping.format = try format(&line)
    case .records:
      repeat { mapping.records.append(try path(&line, isList: true)) } while line.take("|")
      if mapping.records == [FieldPath([])] { mapping.records = [] }
    case .after:
      let text = try line.expect(.text, "a string between quotes")
      guard !text.text.isEmpty else {
        throw Diagnostic("empty-text", .error, "this string cannot be empty", at: text.span)
      }
      mapping.prefix = text.text
    case .also: beginFurther()
    case .fact:
      mapping.facts.append(try fact(&line))
      return .fact
    case .unwrap: mapping.wrappers = try wrappers(&line)
    case .pairs: mapping.pairs = try pair(&line)
    case .only, .require:
      mapping.conditions.append(try condition(&line, passesOver: statement == .only))
    case .event:
      mapping.event = try field(&line, isList: true)
      return .field(\.event, .event)
    case .outcome: return try field(\.outcome, .outcome, &line)
    case .observe: return try field(\.observation, .anything, &line)
    case .id: return try field(\.id, .anything, &line)
    case .source: return try field(\.source, .anything, &line)
    case .time:
      let block = try field(\.time, .anything, &line)
      let form = try timeForm(&line)
      mapping.time?.form = form
      // Mappings of older versions say so; every instant is read to the nanosecond.
      _ = line.take("rounded")
      return block
    case .argument:
      let argument = try argument(&line, isKnown: isArgument)
      mapping.arguments.removeAll { $0.event == argument.event && $0.name == argument.name }
      mapping.arguments.append(argument)
      return .argument(\.arguments)
    case .arguments: mapping.objects.append(try path(&line, once: "arguments"))
    case .ignore where line.take("others"): mapping.ignoresOthers = true
    case .ignore: mapping.ignored.append(try path(&line, once: "ignore"))
    case .position: mapping.positions.append(try position(&line))
    case .hidden:
      let name = try line.expect(.word, "the name of an event that nobody logs")
      let names = rules.events.map(\.name)
      guard names.contains(name.text) else {
        throw unknown("event", "the rulebook has no event", name, among: names)
      }
      try once("hidden \(name.text)", at: name.span)
      mapping.hidden.insert(name.text)
    case .notified:
      isNotified = true
      return try field(\.notified.list, .anything, &line)
    }
    return .none
  }

  /// Refuses a second statement of something that can be said only once: it would be unclear which
  /// of them counts.
  mutating func once(_ words: String, at span: SourceSpan) throws(Diagnostic) {
    guard stated.insert(words).inserted else {
      throw Diagnostic(
        "repeated-statement", .error,
        "the mapping has said before what `\(words.shortenedForDisplay())` is", at: span)
    }
  }

  /// A path that the statement may name only once.
  mutating func path(
    _ line: inout MappingLine, once statement: String
  ) throws(Diagnostic) -> FieldPath {
    let start = line.span
    let path = try path(&line)
    guard stated.insert("\(statement) \(path)").inserted else {
      throw Diagnostic(
        "repeated-statement", .error,
        "the mapping names this path in `\(statement)` before", at: start)
    }
    return path
  }

  mutating func field(
    _ target: WritableKeyPath<Mapping, Mapping.Field?>, _ kind: Target, _ line: inout MappingLine
  ) throws(Diagnostic) -> Block {
    mapping[keyPath: target] = try field(&line)
    return .field(target, kind)
  }

  private func format(_ line: inout MappingLine) throws(Diagnostic) -> Mapping.Format {
    let word = try line.expect(.word, "`json`, `csv` or `logfmt`")
    switch word.text {
    case "json": return .json
    case "logfmt": return .logfmt
    case "csv":
      guard let text = line.take(.text) else { return .csv(separator: UInt8(ascii: ",")) }
      let tab = text.text == "tab" ? UInt8(ascii: "\t") : nil
      let sign = text.text.utf8.count == 1 ? text.text.utf8.first : nil
      guard let separator = tab ?? sign, separator >= 0x20 || separator == UInt8(ascii: "\t"),
        separator != UInt8(ascii: "\"")
      else {
        throw Diagnostic(
          "wrong-separator", .error,
          "columns are separated by one ASCII character other than `\"`, "
            + "or \"tab\"", at: text.span)
      }
      return .csv(separator: separator)
    default: throw unknown("format", "there is no format", word, among: ["json", "csv", "logfmt"])
    }
  }

  /// `stringValue, intValue as number, arrayValue[]`
  private func wrappers(
    _ line: inout MappingLine
  ) throws(Diagnostic) -> [String: Mapping.Wrapper] {
    var wrappers: [String: Mapping.Wrapper] = [:]
    repeat {
      let name = try line.expectName("the name of a member")
      var wrapper = Mapping.Wrapper.value
      if line.take("[") {
        try line.expect("]")
        wrapper = .list
      } else if line.take("as") {
        let word = try line.expect(.word, "`number` or `object`")
        guard let known = Mapping.Wrapper(rawValue: word.text), known.isWritten else {
          throw unknown("wrapper", "there is nothing held as", word, among: ["number", "object"])
        }
        wrapper = known
      }
      wrappers[name.text] = wrapper
    } while line.take(",")
    return wrappers
  }

  private func pair(_ line: inout MappingLine) throws(Diagnostic) -> (key: String, value: String) {
    let key = try line.expectName("the name of the member that is the key")
    try line.expect(",")
    let value = try line.expectName("the name of the member that is the value")
    guard key.text != value.text else {
      throw Diagnostic("same-name", .error, "key and value cannot be one member", at: value.span)
    }
    return (key.text, value.text)
  }

  private func condition(
    _ line: inout MappingLine, passesOver: Bool
  ) throws(Diagnostic) -> Mapping.Condition {
    let field = try field(&line)
    try line.expect("is")
    let test: Mapping.Condition.Test
    if line.take("present") {
      test = .isPresent
    } else if line.take("absent") {
      test = .isAbsent
    } else {
      let isNegated = line.take("not")
      let expected = "a value between quotes" + (isNegated ? "" : ", `not`, `present` or `absent`")
      var values = [try line.expect(.text, expected).text]
      while line.take("or") { values.append(try line.expect(.text, "a value between quotes").text) }
      test = isNegated ? .isNone(of: values) : .isOne(of: values)
    }
    return Mapping.Condition(field: field, test: test, passesOver: passesOver)
  }

  /// `zone vehicle_id zone` for a field of an entity, `isOpen open` for a state.
  private mutating func fact(_ line: inout MappingLine) throws(Diagnostic) -> Mapping.Fact {
    let start = try line.expect(.word, "the name of a field or a state")
    var name = start.text
    if line.take(".") {
      name += "." + (try line.expect(.word, "the name of a field after `.`").text)
    }
    let states = rules.globals.map(\.name)
    let fields = rules.fields.map(\.statedName) + rules.fields.map { $0.qualifiedName(in: rules) }
    guard (states + fields).contains(name) else {
      let token = MappingLine.Token(kind: .word, text: name, span: start.span)
      throw unknown("fact", "the rulebook has no field and no state", token, among: states + fields)
    }
    var entity: Mapping.Field?
    if !states.contains(name) {
      entity = try field(&line)
      _ = line.take(",")
    }
    return Mapping.Fact(name: name, entity: entity, field: try field(&line))
  }

  /// `in seconds`, `written "YYYY-MM-DD hh:mm:ss" zone "America/New_York"`
  func timeForm(_ line: inout MappingLine) throws(Diagnostic) -> TimeForm {
    if line.take("in") {
      let word = try line.expect(.word, "a unit of time")
      guard let unit = TimeForm.units.first(where: { $0.name == word.text }) else {
        throw unknown("unit", "there is no unit", word, among: TimeForm.units.map(\.name))
      }
      return .units(power: unit.power)
    }
    if line.take("written") {
      let text = try line.expect(.text, "a pattern between quotes, such as \"YYYY-MM-DD hh:mm:ss\"")
      var place: TimePattern.Place?
      let offset =
        line.take("offset") ? try line.expect(.text, "an offset such as \"+01:00\"") : nil
      if let offset {
        place = .offset(offset.text)
      } else if line.take("zone") {
        place = .zone(try zone(&line))
      }
      if let offset, (try? Timestamp.milliseconds(of: "2000-01-01T12:00:00\(offset.text)")) == nil {
        throw Diagnostic(
          "wrong-offset", .error,
          "an offset from UTC is written \"Z\" or \"+01:00\"; a place, zone \"America/New_York\"",
          at: offset.span)
      }
      guard let pattern = TimePattern(text.text, place: place) else {
        throw Diagnostic(
          "wrong-pattern", .error,
          "a pattern has `YYYY`, `MM`, `DD`, `hh` and `mm` once, perhaps `ss`, `f` for decimals and "
            + "`a` for AM or PM, and either `Z` for the offset, or `offset` or `zone` after it",
          at: text.span)
      }
      return .pattern(pattern)
    }
    return .native
  }

  private func zone(_ line: inout MappingLine) throws(Diagnostic) -> ZoneClock {
    let name = try line.expect(.text, "a zone such as \"America/New_York\"")
    if let zone = ZoneClock(named: name.text) { return zone }
    throw Diagnostic(
      "unknown-zone", .error,
      "the system's zone data have no zone `\(name.text.shortenedForDisplay())`; zones are named "
        + "like `America/New_York`", at: name.span)
  }
}
