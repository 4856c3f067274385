import Basics
import Rulebook
import Testing

@Suite("Warnings and notes")
struct WarningTests {
  /// What a text has to say about itself, all of it.
  private func ids(_ marked: String) -> (found: [String], expected: [String]) {
    let marked = MarkedSource("rulebook R\nrequirements \"r.tsv\"\n" + marked)
    let compilation = Small.compile(marked.source)
    return (compilation.diagnostics.map(marked.source.mark), marked.expected)
  }

  @Test(
    "Declared, but without a use",
    arguments: [
      "type A = a | b\n     ^ unused",
      "parameter p = 3\n          ^ unused",
      "define d = true\n       ^ unused",
      "entity E\n  a: Int = 0\n  ^ never-read",
      "state s: Int = 0\n      ^ never-read",
      "message m\n        ^ unused",
      "entity E\neffect f(e: E)\n       ^ unused\n  notify e m\nmessage m",
      "entity E\n  q: Queue<E>\n  ^ never-read\nevent e(x: E) from a\n  append x to x.q",
      "state s: Int = 0\nevent e() from a\n  s += 1",
      "entity E\n  a: Int = 0\n  ^ never-read\nevent e(x: E) from a\n  x.a = 3",
      "parameter p = true\nentity E\n  a: Int = 0\nevent e(x: E) from a\n  require p or x.a > 3",
      "entity E\n  q: Set<E>\nmeasure m\n  count x: E, y in x.q",
    ])
  func unused(_ text: String) {
    let (found, expected) = ids(text)
    #expect(found == expected)
  }

  @Test("An event that reads a place that it writes: the old value counts")
  func oldReads() {
    let example = ElaborationCase.declarations(
      """
      event e(t: Taxi, z: Zone) from driver
        require t.zone is not none
        t.zone = z
        append t to t.zone.queue
        ^ reads-old-value
        t.trips += 1
      """)[0]
    let compilation = Small.compile(example.marked.source)
    #expect(compilation.rules != nil)
    let notes = compilation.diagnostics.filter { $0.severity == .note }
    #expect(notes.map(example.marked.source.mark) == example.marked.expected)
    #expect(notes.first?.notes.map(\.message) == ["written here"])
  }
}

@Suite("Requirements")
struct RequirementTests {
  static let header = "id\tsource\tkind\trequirement\n"
  static let table = header + "A1\ts\tk\tone\nA2\ts\tk\ttwo\n"

  private func compile(_ text: String, table: String = table) -> (Compilation, [String]) {
    let source = SourceText(path: "book", text: "rulebook R\nrequirements \"r.tsv\"\n" + text)
    let compilation = Small.compile(source, table: table)
    return (compilation, compilation.diagnostics.map(source.mark))
  }

  @Test(
    "Citations are checked against the table",
    arguments: [
      ("omit [A1 A2] \"r\"", []),
      ("omit [A1] \"r\"\ninvariant i [A2] true", []),
      ("omit [A1] \"r\"", ["2:14 uncited"]),
      ("omit [A1 A2] \"r\"\ninvariant i [A3] true", ["4:14 unknown-name"]),
      ("omit [A1 A2 B1] \"r\"", ["3:13 unknown-name"]),
      ("omit [A1 A2] \"r\"\ninvariant i [A2] true", ["3:10 cited-and-omitted"]),
      ("omit [A1 A2] \"r\"\nomit [A2] \"s\"", ["4:7 duplicate-name"]),
      ("omit [A1] \"r\"\ninvariant i [A2 A2] true", ["4:17 cited-twice"]),
      ("invariant i nothing", ["3:13 unknown-name"]),
      ("omit [A1 A2] \"r\" // see [A1]", ["3:25 citation-in-comment"]),
      ("omit [A1 A2] \"r\" // see [X9] or [A1], maybe", []),
      ("omit [A1 A2] \"// [A1]\"", []),
    ])
  func citations(text: String, expected: [String]) { #expect(compile(text).1 == expected) }

  @Test("Ids that nobody mentions are listed, a dozen at most")
  func uncited() {
    let rows = (1...20).map { "R\($0)\ts\tk\tt\n" }.joined()
    let compilation = compile("invariant i [R20] true", table: Self.header + rows).0
    #expect(
      compilation.diagnostics.map(\.message) == [
        "19 requirements neither cited nor omitted: R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, "
          + "R12, …"
      ])
    #expect(compilation.rules?.requirements.count == 20)
  }

  @Test("Without a table citations are left alone")
  func noTable() {
    let source = SourceText(
      path: "book", text: "rulebook R\nrequirements \"r.tsv\"\ninvariant i [X9] true")
    #expect(Small.compile(source).diagnostics == [])
    #expect(Compilation.requirements(of: Parser.parse(source))?.value == "r.tsv")
    let wrong = SourceText(path: "book", text: "nothing")
    #expect(Compilation.requirements(of: Parser.parse(wrong)) == nil)
  }

