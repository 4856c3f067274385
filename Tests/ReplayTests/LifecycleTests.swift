import Testing

/// One report for a fault, on the rules of rides that the benchmarks use, whose invariants are
/// proved.
@Suite struct LifecycleTests {
  private func replay(_ lines: [String]) throws -> [String] {
    let rules = try #require(RetirementTests.book).rules
    return try OneLineASecond.replay(lines, rules)
  }

  private func lookBack(_ lines: [String]) throws -> [String] {
    try OneLineASecond.lookBack(lines, #require(RetirementTests.book).rules)
  }

  /// T1 has R1 aboard.
  private static let aboard = [
    "available T1 Z1", "request Z1 R1", "offer R1 T1 Z1", "accept R1 T1 Z1", "arrive R1 T1 Z1",
    "onboard R1 T1 Z1",
  ]

  @Test func whatWouldBreakInvariantsDidNotHappen() throws {
    // Nothing behind it tells: a ride ends whatever its taxi did meanwhile.
    #expect(
      try replay(Self.aboard + ["available T1 Z2", "endRide R1 T1 Z1"])
        == ["7 wronglyAccepted: line 8, endRide, was taken as coming before it"])
    #expect(
      try replay(Self.aboard + ["available T1 Z2"] + ["endRide R1 T1 Z1", "available T1 Z3"])
        == ["7 wronglyAccepted: the line was left out"])
    // The taxi is met where it should not be.
    #expect(
      try replay(Self.aboard + ["available T1 Z2", "request Z2 R2", "offer R2 T1 Z2"])
        == [
          "7 wronglyAccepted: taken as preceded by endRide of request R1, taxi T1, zone Z1, which no line records"
        ])
  }

  /// R3 was offered to T2 before R1 expired.
  @Test func neighboursThatWereExchanged() throws {
    #expect(
      try replay([
        "available@0 T1 Z1", "request@1 Z1 R1", "offer@1 R1 T1 Z1", "available@2 T2 Z2",
        "request@120 Z2 R3", "expire@120 R1 T1 Z1", "offer@121 R3 T2 Z2", "expire@240 R3 T2 Z2",
      ]) == ["6 early: line 7, offer, was taken as coming before it"])
  }

  /// More lines than are looked at, about others.
  static func others(at second: Int) -> [String] {
    ["available@\(second) T9 Z9"] + rides(90, at: second)
  }

  /// The rides of a taxi that is available, one after the other.
  private static func rides(
    _ count: Int, of requests: String = "Q", by taxi: Int = 9, at second: Int
  ) -> [String] {
    (0..<count).flatMap { number in
      let request = "\(requests)\(number)"
      let ride = "@\(second) \(request) T\(taxi) Z\(taxi)"
      return [
        "request@\(second) Z\(taxi) \(request)", "offer\(ride)", "accept\(ride)", "arrive\(ride)",
        "onboard\(ride)", "endRide\(ride)", "available@\(second) T\(taxi) Z\(taxi)",
      ]
    }
  }

  @Test func neighboursThatWereExchangedThoughNothingNearTells() throws {
    #expect(
      try replay(
        [
          "available@0 T1 Z1", "request@1 Z1 R1", "offer@1 R1 T1 Z1", "available@2 T2 Z2",
          "request@120 Z2 R3", "expire@120 R1 T1 Z1", "offer@121 R3 T2 Z2",
        ] + Self.others(at: 122) + ["expire@240 R3 T2 Z2"]
      ) == ["6 early: line 7, offer, was taken as coming before it"])
  }

  /// R1 is offered to T2; T1, to whom it was offered before, would be left without a request.
  @Test func whomALineLeavesBehind() throws {
    #expect(
      try replay(
        [
          "available@0 T1 Z1", "available@1 T2 Z1", "request@2 Z1 R1", "offer@2 R1 T1 Z1",
          "offer@9 R1 T2 Z1", "accept@10 R1 T2 Z1",
        ] + Self.others(at: 20) + ["request@30 Z1 R2", "offer@30 R2 T1 Z1"]
      ) == [
        "5 forbidden: taken as preceded by refuse of request R1, taxi T1, zone Z1, which no line records"
      ])
  }

  /// T8 was at Z1, and not at Z2 where T1 is missing.
  @Test func whoIsNamedWronglyInOnePlaceIsNamedRightlyInTheOthers() throws {
    #expect(
      try replay([
        "available@0 T8 Z1", "available@0 T8 Z1", "request@1 Z2 R1", "offer@2 R1 T1 Z2",
        "available@2 T1 Z2", "accept@3 R1 T1 Z2", "request@4 Z1 R2", "offer@4 R2 T8 Z1",
        "accept@5 R2 T8 Z1",
      ]) == [
        "2 wronglyAccepted: the line was left out",
        "4 forbidden: line 5, available, was taken as coming before it",
      ])
  }

  /// T1 was at Z2, and not at Z5 where T2 is missing, though many lines have been about Z5 since: T1 is
  /// passed over because he was asked before, and that is another fault.
  @Test func whoIsNamedWronglyInOnePlaceIsNamedRightlyInABusyOne() throws {
    var lines = ["request@0 Z2 R1", "available@1 T1 Z2", "available@1 T9 Z9"]
    lines += (0..<40).map { "request@2 Z5 P\($0)" }
    lines += ["offer@3 P0 T2 Z5", "accept@4 P0 T2 Z5"] + Self.rides(90, at: 5)
    lines += ["available@6 T3 Z2", "request@6 Z2 R3", "offer@6 R3 T3 Z2", "accept@7 R1 T1 Z2"]
    let found = try lookBack(lines)
    #expect(
      found.map { String($0.prefix { $0 != "," }) } == [
        "44 forbidden: taken as preceded by available of taxi T2",
        "678 forbidden: taken as preceded by offer of request R1",
      ])
  }

  @Test func whatWasWrittenTwiceLeavesNobodyInDoubt() throws {
    #expect(
      try replay(
        ["available@0 T1 Z1", "request@1 Z1 R1", "offer@1 R1 T1 Z1", "offer@1 R1 T1 Z1"]
          + Self.others(at: 122) + ["arrive@130 R1 T1 Z1", "onboard@131 R1 T1 Z1"]
      ).map { String($0.prefix { $0 != ":" }) } == ["4 forbidden", "5 missed"])
  }

  /// T8 is aboard when a line says that R1 was offered to it, which was offered to T1. Many others
  /// were asked for in Z1 meanwhile.
  @Test func whomALineMeantThatWasLeftOutAmongMany() throws {
    let ride = ["request", "offer", "accept", "arrive", "onboard"]
    let aboard = ride.map { $0 == "request" ? "request@1 Z2 R8" : "\($0)@1 R8 T8 Z2" }
    let waiting = (0..<8).map { "request@2 Z1 W\($0)" }
    #expect(
      try replay(
        ["available@0 T8 Z2"] + aboard + ["request@2 Z1 R1"] + waiting
          + [
            "available@3 T1 Z1", "offer@3 R1 T8 Z1", "available@5 T2 Z1", "offer@5 W0 T2 Z1",
            "accept@6 W0 T2 Z1",
          ] + Self.others(at: 20) + ["accept@30 R1 T1 Z1", "arrive@31 R1 T1 Z1"]
      ).map { String($0.prefix { $0 != ":" }) } == ["17 forbidden"])
  }

  /// R1 expires unless it was accepted, which no line records; that it was shows only far behind
  /// many lines about its zone.
  @Test func whatShowsBehindManyLinesAboutTheZone() throws {
    let busy = (0..<40).flatMap {
      ["request@125 Z1 B\($0)", "available@125 U\($0) Z1", "offer@125 B\($0) U\($0) Z1"]
    }
    #expect(
      try replay(
        ["available@0 T1 Z1", "request@0 Z1 R1", "offer@0 R1 T1 Z1", "available@121 T7 Z3"]
          + Self.others(at: 122) + busy + ["arrive@126 R1 T1 Z1"]
      ).map { String($0.prefix { $0 != ":" }) } == ["4 missed"])
  }

  /// The taxi that arrived is the one that was asked, whatever was written. That nobody got in is
  /// another fault: no way to explain the first explains it too.
  @Test func whatNothingThatExplainsAFaultExplains() throws {
    let others = (0..<30).flatMap {
      ["request Z1 B\($0)", "available U\($0) Z1", "offer B\($0) U\($0) Z1"]
    }
    #expect(
      try replay(
        Self.aboard[..<4] + ["available T2 Z2", "arrive R1 T2 Z1"] + others
          + ["endRide R1 T1 Z1", "available T1 Z3"])
        == ["6 wronglyAccepted: taken as meaning taxi T1", "97 wronglyAccepted: taken as done"])
  }

  /// T1 refused R1 before T3 came into the zone, which no line records: it is asked before T3.
  @Test func behindWhomSomebodyStandsWhoCameUnrecorded() throws {
    let others = (0..<90).map { "available@6 U\($0) Z3" }
    #expect(
      try replay(
        ["available@0 T1 Z1", "available@0 T2 Z1", "request@1 Z1 R1", "offer@1 R1 T1 Z1"]
          + ["available@5 T3 Z1"] + others
          + ["offer@10 R1 T2 Z1", "accept@12 R1 T2 Z1"]
          + ["request@20 Z1 R2", "request@21 Z1 R3", "offer@22 R2 T1 Z1", "offer@23 R3 T3 Z1"]
          + ["accept@30 R2 T1 Z1", "accept@31 R3 T3 Z1"]
      ) == [
        "96 forbidden: taken as preceded by refuse of request R1, taxi T1, zone Z1, which no line records"
      ])
  }

  /// What a ride that is over is told does not depend on the taxi, whatever that did.
  @Test func whoIsSuspectedExplainsOnlyWhatReadsHisState() throws {
    let rides = ["R1", "R2"].flatMap {
      ["available T1 Z1", "request Z1 \($0)", "offer \($0) T1 Z1", "accept \($0) T1 Z1"]
        + ["arrive \($0) T1 Z1", "onboard \($0) T1 Z1", "endRide \($0) T1 Z1"]
    }
    let others = (0..<520).map { "available U\($0) Z3" }
    #expect(
      try replay(rides + ["arrive R1 T1 Z1"] + others + ["onboard R2 T1 Z1"])
        .map { String($0.prefix { $0 != ":" }) }
        == ["15 wronglyAccepted", "536 wronglyAccepted"])
  }

  /// T1 refused R1 before it was asked again, and T4 was asked to take R3 behind it. An offer in
  /// the same zone before both has nothing to do with either.
  @Test func aZoneExplainsNothing() throws {
    let others = (0..<600).map { "available@20 U\($0) Z3" }
    #expect(
      try replay(
        ["available@0 T5 Z2", "request@0 Z2 R5", "offer@0 R5 T5 Z2", "accept@1 R5 T5 Z2"]
          + ["arrive@2 R5 T5 Z2", "onboard@3 R5 T5 Z2"]
          + ["request@4 Z1 R1", "request@4 Z1 R2", "request@4 Z1 R3"]
          + ["available@5 T1 Z1", "offer@5 R1 T1 Z1", "available@6 T9 Z1", "offer@6 R2 T9 Z1"]
          + ["offer@7 R1 T1 Z1", "available@8 T4 Z1", "offer@8 R3 T5 Z1"] + others
          + ["accept@30 R1 T1 Z1", "accept@31 R2 T9 Z1", "accept@32 R3 T4 Z1"]
      ).map { String($0.prefix { $0 != ":" }) } == ["14 forbidden", "16 forbidden"])
  }

  /// T1 did not stand before T2, and where it stood is not known. That R1 was offered again has
  /// nothing to do with it.
  @Test func howAQueueWasExplainsNothingOfOthers() throws {
    let start = [
      "request@0 Z1 R1", "request@0 Z1 R2", "available@1 T1 Z1", "available@7 T2 Z1",
      "offer@7 R1 T2 Z1", "available@8 T3 Z1", "offer@8 R2 T3 Z1",
    ]
    let others = (0..<300).map { "available@9 U\($0) Z3" }
    func found(_ lines: [String]) throws -> [String] {
      try replay(start + others + lines).map { String($0.prefix { $0 != ":" }) }
    }
    #expect(
      try found(["offer@10 R1 T2 Z1", "refuse@10 R1 T2 Z1"]) == ["5 forbidden", "308 forbidden"])
    #expect(try found(["request@10 Z2 R3", "offer@10 R3 T1 Z2"]) == ["5 forbidden"])
  }

  @Test func whomARefusedLineDidNotIntroduce() throws {
    #expect(
      try replay(["available T1 Z1", "!request Z1", "offer R1 T1 Z1", "accept R1 T1 Z1"])
        == ["2 wronglyRefused: taken as accepted: what follows shows that it was"])
    // The first thing that happens to a request is an offer.
    #expect(
      try replay(["available T1 Z1", "!request Z1", "arrive R1 T1 Z1"])
        == [
          "2 wronglyRefused: taken as refused: nothing changes",
          "3 identity: the line was left out",
        ])
  }
}
