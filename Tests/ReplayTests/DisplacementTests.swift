import Testing

/// A line in the wrong place says what happened, and not when: what shows of that later is no fault
/// of its own. On the rules of rides that the benchmarks use.
@Suite struct DisplacementTests {
  private func replay(_ lines: [String]) throws -> [String] {
    let rules = try #require(RetirementTests.book).rules
    return try OneLineASecond.replay(lines, rules).map { String($0.prefix { $0 != ":" }) }
  }

  /// T1 came before T2, and that was written after it.
  private static let lateInQueue = [
    "available@5 T2 Z1", "available@4 T1 Z1", "available@6 T3 Z1", "request@10 Z1 R1",
  ]

  @Test func whoElseIsPreferredIsAFault() throws {
    #expect(try replay(Self.lateInQueue + ["offer@10 R1 T3 Z1"]) == ["2 order", "5 forbidden"])
  }

  @Test func whatALateLineBeganMayHaveBegunLater() throws {
    #expect(
      try replay([
        "available@0 T1 Z1", "request@0 Z1 R1", "available@50 T5 Z2", "offer@40 R1 T1 Z1",
        "available@165 T6 Z3", "expire@170 R1 T1 Z1",
      ]) == ["4 order"])
  }

  /// The code was sent when nobody knows, and is not too old.
  @Test func whatALateLineSetAClockToIsInDoubt() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Codes
      requirements "requirements.tsv"

      entity Cab
        sentAt: Time? = none

      event send(cab: Cab) from office
        cab.sentAt = now

      event use(cab: Cab) from cab
        require cab.sentAt is not none
        require now <= cab.sentAt! + 60 s

      event pass(cab: Cab) from office
      """)
    func found(_ lines: [String]) throws -> [String] {
      try OneLineASecond.replay(lines, rules).map { String($0.prefix { $0 != ":" }) }
    }
    #expect(try found(["pass@100 B", "send@50 A", "use@120 A"]) == ["2 order"])
    #expect(
      try found(["pass@100 B", "send@50 A", "send@110 A", "use@180 A"])
        == ["2 order", "4 wronglyAccepted"])
  }

  private static let reminders = """
    rulebook Codes
    requirements "requirements.tsv"

    entity Cab
      remindAt: Time? = none

    event send(cab: Cab) from office
      cab.remindAt = now + 5 s

    event remind(cab: Cab) from clock
      require cab.remindAt is not none
      due cab.remindAt
      cab.remindAt = none

    event pass(cab: Cab) from office
    """

  /// Twice the code was sent, and what was written last is not what was sent last.
  @Test func whatWasSetSinceALateLineStays() throws {
    let rules = try OneLineASecond.rules(Self.reminders)
    #expect(
      try OneLineASecond.replay(
        ["pass@1 B", "send@12 A", "send@7 A"] + Array(repeating: "pass@12 A", count: 40)
          + ["pass@13 B", "send@17 A", "remind@22 A", "pass@23 B"], rules)
        == ["3 order: the line was judged at 1970-01-01T00:00:12.000Z"])
  }
}
