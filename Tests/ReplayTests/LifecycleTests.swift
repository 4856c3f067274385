import Testing

/// One report for a fault, on the rules of rides that the benchmarks use, whose invariants are
/// proved.
@Suite struct LifecycleTests {
  private func replay(_ lines: [String]) throws -> [String] {
    let rules = try #require(RetirementTests.book).rules
    return try OneLineASecond.replay(lines, rules)
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

  /// R1 was offered to T1 before R2 was to T2, and that was written a minute later.
  @Test func whatBeganWhenNobodyKnows() throws {
    let lines = [
      "available@0 T1 Z1", "available@1 T2 Z1", "request@2 Z1 R1", "request@3 Z1 R2",
      "offer@20 R2 T2 Z1", "offer@70 R1 T1 Z1",
    ]
    #expect(
      try replay(lines + ["expire@130 R1 T1 Z1"])
        == ["5 forbidden: line 6, offer, was taken as coming before it"])
    // What has begun anew since did so at a known instant.
    #expect(
      try replay(
        lines + ["refuse@80 R1 T1 Z1", "offer@90 R1 T1 Z1", "expire@130 R1 T1 Z1"])
        == [
          "5 forbidden: line 6, offer, was taken as coming before it",
          "9 early: taken as done",
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

  @Test func whomARefusedLineDidNotIntroduce() throws {
    #expect(
      try replay(["available T1 Z1", "!request Z1", "offer R1 T1 Z1", "accept R1 T1 Z1"])
        == ["2 wronglyRefused: taken as refused: nothing changes"])
    // The first thing that happens to a request is an offer.
    #expect(
      try replay(["available T1 Z1", "!request Z1", "arrive R1 T1 Z1"])
        == [
          "2 wronglyRefused: taken as refused: nothing changes",
          "3 identity: the line was left out",
        ])
  }
}
