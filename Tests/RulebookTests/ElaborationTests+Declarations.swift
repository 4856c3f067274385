import Basics
import Rulebook
import Testing

@Suite("Declarations")
struct DeclarationElaborationTests {
  static let types = ElaborationCase.declarations(
    """
    type Color = black | white
         ^ duplicate-name

    entity Color
           ^ duplicate-name
      a: Int = 0

    entity Taxi
           ^ duplicate-name
      zone: Zone? = none

    type Int = a | b
         ^ duplicate-name

    entity Time
           ^ duplicate-name

    type Side = left | right | left
                               ^ duplicate-name

    type Gate = open | shut
                ^ duplicate-name

    type Gate = ajar | window
                       ^ duplicate-name

    type Odd = 9...3
               ^ empty-range

    sensitive Taxy
              ^ unknown-name

    entity Depot
      a: Int = 0
      a: Int = 1
      ^ duplicate-name

    entity Depot
      a: Tax = 0
         ^ unknown-name
    invariant i
      all d: Depot: d.a is 3

    entity Depot
      a: Int
      ^ no-default

    entity Depot
      a: Int = true
               ^ wrong-type

    entity Depot
      a: Taxi = none
                ^ never-none

    entity Depot
      a: Grade = 12
                 ^ wrong-type

    entity Depot
      a: Grade = 0 - 1
                 ^ wrong-type

    entity Depot
      a: Color = mauve
                 ^ unknown-name

    entity Depot
      a: metres = 5
                  ^ wrong-type

    entity Depot
      a: Time = now
                ^ not-constant

    entity Depot
      a: Bool = open
                ^ not-constant

    entity Depot
      a: Bool = some t: Taxi: t.online
                     ^ not-constant

    entity Depot
      a: Queue<Taxi> = none
      ^ collection-default

    entity Depot
      a: Queue<Color>
               ^ not-an-entity

    entity Depot
      a: Set<Depott>
             ^ unknown-name

    entity Depot
      fixed a: Queue<Taxi>
            ^ fixed-collection

    message m(a: Bool >= 1)
                         ^ limited-type

    message m(a: Duration? >= 1 min)
                              ^ limited-type

    message m(a: Int >= 3 <= 1)
                        ^ empty-range

    message m(a: Duration >= 1)
                             ^ wrong-type

    state total: Int
          ^ no-default

    state total: Set<Taxi>
                     ^ collection-here

    state total: Nt = 0
                 ^ unknown-name
    invariant i
      total is 0

    state limit: Int = 0
          ^ duplicate-name

    message bye
            ^ duplicate-name

    message m(t: Taxi, t: Zone)
                       ^ duplicate-name

    message m(t: Txi)
                 ^ unknown-name
    event e(t: Taxi) from driver
      notify t m(t)
    """)

  static let constants = ElaborationCase.declarations(
    """
    parameter p = q
                  ^ not-constant
    parameter q = 3

    parameter p = open
                  ^ not-constant

    parameter p = true + 1
                  ^ wrong-type
    invariant i
      p is 3

    parameter p = 9223372036854775807 + 1
                  ^ number-too-large

    parameter p = 3000000000 * 4000000000
                  ^ number-too-large

    parameter p = 106751991168 days
                  ^ number-too-large

    parameter p = 7 / 2
                  ^ needs-rounding

    parameter p = if true then 1 else 2
                  ^ not-constant

    parameter p = idle
                  ^ not-constant

    parameter p = red
                  ^ wrong-type

    parameter p = none
                  ^ value-expected

    parameter limit = 4
              ^ duplicate-name
    """)

  static let writtenOut = ElaborationCase.declarations(
    """
    define idle(t: Zone) = true
           ^ duplicate-name

    define d(a: Int, a: Int) = a
                     ^ duplicate-name

    define d(a: Queue<Taxi>) = true
                      ^ collection-here

    define d(a: Int) = a and true
                       ^ wrong-type
    invariant i
      d(3)

    define d = d
           ^ cyclic-define

    define a = b
           ^ cyclic-define
    define b = not f(1)
    define f(n: Int) = a or n > 3
    invariant i
      a and f(2)

    define d(t: Taxi) = t.zone!
                        ^ certain-in-property

    define d(t: Taxi) = before(t.online)
                        ^ before-here

    define c(n: Int) = n > 3 and warm(red)
    invariant i
      c(3)

    define d = mystery(3)
               ^ unknown-name

    effect leave(t: Zone)
           ^ duplicate-name
      t.size = 3 metres

    effect f(t: Taxi)
      f(t)
      ^ cyclic-effect

    effect f(t: Taxi)
      g(t)
    effect g(t: Taxi)
      case t.online
        f(t)
        ^ cyclic-effect

    effect f(t: Taxi)
      lave(t)
      ^ unknown-name

    effect f(t: Taxi)
      leave(t, t)
      ^ argument-count

    effect f(t: Taxi)
      enter(t, t)
               ^ wrong-type

    effect f(n: Nt)
                ^ unknown-name
      leave(n)
    """)

  @Test("A declaration with one mistake", arguments: types + constants + writtenOut)
  func wrong(_ example: ElaborationCase) {
    #expect(example.diagnostics() == example.marked.expected)
  }

  @Test(
    "Constants are computed",
    arguments: [
      ("2 + 3 * 4", "14"), ("10 - 12", "-2"), ("-(3)", "-3"), ("7 / 2 rounded down", "3"),
      ("7 / 2 rounded up", "4"), ("-7 / 2 rounded down", "-4"), ("-7 / 2 rounded up", "-3"),
      ("limit * 2", "6"), ("not false", "true"), ("1 h + 30 min", "5400000ms"),
      ("window * 3 / 2 rounded up", "450000ms"), ("3 metres * 2", "6 metres"),
      ("1 h / 1 min rounded down", "60"),
    ])
  func folded(text: String, expected: String) throws {
    let rules = try #require(Small.compile("parameter p = \(text)").rules)
    let value = try #require(rules.parameters.last?.value)
    #expect(CorePrinter(rules).literal(value) == expected)
  }
}
