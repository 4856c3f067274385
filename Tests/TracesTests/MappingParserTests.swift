import Basics
import Testing
import Traces

@Suite("Mapping files")
struct MappingParserTests {
  /// A mapping in which `▸` marks the place of the error, and what is said of it.
  static let wrong: [(String, String, String)] = [
    ("▸evnt type", "unknown-statement", "did you mean `event`?"),
    ("▸foo type", "unknown-statement", "expected one of `format`, `records`, `unwrap`, "),
    ("format ▸xml", "unknown-format", "expected one of `json`, "),
    ("event type\n▸event kind\ntime at", "repeated-statement", "has said before"),
    ("argument taxi t\nargument ▸taxi u", "repeated-statement", "before what `argument taxi` is"),
    (
      "argument offer.taxi t\nargument offer.▸taxi u", "repeated-statement", "`argument offer.taxi`"
    ),
    ("ignore a.b\nignore ▸a.\"b\"", "repeated-statement", "names this path in `ignore` before"),
    ("arguments p\narguments ▸p", "repeated-statement", "names this path in `arguments`"),
    ("hidden offer\nhidden ▸offer", "repeated-statement", "before what `hidden offer` is"),
    ("notified n\n  to a\n  ▸to b", "repeated-statement", "before what `notified to` is"),
    ("notified n\n  message a\n  ▸message b", "repeated-statement", "`notified message`"),
    (
      "notified n\n  argument code a\n  argument ▸code b", "repeated-statement",
      "`notified argument code`"
    ),
    ("notified n\n  arguments a\n  arguments ▸a", "repeated-statement", "`notified arguments`"),
    ("event▸", "unexpected", "expected the path of a field"),
    ("event type ▸extra\ntime at", "unexpected", "expected the end of the line"),
    ("event a.▸", "unexpected", "expected a name after `.`"),
    ("event a[▸x]", "wrong-index", "from 0 to 1000000"),
    ("event a[▸99999999999999999999]", "wrong-index", "from 0 to 1000000"),
    ("event ▸a[].b", "misplaced-list", "`[0]`"),
    ("records ▸a.b", "misplaced-list", "must lead to lists"),
    ("records ▸^a[]", "misplaced-list", "must lead to lists"),
    ("event ▸\"open", "unclosed-text", "no closing"),
    (#"event "a▸\n""#, "unknown-escape", "only the escapes"),
    ("event ▸%x", "unexpected-character", "between quotes"),
    ("event type after ▸\"\"", "empty-text", "cannot be empty"),
    ("format ▸jsonl", "unknown-format", "did you mean `json`?"),
    ("format csv ▸\"ab\"", "wrong-separator", "one ASCII character"),
    ("time at in ▸second", "unknown-unit", "did you mean `seconds`?"),
    ("time at written ▸\"YYYY-MM-DD\"", "wrong-pattern", "`hh`"),
    ("time at written ▸\"YYYY-MM-DD hh:mm:ss\"", "wrong-pattern", "offset"),
    ("time at written \"YYYY-MM-DD hh:mm:ss\" offset ▸\"+1\"", "wrong-offset", "+01:00"),
    ("event type\n  \"X\" is ▸ofer\ntime at", "unknown-event", "did you mean `offer`?"),
    ("outcome x\n  \"X\" is ▸okk", "unknown-outcome", "did you mean `ok`?"),
    ("argument ▸taxy x", "unknown-argument", "did you mean `taxi`?"),
    ("argument ▸ofer.taxi x", "unknown-event", "did you mean `offer`?"),
    ("argument offer.▸passenger x", "unknown-argument", "the event `offer` has no"),
    ("notified x\n  message m\n    \"X\" is ▸rideOfered", "unknown-message", "`rideOffered`"),
    ("notified x\n  ▸too y", "unknown-detail", "did you mean `to`?"),
    ("notified x\n  argument ▸nothing y", "unknown-argument", "messages have no"),
    ("event type\n  ▸to x", "unexpected", "expected a translation"),
    ("event type\n  \"X\" is offer\n  ▸\"X\" is offer", "repeated-translation", "twice"),
    ("format json\n  ▸\"X\" is offer", "misplaced-translation", "no values"),
    ("position taxi a b\nposition ▸taxi c d", "repeated-statement", "`argument taxi`"),
    ("argument taxi a\nposition ▸taxi c d", "repeated-statement", "`argument taxi`"),
    ("position taxi a b\nargument ▸taxi c", "repeated-statement", "`argument taxi`"),
    ("pairs key, ▸key", "same-name", "one member"),
    ("arguments p ▸json", "unexpected", "end of the line"),
    ("only kind ▸= x", "unexpected-character", "between quotes"),
    ("only kind is ▸dispatch", "unexpected", "between quotes"),
    ("event " + String(repeating: "^", count: 70) + "a", "too-long-path", "at most 64"),
  ]

  @Test("each mistake is told, and where", arguments: wrong)
  func mistake(marked: String, id: String, words: String) throws {
    let place = Marked(marked)
    let (mapping, diagnostics) = Fixture.parse(place.text)
    #expect(mapping == nil)
    let first = try #require(diagnostics.first)
    #expect(first.id == id)
    #expect(first.message.contains(words), "\(first.message)")
    if marked.contains("▸") { #expect(first.span?.lower == place.offset) }
  }

  @Test("what is missing is told when nothing is wrong")
  func missing() {
    #expect(Fixture.parse("").diagnostics.map(\.id) == ["missing-statement"])
    #expect(Fixture.parse("event type").diagnostics.map(\.id) == ["missing-statement"])
    #expect(Fixture.parse("format csv\nrecords a[]\nobserve x").mapping == nil)
    #expect(Fixture.parse("observe x").mapping != nil)
  }

  @Test("several mistakes are told at once, what hangs on them is not")
  func several() {
    let text =
      "evnt type\n  \"X\" is nothing\ntime at in weeks\n  \"0\" is absent\nargument taxi x y\n"
    #expect(
      Fixture.parse(text).diagnostics.map(\.id) == [
        "unknown-statement", "unknown-unit", "unexpected",
      ])
    let many = String(repeating: "nonsense\n", count: 1_000)
    #expect(
      Fixture.parse(many).diagnostics.map(\.id)
        == Array(repeating: "unknown-statement", count: 20) + ["too-many-errors"])
    let twenty = String(repeating: "nonsense\n", count: 20)
    #expect(Fixture.parse(twenty).diagnostics.count == 20)
  }

