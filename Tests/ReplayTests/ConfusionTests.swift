import Testing

/// A legal line that names the wrong one shows as two faults far apart, and is one.
@Suite struct ConfusionTests {
  private static let text = """
    rulebook Warnings
    requirements "requirements.tsv"

    entity Cab
      warned: Bool = false
      seized: Bool = false

    event warn(cab: Cab) from office
      require not cab.warned
      cab.warned = true

    event clear(cab: Cab) from office
      require cab.warned
      cab.warned = false

    event seize(cab: Cab) from office
      require cab.warned
      require not cab.seized
      cab.seized = true

    event release(cab: Cab) from office
      require cab.seized
      cab.seized = false

    event pass(cab: Cab) from office
    """

  private func replay(_ lines: [String]) throws -> [String] {
    try OneLineASecond.replay(lines, OneLineASecond.rules(Self.text))
  }

  private let confused = ["warn A", "warn B", "clear B", "seize B", "release B"]

  @Test func whatOneLacksHappenedToTheOther() throws {
    #expect(
      try replay(confused + Array(repeating: "pass C", count: 30) + ["warn A", "clear A"]) == [
        "4 wronglyAccepted: taken as done; line 3, clear, was taken as meaning cab A"
      ])
  }

  @Test func whatIsFarApartIsTwo() throws {
    #expect(
      try replay(confused + Array(repeating: "pass C", count: 80) + ["warn A", "clear A"]) == [
        "4 wronglyAccepted: taken as done", "86 wronglyAccepted: taken as done",
      ])
  }

  @Test func whatWasEvidentlyRightIsNotDoubted() throws {
    // That A was cleared shows that it was he who had been warned.
    #expect(
      try replay(["pass A", "warn A", "clear A", "seize B", "release B", "warn A", "warn A"]) == [
        "4 wronglyAccepted: taken as done", "7 wronglyAccepted: taken as done",
      ])
  }
}
