import Basics
import Rulebook
import Testing

@Suite("Declarations and clauses")
struct ParserTests {
  static let header = "rulebook R\nrequirements \"r.tsv\"\n"

  private func dump(_ text: String) -> String {
    let source = SourceText(path: "book", text: Self.header + text)
    let parsed = Parser.parse(source)
    return
      (parsed.diagnostics.map(source.mark)
      + (parsed.book?.declarations.map(Dump.declaration) ?? [])).joined(separator: "\n")
  }

  @Test("The example rulebooks parse without a diagnostic", arguments: Fixture.allCases)
  func fixtures(_ fixture: Fixture) throws {
    let source = try fixture.source()
    let parsed = Parser.parse(source)
    #expect(parsed.diagnostics.map(source.mark) == [])
    #expect(parsed.book?.name.text == fixture.rawValue)
  }

  @Test("The header names the book and its requirements")
  func headerIsRead() throws {
    let book = try #require(Parser.parse(SourceText(path: "book", text: Self.header)).book)
    #expect(book.name.text == "R")
    #expect(book.requirements.value == "r.tsv")
    #expect(book.declarations.isEmpty)
  }

  @Test(
    "Each kind of declaration",
    arguments: [
      ("omit [A1 G1.2 UC1.x] [b-3] \"Why.\"", "omit [A1 G1.2 UC1.x b-3] 'Why.'"),
      ("type Stage = up | down [A1]", "type Stage up|down [A1]"),
      ("type Code = 0...9999", "type Code 0...9999"),
      ("type metres = Int", "type metres unit"),
      ("sensitive Rider, Code", "sensitive Rider Code"),
      ("parameter window = 2 min [A1]", "parameter window 2min [A1]"),
      ("entity Zone", "entity Zone"),
      (
        "entity T\n  a: Zone? = any [A1]\n  q: Queue<T>\n  fixed s: Set<T>\n  ghost n: Int = 0",
        "entity T\n  a:Zone? = any [A1]\n  q:Queue<T>\n  fixed s:Set<T>\n  ghost n:Int = 0"
      ),
      ("entity T\n  state: Bool\n  ghost: Bool", "entity T\n  state:Bool\n  ghost:Bool"),
      ("state ready: Bool = false [A1]", "state ready:Bool = false [A1]"),
      ("message a, b(x, y: T, z: U?)", "message a(), b(x:T, y:T, z:U?)"),
      ("define f(x: T) = x.up [A1]", "define f(x:T) x.up [A1]"),
      ("define two = 2", "define two() 2"),
      (
        "every event except a, b\n  require ready [A1]",
        "every except [a b]\n  require ready [A1]"
      ),
      ("every event\n  require ready", "every except []\n  require ready"),
      ("effect f(x: T)\n  x.up = true", "effect f(x:T)\n  x.up = true"),
      ("event e() from world", "event e() from world"),
      (
        "event e(a, b: T) from system -> new r: R, c: C",
        "event e(a:T, b:T) from system -> new r:R, c:C"
      ),
      ("event e() from rider -> new: R", "event e() from rider -> new:R"),
    ])
  func declarations(text: String, expected: String) {
    #expect(dump(text) == expected)
  }

  @Test(
    "Each kind of property",
    arguments: [
      ("invariant best [A1] \"S.\" a", "invariant best [A1] 'S.' a"),
      ("lemma l\n  a", "lemma l a"),
      ("step end after a, b \"S.\" before(c)", "step end of a b 'S.' (before c)"),
      ("step s after every event [A1] c", "step s of every [A1] c"),
      ("assume s at a \"S.\" c", "assume s of a 'S.' c"),
      ("reach r some t: T: c", "reach r (some [t:T] c)"),
      ("axiom x (a)", "axiom x a"),
      ("bounded b a lasts at most 2 min", "bounded b (lasts [] a 2min)"),
      (
        "prompt p [A1] all r, s: R where a: b and c lasts at most d + 1 s",
        "prompt p [A1] (lasts [r s:R] where a (and b c) (+ d 1s))"
      ),
      (
        "measure m [A1] \"S.\"\n  count r: R, t: T where t not in r.refusedBy",
        "measure m [A1] 'S.' (count [r:R, t:T] where (notin t r.refusedBy))"
      ),
      ("measure m count r: R", "measure m (count [r:R])"),
    ])
  func properties(text: String, expected: String) {
    #expect(dump(text) == expected)
  }

