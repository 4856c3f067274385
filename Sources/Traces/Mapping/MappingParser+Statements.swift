import Diagnostics
internal import Rulebook

extension MappingParser {
  private enum Statement: String, CaseIterable {
    case format, records, unwrap, pairs, only, require, event, time, outcome, observe, id, source
    case argument, arguments, ignore, notified, hidden, position

    /// Whether there may be several.
    var repeats: Bool {
      switch self {
      case .only, .require, .argument, .arguments, .ignore, .hidden, .position: true
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
    case .records: mapping.records = try path(&line, isList: true)
    case .unwrap: mapping.wrappers = try wrappers(&line)
    case .pairs: mapping.pairs = try pair(&line)
    case .only, .require:
      mapping.conditions.append(try condition(&line, passesOver: statement == .only))
    case .event: return try field(\.event, .event, &line)
    case .outcome: return try field(\.outcome, .outcome, &line)
    case .observe: return try field(\.observation, .anything, &line)
    case .id: return try field(\.id, .anything, &line)
    case .source: return try field(\.source, .anything, &line)
    case .time:
      let block = try field(\.time, .anything, &line)
      try timeForm(&line)
      return block
    case .argument:
      mapping.arguments.append(try argument(&line, isKnown: isArgument))
      return .argument(\.arguments)
    case .arguments: mapping.objects.append(try path(&line, once: "arguments"))
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

  /// Refuses what can be said only once: of two statements nobody could tell which counts.
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
    let word = try line.expect(.word, "`json` or `csv`")
    switch word.text {
    case "json": return .json
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
    default: throw unknown("format", "there is no format", word, among: ["json", "csv"])
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
    var values = [try line.expect(.text, "a value between quotes").text]
    while line.take("or") { values.append(try line.expect(.text, "a value between quotes").text) }
    return Mapping.Condition(field: field, values: values, passesOver: passesOver)
  }

  private mutating func timeForm(_ line: inout MappingLine) throws(Diagnostic) {
    if line.take("in") {
      let word = try line.expect(.word, "a unit of time")
      guard let unit = TimeForm.units.first(where: { $0.name == word.text }) else {
        throw unknown("unit", "there is no unit", word, among: TimeForm.units.map(\.name))
      }
      mapping.timeForm = .units(power: unit.power)
    } else if line.take("written") {
      let text = try line.expect(.text, "a pattern between quotes, such as \"YYYY-MM-DD hh:mm:ss\"")
      let offset =
        line.take("offset") ? try line.expect(.text, "an offset such as \"+01:00\"") : nil
      if let offset, (try? Timestamp.milliseconds(of: "2000-01-01T12:00:00\(offset.text)")) == nil {
        throw Diagnostic(
          "wrong-offset", .error, "an offset from UTC is written \"Z\" or \"+01:00\"",
          at: offset.span)
      }
      guard let pattern = TimePattern(text.text, offset: offset?.text) else {
        throw Diagnostic(
          "wrong-pattern", .error,
          "a pattern has `YYYY`, `MM`, `DD`, `hh`, `mm` and `ss` once, "
            + "perhaps `f` for decimals, and either `Z` for the offset or `offset` after it",
          at: text.span)
      }
      mapping.timeForm = .pattern(pattern)
    }
    // Mappings of older versions say so; every instant is read to the nanosecond.
    _ = line.take("rounded")
  }
}
