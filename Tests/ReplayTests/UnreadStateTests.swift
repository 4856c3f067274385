import Findings
import Replay
import Rulebook
import Testing

/// What a line that could not be read may have changed is unknown until a line or an observation
/// tells it.
@Suite("States behind a line that could not be read")
struct UnreadStateTests {
  private static func line(_ second: Int, _ event: String, _ taxi: String = "T1") -> String {
    Trips.line(second, event, [("taxi", taxi)])
  }

  private static func reading(_ second: Int, _ state: String, started: Bool? = nil) -> String {
    let flag = started.map { #","started":{"T1":\#($0)}"# } ?? ""
    return #"{"at":\#(second * 1_000),"observe":{"state":{"T1":"\#(state)"}\#(flag)}}"#
  }

  private static let start = line(0, "start")
  private static let stop = #"{"at":1000,"event":"stop","taxi":"T1","host":"n3"}"#

  private static let unreadReading =
    #"{"at":1000,"observe":{"state":{"T1":"halted"}},"x":1}"#

  /// The lines, the findings that are violations, and those that are not decided.
  static let readings: [([String], [Int], [Int])] = [
    ([start, "?", reading(2, "halted")], [], [3]),
    ([start, stop, reading(2, "halted")], [], [3]),
    ([start, stop, reading(2, "halted"), line(3, "finish")], [], [3]),
    ([start, "?", reading(2, "halted"), reading(3, "halted"), reading(4, "halted")], [], [3]),
    // An observation that could not be read.
    ([start, unreadReading, reading(2, "halted")], [], [3]),
    // No event of that name, or of that taxi, leads there.
    ([start, stop, reading(2, "idle")], [3], []),
    ([start, stop.replacing("T1", with: "T2"), reading(2, "halted")], [3], []),
    // A line since has shown what it is.
    ([start, "?", line(2, "stop"), reading(3, "riding")], [4], []),
  ]

  @Test("a reading that one event explains is not decided", arguments: readings)
  func explained(_ lines: [String], violations: [Int], open: [Int]) throws {
    try expect(lines, try Trips.rules(), violations, open)
  }

  @Test("a reading tells the state as a line does")
  func confirmed() throws {
    try expect(
      [Self.start, "?", Self.reading(2, "riding", started: true), Self.line(3, "finish")],
      try Trips.rules(), [4], [])
  }

  /// The lines, the violations, and what is not decided.
  static let repeats: [([String], [Int], [Int])] = [
    ([start, "?", line(2, "finish"), line(3, "finish")], [4], [3]),
    ([start, "?", line(2, "finish"), line(3, "finish"), line(4, "finish")], [4, 5], [3]),
    ([start, "?", line(2, "finish"), line(3, "stop")], [4], [3]),
    (
      [start, "?", line(2, "finish"), line(3, "start"), line(4, "stop"), line(5, "stop")],
      [6], [3]
    ),
    (["?", line(1, "stop"), line(2, "finish"), line(3, "finish")], [4], [2]),
  ]

  @Test("it explains no repeat of the event that it explains", arguments: repeats)
  func repeated(_ lines: [String], violations: [Int], open: [Int]) throws {
    let result = Trips.replay(lines, try Trips.rules())
    let found = result.findings.filter { $0.kind != .unknown }.map(\.line)
    #expect(found == violations, "\(result.findings)")
    #expect(result.findings.filter { $0.kind == .unknown }.map(\.line).first == open.first)
    #expect(result.verdict == .violates)
  }

  private static let relay = """
    rulebook Relay
    requirements "requirements.tsv"

    type State = free | kept

    entity Cab
      state: State = free
      rides: Set<Ride>

    entity Ride
      cab: Cab

    event book(cab: Cab) from rider -> new ride: Ride
      ride.cab = cab
      add ride to cab.rides
      cab.state = kept

    event cancel(cab: Cab, ride: Ride) from rider
      require ride.cab is cab
      require ride in cab.rides
      remove ride from cab.rides
      cab.state = if some r in cab.rides: r is not ride then kept else free

    event restore(cab: Cab) from driver
      cab.state = kept

    event rest(cab: Cab) from driver
      require cab.state is free
    """

  /// Ride A was cancelled in the second line, so the cab is free again at the end. That `restore`
  /// sets the state between shows nothing of the rides, from which the last `cancel` sets it anew.
  @Test("what is set anew from something unknown is unknown again")
  func relayed() throws {
    let cab = [("cab", "C")]
    let lines = [
      Trips.line(0, "book", cab + [("ride", "A")]),
      #"{"at":1000,"event":"cancel","cab":"C","ride":"A","host":"n3"}"#,
      Trips.line(2, "restore", cab), Trips.line(3, "book", cab + [("ride", "B")]),
      Trips.line(4, "cancel", cab + [("ride", "B")]), Trips.line(5, "rest", cab),
    ]
    let rules = try OneLineASecond.rules(Self.relay)
    try expect(lines, rules, [], [6])
    let whole = lines.map { $0.replacing(#","host":"n3""#, with: "") }
    #expect(Trips.replay(whole, rules).verdict == .conforms)
  }

  private static let news = """
    rulebook News
    requirements "requirements.tsv"

    message news

    entity User
      away: Bool = false

    event register() from person -> new user: User

    event leave(user: User) from person
      require not user.away
      user.away = true

    event tell() from staff
      notify each u: User where not u.away news
    """

  /// U1 has left, so it is told nothing, as often as news are told.
  @Test("messages that it explains are not decided each time")
  func messages() throws {
    let told = (2..<5).map { #"{"at":\#($0)000,"event":"tell","notified":[]}"# }
    let lines = [#"{"at":0,"event":"register","user":"U1"}"#, #"{"at":1000,"event":"leave","us"#]
    let result = Trips.replay(lines + told, try OneLineASecond.rules(Self.news))
    #expect(result.findings.allSatisfy { $0.kind == .unknown }, "\(result.findings)")
    #expect(result.verdict == .inconclusive)
  }

  private static let halls = """
    rulebook Halls
    requirements "requirements.tsv"

    message seen

    state open: Bool = true

    entity Guest
      asked: Time? = none

    event come() from guest -> new guest: Guest

    event ask(guest: Guest) from guest
      require open
      guest.asked = now

    event close() from staff
      require open
      open = false

    event reopen() from staff
      require not open
      open = true

    event look(guest: Guest) from guest
      case no other: Guest: other.asked is not none and other is not guest
        notify guest seen
    """

  /// What belongs to no entity, what is read of any, and who was introduced without being read.
  @Test("what follows from an undecided line is not decided either")
  func consequences() throws {
    let rules = try OneLineASecond.rules(Self.halls)
    func line(_ second: Int, _ event: String, _ guest: String? = nil, told: String? = nil) -> String
    {
      let notified = told.map { #","notified":[{"to":"\#($0)","message":"seen"}]"# } ?? ""
      return String(Trips.line(second, event, guest.map { [("guest", $0)] } ?? []).dropLast())
        + notified + "}"
    }
    let coming = line(0, "come", "A")
    // `close` could not be read: the hall was closed, so `reopen` is right, and so is a second one.
    try expect([coming, "?", line(2, "reopen"), line(3, "close")], rules, [], [3])
    // B came and asked: B is unknown, and A is told nothing, for B has asked.
    let unread = String(line(1, "come", "B").dropLast()) + #","host":"n3"}"#
    try expect(
      [coming, unread, line(2, "ask", "B"), line(3, "look", "A", told: "A")], rules, [], [3])
  }

  private func expect(
    _ lines: [String], _ rules: Core.Rules, _ violations: [Int], _ open: [Int],
    location: SourceLocation = #_sourceLocation
  ) throws {
    let result = Trips.replay(lines, rules)
    let found = Dictionary(grouping: result.findings) { $0.kind == .unknown }
    #expect(
      (found[false] ?? []).map(\.line) == violations, "\(result.findings)", sourceLocation: location
    )
    #expect(
      (found[true] ?? []).map(\.line) == open, "\(result.findings)", sourceLocation: location)
    #expect(
      result.verdict == (violations.isEmpty ? .inconclusive : .violates), sourceLocation: location)
  }
}
