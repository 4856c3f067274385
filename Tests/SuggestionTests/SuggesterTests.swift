import Findings
import Rulebook
import Testing
import Verification

@Suite("Suggested lemmas") struct SuggesterTests {
  /// Rulebooks that need one lemma each, and what they need it for.
  static let needy: [(name: String, text: String, open: String)] = [
    ("presence in a case", presence, "settle"),
    ("a reference that leads back", back, "apart"),
    ("an instant that bounds now", instant, "finishedInTime"),
    ("a counter below a parameter", counter, "few"),
    ("a queue by status", queue, "takeOff"),
    ("somebody who refers to it", witness, "engagedIsServed"),
    ("another instant for now", other, "waitBounded"),
  ]

  @Test("A lemma is found that repairs it", arguments: needy.indices)
  func repaired(index: Int) throws {
    let (name, text, open) = Self.needy[index]
    let fixture = try Fixture(text)
    #expect(fixture.open.contains(open), "\(name)")
    let suggestion = try fixture.suggestion()
    #expect(!suggestion.lemmas.isEmpty, "\(name)")
    let repaired = try fixture.with(suggestion.lemmas)
    #expect(repaired.open == [], "\(name): \(suggestion.lemmas.map(\.formula))")
  }

  @Test("The same is suggested again")
  func deterministic() throws {
    let fixture = try Fixture(Self.back)
    #expect(try fixture.suggestion().lemmas == fixture.suggestion().lemmas)
  }

  @Test("What is needed is suggested, and nothing else")
  func least() throws {
    let lemmas = try Fixture(Self.presence).suggestion().lemmas
    #expect(lemmas.map(\.formula) == ["all o: Order where o.stage is taken: o.clerk is not none"])
  }

  @Test("What fails in a reachable state is not suggested")
  func nothingFalse() throws {
    // The reference back is forgotten now and then, so that 'apart' is broken by a run.
    let fixture = try Fixture(
      Self.back + "event forget(seat: Seat) from world\n  seat.guest = none\n")
    let suggestion = try fixture.suggestion()
    let extended = try fixture.with(suggestion.lemmas)
    let lemmas = extended.rules.properties.indices.filter {
      extended.rules.properties[$0].kind == .lemma
    }
    let audit = Audit(
      extended.rules, claims: lemmas.map { .always(property: $0) }, steps: [])
    #expect(audit.exhaust(each: 2, states: 2_000).fault == nil)
    #expect(extended.open.contains("apart"))
  }

  @Test("What a run breaks keeps nobody from being helped")
  func hopeless() throws {
    let fixture = try Fixture(
      Self.presence + "invariant never\n  all o: Order: o.stage is not closed\n")
    let lemmas = try fixture.suggestion().lemmas
    #expect(lemmas.map(\.formula) == ["all o: Order where o.stage is taken: o.clerk is not none"])
  }

  static let presence = """
    type Stage = open | taken | closed
    entity Clerk
      busy: Bool = false
    entity Order
      stage: Stage  = open
      clerk: Clerk? = none
    event take(order: Order, clerk: Clerk) from clerk
      require order.stage is open
      order.stage = taken
      order.clerk = clerk
      clerk.busy  = true
    event settle(order: Order) from clerk
      require order.stage is taken
      order.stage       = closed
      order.clerk!.busy = false

    """

  static let back = """
    entity Seat
      guest: Guest? = none
    entity Guest
      seat: Seat? = none
    event sit(guest: Guest, seat: Seat) from guest
      require guest.seat is none and seat.guest is none
      guest.seat = seat
      seat.guest = guest
    event leave(guest: Guest) from guest
      require guest.seat is not none
      guest.seat.guest = none
      guest.seat       = none
    invariant apart
      all a, b: Guest where a.seat is not none and a.seat is b.seat: a is b

    """

  static let instant = """
    type Stage = idle | running | done
    parameter limit = 5 min
    entity Job
      stage:      Stage = idle
      startedAt:  Time  = any
      finishedAt: Time? = none
    event start(job: Job) from user
      require job.stage is idle
      job.stage     = running
      job.startedAt = now
    event stop(job: Job) from clock
      require job.stage is running
      due job.startedAt + limit
      job.stage      = done
      job.finishedAt = now
    invariant finishedInTime
      all j: Job where j.stage is done:
        j.finishedAt is not none and j.finishedAt <= j.startedAt + limit

    """

  static let counter = """
    type Stage = ready | trying | given
    parameter most = 5
    entity Call
      stage: Stage = ready
      tries: Int   = 0
    event dial(call: Call) from user
      require call.stage is ready
      call.stage  = trying
      call.tries += 1
    event fail(call: Call) from world
      case call.stage is trying and call.tries < most
        call.stage = ready
      case call.stage is trying
        call.stage = given
    invariant few
      all c: Call: c.tries <= most

    """

  static let queue = """
    type Status = off | ready
    entity Rank
      waiting: Queue<Cab>
    entity Cab
      status: Status = off
      rank:   Rank   = any
    event switchOn(cab: Cab) from driver
      require cab.status is off
      cab.status = ready
      append cab to cab.rank.waiting
    event takeOff(cab: Cab) from driver
      require cab.status is ready
      cab.status = off
      remove cab from cab.rank.waiting
    event lastFirst(cab: Cab) from driver
      require cab.status is ready
      move cab to end of cab.rank.waiting

    """

  static let witness = """
    type Status = free | engaged
    type Stage = waiting | served | over
    entity Clerk
      status: Status = free
    entity Client
      stage: Stage  = waiting
      clerk: Clerk? = none
    event serve(client: Client, clerk: Clerk) from clerk
      require client.stage is waiting and clerk.status is free
      client.stage = served
      client.clerk = clerk
      clerk.status = engaged
    event finish(client: Client) from clerk
      require client.stage is served
      client.stage         = over
      client.clerk!.status = free
    invariant engagedIsServed
      all k: Clerk where k.status is engaged: some c: Client: c.clerk is k and c.stage is served

    """

  static let other = """
    type Stage = waiting | asked | over
    parameter window = 2 min
    entity Wish
      stage:   Stage = waiting
      since:   Time  = any
      askedAt: Time? = none
      asked:   Int   = 0
    event ask(wish: Wish) from system
      require wish.stage is waiting
      wish.stage   = asked
      wish.askedAt = now
      wish.asked  += 1
      case wish.asked is 0
        wish.since = now
    event expire(wish: Wish) from clock
      require wish.stage is asked
      due wish.askedAt! + window
      wish.stage = waiting
    event answer(wish: Wish) from user
      require wish.stage is asked
      wish.stage = over
    prompt askAtOnce
      all w: Wish: w.stage is waiting and w.asked > 0 lasts at most 0 s
    invariant waitBounded
      all w: Wish where w.stage is not over and w.asked > 0: now <= w.since + w.asked * window

    """
}
