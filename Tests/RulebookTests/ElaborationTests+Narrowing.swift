import Basics
import Rulebook
import Testing

@Suite("Narrowing")
struct NarrowingTests {
  @Test(
    "What is known not to be none may be used",
    arguments: ElaborationCase.guards(
      """
      t.zone is not none and t.zone.size > 3 metres
      not t.zone is none and t.zone.size > 3 metres
      t.zone is z and t.zone.size > 3 metres
      z is t.zone and t.zone.size > 3 metres
      t.paint is red and warm(t.paint)
      t.paint in {red, green} and warm(t.paint)
      t.paint not in {none, red} and warm(t.paint)
      r.taxi is first x in z.queue and r.taxi.online
      r.taxi is best x: Taxi by x.trips and r.taxi.online
      t.zone is none or t.zone.size > 3 metres
      t.zone is none or t.online or t.zone.size > 3 metres
      t.zone is not none implies t.zone.size > 3 metres
      all x: Taxi where x.zone is not none: x.zone.size > 3 metres
      no x: Taxi where x.zone is not none: x.zone.size > 3 metres
      t is best x: Taxi where x.left is not none by x.left
      if t.zone is none then t.online else t.zone.size > 3 metres
      (if t.zone is not none then t.zone.size else z.size) > 3 metres
      placed(t) and t.zone.size > 3 metres
      not idle(t) and t.zone.size > 3 metres
      (t.zone is z or t.zone is not none) and t.zone.size > 3 metres
      r.taxi is not none and r.taxi.zone is not none and r.taxi.zone.size > 3 metres
      r.taxi is t and placed(r.taxi) and r.taxi.zone.size > 3 metres
      not (t.zone is none or t.online) and t.zone.size > 3 metres
      t.left is not none and t.left + window <= now
      t.zone is not none and false and t.zone.size > 3 metres
      t.zone is none or true or t.zone.size > 3 metres
      not (t.zone is not none implies true) and t.zone.size > 3 metres
      """))
  func known(_ example: ElaborationCase) { #expect(example.diagnostics() == []) }

  @Test(
    "What is wrong in part still narrows by the rest",
    arguments: ElaborationCase.guards(
      """
      t.colr is red and t.zone is not none and t.zone.size > 3 metres
        ^ unknown-name
      t.zone is not none and t.colr is red and t.zone.size > 3 metres
                               ^ unknown-name
      t.online and (t.colr is red and t.zone is not none) and t.zone.size > 3 metres
                      ^ unknown-name
      t.colr is red or t.zone is none or t.zone.size > 3 metres
        ^ unknown-name
      (t.colr is red and t.zone is not none) implies t.zone.size > 3 metres
         ^ unknown-name
      (t.colr is red or t.zone is not none) and t.zone.size > 3 metres
         ^ unknown-name
                                                ^ may-be-none
      """)
      + ElaborationCase.declarations(
        """
        event f(t: Taxi) from driver
          require t.colr is red and t.zone is not none
                    ^ unknown-name
          require t.zone.size > 3 metres
        """))
  func partlyKnown(_ example: ElaborationCase) {
    #expect(example.diagnostics() == example.marked.expected)
  }

  @Test(
    "What may be none is refused",
    arguments: ElaborationCase.guards(
      """
      t.zone.size > 3 metres
      ^ may-be-none
      t.zone is not none or t.zone.size > 3 metres
                            ^ may-be-none
      t.zone.size > 3 metres and t.zone is not none
      ^ may-be-none
      t.zone is u.zone and t.zone.size > 3 metres
                           ^ may-be-none
      t.zone is not z and t.zone.size > 3 metres
                          ^ may-be-none
      (t.zone is not none or t.online) and t.zone.size > 3 metres
                                           ^ may-be-none
      (t.zone is not none implies t.online) and t.zone.size > 3 metres
                                                ^ may-be-none
      (t.zone is not none iff t.online) and t.zone.size > 3 metres
                                            ^ may-be-none
      u.zone is not none and t.zone.size > 3 metres
                             ^ may-be-none
      t.paint in {red, none} and warm(t.paint)
                                      ^ may-be-none
      t.paint not in {red, green} and warm(t.paint)
                                           ^ may-be-none
      r.taxi is not first x in z.queue and r.taxi.online
                                           ^ may-be-none
      (some x: Taxi: x.zone is not none) and t.zone.size > 3 metres
                                             ^ may-be-none
      all x: Taxi where x.zone is none: x.zone.size > 3 metres
                                        ^ may-be-none
      if t.zone is none then t.zone.size > 3 metres else t.online
                             ^ may-be-none
      idle(t) and t.zone.size > 3 metres
                  ^ may-be-none
      t.zone in z.queue
      ^ wrong-type
      r.taxi in z.queue
      ^ may-be-none
      t.left + window <= now
      ^ may-be-none
      t.left < now
      ^ may-be-none
      warm(t.paint)
           ^ may-be-none
      """))
  func unknown(_ example: ElaborationCase) {
    #expect(example.diagnostics() == example.marked.expected)
  }

  static let clauses = ElaborationCase.declarations(
    """
    event e(t: Taxi, z: Zone) from driver
      require t.zone is not none
      require t.zone.size > 3 metres
      t.zone.size = 5 metres
      append t to t.zone.queue
      case t.online
        add t to t.zone.watched
      otherwise
        remove t from t.zone.watched

    event e(t: Taxi, z: Zone) from driver
      case t.zone is none
        t.online = true
      case t.zone.size > 3 metres
        t.zone.size = 3 metres
      otherwise
        t.zone.size = 5 metres

    event e(t: Taxi) from driver
      case t.zone is not none
        t.zone.size = 3 metres
      otherwise
        t.zone.size = 5 metres
        ^ may-be-none

    event e(t: Taxi) from driver
      t.zone.size = 5 metres
      ^ may-be-none

    event e(t: Taxi, z: Zone) from driver
      t.zone = z
      t.zone.size = 5 metres
      ^ may-be-none

    event e(t: Taxi) from clock
      require t.left is not none
      due t.left + window
      leave(t)

    event e(t: Taxi) from clock
      due t.left + window
          ^ may-be-none
      leave(t)

    event e(r: Ride) from driver
      require r.taxi is not none
      leave(r.taxi)
      notify r.taxi bye

    event e(r: Ride) from driver
      leave(r.taxi)
            ^ may-be-none
      notify r.taxi bye
             ^ may-be-none

    event e(r: Ride) from driver
      require r.taxi is not none
      on refusal notify r.taxi bye
                        ^ may-be-none

    assume a at e
      t.zone.size > 3 metres
      ^ may-be-none
    event e(t: Taxi) from driver
      require t.zone is not none
      leave(t)

    effect shrink(t: Taxi)
      t.zone.size = 3 metres
      ^ may-be-none

    step s after park
      before(t.zone.size > 3 metres)

    step s after park
      t.zone.size > 3 metres
      ^ may-be-none

    step s after park
      t.zone is not none implies before(t.zone.size) < t.zone.size

    step s after park
      before(t.zone is not none) and t.zone.size > 3 metres
                                     ^ may-be-none

    step s after order
      t.zone is none
      ^ unknown-name

    prompt p
      all t: Taxi where t.zone is not none: t.zone.size > 3 metres lasts at most 5 s

    define far(t: Taxi) = t.zone.size > 3 metres
                          ^ may-be-none
    invariant i
      all t: Taxi where placed(t): far(t)
    """)

  @Test("From clause to clause, and between the two states of a step", arguments: clauses)
  func clause(_ example: ElaborationCase) {
    #expect(example.diagnostics() == example.marked.expected)
  }
}
