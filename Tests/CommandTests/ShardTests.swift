import Foundation
import Testing

@Suite("Traces replayed in parts")
struct ShardTests {
  /// Rules about one account each, and about what all share.
  private static let sound = [
    """
    event freeze(account: Account) from clerk
      require not account.frozen
      account.frozen = true

    """,
    """
    event thaw(account: Account) from clerk
      require account.frozen
      account.frozen = false
      notify account thawed

    """,
    """
    event ask(account: Account) from rider
      require account.asked is none and open
      account.asked = now
    event answer(account: Account) from clock
      require account.asked is not none
      due account.asked! + limit
      account.asked = none

    """,
    """
    event price(tariff: Tariff, price: Int) from clerk
      require price >= 0 and price <= 9
      tariff.price = price
    event buy(account: Account, tariff: Tariff) from rider
      require account.balance >= tariff.price
      account.balance -= tariff.price

    """,
    """
    event pay(account: Account) from rider
      require no ride: Ride where ride.account is account: ride.stage is riding
      account.balance += 3

    """,
    """
    invariant oneRide "Nobody is on two rides."
      all a, b: Ride where a.account is b.account and a.stage is riding and b.stage is riding: a is b

    """,
    """
    invariant inTime "Whoever asks is answered in time."
      all a: Account where a.asked is not none: now - a.asked <= limit

    """,
    """
    bounded waiting "Nobody waits for ever."
      all a: Account: a.asked is not none lasts at most 2 min

    """,
    """
    event extend(ride: Ride) from rider
      require ride.stage is riding and ride.extensions < 3
      ride.extensions += 1
      add ride to ride.account.extended

    """,
  ]
  /// Rules that need more than one account, with what is said against them.
  private static let unsound = [
    (
      """
      event give(account: Account, to: Account) from rider
        require account.balance > 0
        account.balance -= 1

      """, "it names account, to, which may belong to different Account entities"
    ),
    (
      """
      event close(account: Account) from rider
        open = false

      """, "it writes open, which all Account entities share"
    ),
    (
      """
      event first(account: Account) from rider
        require no r: Ride: r.stage is riding
        account.balance += 1

      """, "it ranges over the Ride entities of every Account"
    ),
    (
      """
      event gift(account: Account) from rider
        require no r: Ride where r.giver is account.friend: r.stage is riding
        account.balance += 1

      """, "it ranges over the Ride entities of every Account"
    ),
    (
      """
      event draw(account: Account) from rider -> new ticket: Ticket
        account.balance += 1

      """, "it introduces ticket, which all Account entities share"
    ),
    (
      """
      invariant both "Nobody owes, and the service is open."
        (all a: Account: a.balance >= 0) and open

      """, "it says of what all Account entities share what each part would tell again"
    ),
    (
      """
      event line(account: Account, tariff: Tariff) from rider
        require account not in tariff.users
        add account to tariff.users

      """, "it writes Tariff.users, which all Account entities share"
    ),
    (
      """
      invariant cheap "All is cheap."
        all t: Tariff: t.price <= 9

      """, "it ranges over every Tariff, and a part knows only those that it names"
    ),
    (
      """
      invariant different "No two have the same balance."
        all a, b: Account where a is not b: a.balance is not b.balance or a.balance is 0

      """, "it ranges over the Account entities of every Account"
    ),
  ]
  private static let base = """
    parameter limit = 1 min
    type Stage = riding | over
    entity Account
      balance:  Int   = 5
      frozen:   Bool  = false
      asked:    Time? = none
      extended: Set<Ride>
      friend:   Account? = none
    entity Ride
      account:    Account
      giver:      Account? = none
      stage:      Stage
      extensions: Int = 0
    entity Ticket
      price: Int = 1
    entity Tariff
      price: Int = 1
      users: Set<Account>
    state open: Bool = false
    message thawed
    event turn(opens: Bool) from clerk
      open = opens
    event start(account: Account) from rider -> new ride: Ride
      require open
      require no r: Ride where r.account is account: r.stage is riding
      ride.account = account
      ride.stage = riding
    event stop(ride: Ride) from rider
      require ride.stage is riding
      ride.stage = over

    """

