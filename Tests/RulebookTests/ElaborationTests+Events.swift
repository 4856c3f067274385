import Basics
import Rulebook
import Testing

@Suite("Events and properties")
struct EventElaborationTests {
  static let events = ElaborationCase.declarations(
    """
    event park(t: Taxi) from driver
          ^ duplicate-name
      leave(t)

    event e(t: Taxi, t: Zone) from driver
                     ^ duplicate-name
      leave(t)

    event e(t: Txi) from driver
               ^ unknown-name
      leave(t)
    reach r after e
      before(t.zone is none)

    event e(at: Taxi) from driver
            ^ reserved-name
      leave(at)

    event e(t: Taxi) from driver -> crc: Int
                                    ^ reserved-name
      leave(t)

    event e() from driver -> new c: Color
                                 ^ not-an-entity
      open = true

    event e(z: Zone) from driver -> new r: Ride
      r.origin = r.origin
      ^ reads-new

    event e(z: Zone) from driver -> new r: Ride
      r.origin = z
      case r.taxi is none
        z.size = 3 metres
        ^ reads-new

    event e(z: Zone) from driver -> new r: Ride
      r.origin = z
      open = some t in r.riders: t.online
      ^ reads-new

    event e(t: Taxi) from world
      require t.online
      ^ guarded-fact
      leave(t)

    event e(t: Taxi) from driver
      due t.seen + window
      ^ due-here
      leave(t)

    event e(t: Taxi) from clock
          ^ no-due
      leave(t)

    event e(t: Taxi) from clock
      due window
          ^ wrong-type
      leave(t)

    event e(t: Taxi, n: Int) from clock
                     ^ clock-parameter
      due t.seen
      leave(t)

    event e(t: Taxi?) from clock
            ^ clock-parameter
      due now

    event e(t: Taxi) from system
      leave(t)
      on refusal notify t bye
      ^ refusal-here

    event e(t: Taxi) from world
      leave(t)
      on refusal notify t bye
      ^ refusal-here

    event e(t: Taxi) from driver
      require t.asked
      ^ reads-ghost
      leave(t)

    event e(t: Taxi, u: Taxi) from driver
      require u in t.askers
      ^ reads-ghost
      leave(t)

    event e(t: Taxi) from driver
      require no u in t.askers: u.online
      ^ reads-ghost
      leave(t)

    event e(t: Taxi) from driver
      t.online = t.asked
      ^ reads-ghost

    event e(t: Taxi) from driver
      case t.asked
      ^ reads-ghost
        leave(t)

    event e(t: Taxi, u: Taxi) from driver
      t.asked = u.asked or u.online
      add u to t.askers
      case u.asked
        remove u from t.askers

    event e(t: Taxi, z: Zone) from driver
      t = z
      ^ not-a-place

    event e(z: Zone) from driver
      z.queue = z.watched
      ^ collection-assigned

    event e(t: Taxi) from driver
      limit = 3
      ^ not-a-place

    event e(t: Taxi) from driver
      t.zoe = none
        ^ unknown-name

    event e(t: Taxi) from driver
      opn = true
      ^ unknown-name

    event e(t: Taxi) from driver
      t.online = 3
                 ^ wrong-type

    event e(t: Taxi) from driver
      t.grade = 12
                ^ wrong-type

    event e(z: Zone) from driver
      z.size += 3
      ^ wrong-type

    event e(t: Taxi) from driver
      t.online = none
                 ^ never-none

    event e(t: Taxi, z: Zone) from driver
      add t to z.queue
      ^ set-expected

    event e(t: Taxi, z: Zone) from driver
      append t to z.watched
                  ^ queue-expected

    event e(t: Taxi, z: Zone) from driver
      append z to z.queue
             ^ wrong-type

    event e(t: Taxi) from driver
      remove t from t
                    ^ collection-expected

    event e(t: Taxi) from driver
      notify t helo(t)
               ^ unknown-name

    event e(t: Taxi) from driver
      notify t hello
               ^ argument-count

    event e(t: Taxi) from driver
      notify t.online bye
             ^ wrong-type

    event e(t: Taxi) from driver
      notify t hello(t.zone)
                     ^ wrong-type

    every event except parc
                       ^ unknown-name
      require open

    every event
      require t.online
              ^ unknown-name
    """)

  static let properties = ElaborationCase.declarations(
    """
    invariant i
      true
    lemma i
          ^ duplicate-name
      true

    axiom a
      open
      ^ axiom-of-change

    invariant i after park
              ^ events-here
      open

    step s
         ^ no-events
      open

    step s after prk
                 ^ unknown-name
      open

    assume a
           ^ no-events
      open

    assume a at parc
                ^ unknown-name
      open

    assume a at e
                ^ assumed-decision
      open
    event e(t: Taxi) from system
      leave(t)

    prompt p after park
           ^ events-here
      all t: Taxi: t.online lasts at most 5 s

    prompt p
      all z: Zone, t in z.queue: t.online lasts at most 5 s
                   ^ lasting-binder

    prompt p
      all t: Taxi: t.online lasts at most 5
                                          ^ wrong-type

    prompt p
      all t: Taxi: t.online lasts at most 3 s - 4 s
                                          ^ negative-limit

    prompt p
      all t: Taxi: t.online lasts at most now
                                          ^ not-constant

    measure m
      count n: Int
               ^ endless-domain

    invariant i
      before(open)
      ^ before-here

    step s after park
      before(before(open))
             ^ before-here

    step s after park
      before(notified(t, bye))
             ^ notified-here

    step s after park
      notified(open, bye)
               ^ wrong-type

    step s after order
      before(r.taxi is none)
      ^ reads-before-existence

    step s after every event
      all r: Ride: before(r.taxi is none)
      ^ reads-before-existence

    step s after order
      some r2: Ride: before(some t in r2.riders: t.online)
      ^ reads-before-existence

    step s after every event
      before(all r: Ride: r.taxi is none)

    step s after every event
      all t: Taxi: before(t.online) implies t.online

    step s after park, order
      t.online
      ^ unknown-name
    """)

  @Test("An event or property with one mistake", arguments: events + properties)
  func wrong(_ example: ElaborationCase) {
    #expect(example.diagnostics() == example.marked.expected)
  }

  @Test("Every event needs its guards even where another is wrong")
  func manyNotesHideNoError() {
    var text = ""
    for index in 0..<60 {
      text += "event e\(index)(t: Taxi) from driver\n  t.trips = 3\n  t.grade = t.trips\n"
    }
    text += "invariant broken\n  unknownThing\n"
    let compilation = Small.compile(text)
    #expect(compilation.rules == nil)
    #expect(compilation.diagnostics.contains { $0.id == "unknown-name" })
    #expect(compilation.diagnostics.contains { $0.id == "too-many-notes" })
  }

  @Test("After fifty errors the rest are counted, not shown")
  func manyErrors() {
    let text = (0..<60).map { "invariant i\($0)\n  nothing\($0)\n" }.joined()
    let compilation = Small.compile(text)
    #expect(compilation.diagnostics.count == 51)
    #expect(compilation.diagnostics.last?.id == "too-many-errors")
  }
}
