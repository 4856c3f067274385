import Testing

/// What follows from a fault shows again far behind it, and is not reported again.
@Suite struct FoldingTests {
  private static let text = """
    rulebook Ranks
    requirements "requirements.tsv"

    type Status = off | waiting | busy

    entity Rank
      queue: Queue<Cab>

    entity Cab
      status: Status = off

    entity Call
      rank: Rank
      cab:  Cab? = none

    event come(cab: Cab, rank: Rank) from driver
      require cab.status is off
      cab.status = waiting
      append cab to rank.queue

    event go(cab: Cab, rank: Rank) from driver
      require cab.status is waiting
      require cab in rank.queue
      cab.status = off
      remove cab from rank.queue

    event call(rank: Rank) from passenger -> new call: Call
      call.rank = rank

    event send(call: Call, cab: Cab, rank: Rank) from server
      require call.cab is none
      require rank is call.rank
      require cab is first c in rank.queue
      call.cab = cab
      cab.status = busy
      remove cab from rank.queue

    event done(call: Call, cab: Cab) from driver
      require call.cab is cab
      require cab.status is busy
      cab.status = off
    """

  /// More lines than are looked at, about others.
  private static let others = (0..<300).flatMap { _ in ["come Z X", "go Z X"] }

  private func replay(_ lines: [String]) throws -> [String] {
    try OneLineASecond.replay(lines, OneLineASecond.rules(Self.text)).map {
      String($0.prefix { $0 != ":" })
    }
  }

  @Test func whatARefusedLineShouldHaveIntroduced() throws {
    #expect(
      try replay(
        ["come A R", "!call R"] + Self.others + ["send C1 A R", "done C1 A", "come A R"])
        == ["2 wronglyRefused"])
    // One refusal explains one name, and none that is of another rank.
    #expect(
      try replay(
        ["come A R", "come B S", "!call R"] + Self.others
          + ["send C1 B S", "send C2 A R", "done C2 A"])
        == ["3 wronglyRefused", "604 identity"])
  }

  @Test func whoWasWronglyLetIn() throws {
    // A is busy when he comes, and is passed over when he is the first.
    #expect(
      try replay(
        ["come A R", "call R C1", "send C1 A R", "come A S"] + Self.others
          + ["come B S", "call S C2", "send C2 B S", "done C2 B"])
        == ["4 wronglyAccepted"])
  }

  @Test func whoWasWronglyRefused() throws {
    #expect(
      try replay(
        ["!come A S"] + Self.others + ["call S C1", "send C1 A S", "done C1 A"])
        == ["1 wronglyRefused"])
  }

  @Test func whoWasRecordedElsewhere() throws {
    // It was S where A came; once that is evident he stands no longer in R.
    #expect(
      try replay(
        ["come A R", "call S C1", "send C1 A S", "done C1 A", "come B R"] + Self.others
          + ["call R C2", "send C2 B R", "done C2 B"])
        == ["3 wronglyAccepted"])
  }

  @Test func aFaultOfItsOwn() throws {
    // Something right was recorded of A meanwhile.
    #expect(
      try replay(
        ["!come A S"] + Self.others + ["come A R", "go A R", "go A R", "come A S"])
        == ["1 wronglyRefused", "604 wronglyAccepted"])
  }
}
