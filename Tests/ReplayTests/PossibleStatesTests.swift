import Basics
import Findings
import Replay
import Rulebook
import Testing

/// Lines that hidden events may explain: they are right if some placing of these allows them, and
/// wrong if none does.
@Suite("Possible states")
struct PossibleStatesTests {
  private static let rides = """
    rulebook Rides
    requirements "requirements.tsv"

    type Stage = open | offered | taken | done

    entity Driver
      seen: Bool = false

    entity Ride
      stage:  Stage   = open
      driver: Driver? = none

    event ask() from rider -> new ride: Ride

    event offer(ride: Ride, driver: Driver) from system
      require ride.stage is open
      ride.stage  = offered
      ride.driver = driver

    event accept(ride: Ride, driver: Driver) from driver
      require ride.stage is offered and ride.driver is driver
      ride.stage = taken

    event decline(ride: Ride) from system
      require ride.stage is offered
      ride.stage  = open
      ride.driver = none

    event drop(ride: Ride) from driver
      require ride.stage is taken
      ride.stage = done

    event close(ride: Ride) from system
      require ride.stage is offered
      ride.stage = done
    """

  /// The lines, the hidden events, and the lines that are found.
  static let cases: [([String], Set<String>, [Int])] = [
    (["ask R", "accept R D"], ["offer"], []),
    (["ask R", "accept R D", "accept R E"], ["offer"], [3]),
    (["ask R", "accept R D", "accept R D"], ["offer"], [3]),
    // The first offer was logged; it was declined and made again.
    (["ask R", "offer R D", "accept R E"], ["offer", "decline"], []),
    (["ask R", "offer R D", "accept R E"], ["offer"], [3]),
    (["ask R", "offer R D", "offer R E", "accept R E"], ["decline"], []),
    (["ask R", "offer R D", "offer R E", "accept R D"], ["decline"], [4]),
    (["ask R", "drop R"], ["offer"], [2]),
    (["ask R", "drop R"], ["offer", "accept"], []),
    (["ask R", "drop R", "drop R"], ["offer", "accept", "decline"], [3]),
    (["ask R", "ask S", "accept R D", "accept S D", "accept S E"], ["offer"], [5]),
    (["ask R", "!accept R D"], ["offer"], []),
    (["ask R", "accept R D", "!drop R"], ["offer"], [3]),
    (["ask R", "offer R D", "!accept R D"], ["decline"], []),
    (["ask R", "close R"], ["offer"], []),
    (["ask R", "close R", "accept R D"], ["offer"], [3]),
  ]

  @Test("a line is found if no placing of hidden events allows it", arguments: cases)
  func placings(lines: [String], hidden: Set<String>, found: [Int]) throws {
    let rules = try OneLineASecond.rules(Self.rides)
    let said = try OneLineASecond.replay(lines, rules, hidden: hidden)
    let findings = said.filter { $0.contains(":") }
    #expect(findings.compactMap { Int($0.prefix { $0.isNumber }) } == found, "\(said)")
    #expect(!findings.contains { $0.contains("unknown") }, "\(said)")
  }

