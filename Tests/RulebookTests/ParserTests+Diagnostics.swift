import Basics
import Rulebook
import Testing

@Suite("Diagnostics of the parser")
struct ParserDiagnosticTests {
  private func diagnostics(_ source: SourceText) -> [String] {
    Parser.parse(source).diagnostics.map(source.mark)
  }

  /// Each text follows a header; each mistake is marked below its place and nothing else is
  /// reported.
  @Test(
    "One mistake, one diagnostic, at its place",
    arguments: [
      "type X =\n        ^ expected-name",
      "evnt e() from a\n^ unknown-declaration\nrequire b\nx = 1",
      "type X = 5 | 6\n           ^ expected-token",
      "type X = 0...\n             ^ expected-token",
      "type X on | off\n       ^ expected-token",
      "type X = a | b c\n               ^ unexpected-token",
      "omit A1 \"Why.\"\n     ^ expected-token",
      "omit [A1]\n         ^ expected-token\ntype X = a",
      "omit [] \"Why.\"\n     ^ empty-citation",
      "omit [§] \"Why.\"\n      ^ unexpected-character",
      "omit [A1, A2, A3] \"Why.\"\n        ^ unexpected-token",
      "omit [A1 A2\n     ^ unclosed-citation\n  \"Why.\"",
      "omit [A1] \"Why.\n          ^ unclosed-string\ntype X = a",
      "parameter p = 1.5min\n              ^ fraction",
      "parameter p = 99999999999999999999\n              ^ number-too-large",
      "parameter p = 5 parsecs\n                ^ unknown-unit",
      "parameter p = 5 +\n                 ^ expected-expression\ntype X = a",
      "parameter p = 2 # 3\n                ^ unexpected-character",
      "parameter p = a && b\n                ^ unexpected-character",
      "parameter pé = 2\n           ^ unexpected-character",
      "parameter p = “a”\n              ^ unexpected-character",
      "parameter p = a\u{202E}\n               ^ hidden-character",
      "// \u{2066}\n   ^ hidden-character\ntype X = a",
      "omit [A1] \"\u{200F}\"\n           ^ hidden-character",
      "// lone \u{D} return\n        ^ hidden-character",
      "parameter p = \0\n              ^ unexpected-character",
      "parameter p = (a or b\n                     ^ expected-token\ntype X = a",
      "define p = a iff b iff c\n                   ^ mixed-implication",
      "define p = a is b is c\n                  ^ chained-comparison",
      "define p = a < b < c < d\n                     ^ chained-comparison",
      "define p = a is all t: T: b\n                ^ expected-expression",
      "define p = f(any)\n             ^ misplaced-any",
      "define p = a = b\n             ^ unexpected-token",
      "define p = a != b\n             ^ unexpected-token",
      "define p = a rounded off\n                     ^ expected-token",
      "event e() from a\n  x = 1 +\n         ^ expected-expression\n  y.z = 2",
      "define p = if a then b\n                      ^ expected-token\ntype X = a",
      "define p = x in 5\n                ^ expected-expression",
      "define p = x is first t, u in q\n                         ^ unexpected-token",
      "define p = x is best t: T\n                         ^ expected-token\ntype X = a",
      "define p = all t T: a\n                 ^ expected-token",
      "define p = x.require\n             ^ reserved-word",
      "define case = a\n       ^ reserved-word",
      "entity E\n  a: Int\n  on: Bool\n  ^ reserved-word\n  b: Int",
      "entity E\n  ghost is: Bool\n        ^ reserved-word\n  b: Int",
      "entity E\nlasts: Bool\n^ reserved-word\n  b: Int",
      "state\n  due: Bool = false\n  ^ reserved-word\ntype X = a",
      "event e() from a\n  all = 3\n  ^ unknown-clause\n  x = 1",
      "event e() from a\n  case b\n    now.x = 3\n    ^ unknown-clause\n    x = 1",
      "message m(a)\n           ^ expected-token",
      "entity E\n  a Int\n    ^ expected-token\n  b: Int",
      "entity E\n  a: Row<T>\n        ^ unexpected-token\n  b: Int",
      "entity E\n  a: Set\n        ^ expected-token\n  b: Int",
      "evnt e() from a\n^ unknown-declaration\n  require b\n  x = 1",
      "  banana\n  ^ unknown-declaration",
      "type X = a\nrequire b\n^ misplaced-clause",
      "every event\n  x = 1\n  ^ misplaced-clause",
      "effect f()\n  require a\n  ^ misplaced-clause\n  x = 1",
      "event e from a\n        ^ expected-token\n  require b",
      "event e() frm a\n          ^ expected-token\n  require b\n  x = 1",
      "event e()\n         ^ expected-token\n  require b",
      "event e() from a\n  requir b\n  ^ unknown-clause\n  x = 1",
      "event e() from a\n  x.y\n     ^ expected-token\n  x = 1",
      "event e() from a\n  require a b\n            ^ unexpected-token\n  x = 1",
      "event e() from a\n  )\n  ^ unexpected-token\n  x = 1",
      "event e() from a\n  x = 1\n  require b\n  ^ clause-order\n  require c",
      "event e() from a\n  due b\n  due c\n  ^ clause-order",
      "event e() from a\n  otherwise\n  ^ otherwise-without-case\n    x = 1",
      "event e() from a\n  case b\n  otherwise\n  case c\n  ^ case-after-otherwise\n    x = 1",
      "event e() from a\n  case b )\n         ^ unexpected-token\n    x = 1\n  case c\n    y = 2",
      "event e() from a\n  move t to z.queue\n            ^ expected-token\n  x = 1",
      "event e() from a\n  on refuse notify p m\n     ^ expected-token",
      "event e() from a\n  notify p\n          ^ expected-name\n  x = 1",
      "event e() from a\n  f(any)\n    ^ misplaced-any\n  x = 1",
      "prompt p a\n          ^ expected-token\ntype X = a",
      "measure m a\n          ^ expected-token\ntype X = a",
      "step s after every\n                  ^ expected-token\ntype X = a",
    ])
  func single(_ text: String) {
    let marked = MarkedSource(ParserTests.header + text)
    #expect(diagnostics(marked.source) == marked.expected)
    #expect(marked.expected.count == 1)
  }