  @Test(
    "Each clause of an event",
    arguments: [
      ("require a and b [A1 A2]", "require (and a b) [A1 A2]"),
      ("due r.at! + window [A1]", "due (+ r.at! window) [A1]"),
      ("x.y = a is b [A1]", "x.y = (is a b) [A1]"),
      ("x.y!.z += 1", "x.y!.z += 1"), ("x -= 2 s", "x -= 2s"),
      ("append t to z.queue [A1]", "append t to z.queue [A1]"),
      ("move t to end of z!.queue", "move t to z!.queue"),
      ("add t to r.refusedBy", "add t to r.refusedBy"),
      ("remove t from z.queue", "remove t from z.queue"),
      ("join(t, z.next) [A1]", "perform join(t z.next) [A1]"),
      ("notify r.p! told(t, any) [A1]", "notify r.p! told(t any) [A1]"),
      ("notify p told", "notify p told()"),
      ("on refusal notify p sorry [A1]", "refusal p sorry() [A1]"),
      ("state.type = 1", "state.type = 1"), ("event = 1", "event = 1"),
      ("end(x)", "perform end(x)"),
      (
        "case a [A1]\n    x = 1 [A2]\n    f()\n  case b\n  otherwise [A3]\n    y = 2",
        "case a [A1] {x = 1 [A2], perform f()}; case b {}; otherwise [A3] {y = 2}"
      ),
      (
        "case a\n    x = 1\n  on refusal notify p sorry",
        "case a {x = 1}\n  refusal p sorry()"
      ),
      (
        "require a\n  due b\n  x = 1\n  y = 2\n  case c\n  on refusal notify p m(1)",
        "require a\n  due b\n  x = 1\n  y = 2\n  case c {}\n  refusal p m(1)"
      ),
    ])
  func clauses(text: String, expected: String) {
    #expect(dump("event e() from a\n  " + text) == "event e() from a\n  " + expected)
  }

  @Test("Line ends are white space, and clauses may share a line")
  func oneLine() {
    #expect(
      dump("event e() from a require b x = 5 y = 6 [A1] state s: T event f() from c")
        == "event e() from a\n  require b\n  x = 5\n  y = 6 [A1]\nstate s:T\nevent f() from c")
  }

  @Test("A byte order mark and line ends of two bytes change nothing")
  func lineEnds() throws {
    let bytes = try Fixture.rideHailing.bytes()
    var other: [UInt8] = [0xEF, 0xBB, 0xBF]
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { other.append(UInt8(ascii: "\r")) }
      other.append(byte)
    }
    let plain = Parser.parse(SourceText(path: "plain", bytes: bytes))
    let windows = Parser.parse(SourceText(path: "windows", bytes: other))
    #expect(windows.diagnostics == [])
    #expect(
      windows.book?.declarations.map(Dump.declaration)
        == plain.book?.declarations.map(Dump.declaration))
  }

  @Test("Declarations, clauses, rows and names know their place")
  func spans() throws {
    let source = SourceText(
      path: "spans",
      text: Self.header
        + "event e(t: T) from a\n  require t.up [A1]  // c\n  case b [A2]\n    x = 1\n")
    let book = try #require(Parser.parse(source).book)
    let declaration = try #require(book.declarations.first)
    guard case .event(let event) = declaration.kind, event.clauses.count == 2,
      case .cases(let rows) = event.clauses[1].kind, let row = rows.first,
      let action = row.actions.first
    else {
      Issue.record("unexpected shape: \(Dump.declaration(declaration))")
      return
    }
    #expect(source.text(of: book.requirements.span) == "\"r.tsv\"")
    #expect(source.text(of: declaration.span).hasPrefix("event e("))
    #expect(source.text(of: declaration.span).hasSuffix("x = 1"))
    #expect(source.text(of: event.name.span) == "e")
    #expect(source.text(of: event.clauses[0].span) == "require t.up [A1]")
    #expect(source.text(of: event.clauses[0].citations[0].span) == "A1")
    #expect(source.text(of: row.span) == "case b [A2]\n    x = 1")
    #expect(source.text(of: action.span) == "x = 1")
  }
}