  @Test("an entity that no line names is told, unless its sort is closed")
  func unnamed() throws {
    let rules = try OneLineASecond.rules(Self.rides)
    func replay(_ closed: Set<String>) throws -> TraceResult {
      var replayer = Replayer(rules, options: ReplayOptions(hidden: ["offer"], closed: closed))
      let lines = [#"{"at":1,"event":"ask","ride":"R"}"#, #"{"at":2,"event":"close","ride":"R"}"#]
      replayer.feed(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
      return replayer.finish()
    }
    let open = try replay([])
    #expect(open.findings.isEmpty)
    #expect(open.notes.contains { $0.contains("line 2 needs another Driver that no line names") })
    #expect(try replay(["Driver"]).findings.map(\.line) == [2])
  }

  @Test("numbers that hidden events count up without end are taken to be any")
  func countedUp() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Counters
      requirements "requirements.tsv"

      entity Counter
        value: Int  = 0
        armed: Bool = false

      event count(counter: Counter) from system
        counter.value = counter.value + 1

      event reach(counter: Counter) from user
        require counter.value >= 1000
        counter.armed = true

      event once(counter: Counter) from user
        require not counter.armed
        counter.armed = true
      """)
    #expect(
      try OneLineASecond.replay(["once C", "reach C"], rules, hidden: ["count"])
        .filter { $0.contains("wrong") } == [])
    #expect(
      try OneLineASecond.replay(["reach C", "once C"], rules, hidden: ["count"])
        .filter { $0.contains(":") }.count == 1)
  }

  // MARK: The slow twin

  /// An event on three truth values: which it requires, and which it sets.
  struct Toggle {
    var required: [(Int, Bool)]
    var set: [(Int, Bool)]

    init(_ random: inout SplitMix64) {
      func some(oneIn share: UInt64, _ random: inout SplitMix64) -> [(Int, Bool)] {
        (0..<3).compactMap { index in
          random.next() % share == 0 ? (index, random.next() % 2 == 0) : nil
        }
      }
      required = some(oneIn: 3, &random)
      set = some(oneIn: 2, &random)
      if set.isEmpty { set = [(0, true)] }
    }

    func after(_ state: [Bool]) -> [Bool]? {
      guard required.allSatisfy({ state[$0.0] == $0.1 }) else { return nil }
      var state = state
      for (index, value) in set { state[index] = value }
      return state
    }

    func text(_ name: String) -> String {
      let guards = required.map { "  require thing.f\($0.0) is \($0.1)\n" }.joined()
      let effects = set.map { "  thing.f\($0.0) = \($0.1)\n" }.joined()
      return "event \(name)(thing: Thing) from system\n" + guards + effects
    }
  }

  @Test("random rulebooks: the first wrong line is that of all placings tried one by one")
  func asTriedOneByOne() throws {
    var wrong = 0
    for seed in 0..<60 {
      var random = SplitMix64(seed: UInt64(seed))
      let toggles = (0..<6).map { _ in Toggle(&random) }
      let names = ["h0", "h1", "e2", "e3", "e4", "e5"]
      let rules = try OneLineASecond.rules(
        "rulebook Things\nrequirements \"requirements.tsv\"\n\nentity Thing\n"
          + (0..<3).map { "  f\($0): Bool = false\n" }.joined() + "\n"
          + zip(names, toggles).map { $1.text($0) }.joined(separator: "\n"))
      var states: [String: Set<[Bool]>] = [:]
      var lines: [String] = []
      var first: Int?
      for number in 1...8 {
        let index = 2 + Int(random.next() % 4)
        let thing = random.next() % 3 == 0 ? "U" : "T"
        lines.append("\(names[index]) \(thing)")
        let known = Self.closed(states[thing] ?? [[false, false, false]], toggles.prefix(2))
        let after = Set(known.compactMap { toggles[index].after($0) })
        if after.isEmpty {
          first = number
          break
        }
        states[thing] = after
      }
      let said = try OneLineASecond.replay(lines, rules, hidden: ["h0", "h1"])
      let found = said.filter { $0.contains(":") }.compactMap { Int($0.prefix { $0.isNumber }) }
      #expect(found == (first.map { [$0] } ?? []), "seed \(seed): \(lines) \(said)")
      if first != nil { wrong += 1 }
    }
    #expect(wrong > 10 && wrong < 60)
  }

  private static func closed(_ states: Set<[Bool]>, _ hidden: ArraySlice<Toggle>) -> Set<[Bool]> {
    var (found, open) = (states, Array(states))
    while let state = open.popLast() {
      for toggle in hidden {
        if let after = toggle.after(state), found.insert(after).inserted { open.append(after) }
      }
    }
    return found
  }
}
