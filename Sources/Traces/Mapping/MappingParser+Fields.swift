import Basics

/// Paths, and the details of the values that they lead to.
extension MappingParser {
  /// Parses a field: `data.taxi | attributes."taxi id"[0] after "." json`, `date + time`, `is
  /// "pickup"`.
  /// - Parameter isList: True if the path may lead to each element of a list.
  func field(
    _ line: inout MappingLine, isList: Bool = false
  ) throws(Diagnostic) -> Mapping.Field {
    if line.take("is") {
      var field = Mapping.Field([])
      field.constant = try line.expect(.text, "a value between quotes").text
      return field
    }
    var field = Mapping.Field([try path(&line, mayEndInList: isList)])
    while line.take("|") { field.paths.append(try path(&line)) }
    while line.take("+") { field.joined.append(try path(&line)) }
    if !field.joined.isEmpty, line.take("with") {
      field.joint = try line.expect(.text, "a string between quotes").text
    }
    if line.take("after") {
      let separator = try line.expect(.text, "a string between quotes")
      guard !separator.text.isEmpty else {
        throw Diagnostic("empty-text", .error, "this string cannot be empty", at: separator.span)
      }
      field.separator = separator.text
    }
    field.isJSON = line.take("json")
    return field
  }

  /// - Parameters:
  ///   - isList: The path leads to each element of lists.
  ///   - mayEndInList: Its last step may lead to each element of a list.
  func path(
    _ line: inout MappingLine, isList: Bool = false, mayEndInList: Bool = false
  ) throws(Diagnostic) -> FieldPath {
    let start = line.span
    var climbs = 0
    while line.take("^") { climbs += 1 }
    var steps: [FieldPath.Step] = []
    if line.take(".") {
      // The record itself.
    } else if isList, line.take("[") {
      // The elements of a list that is the whole line, or the whole file, are lines already.
      try line.expect("]")
      if line.take(".") { steps.append(.member(try line.expectName("a name after `.`").text)) }
      while !steps.isEmpty, let step = try step(&line) { steps.append(step) }
      if steps.isEmpty { return FieldPath(steps) }
    } else {
      steps.append(.member(try line.expectName("the path of a field, such as `data.taxi`").text))
      while let step = try step(&line) { steps.append(step) }
    }
    guard steps.count + climbs <= Self.mostSteps else {
      throw Diagnostic(
        "too-long-path", .error, "a path has at most \(Self.mostSteps) steps", at: start)
    }
    let isEnding = mayEndInList && steps.last == .every
    let lists = steps.count { $0 == .every } - (isEnding ? 1 : 0)
    if isList ? lists == 0 || climbs > 0 : lists > 0 {
      let message =
        isList
        ? "this path must lead to lists of records: `resourceLogs[].logRecords[]`"
        : "`[]` stands only in `records`, or last in `event`; one element is written `[0]`"
      throw Diagnostic("misplaced-list", .error, message, at: start)
    }
    return FieldPath(climbs: climbs, steps)
  }

  private func step(_ line: inout MappingLine) throws(Diagnostic) -> FieldPath.Step? {
    if line.take(".") { return .member(try line.expectName("a name after `.`").text) }
    guard line.take("[") else { return nil }
    if line.take("]") { return .every }
    if line.take("last") {
      try line.expect("]")
      return .last
    }
    let number = try line.expect(.word, "a number, `last`, or `]`")
    guard let index = Int(number.text), index >= 0, index <= 1_000_000 else {
      throw Diagnostic(
        "wrong-index", .error, "elements are counted from 0 to 1000000", at: number.span)
    }
    try line.expect("]")
    return .element(index)
  }

  /// Parses an argument: `taxi data.vehicle` or `offer.taxi data.vehicle`.
  /// - Parameters:
  ///   - owner: The statement that it is a detail of.
  ///   - isKnown: Throws an error if nothing has a parameter of that name.
  mutating func argument(
    _ line: inout MappingLine, of owner: String? = nil,
    isKnown: (MappingLine.Token?, MappingLine.Token) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> Mapping.Argument {
    var name = try line.expect(.word, "the name of an argument")
    var event: MappingLine.Token?
    if line.take(".") {
      event = name
      name = try line.expect(.word, "the name of an argument")
    }
    try isKnown(event, name)
    let whole = ["argument", event.map { "\($0.text).\(name.text)" } ?? name.text]
    try once(([owner].compactMap(\.self) + whole).joined(separator: " "), at: name.span)
    var field = try field(&line)
    field.form = try timeForm(&line)
    return Mapping.Argument(event: event?.text, name: name.text, field: field)
  }

  /// An argument that is where two numbers say: `position into lon lat`.
  mutating func position(_ line: inout MappingLine) throws(Diagnostic) -> Mapping.Position {
    let name = try line.expect(.word, "the name of an argument")
    try isArgument(nil, name)
    try once("argument \(name.text)", at: name.span)
    return Mapping.Position(name: name.text, longitude: try path(&line), latitude: try path(&line))
  }

  /// Parses an indented line: a translation, or a detail of the elements of `notified`.
  mutating func detail(_ line: inout MappingLine) throws(Diagnostic) {
    if line.peek(.text) != nil || line.peek(.word)?.text == "else" {
      return try translation(&line)
    }
    if isNotified {
      block = .wrong
      block = try notifiedDetail(&line)
    } else if case .wrong = block {
      line.skip()
    } else {
      throw line.unexpected(
        "a translation, such as `\"OFFERED\" is offer` (an indented line says more about the "
          + "statement above it)")
    }
  }

  private mutating func notifiedDetail(_ line: inout MappingLine) throws(Diagnostic) -> Block {
    let names = ["to", "message", "argument", "arguments"]
    let word = try line.expect(.word, "one of \(names.joined(separator: ", "))")
    switch word.text {
    case "to":
      try once("notified to", at: word.span)
      return try field(\.notified.recipient, .anything, &line)
    case "message":
      try once("notified message", at: word.span)
      return try field(\.notified.message, .message, &line)
    case "argument":
      let argument = try argument(&line, of: "notified", isKnown: isMessageArgument)
      mapping.notified.arguments.append(argument)
      return .argument(\.notified.arguments)
    case "arguments":
      let path = try path(&line, once: "notified arguments")
      mapping.notified.objects.append(path)
      return .none
    default: throw unknown("detail", "`notified` has no", word, among: names)
    }
  }
}
