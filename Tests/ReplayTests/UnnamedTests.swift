import Findings
import Replay
import Testing

/// What `each` does to entities that are there from the start and that no line has named yet.
@Suite("Effects on entities that no line has named")
struct UnnamedTests {
  private static let text = """
    rulebook Cabs
    requirements "requirements.tsv"

    entity Zone
      open:   Bool = false
      closed: Bool = false
      times:  Int  = 0

    entity Cab
      zone: Zone? = none

    event openAll() from staff
      each z: Zone where not z.closed: z.open = true

    event closeAll() from staff
      each z: Zone: z.open = false

    event count() from staff
      each z: Zone: z.times += 1

    event reset() from staff
      each z: Zone where z.times > 1: z.times = 0

    event openOthers(zone: Zone) from staff
      each z: Zone where z is not zone: z.open = true

    event pass(cab: Cab) from driver
      cab.zone = none

    event enter(cab: Cab, zone: Zone) from driver
      require zone.open
      cab.zone = zone

    event leave(cab: Cab, zone: Zone) from driver
      require zone.times is 0
      cab.zone = none
    """

  private static let pass = Trips.line(0, "pass", [("cab", "C")])
  private static let enter = Trips.line(9, "enter", [("cab", "C"), ("zone", "Z")])
  private static let reset = Trips.line(2, "reset", [])
  private static let leave = Trips.line(9, "leave", [("cab", "C"), ("zone", "Z")])

  /// The kinds of the findings, which the machine and the evaluator share.
  private func kinds(_ lines: [String]) throws -> [Finding.Kind] {
    let rules = try OneLineASecond.rules(Self.text)
    let both = [false, true].map { evaluator in
      Trips.replay(lines, rules, ReplayOptions(evaluator: evaluator, looksBack: .never)).findings
    }
    #expect(both[0] == both[1])
    return both[0].map(\.kind)
  }

  @Test("it holds for them")
  func opened() throws {
    let open = Trips.line(1, "openAll", [])
    #expect(try kinds([Self.pass, open, Self.enter]).isEmpty)
    #expect(try kinds([Self.pass, open, open, Self.enter]).isEmpty)
    #expect(try kinds([open, Self.enter]).isEmpty)
    #expect(try kinds([Self.pass, Self.enter]) == [.wronglyAccepted])
    #expect(
      try kinds([Self.pass, Trips.line(1, "closeAll", []), Self.enter]) == [.wronglyAccepted])
  }

  @Test("events happen in their order")
  func order() throws {
    func kinds(_ first: String, _ second: String) throws -> [Finding.Kind] {
      try self.kinds(
        [Self.pass, Trips.line(1, first, []), Trips.line(2, second, []), Self.enter])
    }
    #expect(try kinds("openAll", "closeAll") == [.wronglyAccepted])
    #expect(try kinds("closeAll", "openAll").isEmpty)
  }

  @Test("each event counts")
  func counted() throws {
    let count = Trips.line(1, "count", [])
    #expect(try kinds([Self.pass, count, Self.leave]) == [.wronglyAccepted])
    #expect(try kinds([Self.pass, count, count, Self.reset, Self.leave]).isEmpty)
    #expect(try kinds([Self.pass, count, Self.reset, Self.leave]) == [.wronglyAccepted])
    #expect(try kinds([Self.pass, Self.leave]).isEmpty)
  }

  @Test("an entity that the event names may be left out")
  func other() throws {
    let keep = Trips.line(1, "openOthers", [("zone", "Y")])
    #expect(try kinds([Self.pass, keep, Self.enter]).isEmpty)
    let same = Trips.line(1, "openOthers", [("zone", "Z")])
    #expect(try kinds([Self.pass, same, Self.enter]) == [.wronglyAccepted])
  }

  @Test("the line that did it is named")
  func seeAlso() throws {
    let rules = try OneLineASecond.rules(Self.text)
    let lines = [Self.pass, Trips.line(1, "count", []), Trips.line(2, "reset", []), Self.leave]
    #expect(Trips.replay(lines, rules).findings.map { $0.because.contains(2) } == [true])
  }

  @Test("entities that a line has named are as ever")
  func named() throws {
    let lines = [
      Trips.line(1, "leave", [("cab", "C"), ("zone", "Z")]), Trips.line(2, "openAll", []),
      Trips.line(3, "enter", [("cab", "C"), ("zone", "Z")]), Trips.line(4, "closeAll", []),
    ]
    #expect(try kinds(lines).isEmpty)
    #expect(try kinds(lines + [Self.enter]) == [.wronglyAccepted])
  }
}
