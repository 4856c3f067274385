import Testing

/// A server with a bug in every tenth ride: each ride is told, and finding its cause does not become
/// dearer because the same fault is in the lines behind it.
@Suite("The same fault again and again")
struct SystematicFaultTests {
  private enum Bug: String, CaseIterable {
    case arriveIsMissing, onboardIsMissing, acceptIsDoubled, anotherIsAsked, endsInAnotherZone
  }

  private static let rides = 200
  private static let every = 10
  /// The seconds at which a ride has its events.
  private static let steps = [
    ("available", 0), ("request", 1), ("offer", 2), ("accept", 5), ("arrive", 60), ("onboard", 65),
    ("endRide", 300),
  ]

  /// The rides, each with a taxi of its own, in the order of time; and the numbers of the lines that
  /// the bug shows on.
  private static func trace(_ bug: Bug?) -> (lines: [String], faults: [String]) {
    var lines: [(second: Int, text: String, isFault: Bool)] = []
    for ride in 0..<rides {
      let isFaulty = ride % every == 0
      for (event, delay) in steps {
        let second = ride * 7 + delay
        func add(taxi: Int, zone: Int, isFault: Bool) {
          let words =
            switch event {
            case "available": "T\(taxi) Z\(zone)"
            case "request": "Z\(zone) R\(ride)"
            default: "R\(ride) T\(taxi) Z\(zone)"
            }
          lines.append((second, "\(event)@\(second) \(words)", isFault))
        }
        let zone = ride % 5
        switch (isFaulty ? bug : nil, event) {
        case (.arriveIsMissing, "arrive"), (.onboardIsMissing, "onboard"): continue
        case (.arriveIsMissing, "onboard"), (.onboardIsMissing, "endRide"):
          add(taxi: ride, zone: zone, isFault: true)
        case (.acceptIsDoubled, "accept"):
          add(taxi: ride, zone: zone, isFault: false)
          add(taxi: ride, zone: zone, isFault: true)
        case (.anotherIsAsked, "offer"): add(taxi: ride + 1, zone: zone, isFault: true)
        case (.endsInAnotherZone, "endRide"): add(taxi: ride, zone: zone + 1, isFault: true)
        default: add(taxi: ride, zone: zone, isFault: false)
        }
      }
    }
    let sorted = lines.enumerated().sorted {
      ($0.element.second, $0.offset) < ($1.element.second, $1.offset)
    }.map(\.element)
    let faults = sorted.indices.filter { sorted[$0].isFault }.map { String($0 + 1) }
    return (sorted.map(\.text), faults)
  }

  @Test func withoutTheBugTheTraceIsRight() throws {
    let rules = try #require(RetirementTests.book).rules
    #expect(try OneLineASecond.effort(Self.trace(nil).lines, rules).found == [])
  }

  @Test(arguments: Bug.allCases) private func eachIsTold(_ bug: Bug) throws {
    let rules = try #require(RetirementTests.book).rules
    let (lines, faults) = Self.trace(bug)
    let (tried, found) = try OneLineASecond.effort(lines, rules)
    #expect(found.map { String($0.prefix { $0 != " " }) } == faults)
    // The search for what rests on an explanation, once it is chosen, is in it.
    #expect(tried / faults.count < 4_000)
  }
}
