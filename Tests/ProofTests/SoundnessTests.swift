import Findings
import Rulebook
import Testing
import Verification

/// Rulebooks of which something was once called proved that is not so.
@Suite struct SoundnessTests {
  private func results(_ text: String) throws -> [Verification.PropertyResult] {
    try Prover(Core.Rules.declaring(text), ProofOptions()).prove().properties
  }

  private func verdicts(_ text: String) throws -> [String: Verdict] {
    // An event and a property may have one name.
    Dictionary(
      try results(text).map { ("\($0.kind == .defined ? "defined " : "")\($0.name)", $0.verdict) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test("Of two assumptions that make up for each other, one is named")
  func eitherAssumption() throws {
    let text = """
      entity Bike
        broken: Bool = false
        locked: Bool = false

      assume a1 at hit "x"
        bike.locked

      assume a2 at hit "y"
        bike.locked

      event lock(bike: Bike) from member
        bike.locked = true

      event hit(bike: Bike) from world
        bike.broken = true

      invariant onlyLocked "broken only if locked"
        all b: Bike: b.broken implies b.locked
      """
    let proved = try #require(results(text).first { $0.name == "onlyLocked" })
    #expect(proved.verdict == .proved)
    #expect(proved.assumes.count == 1)
    let rules = try Core.Rules.declaring(text)
    #expect(try Prover(rules, ProofOptions()).neededAssumptions().count == 1)
  }

  @Test("What a refusal says has a value although no guard need hold")
  func refusal() throws {
    let verdicts = try verdicts(
      """
      entity P
        friend: P? = none

      message sorry, hi

      event befriend(p: P, o: P) from user
        require p.friend is none
        p.friend = o

      event greet(p: P) from user
        require p.friend is not none
        notify p.friend hi
        on refusal notify p.friend! sorry

      invariant t all p: P: p.friend is none or p.friend is not none
      """)
    #expect(verdicts["defined greet"] == .notInductive)
  }

  @Test("A guard has a value where only those before it hold")
  func orderOfGuards() throws {
    let verdicts = try verdicts(
      """
      type S = a | b
      entity Bike
        s: S = a
        n: Int? = none

      event put(x: Bike) from member
        require x.s is a
        x.s = b
        x.n = 5

      event use(x: Bike) from member
        require x.n! > 3
        require x.n is not none
        x.s = a
        x.n = none

      event use2(x: Bike) from member
        require x.n! > 3
        require x.s is b
        x.s = a
        x.n = none

      lemma l
        all x: Bike: x.s is b iff x.n is not none
      """)
    #expect(verdicts["defined use"] == .notInductive)
    #expect(verdicts["defined use2"] == .notInductive)
    let inOrder = try self.verdicts(
      """
      type S = a | b
      entity Bike
        s: S = a
        n: Int? = none

      event put(x: Bike) from member
        require x.s is a
        x.s = b
        x.n = 5

      event use(x: Bike) from member
        require x.n is not none
        require x.n! > 3
        x.s = a
        x.n = none

      event use2(x: Bike) from member
        require x.s is b
        require x.n! > 3
        x.s = a
        x.n = none

      lemma l
        all x: Bike: x.s is b iff x.n is not none
      """)
    #expect(inOrder["defined use"] != .notInductive)
    #expect(inOrder["defined use2"] == .proved)
  }

  @Test("An obligation that needs somebody is none where there may be nobody")
  func nobodyToChoose() throws {
    let verdicts = try verdicts(
      """
      entity Loan
        x: Bool = false

      entity Bike
        busy: Bool = false
        at_: Time = any

      event lend(b: Bike) from member -> new l: Loan
        require not b.busy and now > b.at_
        l.x = true

      event take(b: Bike) from member
        require not b.busy
        b.busy = true
        b.at_ = now

      event expire(b: Bike) from clock -> l: Loan
        require b.busy
        due b.at_ + 10 s
        b.busy = false

      bounded q "busy at most 10 s"
        all b: Bike: b.busy lasts at most 10 s

      invariant r "x"
        all b: Bike: b.busy implies now <= b.at_ + 10 s
      """)
    #expect(verdicts["defined expire"] == .notInductive)
    #expect(verdicts["q"] == .undecided)
    let decision = try self.verdicts(
      """
      entity Loan
        x: Bool = false

      entity Bike
        busy: Bool = false

      event lend(b: Bike) from member -> new l: Loan
        require not b.busy
        l.x = true

      event take(b: Bike) from member
        require not b.busy
        b.busy = true

      event free(b: Bike) from system -> l: Loan
        require b.busy
        b.busy = false

      prompt q "busy at most 10 s"
        all b: Bike: b.busy lasts at most 10 s

      measure m count b: Bike where b.busy
      """)
    #expect(decision["q"] == .notInductive)
  }

  @Test("What is assumed at every event binds the world, and not the server")
  func ownEvents() throws {
    let verdicts = try verdicts(
      """
      entity Bike
        busy: Bool = false
        bad: Bool = any
        since: Time = any

      assume calm at every event "x"
        no b: Bike: b.busy and b.bad

      event take(bike: Bike) from member
        require not bike.busy
        bike.busy = true
        bike.since = now

      event free(bike: Bike) from clock
        require bike.busy
        due bike.since + 10 s
        bike.busy = false

      bounded q2 "busy at most 10 s"
        all b: Bike: b.busy lasts at most 10 s

      invariant calmAfterwards
        no b: Bike: b.busy and b.bad and now > b.since
      """)
    #expect(verdicts["q2"] == .proved)
    #expect(verdicts["calmAfterwards"] == .notInductive)
  }

  @Test("Where time may stick, nothing that rests on its passing is proved, or shown not to happen")
  func stuck() throws {
    let verdicts = try verdicts(
      """
      entity Bike
        busy: Bool = false
        late: Bool = false
        since: Time = any

      assume a1 at markLate "late is late"
        bike.busy and now > bike.since + 10 s

      event take(bike: Bike) from member
        require not bike.busy
        bike.busy = true
        bike.since = now

      event back(bike: Bike) from member
        require bike.busy
        bike.busy = false

      event markLate(bike: Bike) from world
        bike.late = true

      prompt p "nobody is busy for long"
        all b: Bike: b.busy lasts at most 10 s

      invariant notLate "nobody is late"
        no b: Bike: b.late

      reach someLate "somebody is late"
        some b: Bike: b.late

      step s after markLate
        false

      invariant plain
        all b: Bike: b.busy or not b.busy
      invariant busySince
        all b: Bike where b.busy: b.since <= now
      """)
    #expect(verdicts["p"] == .notInductive)
    #expect(verdicts["notLate"] == .undecided)
    #expect(verdicts["s"] == .undecided)
    #expect(verdicts["someLate"] == .undecided)
    #expect(verdicts["plain"] == .proved)
  }

  @Test("Where there is no start, everything is true of nothing")
  func noStart() throws {
    let verdicts = try verdicts(
      """
      entity Member
        n: Int = 0

      entity Bike
        owner: Member = any
        broken: Bool = true

      event join() from user -> new m: Member
        m.n = 1

      event breaks(b: Bike) from world
        b.broken = true

      invariant f "No bike is broken."
        no b: Bike: b.broken

      invariant g "One is two."
        1 is 2
      """)
    #expect(verdicts["f"] == .undecided)
    #expect(verdicts["g"] == .undecided)
  }
}
