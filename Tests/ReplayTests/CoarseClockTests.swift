import Basics
import Findings
import Replay
import Rulebook
import Testing

/// Instants that are cut to whole seconds: the true one lies within the second, and lines of one
/// second may be in any order.
@Suite("Coarse clocks")
struct CoarseClockTests {
  static let rides = """
    rulebook Rides
    requirements "requirements.tsv"

    type Stage = open | offered | taken | done

    entity Driver

    entity Ride
      stage:  Stage   = open
      driver: Driver? = none
      asked:  Time    = any

    event ask() from rider -> new ride: Ride
      ride.asked = now

    event offer(ride: Ride, driver: Driver) from system
      require ride.stage is open
      ride.stage  = offered
      ride.driver = driver

    event accept(ride: Ride, driver: Driver) from driver
      require ride.stage is offered and ride.driver is driver
      require now < ride.asked + 10 s
      ride.stage = taken

    event decline(ride: Ride) from driver
      require ride.stage is offered
      ride.stage  = open
      ride.driver = none

    event remind(ride: Ride) from driver
      require now > ride.asked + 10 s
      require ride.stage is open

    event expire(ride: Ride) from clock
      require ride.stage is open
      due ride.asked + 30 s
      ride.stage = done

    event drop(ride: Ride) from driver
      require ride.stage is taken
      ride.stage = done
    """

  /// The lines, each `second event …`; those that are found with exact clocks; and within a second.
  static let cases: [([String], [Int], [Int])] = [
    (["1 ask R", "2 accept R D", "2 offer R D", "5 drop R"], [2], []),
    (["1 ask R", "2 drop R", "2 accept R D", "2 offer R D"], [2], []),
    // The offer to E was made after D had declined.
    (["1 ask R", "2 offer R D", "2 offer R E", "2 decline R", "2 accept R E"], [3], []),
    // The declining one was first, though it is allowed where it stands.
    (["1 ask R", "2 offer R D", "2 decline R", "2 accept R D", "2 offer R D"], [4], []),
    (["1 ask R", "2 offer R D", "3 decline R", "3 accept R D", "3 offer R D"], [4], []),
    // No order has two of them.
    (["1 ask R", "2 offer R D", "2 accept R D", "2 accept R D"], [4], [4]),
    // Lines of another second stay behind.
    (["1 ask R", "2 accept R D", "3 offer R D"], [2], [2]),
    // From 1.9 to 11.0 it is less than ten seconds, and from 1.0 to 11.9 more.
    (["1 ask R", "2 offer R D", "11 accept R D"], [3], []),
    (["1 ask R", "2 offer R D", "12 accept R D"], [3], [3]),
    (["1 ask R", "11 remind R"], [2], []),
    (["1 ask R", "10 remind R"], [2], [2]),
    (["1 ask R", "11 !remind R"], [], []),
    (["1 ask R", "12 !remind R"], [2], [2]),
    // Due at 31.0 to 31.9.
    (["1 ask R", "30 expire R"], [2], [2]),
    (["1 ask R", "31 expire R"], [], []),
    (["1 ask R", "32 expire R"], [2], [2]),
    // Another ride has nothing to do with it.
    (
      ["1 ask R", "1 ask S", "2 accept R D", "2 accept S E", "2 offer R D", "2 offer S E"], [3, 4],
      []
    ),
    (["1 ask R", "1 ask S", "2 accept R D", "2 drop S", "2 offer R D"], [3, 4], [4]),
  ]

  @Test("a line is found if no choice of instants and order allows it", arguments: cases)
  func choices(lines: [String], exact: [Int], within: [Int]) throws {
    let rules = try OneLineASecond.rules(Self.rides)
    let result = Self.replay(lines, rules, resolution: 1_000)
    #expect(result.findings.map(\.line) == within, "\(result.findings)")
    #expect(result.verdict == (within.isEmpty ? .conforms : .violates))
    #expect(result.needsTolerance == (exact.count > within.count))
    #expect(result.lines == lines.count)
    if within.isEmpty { #expect(result.tolerance == 1_000) }
    let first = Self.replay(lines, rules).findings.map(\.line).first
    #expect((first == nil) == exact.isEmpty)
  }

  @Test("more than eight related lines of one instant are not decided")
  func crowded() throws {
    let rules = try OneLineASecond.rules(Self.rides)
    let rest = (0..<9).map { _ in "2 decline R" }
    let result = Self.replay(["1 ask R", "2 accept R D"] + rest, rules, resolution: 1_000)
    #expect(result.findings.first?.kind == .unknown)
    #expect(result.findings.first?.line == 2)
    #expect(result.findings.first?.observed.contains("another order of the lines") == true)
  }

  @Test("conforming runs whose instants are cut and whose seconds are shuffled are not accused")
  func shuffled() throws {
    let rules = try OneLineASecond.rules(Self.rides)
    var conforming = 0
    defer { #expect(conforming > 20) }
    for seed in 0..<40 {
      var random = SplitMix64(seed: UInt64(seed))
      var lines = Self.run(&random)
      // At most eight related lines stand in one second.
      for start in stride(from: 0, to: lines.count, by: 4) {
        lines[start..<min(start + 4, lines.count)].shuffle(using: &random)
      }
      let timed = lines.enumerated().map { "\($0.offset / 4 + 1) \($0.element)" }
      let result = Self.replay(timed, rules, resolution: 1_000)
      // Where several orders are allowed a later line may be undecided; none is accused.
      #expect(result.verdict != .violates, "seed \(seed): \(timed) \(result.findings)")
      if result.verdict == .conforms { conforming += 1 }
    }
  }

  /// A conforming run of one ride after another.
  private static func run(_ random: inout SplitMix64) -> [String] {
    (0..<5).flatMap { ride -> [String] in
      let declined = (0..<Int(random.next() % 3)).flatMap {
        ["offer R\(ride) D\($0)", "decline R\(ride)"]
      }
      return ["ask R\(ride)"] + declined
        + ["offer R\(ride) E", "accept R\(ride) E", "drop R\(ride)"]
    }
  }

  private static func replay(
    _ lines: [String], _ rules: Core.Rules, resolution: Int64 = 0
  ) -> TraceResult {
    var replayer = Replayer(rules, options: ReplayOptions(resolution: resolution))
    let text = lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      let isRefused = words[1].hasPrefix("!")
      let name = words[1].filter { $0 != "!" }
      let keys = ["ride", "driver"].prefix(words.count - 2)
      let arguments = zip(keys, words.dropFirst(2)).map { #","\#($0)":"\#($1)""# }.joined()
      return #"{"at":\#(words[0])000,"event":"\#(name)"\#(arguments),"outcome":"#
        + (isRefused ? #""refused"}"# : #""ok"}"#) + "\n"
    }.joined()
    replayer.feed(Array(text.utf8)[...])
    replayer.endOfTrace()
    return replayer.finish()
  }
}
