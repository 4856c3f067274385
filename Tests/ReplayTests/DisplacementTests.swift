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

  @Test func whoJoinedAQueueByALateLineIsFartherInFront() throws {
    #expect(
      try replay(
        Self.lateInQueue + ["offer@10 R1 T1 Z1", "request@11 Z1 R2", "offer@11 R2 T2 Z1"])
        == ["2 order"])
  }

  @Test func whoElseIsPreferredIsAFault() throws {
    #expect(try replay(Self.lateInQueue + ["offer@10 R1 T3 Z1"]) == ["2 order", "5 forbidden"])
  }

  @Test func whoJoinedInTimeLaterIsWhereHeShouldBe() throws {
    #expect(
      try replay(
        Self.lateInQueue + [
          "offer@10 R1 T1 Z1", "refuse@11 R1 T1 Z1", "offer@12 R1 T1 Z1",
        ]) == ["2 order", "7 forbidden"])
  }

  @Test func whatALateLineBeganMayHaveBegunLater() throws {
    #expect(
      try replay([
        "available@0 T1 Z1", "request@0 Z1 R1", "available@50 T5 Z2", "offer@40 R1 T1 Z1",
        "available@165 T6 Z3", "expire@170 R1 T1 Z1",
      ]) == ["4 order"])
  }

  /// The offer was made at 121 and the request expired at 120; each was written with the other's
  /// instant.
  @Test func whatWasWrittenBeforeWithAnotherInstant() throws {
    let lines = [
      "available@0 T1 Z1", "request@0 Z1 R1", "offer@0 R1 T1 Z1", "available@2 T2 Z2",
      "request@3 Z2 R3", "offer@120 R3 T2 Z2", "expire@121 R1 T1 Z1",
    ]
    #expect(try replay(lines + ["expire@241 R3 T2 Z2"]) == ["7 missed"])
    // What has begun anew since did so at a known instant.
    #expect(
      try replay(
        lines + ["refuse@130 R3 T2 Z2", "offer@131 R3 T2 Z2", "expire@252 R3 T2 Z2"])
        == ["7 missed", "10 missed"])
  }

  /// R1 was offered to T1 long before that was written; what it comes early by is that.
  @Test func whatComesEarlyByAnUnknownClockNeedsNoOtherCause() throws {
    #expect(
      try replay([
        "available@0 T1 Z1", "available@1 T2 Z1", "request@2 Z1 R1", "request@2 Z1 R2",
        "offer@20 R2 T2 Z1", "offer@70 R1 T1 Z1", "request@80 Z2 R8", "request@81 Z2 R9",
        "expire@130 R1 T1 Z1", "available@131 T8 Z2", "offer@131 R8 T8 Z2",
        "offer@135 R9 T7 Z2", "available@135 T7 Z2",
      ]) == ["5 forbidden", "12 forbidden"])
  }

  /// T1 came to Z2, and a line says of the time before that it came to Z1.
  @Test func whoWasLetIntoASecondQueueHasLeftTheFirst() throws {
    #expect(
      try replay([
        "available@0 T1 Z1", "available@1 T1 Z2", "request@2 Z2 R1", "offer@2 R1 T1 Z2",
        "accept@3 R1 T1 Z2", "arrive@4 R1 T1 Z2", "onboard@5 R1 T1 Z2", "endRide@6 R1 T1 Z2",
        "available@7 T1 Z3", "available@8 T2 Z1", "request@9 Z1 R2", "offer@9 R2 T2 Z1",
        "accept@10 R2 T2 Z1", "request@11 Z3 R3", "offer@11 R3 T1 Z3",
      ]) == ["2 wronglyAccepted"])
  }

  /// T3 came to Z1, and the line says T1, which came to Z2.
  @Test func whoWasMeantWhereAnotherJoinedAQueue() throws {
    let confused = [
      "available@0 T1 Z1", "available@1 T1 Z2", "request@2 Z2 R1", "offer@2 R1 T1 Z2",
      "accept@3 R1 T1 Z2", "arrive@4 R1 T1 Z2", "onboard@5 R1 T1 Z2", "endRide@6 R1 T1 Z2",
    ]
    let far = LifecycleTests.others(at: 20)
    #expect(
      try replay(
        confused + far + ["request@30 Z1 R2", "offer@30 R2 T3 Z1", "accept@31 R2 T3 Z1"])
        == ["2 wronglyAccepted"])
    // Not in another zone, and not who was elsewhere meanwhile.
    #expect(
      try replay(
        confused + far + ["request@30 Z4 R2", "offer@30 R2 T3 Z4", "accept@31 R2 T3 Z4"]
      )
      .count == 2)
    #expect(
      try replay(
        confused + [
          "available@7 T3 Z5", "request@8 Z5 R3", "offer@8 R3 T3 Z5", "accept@9 R3 T3 Z5",
          "arrive@10 R3 T3 Z5", "onboard@11 R3 T3 Z5", "endRide@12 R3 T3 Z5",
        ] + far + ["request@30 Z1 R2", "offer@30 R2 T3 Z1", "accept@31 R2 T3 Z1"]
      ).count == 2)
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

  /// When the first code was sent no line records; when the third was, one does, however many lines
  /// about A are behind it.
  @Test func whatWasSetSinceManyLinesIsKnown() throws {
    var lines = ["pass@1 B", "remind@10 A"] + Array(repeating: "pass@20 B", count: 600)
    lines += ["send@50 A", "remind@55 A", "send@4000 A"]
    lines += Array(repeating: "pass@4001 A", count: 8) + ["remind@4002 A"]
    lines += Array(repeating: "pass@4003 B", count: 20)
    #expect(
      try OneLineASecond.lookBack(lines, OneLineASecond.rules(Self.reminders)) == [
        "2 forbidden: taken as preceded by send of cab A, which no line records",
        "614 early: taken as done",
      ])
  }
}
