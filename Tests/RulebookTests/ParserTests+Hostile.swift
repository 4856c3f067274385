import Basics
import Rulebook
import TestSupport
import Testing

@Suite("Hostile input")
struct HostileParserTests {
  private func ids(_ bytes: [UInt8]) -> [String] {
    Parser.parse(SourceText(path: "hostile", bytes: bytes)).diagnostics.map(\.id)
  }

  private func ids(_ text: String) -> [String] { ids(Array(text.utf8)) }

  private func repeated(_ piece: String, _ count: Int) -> String {
    String(repeating: piece, count: count)
  }

  @Test(
    "A file cut off anywhere gives a diagnostic or a book", .enabled(if: slowTestsRun),
    arguments: Fixture.allCases)
  func cutOff(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    for length in stride(from: 0, to: bytes.count, by: 97) {
      let parsed = Parser.parse(SourceText(path: "cut", bytes: Array(bytes.prefix(length))))
      #expect(parsed.book != nil || parsed.diagnostics.containsError)
      #expect(parsed.diagnostics.count <= 1, "cut at \(length): \(parsed.diagnostics)")
    }
  }

  @Test(
    "A file with bytes changed at random is read to its end", .enabled(if: slowTestsRun),
    arguments: Fixture.allCases)
  func damaged(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    var random = SplitMix64(seed: 7)
    for _ in 0..<100 {
      var damaged = bytes
      for _ in 0..<20 {
        damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() % 0x80)
      }
      let source = SourceText(path: "damaged", bytes: damaged)
      let parsed = Parser.parse(source)
      #expect(parsed.book != nil || parsed.diagnostics.containsError)
      #expect(parsed.diagnostics.allSatisfy { ($0.span?.upper ?? 0) <= damaged.count })
    }
  }

  /// Tokens in any order, so that every production meets every token.
  @Test("Random tokens never trap, and tell what is wrong")
  func randomTokens() {
    let tokens = [
      "event", "entity", "type", "e", "x", "(", ")", ":", "T", "from", "require", "case",
      "otherwise", "=", "+=", "is", "not", "in", "{", "}", ",", "all", "where", "first", "best",
      "by", "notify", "move", "to", "end", "of", "5", "min", "any", "if", "then", "else", "[A1]",
      "[", "\"s\"", "\n", "\n  ", ".", "!", "->", "new", "before", "notified", "count", "lasts",
      "at", "every", "on", "refusal", "measure", "prompt", "-", "*", "rounded", "up", "<", "iff",
    ]
    var random = SplitMix64(seed: 11)
    for _ in 0..<3000 {
      var text = ParserTests.header
      for _ in 0..<40 { text += tokens[Int(random.next() % UInt64(tokens.count))] + " " }
      let parsed = Parser.parse(SourceText(path: "random", text: text))
      #expect(parsed.book != nil)
      #expect(parsed.diagnostics.filter { $0.span == nil }.count <= 1)
      #expect(parsed.diagnostics.allSatisfy { $0.span != nil || $0.id == "too-many-errors" })
    }
  }

  @Test("Nothing, and nothing readable")
  func nothing() {
    #expect(ids("") == ["expected-token"])
    #expect(ids("\u{FEFF}") == ["expected-token"])
    #expect(ids([UInt8](repeating: 0, count: 4096)) == ["unexpected-character"])
    #expect(ids((0...255).map { UInt8($0) }) == ["not-utf8"])
    #expect(ids([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]).first == "unexpected-character")
  }

  @Test(
    "Invalid UTF-8 is found where it begins",
    arguments: [
      ([0x80], 0), ([0x61, 0xC0, 0x80], 1), ([0xC3], 0), ([0xC3, 0xA9, 0xFF], 2),
      ([0xE2, 0x82], 0), ([0xE0, 0x80, 0x80], 0), ([0xED, 0xA0, 0x80], 0),
      ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF0, 0x9F, 0x9A], 0),
      ([0xF0, 0x9F, 0x9A, 0x95, 0xF5], 4), ([0xE2, 0x82, 0x41], 0),
    ] as [([UInt8], Int)])
  func invalidUTF8(bytes: [UInt8], offset: Int) {
    let parsed = Parser.parse(SourceText(path: "invalid", bytes: bytes))
    #expect(parsed.diagnostics.map(\.id) == ["not-utf8"])
    #expect(parsed.diagnostics.first?.span?.lower == offset)
    #expect(parsed.book == nil)
  }

  @Test("Other scripts are welcome in comments and texts")
  func otherScripts() {
    #expect(ids(ParserTests.header + "omit [A1] \"Größe 尺寸 🚕\" // Übersicht 概要 👨‍👩‍👧") == [])
  }

  @Test("A large file is refused before work is done")
  func large() {
    #expect(ids([UInt8](repeating: 0x20, count: Parser.sizeLimit + 1)) == ["file-too-large"])
    #expect(ids([UInt8](repeating: 0x20, count: Parser.sizeLimit)) == ["expected-token"])
  }

  /// What nests or grows a tree, once for each way of doing so.
  private static let nestings: [(before: String, inner: String, after: String)] = [
    ("(", "a", ")"), ("not ", "a", ""), ("-", "a", ""), ("- - ", "a", ""), ("(not ", "a", ")"),
    ("if a then b else ", "a", ""), ("if ", "a", " then b else c"),
    ("if a then ", "b", " else c"), ("all t: T: ", "a", ""), ("some t in q where ", "a", ": b"),
    ("before(", "a", ")"), ("f(", "a", ")"), ("f(a, ", "b", ")"), ("notified(", "a", ", m)"),
    ("notified(p, m(", "a", "))"), ("count t: T where ", "a", ""), ("a implies ", "b", ""),
    ("x is first t in q where ", "a", ""), ("x is best t: T where a by (", "a", ")"),
    ("x in {(", "a", ")}"), ("all t in f(", "a", "): b"), ("a ahead of (", "b", ") in q"),
    ("a < (", "b", ")"), ("a is (", "b", ")"), ("a + (", "b", ")"), ("a and not ", "b", ""),
    ("", "a", " and b"), ("", "a", " or b"), ("", "a", " + b"), ("", "a", " - b"),
    ("", "a", " * b"), ("", "a", ".b"), ("", "a", "!"), ("", "a", " is b and c"),
  ]

  @Test(
    "Every way of nesting ends at the limit", .enabled(if: slowTestsRun),
    arguments: 0..<nestings.count)
  func tooDeep(_ index: Int) {
    let (before, inner, after) = Self.nestings[index]
    for count in [Parser.depthLimit + 1, 100_000] {
      let text = repeated(before, count) + inner + repeated(after, count)
      let source = SourceText(path: "deep", text: text)
      #expect(Parser.parseExpression(source).1.map(\.id) == ["too-deep"])
      #expect(ids(ParserTests.header + "define p = \(text)\nstate b: Bool") == ["too-deep"])
    }
  }

  @Test("Every way of nesting is fine below the limit", arguments: 0..<nestings.count)
  func deepEnough(_ index: Int) {
    let (before, inner, after) = Self.nestings[index]
    let text = repeated(before, 60) + inner + repeated(after, 60)
    let (expression, diagnostics) = Parser.parseExpression(SourceText(path: "deep", text: text))
    #expect(diagnostics == [])
    #expect(expression != nil)
  }

  /// Quadratic behaviour would take minutes here.
  @Test(
    "A long file of one kind of token", .enabled(if: slowTestsRun),
    arguments: [
      "a ", "a", "1", "1 ", "(", ")", "[", "[]", "[A1 ", "\"", "\"\" ", "a.", "a!", "-", "not ",
      "=", "a=", "a = ", ".", "...", "\n", "a\n", "a.b\n", "a.\n", "[\n", "\"\n", "//", "//\n",
      "event ", "event\n", "state a", "state a: B\n", "require ", "require\n", "case ", "case\n",
      "otherwise ", "all ", "a,", "a:", "f(a) ", "entity E a: B\n", "é", "§", "“", "\u{A0}",
      "type a = Int ", "5 a", "x in {", "if ",
    ])
  func linear(_ piece: String) {
    let count = (256 << 10) / piece.utf8.count
    for start in ["", "define p = ", "event e() from a\n  ", "entity E\n  ", "omit "] {
      let parsed = Parser.parse(
        SourceText(path: "long", text: ParserTests.header + start + repeated(piece, count)))
      #expect(parsed.diagnostics.count <= Parser.errorLimit + 1)
    }
  }
}
