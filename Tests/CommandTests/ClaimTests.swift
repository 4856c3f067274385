import Foundation
import Testing

/// Claims of `verify` and `certify` that once were not so; each book stands for its kind.
@Suite("What verify claims is so")
struct ClaimTests {
  private func verdicts(_ book: String) throws -> (code: Int32, text: String, of: [String: String])
  {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\nX1\ta\tstate\tOne.\n")
    try folder.write("r.rulebook", "rulebook R\nrequirements \"r.tsv\"\n" + book)
    let result = try Tool.run(["verify", "--no-cache", "r.rulebook"], in: folder)
    var verdicts: [String: String] = [:]
    for line in result.output.split(separator: "\n") where line.hasPrefix("  ") {
      let words = line.split(separator: " ").map(String.init)
      if words.count >= 3, verdicts[words[2]] == nil { verdicts[words[2]] = words[0] }
    }
    return (result.code, result.output + result.errors, verdicts)
  }

  @Test("The range of a state is a fact, and what is left open of it is tried whole")
  func stateRanges() throws {
    let counter = try verdicts(
      """
      type A = 0...2
      state a: A = 0
      event tick() from world
        case a is 2
          a = 0
        otherwise
          a += 1
      invariant fine
        a < 3
      """)
    #expect(counter.code == 0, "\(counter.text)")
    #expect(counter.of["fine"] == "proved" && counter.of["tick"] == "proved")
    let open = try verdicts(
      """
      type G = 1...5
      state level: G = any
      event set(g: G) from user
        level = g
      invariant inRange
        1 <= level <= 5
      reach three
        level is 3
      """)
    #expect(open.code == 0, "\(open.text)")
  }

  @Test("Axioms that only an infinite world satisfies are named, and nothing is called proved")
  func infiniteWorld() throws {
    let result = try verdicts(
      """
      entity Zone
        fixed rank: Int = any
        served: Bool = false
      axiom ladder
        all z: Zone: some y: Zone: y.rank > z.rank
      event serve(zone: Zone) from user
        require no z: Zone: z.rank > zone.rank
        zone.served = true
      invariant never
        all z: Zone: not z.served
      """)
    #expect(result.code == 3, "\(result.text)")
    #expect(result.of["never"] == "undecided")
    #expect(result.text.contains("no start is found that satisfies the axioms: ladder"))
    #expect(!result.text.contains("impossible"))
  }

  @Test("A prompt asks for a decision only when it holds time up")
  func promptWithLimit() throws {
    let result = try verdicts(
      """
      parameter most = 20 min
      parameter least = 15 min
      entity Light
        lit: Bool = false
        since: Time = any
      event switchOn(light: Light) from user
        require not light.lit
        light.lit = true
        light.since = now
      event switchOff(light: Light) from system
        require light.lit
        require light.since + least <= now
        light.lit = false
      prompt short
        all l: Light: l.lit lasts at most most
      """)
    #expect(result.code == 0, "\(result.text)")
  }

  @Test("A prompt that begins by time alone, or by an obligation, keeps what it bounds")
  func promptByTime() throws {
    for (event, condition) in [
      ("", "u.mailedAt + 48 h <= now"),
      (
        """
        event lapse(user: User) from clock
          require not user.lapsed
          due user.mailedAt + 48 h
          user.lapsed = true

        """, "u.lapsed"
      ),
    ] {
      let result = try verdicts(
        """
        entity User
          mailedAt: Time
          lapsed: Bool = false
          erased: Bool = false
        event register() from visitor -> new user: User
          user.mailedAt = now
        \(event)event erase(user: User) from system
          require not user.erased and \(condition.replacing("u.", with: "user."))
          user.erased = true
        prompt erasedInTime
          all u: User: \(condition) and not u.erased lasts at most 60 min
        invariant gone
          all u: User where not u.erased: now <= u.mailedAt + 49 h
        """)
      #expect(result.code == 0, "\(result.text)")
    }
  }

  @Test("A flag is a stage as an enumeration of two values is")
  func flags() throws {
    let result = try verdicts(
      """
      entity Order
        done: Bool = false
      event ask() from client -> new order: Order
      event reply(order: Order) from system
        require not order.done
        order.done = true
      bounded answered
        all o: Order: false lasts at most 1 h
      """)
    #expect(result.code == 0, "\(result.text)")
  }

  @Test("An instant in the future is given, and lengths that are compared later are waited for")
  func instants() throws {
    let future = try verdicts(
      """
      entity Journey
        expected: Time
        over: Bool = false
      event setOut(expected: Time) from user -> new journey: Journey
        require now < expected
        journey.expected = expected
      event arrive(journey: Journey) from user
        require not journey.over and now < journey.expected
        journey.over = true
      reach arrived after arrive
        journey.over
      """)
    #expect(future.of["arrived"] == "reached", "\(future.text)")
    let lengths = try verdicts(
      """
      entity Ride
        since: Time
        over: Bool = false
        ghost spent: Duration = 0 s
        minutes: Int = 0
      event begin() from rider -> new ride: Ride
        ride.since = now
      event end(ride: Ride) from rider
        require not ride.over
        ride.over = true
        ride.spent = now - ride.since
        ride.minutes = (now - ride.since) / 1 min rounded up
      invariant short
        all r: Ride where r.over and r.spent <= 20 min: r.minutes < 20
      """)
    #expect(lengths.text.contains("a run of 3 steps"), "\(lengths.text)")
  }

  @Test("Endless activity that makes new entities is a cycle")
  func cycleOfNewEntities() throws {
    let result = try verdicts(
      """
      entity Team
        queue: Queue<Person>
      entity Person
        team: Team? = none
      entity Task
        who: Person
      event join(person: Person, team: Team) from person
        require person.team is none
        person.team = team
        append person to team.queue
      event give(team: Team, person: Person) from system -> new task: Task
        require person is first p in team.queue
        task.who = person
        move person to end of team.queue
      lemma inOne
        all p: Person, t: Team where p in t.queue: p.team is t
      """)
    #expect(result.code == 1, "\(result.text)")
    #expect(result.of["ownStepsEnd"] == "refuted")
  }

  @Test("certify knows what is unreachable, and exports no progress that is not shown")
  func certify() throws {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\n")
    try folder.write(
      "r.rulebook",
      """
      rulebook R
      requirements "r.tsv"
      entity A
        n: Int = 0
        want: Bool = false
        ok: Bool = any
      event up(a: A) from user
        require a.n < 3
        a.n += 1
      invariant le
        all a: A: a.n <= 3
      reach over
        some a: A: a.n > 5
      """)
    // It gives the answer that a script asks for.
    try folder.write(
      "honest",
      """
      #!/bin/sh
      [ "$1" = --version ] && echo honest 1 && exit
      sed -n 's/.*:status \\([a-z]*\\).*/\\1/p' "$1"

      """)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "honest").path)
    let result = try Tool.run(["certify", "r.rulebook", "--solver", "./honest"], in: folder)
    #expect(result.code == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("unreachable, though asked for\n  over\n"))
    let more = """

      event ask(a: A) from user
        a.want = true
      event serve(a: A) from system
        require a.want and a.ok
        a.want = false
      prompt p
        all a: A: a.want lasts at most 5 s
      """
    try folder.write("r.rulebook", try folder.read("r.rulebook") + more)
    let open = try Tool.run(
      ["certify", "r.rulebook", "--solver", "./honest", "--keep", "kept"], in: folder)
    #expect(open.code == 3, "\(open.output)\(open.errors)")
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "kept").path)
    #expect(kept.contains { $0.contains("ask") } && !kept.contains { $0.contains("progress") })
  }
}