  @Test("bytes that are no text, and too many of them")
  func bytes() {
    let latin = SourceText(path: "x", bytes: [0x65, 0xE9, 0x0A])
    #expect(
      MappingParser.parse(latin, rules: Fixture.rules).diagnostics.map(\.id) == ["invalid-utf8"])
    let large = SourceText(path: "x", text: String(repeating: "// x\n", count: 300_000))
    #expect(MappingParser.parse(large, rules: Fixture.rules).diagnostics.map(\.id) == ["too-large"])
  }

  @Test("comments, blank lines, Windows line ends and a byte order mark")
  func lexical() throws {
    let text = "\u{FEFF}// a log\r\n\r\nevent \"ty//pe\" // the event\r\n\ttime at\r\n"
    #expect(Fixture.parse(text).diagnostics.map(\.id) == ["unexpected"])
    _ = try Fixture.mapping(text.replacing("\ttime", with: "time"))
  }

  @Test("an error is shown with its line and a caret")
  func rendered() throws {
    let source = SourceText(path: "log.mapping", text: "event type\ntime at in second\n")
    let diagnostics = MappingParser.parse(source, rules: Fixture.rules).diagnostics
    #expect(
      DiagnosticRenderer(source: source).render(diagnostics) == """
        log.mapping:2:12: error: there is no unit `second`; did you mean `seconds`? [unknown-unit]
          2 | time at in second
            |            ^~~~~~

        """)
  }

  @Test("what is built in is a mapping like any other", arguments: Mapping.builtIn)
  func builtIn(name: String, text: String) throws {
    // The vehicles of MDS are in its own rulebooks only.
    #expect(Fixture.parse(text).diagnostics.isEmpty == (name != "mds"))
  }
}