  private func folder(_ rules: [String]) throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Self.base + rules.joined())
    return folder
  }

  private struct Document: Decodable {
    struct Trace: Decodable {
      struct Finding: Decodable, Hashable {
        let line: Int
        let at: Int
        let kind: String
        let rule: String
        let entity: String
        let expected: String
        let observed: String
        let `guard`: Guard?
        let alongside: [Alongside]?
      }

      struct Guard: Decodable, Hashable {
        let text: String
        let line: Int?
        let values: [[String: String]]
      }

      struct Alongside: Decodable, Hashable {
        let rule: String
        let entity: String
      }

      let verdict: String
      let events: Int
      let findings: [Finding]
    }

    let traces: [Trace]
  }

  private func replay(_ arguments: [String], in folder: Folder) throws -> Document.Trace {
    let result = try Tool.run(
      ["replay", "r.rulebook", "bad", "--format", "json"] + arguments, in: folder)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    return try #require(document.traces.first, "\(result.errors)")
  }

  /// Names are the same only if their bytes are; and whoever is introduced by a name has it from
  /// then on.
  @Test func namesAreTheirBytes() throws {
    let folder = try folder([])
    var lines = [#"{"at":0,"event":"turn","opens":true}"#]
    for (index, name) in ["R\u{E9}", "Re\u{301}", "S", "T", "S"].enumerated() {
      let account = ["A", "B", "C", "D", "E"][index]
      lines += [
        #"{"at":\#(index * 10 + 1),"event":"start","account":"\#(account)","ride":"\#(name)"}"#,
        #"{"at":\#(index * 10 + 2),"event":"stop","ride":"\#(name)"}"#,
      ]
    }
    try folder.write("bad", lines.joined(separator: "\n") + "\n")
    let options = ["--remember", "0"]
    #expect(try replay(options, in: folder).verdict == "conforms")
    for parts in [1, 2, 7] {
      let trace = try replay(
        options + ["--shard-by", "Account", "--shards", "\(parts)"], in: folder)
      #expect(trace.verdict == "conforms", "\(trace.findings)")
    }
  }

  @Test("A name that is given to somebody of another part is found by none, and so is refused")
  func nameOfTwo() throws {
    let folder = try folder([])
    var lines = [#"{"at":0,"event":"turn","opens":true}"#]
    for (index, account) in ["A", "B", "C", "D"].enumerated() {
      lines.append(#"{"at":\#(index + 1),"event":"start","account":"\#(account)","ride":"R"}"#)
    }
    try folder.write("bad", lines.joined(separator: "\n") + "\n")
    #expect(
      try replay([], in: folder).findings.map(\.kind) == ["identity", "identity", "identity"])
    let parts = try Tool.run(["replay", "r.rulebook", "bad", "--shard-by", "Account"], in: folder)
    #expect(parts.code == 2)
    #expect(parts.errors.contains("a name is introduced again for another Account"))
  }

  @Test("What only a part would learn of what all share is not left to it")
  func unknownStart() throws {
    let folder = try folder([])
    try folder.write("bad", "")
    let result = try Tool.run(
      ["replay", "r.rulebook", "bad", "--shard-by", "Account", "--start", "unknown"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("--shard-by needs all of the trace"))
  }

  /// What is found is the same; how one fault came about may show in lines that a part does not
  /// have, if there are others near.
  @Test(
    "Whatever the rules and the trace, the parts find what the whole finds", arguments: 1...8,
    [1, 12])
  func equal(seed: Int, faults: Int) throws {
    // A different choice of rules for each seed.
    let rules = Self.sound.enumerated().filter { ($0.offset * 7 + seed * 5) % 9 < 6 }.map(\.element)
    let folder = try folder(rules)
    let plan = try Tool.run(["shards", "r.rulebook", "--by", "Account"], in: folder)
    #expect(plan.code == 0, "\(plan.output) \(plan.errors)")
    let made = try Tool.shell(
      """
      medallion simulate r.rulebook --events 300 --seed \(seed) --entities Account=6,Tariff=2 --output t &&
      medallion corrupt r.rulebook t --faults \(faults) --seed \(seed) --output bad --oracle oracle --quiet
      test -s bad
      """, in: folder)
    try #require(made.code == 0, "\(made.output)")
    let whole = try replay([], in: folder)
    #expect(whole.findings.count > 0)
    for count in ["2", "5"] {
      let parts = try replay(["--shard-by", "Account", "--shards", count], in: folder)
      #expect(parts.verdict == whole.verdict && parts.events == whole.events)
      if faults == 1 { #expect(parts.findings == whole.findings) }
    }
  }

  /// One pause, in which each part misses what is its own and what all share, in another order.
  @Test("What the parts miss in one pause is told once, and nothing of it is lost")
  func pause() throws {
    let shared = """
      state opened: Time? = none
      event begin() from clerk
        opened = now
      event close() from clock
        require opened is not none
        due opened! + limit
        opened = none

      """
    let folder = try folder([shared, Self.sound[2]])
    let lines = [
      (0, #""turn","opens":true"#), (1, #""ask","account":"A""#), (3, #""begin""#),
      (5, #""ask","account":"B""#), (6, #""ask","account":"C""#),
      (200, #""turn","opens":false"#),
    ]
    try folder.write(
      "bad",
      lines.map { #"{"at":\#($0 * 1000),"event":\#($1),"outcome":"ok"}"# + "\n" }.joined())
    let missed = ["answer account A", "close ", "answer account B", "answer account C"]
    for parts in ["1", "2", "7"] {
      let sharding = ["--shard-by", "Account", "--shards", parts]
      let finding = try #require(try replay(sharding, in: folder).findings.first)
      let told = (finding.alongside ?? []).map { "\($0.rule) \($0.entity)" }
      #expect(["\(finding.rule) \(finding.entity)"] + told == missed, "\(parts) parts")
    }
  }

  @Test(
    "A rule that needs more than one part is named with its place", arguments: 0..<unsound.count)
  func refused(index: Int) throws {
    let (rule, words) = Self.unsound[index]
    let folder = try folder([rule])
    let plan = try Tool.run(["shards", "r.rulebook", "--by", "Account"], in: folder)
    #expect(plan.code == 2)
    #expect(plan.output.contains(words), "\(plan.output) \(plan.errors)")
    #expect(plan.output.contains("a trace must not be cut by Account: 1 of"))
    try folder.write("bad", "")
    let replay = try Tool.run(["replay", "r.rulebook", "bad", "--shard-by", "Account"], in: folder)
    #expect(replay.code == 2)
    #expect(replay.output == "")
    #expect(replay.errors.contains(words))
    let json = try Tool.run(
      ["shards", "r.rulebook", "--by", "Account", "--format", "json"], in: folder)
    #expect(json.code == 2)
    #expect(json.output.contains(#""isSound" : false"#) && json.output.contains(words))
  }

  @Test("Where things belong is told; an entity that does not exist is a wrong input")
  func homes() throws {
    let folder = try folder([])
    let plan = try Tool.run(["shards", "r.rulebook", "--by", "Account"], in: folder)
    #expect(plan.code == 0, "\(plan.output)")
    #expect(plan.output.contains("Ride belongs to its .account"))
    #expect(plan.output.contains("part        event  start"))
    #expect(plan.output.contains("every part  event  turn"))
    let unknown = try Tool.run(["shards", "r.rulebook", "--by", "Acount"], in: folder)
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("did you mean 'Account'?"))
  }

  @Test("The service that hands taxis out of queues is not cut")
  func shipped() throws {
    let folder = try Folder()
    for key in ["Taxi", "Zone", "Request", "Passenger"] {
      let plan = try Tool.run(
        ["shards", Tool.model("MyTaxiService"), "--by", key], in: folder)
      #expect(plan.code == 2)
    }
    try folder.write("t", "")
    let model = Tool.model("MyTaxiService")
    let replay = try Tool.run(["replay", model, "t", "--shard-by", "Taxi"], in: folder)
    #expect(replay.code == 2)
    let lines = replay.errors.split(separator: "\n").filter { !$0.contains("warning") }
    #expect(lines.count < 60, "\(lines.count) lines")
    #expect(lines.last?.hasSuffix("medallion shards \(model) --by Taxi") == true)
  }
}