  @Test(
    "A table with a mistake",
    arguments: [
      ("", ["1:1 table-header"]),
      ("\nid\tsource\tkind\trequirement\n", ["1:1 table-header"]),
      ("id,source,kind,requirement\nA1,s,k,t\n", ["1:1 table-header"]),
      ("id\tkind\tsource\trequirement\nA1\ts\tk\tt\n", ["1:1 table-header"]),
      (header + "A1\ts\tk\n", ["2:1 table-columns"]),
      (header + "A1\ts\tk\tt\tu\nA2\ts\tk\tt\n", ["2:1 table-columns"]),
      (header + "A1\ts\tk\tt\n\nA1\ts\tk\tu\n", ["4:1 duplicate-requirement"]),
      (header + "\ts\tk\tt\n", ["2:1 table-id"]),
      (header + "A 1\ts\tk\tt\n", ["2:1 table-id"]),
    ])
  func wrongTable(table: String, expected: [String]) {
    let compilation = compile("invariant i true", table: table).0
    let source = SourceText(path: "table", text: table)
    #expect(compilation.tableDiagnostics.map(source.mark) == expected)
    #expect(compilation.rules == nil)
  }

  @Test("Whatever cites a table that is wrong is not held against it")
  func citationsOfWrongTable() {
    let text = "invariant i [A1] true\ninvariant j [A2] some\n"
    let table = "id,source,kind,requirement\nA1,s,k,t\n"
    let broken = compile("invariant i [A1] true", table: table).0
    #expect(broken.diagnostics == [] && broken.tableDiagnostics.map(\.id) == ["table-header"])
    // What the text alone shows is still told.
    #expect(compile(text, table: table).0.diagnostics.containsError)
  }

  @Test("A table as spreadsheets write it")
  func spreadsheet() throws {
    let table = "\u{FEFF}" + Self.table.replacing("\n", with: "\r\n")
    let (compilation, ids) = compile("omit [A1 A2] \"r\"", table: table)
    #expect(ids == [] && compilation.tableDiagnostics == [])
    #expect(try #require(compilation.rules).requirements.map(\.text) == ["one", "two"])
  }

  @Test("A table that is not text, or endless")
  func hostileTable() {
    let source = SourceText(path: "book", text: "rulebook R\nrequirements \"r.tsv\"\n")
    func ids(_ bytes: [UInt8]) -> [String] {
      Compilation.compile(
        source, parsed: Parser.parse(source),
        requirements: SourceText(path: "table", bytes: bytes)
      ).tableDiagnostics.map(\.id)
    }
    #expect(ids([0xFF, 0xFE, 0x69, 0x00]) == ["not-utf8"])
    #expect(ids([UInt8](repeating: 0x0A, count: 1000)) == ["table-header"])
    let many = Self.header + String(repeating: "x\n", count: 1000)
    #expect(
      ids(Array(many.utf8)) == Array(repeating: "table-columns", count: 20) + ["too-many-errors"])
    let twenty = Self.header + String(repeating: "x\n", count: 20)
    #expect(ids(Array(twenty.utf8)) == Array(repeating: "table-columns", count: 20))
    let long = Self.header + (0...100_000).map { "R\($0)\ts\tk\tt\n" }.joined()
    #expect(ids(Array(long.utf8)) == ["table-too-long"])
  }
}

@Suite("Settings")
struct SettingTests {
  private func compile(_ settings: [(String, String)]) -> Compilation {
    let text = """
      parameter far  = 50 metres
      parameter fast = true
      invariant i
        far > 3 metres and fast and limit > 0 and window > 1 s
      """
    return Small.compile(
      SourceText(path: "book", text: Small.service + text),
      settings: settings.map { Compilation.Setting(name: $0.0, value: $0.1) })
  }

  @Test("A parameter takes another value")
  func values() throws {
    let rules = try #require(
      compile([
        ("limit", "7"), ("window", "15s"), ("far", "2 * 30 metres"), ("fast", "false"),
        ("limit", "8"), ("window", "limit * 1 min"),
      ]).rules)
    let printer = CorePrinter(rules)
    let values = rules.parameters.map { "\($0.name)=\(printer.literal($0.value))" }
    #expect(values == ["limit=8", "window=480000ms", "far=60 metres", "fast=false"])
  }

  @Test(
    "A setting that does not fit",
    arguments: [
      ("limt", "3", "--set: unknown parameter 'limt'; did you mean 'limit'?"),
      ("open", "true", "--set: unknown parameter 'open'"),
      ("limit", "-1", "--set limit=-1: a parameter is not negative"),
      ("limit", "", "--set limit=: expected a value of type Int"),
      ("limit", "5 min", "--set limit=5 min: expected a value of type Int, this is Duration"),
      ("limit", "true", "--set limit=true: expected a value of type Int, this is Bool"),
      ("limit", "3 +", "--set limit=3 +: expected a value of type Int"),
      ("limit", "1 + true", "--set limit=1 + true: expected a value of type Int"),
      (
        "limit", "9999999999999999999",
        "--set limit=9999999999999999999: expected a value of type Int"
      ),
      ("limit", "x", "--set limit=x: expected a value of type Int"),
      ("limit", "none", "--set limit=none: expected a value of type Int"),
      ("window", "15", "--set window=15: expected a value of type Duration, this is Int"),
      (
        "window", "15 metres",
        "--set window=15 metres: expected a value of type Duration, this is metres"
      ),
      ("far", "15 yards", "--set far=15 yards: expected a value of type metres"),
      ("fast", "1", "--set fast=1: expected a value of type Bool, this is Int"),
    ])
  func wrong(name: String, value: String, message: String) {
    let compilation = compile([(name, value)])
    #expect(compilation.rules == nil)
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == [message])
    #expect(errors.allSatisfy { $0.span == nil })
  }
}
