import Basics
import Rulebook
import Testing

@Suite("Expressions")
struct ExpressionParserTests {
  private func dump(_ text: String, units: Set<String> = []) -> String {
    let source = SourceText(path: "expression", text: text)
    let (expression, diagnostics) = Parser.parseExpression(source, units: units)
    return expression.map(Dump.expression) ?? diagnostics.map(source.mark).joined(separator: ", ")
  }

  @Test(
    "Each production gives its node",
    arguments: [
      ("true", "true"), ("false", "false"), ("none", "none"), ("now", "now"), ("17", "17"),
      ("2 min", "2min"), ("15s", "15s"), ("3 days", "3days"), ("1 day", "1day"),
      ("-x", "(neg x)"), ("(x)", "x"), ("x", "x"),
      ("t.zone!.queue", "t.zone!.queue"), ("price(x, 2 h).cents", "(call price x 2h).cents"),
      ("idle()", "(call idle)"),
      ("count t in z.queue where t.free", "(count t in z.queue where t.free)"),
      ("count t, u: Taxi", "(count t u:Taxi)"),
      ("if a then b else c", "(if a b c)"),
      ("before(a and b)", "(before (and a b))"),
      ("notified(p, told)", "(notified p told)"),
      ("notified(r.p, told(t, any))", "(notified r.p told t any)"),
      ("a is b", "(is a b)"), ("a is not b", "(isnt a b)"),
      ("t is first u in q", "(is t (first u in q))"),
      ("t is not last u in z.q where u.up", "(isnt t (last u in z.q where u.up))"),
      ("d is best e: D where e.up by e.rating", "(is d (best e:D where e.up by e.rating))"),
      ("t in z.queue", "(in t z.queue)"), ("t not in s", "(notin t s)"),
      ("x in {a, b + 1}", "(in x {a (+ b 1)})"), ("x not in {a}", "(notin x {a})"),
      ("t ahead of u in z.queue", "(ahead t u z.queue)"),
      ("a < b", "(chain a < b)"), ("a <= b < c", "(chain a <= b < c)"),
      ("a >= b > c", "(chain a >= b > c)"),
      ("all t: Taxi: t.up", "(all [t:Taxi] t.up)"),
      ("some t, u: Taxi, z in zones where a: b", "(some [t u:Taxi, z in zones] where a b)"),
      ("no t in z.queue: t.up", "(no [t in z.queue] t.up)"),
      ("not a", "(not a)"), ("a and b", "(and a b)"), ("a or b", "(or a b)"),
      ("a implies b", "(implies a b)"), ("a iff b", "(iff a b)"),
      ("a + b", "(+ a b)"), ("a - b", "(- a b)"), ("a * b", "(* a b)"),
      ("a / b rounded down", "(rounded down (/ a b))"), ("a rounded up", "(rounded up a)"),
    ])
  func productions(text: String, expected: String) {
    #expect(dump(text) == expected)
  }

  @Test(
    "Precedence and associativity",
    arguments: [
      ("a or b and c", "(or a (and b c))"), ("a and b or c", "(or (and a b) c)"),
      ("a and b and c", "(and (and a b) c)"), ("a or b or c", "(or (or a b) c)"),
      ("a implies b implies c", "(implies a (implies b c))"),
      ("a implies b iff c", "(implies a (iff b c))"),
      ("a or b implies c or d", "(implies (or a b) (or c d))"),
      ("not a and b", "(and (not a) b)"), ("not a is b", "(not (is a b))"),
      ("not not a", "(not (not a))"), ("not no t: T: a", "(not (no [t:T] a))"),
      ("a - b - c", "(- (- a b) c)"), ("a - (b - c)", "(- a (- b c))"),
      ("a + b * c", "(+ a (* b c))"), ("(a + b) * c", "(* (+ a b) c)"),
      ("a / b / c", "(/ (/ a b) c)"), ("-a * b", "(* (neg a) b)"), ("--a", "(neg (neg a))"),
      ("a + b * c / d rounded down", "(+ a (rounded down (/ (* b c) d)))"),
      ("a + b < c - d", "(chain (+ a b) < (- c d))"),
      ("a is b and c", "(and (is a b) c)"), ("a is b + c", "(is a (+ b c))"),
      ("all t: T: a and b implies c", "(all [t:T] (implies (and a b) c))"),
      ("a and all t: T: b or c", "(and a (all [t:T] (or b c)))"),
      ("x is first t in q where a or b", "(is x (first t in q where (or a b)))"),
      ("if a then b else c + d", "(if a b (+ c d))"),
      ("1 + if a then b else c", "(+ 1 (if a b c))"),
    ])
  func precedence(text: String, expected: String) {
    #expect(dump(text) == expected)
  }

  @Test(
    "Words of the grammar are names where nothing speaks against it",
    arguments: [
      ("a is first", "(is a first)"), ("count + 1", "(+ count 1)"), ("best.last", "best.last"),
      ("r.stage is end", "(is r.stage end)"), ("state.type", "state.type"),
    ])
  func softWords(text: String, expected: String) {
    #expect(dump(text) == expected)
  }

  @Test("A unit stands on the line of its number, and must be known")
  func units() {
    #expect(dump("50 metres", units: ["metres"]) == "50metres")
    #expect(dump("50metres", units: ["metres"]) == "50metres")
    #expect(dump("50 metres") == "1:4 unknown-unit")
    #expect(dump("15\ns") == "2:1 unexpected-token")
    #expect(dump("9223372036854775807") == "9223372036854775807")
    #expect(dump("9223372036854775808") == "1:1 number-too-large")
  }

  @Test("An expression given alone must be whole")
  func whole() {
    #expect(dump("") == "1:1 expected-expression")
    #expect(dump("15s 3") == "1:5 unexpected-token")
    #expect(dump("a +") == "1:4 expected-expression")
    #expect(dump(" \n ") == "2:2 expected-expression")
  }

  @Test("Spans cover all of an expression, with its parentheses")
  func spans() throws {
    let source = SourceText(
      path: "spans", text: " (a or b) and all t in q.r: f(t, -2 min)! is not none  // end")
    let (expression, _) = Parser.parseExpression(source)
    let root = try #require(expression)
    #expect(source.text(of: root.span) == "(a or b) and all t in q.r: f(t, -2 min)! is not none")
    guard case .and(let left, let right) = root.node,
      case .quantified(_, let binders, _, let body) = right.node,
      case .collection(let collection) = binders.first?.source,
      case .equality(let value, _, let none) = body.node,
      case .certain(let call) = value.node, case .call(let name, let arguments) = call.node,
      case .expression(let minus) = arguments.last
    else {
      Issue.record("unexpected shape: \(Dump.expression(root))")
      return
    }
    #expect(source.text(of: left.span) == "(a or b)")
    #expect(source.text(of: right.span) == "all t in q.r: f(t, -2 min)! is not none")
    #expect(source.text(of: collection.span) == "q.r")
    #expect(source.text(of: value.span) == "f(t, -2 min)!")
    #expect(source.text(of: call.span) == "f(t, -2 min)")
    #expect(source.text(of: name.span) == "f")
    #expect(source.text(of: minus.span) == "-2 min")
    #expect(source.text(of: none.span) == "none")
  }
}