  @Test(
    "A file that is no rulebook",
    arguments: [
      "\n^ expected-token", "// only a comment\n                 ^ expected-token",
      "rulebok R\n^ expected-token",
      "rulebook\n        ^ expected-name", "rulebook R \"r.tsv\"\n           ^ expected-token",
      "rulebook R requirements r\n                        ^ expected-token",
    ])
  func noHeader(_ text: String) {
    let marked = MarkedSource(text)
    let parsed = Parser.parse(marked.source)
    #expect(parsed.diagnostics.map(marked.source.mark) == marked.expected)
    #expect(parsed.book == nil)
  }

  @Test("A file with five mistakes gives these five")
  func recovery() {
    let marked = MarkedSource(
      """
      rulebook R
      requirements "r.tsv"
      type X = | a
               ^ expected-name
      entity E
        a: Int
        c: Int
        b; Int
         ^ unexpected-character
      evnt lost() from a
      ^ unknown-declaration
        require b
      event e(t: E) from a
        require t.a is
                      ^ expected-expression
        require t.c is 3
        case t.b = 4
                 ^ unexpected-token
          t.a = 1
        otherwise
          t.c = 2
      invariant i
        all t: E: t.a <= 3
      """)
    let parsed = Parser.parse(marked.source)
    #expect(parsed.diagnostics.map(marked.source.mark) == marked.expected)
    #expect(marked.expected.count == 5)
    let whole = parsed.book?.declarations.map(Dump.declaration) ?? []
    #expect(
      whole == [
        "entity E\n  a:Int\n  c:Int",
        "event e(t:E) from a\n  require (is t.c 3)\n  case t.b {t.a = 1}; otherwise {t.c = 2}",
        "invariant i (all [t:E] (chain t.a <= 3))",
      ])
  }

  @Test(
    "What was probably meant is suggested",
    arguments: [
      ("evnt e() from a", "did you mean `event`?"),
      ("invarient i a", "did you mean `invariant`?"),
      ("event e() from a\n  notfy p m", "did you mean `notify`?"),
      ("event e() frm a", "did you mean `from`?"),
      ("parameter p = 5 mim", "did you mean `min`?"),
      ("define p = a != b", "“differs from” is written `is not`"),
      ("define p = (a | b)", "“or” is written `or`"),
      ("define p = a = b", "a comparison is written `is`; `=` assigns"),
      ("define p = a ≤ b", "“at most” is written `<=`"),
      (
        "every event\n  x = 1", "`every event` holds only `require`"
      ),
    ])
  func hints(text: String, expected: String) {
    let parsed = Parser.parse(SourceText(path: "book", text: ParserTests.header + text))
    #expect(parsed.diagnostics.flatMap(\.notes).map(\.message) == [expected])
  }

  @Test(
    "Messages say what was expected and what was found",
    arguments: [
      (
        "type X =",
        "expected values such as `red | green`, numbers such as `0...9`, or `Int`, "
          + "found the end of the file"
      ),
      ("define p = (a\ntype X = b", "expected `)` to close the `(`, found the end of the line"),
      (
        "define p = x in \"q\"",
        "expected a queue, a set, or values in `{` `}` after `in`, found a string in quotes"
      ),
      ("define if = 1", "expected the name of a definition, but `if` is a keyword"),
      ("entity E\n  on: Bool", "expected the name of a field, but `on` is a keyword"),
      (
        "define p = a\u{202E}",
        "the character \\u{202E} would hide or reorder what a reader sees, "
          + "and is not allowed anywhere"
      ),
      (
        "parameter größe = 1",
        "names are made of the letters a to z, digits and `_`; found `ö` (U+00F6)"
      ),
    ])
  func wording(text: String, expected: String) {
    let parsed = Parser.parse(SourceText(path: "book", text: ParserTests.header + text))
    #expect(parsed.diagnostics.map(\.message) == [expected])
  }

  @Test("Each keyword before a colon is reported once, and the fields around it are read")
  func keywordsAsFields() {
    let keywords = [
      "require", "due", "case", "otherwise", "notify", "append", "move", "add", "remove", "on",
      "lasts", "all", "any", "is", "now", "true", "some", "none",
    ]
    let fields = keywords.map { "  \($0): Bool\n" }.joined()
    let text = ParserTests.header + "entity E\n  a: Int\n" + fields + "  b: Int\n"
    let parsed = Parser.parse(SourceText(path: "book", text: text))
    #expect(parsed.diagnostics.map(\.id) == keywords.map { _ in "reserved-word" })
    let read = parsed.book?.declarations.map(Dump.declaration).joined() ?? ""
    #expect(read.contains("a:Int") && read.contains("b:Int"))
  }

  @Test("Before a name `clear` begins a clause; elsewhere it is a name")
  func clearAsName() {
    let text = """
      state clear: Bool = false
      event clear(t: Taxi) from operator
        require clear
        clear = false
        clear t.queue
      step done after clear
        not clear
      """
    let parsed = Parser.parse(SourceText(path: "book", text: ParserTests.header + text))
    #expect(parsed.diagnostics.isEmpty)
    let read = parsed.book?.declarations.map(Dump.declaration).joined() ?? ""
    #expect(read.contains("clear t.queue"), "\(read)")
  }

  @Test("After fifty errors the rest is left unread")
  func tooMany() {
    let wrong = String(repeating: "type X = |\n", count: 60)
    let lexical = String(repeating: "§ \n", count: 60)
    for text in [wrong, lexical] {
      let parsed = Parser.parse(SourceText(path: "book", text: ParserTests.header + text))
      #expect(parsed.diagnostics.count == Parser.errorLimit + 1)
      #expect(parsed.diagnostics.last?.id == "too-many-errors")
      #expect(parsed.diagnostics.last?.severity == .note)
      #expect(parsed.diagnostics.dropLast().allSatisfy { $0.severity == .error })
    }
  }
}
