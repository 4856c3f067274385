import Basics
import Rulebook
import Testing

@Suite("Names and types of expressions")
struct ExpressionElaborationTests {
  static let names = ElaborationCase.guards(
    """
    t.zon is none
      ^ unknown-name
    txi is u
    ^ unknown-name
    t is txi
         ^ unknown-name
    t.color is gren
               ^ unknown-name
    t.color in {red, gren}
                     ^ unknown-name
    busy(t)
    ^ unknown-name
    t in z.queu
           ^ unknown-name
    all x: Taxy: x.online
           ^ unknown-name
    idle
    ^ argument-count
    idle(t, u)
    ^ argument-count
    limit(t) is 3
    ^ not-a-definition
    t(u)
    ^ not-a-definition
    leave(t)
    ^ effect-here
    chosen is t
    ^ result-in-guard
    t is chosen
         ^ result-in-guard
    t.online.zone is z
             ^ no-fields
    n.zone is z
      ^ no-fields
    red is green
    ^ wrong-type
    none is red
            ^ wrong-type
    z.size is red
              ^ wrong-type
    warm(limit)
         ^ wrong-type
    some t: Taxi: t.online
         ^ duplicate-name
    all x, x: Taxi: x.online
           ^ duplicate-name
    all x: Taxi: some x in z.queue: x.online
                      ^ duplicate-name
    """)

  static let types = ElaborationCase.guards(
    """
    n
    ^ wrong-type
    now
    ^ wrong-type
    none
    ^ never-none
    not n
        ^ wrong-type
    n and t.online
    ^ wrong-type
    t.online implies n
                     ^ wrong-type
    t.online iff n
                 ^ wrong-type
    t.online is 3
    ^ wrong-type
    n < window
    ^ wrong-type
    n is window
    ^ wrong-type
    1 < n < window
        ^ wrong-type
    t.color is n
    ^ wrong-type
    t.color < c
    ^ wrong-type
    t is z
    ^ wrong-type
    t.zone is t
    ^ wrong-type
    t is none
    ^ never-none
    none is t
            ^ never-none
    n in {1, none}
    ^ never-none
    t!
    ^ never-none
    z.queue is z.queue
    ^ collection-equality
    z.queue is none
    ^ collection-equality
    z.queue
    ^ value-expected
    n + z.queue > 3
        ^ value-expected
    n + none > 3
        ^ value-expected
    t in u
         ^ collection-expected
    z in z.queue
    ^ wrong-type
    t.zone in z.queue
    ^ wrong-type
    t ahead of u in z.watched
                    ^ queue-expected
    t ahead of z in z.queue
               ^ wrong-type
    t is first x in z.watched
         ^ queue-expected
    t is last x: Taxi
         ^ queue-expected
    t is best g: Grade by g
         ^ wrong-type
    z is first x in z.queue
    ^ wrong-type
    t is best x: Taxi by x.online
                         ^ wrong-type
    all i: Int: i > 0
           ^ endless-domain
    some w: Time: w < now
            ^ endless-domain
    some d: Duration: d < window
            ^ endless-domain
    no m: metres: m < z.size
          ^ endless-domain
    1 + count x: Taxi > 3
        ^ count-here
    before(t.online)
    ^ before-here
    notified(t, bye)
    ^ notified-here
    (if t.online then n else t) is 3
                             ^ wrong-type
    (if n then 1 else 2) is 3
        ^ wrong-type
    some x: Taxi: x.zone!.size > 3 metres
                  ^ certain-under-binder
    n is 9223372036854775807 h
         ^ number-too-large
    idle(n)
         ^ wrong-type
    """)

  static let units = ElaborationCase.guards(
    """
    z.size is 3
    ^ wrong-type
    z.size < 3
    ^ wrong-type
    z.size + n < z.size
    ^ wrong-type
    z.size < 5 min
    ^ wrong-type
    z.size * z.size < 3 metres
    ^ units
    z.size * window < 3 metres
    ^ units
    z.size / 5 min rounded down < 3 metres
    ^ units
    n / 2 < 3
    ^ needs-rounding
    n / n rounded down < 3
        ^ constant-divisor
    n / 0 rounded up < 3
        ^ constant-divisor
    n / (0 - 2) rounded down < 3
        ^ constant-divisor
    now * 2 < now
    ^ wrong-type
    now + now < now
    ^ wrong-type
    -now < now
    ^ wrong-type
    -t.online
    ^ wrong-type
    window - now < now
    ^ wrong-type
    t.online + 1 > 0
    ^ wrong-type
    """)

  @Test("A guard with one mistake", arguments: names + types + units)
  func wrong(_ example: ElaborationCase) {
    #expect(example.diagnostics() == example.marked.expected)
    #expect(!example.marked.expected.isEmpty)
  }

  @Test(
    "Guards without a mistake",
    arguments: ElaborationCase.guards(
      """
      t.color is red and red is t.color and t.paint is none and none is t.paint
      none is none
      t.zone is z and t.zone is u.zone
      n + 2 * t.trips - -n < limit
      t.grade < n and t.grade is 5 and t.grade + 1 > n
      now - t.seen < window and t.seen + window < now and 2 * window < 1 h
      z.size * 3 / 2 rounded up < 3 metres
      window * z.size / 1 min rounded down < 3 metres
      6 / 2 * n / 3 rounded down < 3
      all g: Grade, k: Color, b: Bool: b implies t.color is k or g < t.grade
      no x in z.queue where x is not t: x ahead of t in z.queue
      t is best x: Taxi where idle(x) by x.seen
      t is not last x in z.queue where x.online
      (if t.online then t.paint else none) is red
      if n < 3 then t.online else if n > 5 then u.online else open
      """))
  func right(_ example: ElaborationCase) { #expect(example.diagnostics() == []) }

  @Test(
    "Messages help someone who does not know the tool",
    arguments: [
      ("t.zon is none", "Taxi has no 'zon'; did you mean 'zone'?"),
      ("t is txi", "unknown name 'txi'"),
      ("t.color is gren", "unknown name 'gren'; did you mean 'green'?"),
      ("t.color is magenta", "unknown name 'magenta'; the values of Color are red, green, blue"),
      ("all x: Taxy: x.online", "unknown type 'Taxy'; did you mean 'Taxi'?"),
      ("limi < n", "unknown name 'limi'; did you mean 'limit'?"),
      ("red is green", "'red' is a value of Color; nothing of that type is expected here"),
      ("z.size < 3", "metres is compared with Int: write the unit, as in '5 metres'"),
      ("n is window", "Int is compared with Duration: write the unit, as in '5 min'"),
      ("t.online is 3", "Bool is compared with Int"),
      ("n", "expected Bool, this is Int"),
      ("t is none", "'t' is never none"),
      ("z.size * z.size < 3 metres", "the units do not cancel: metres × metres remains"),
      ("z.size / 5 min rounded up < n", "the units do not cancel: metres over Duration remains"),
      ("idle", "'idle' takes 1 argument, here are 0"),
      (
        "t.zone.size is z.size",
        "'t.zone' may be none here: say 'require t.zone is not none', "
          + "or 't.zone!' if an invariant knows it"
      ),
      (
        "chosen is t",
        "'chosen' is chosen by the server after the guards: a guard cannot mention it"
      ),
    ])
  func wording(guardText: String, expected: String) {
    let compilation = Small.compile(Small.event + "  require \(guardText)\n")
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map(\.message) == [expected])
  }
}
