import Testing

/// Which of the lines far behind a fault is the record of what was missing there.
@Suite struct LateRecordTests {
  private func replay(_ lines: [String]) throws -> [String] {
    try OneLineASecond.replay(lines, OneLineASecond.rules(Shifts.text))
  }

  /// A may have been dismissed before line 2; but then line 18 is the record of that, for it would be
  /// wrong otherwise, and no later one is.
  @Test func whatIsRecordedIsRecordedOnce() throws {
    #expect(
      try replay(
        ["start A", "close", "wash A"] + passes("B", 14) + ["dismiss A", "hire A"]
          + passes("B", 40) + ["dismiss A"] + passes("B", 3) + ["dismiss A"] + passes("B", 20))
        == [
          "2 wronglyAccepted: taken as preceded by stop of cab A, which no line records",
          "64 wronglyAccepted: taken as done",
        ])
  }

  /// A may have been hired between the first two lines that say that it was dismissed; but if line 47
  /// recorded that, A would not be there to start in line 49.
  @Test func whatIsMissedWhereItStandsIsAnotherFault() throws {
    #expect(
      try replay(
        ["dismiss A", "pass B", "dismiss A"] + Array(repeating: "wash A", count: 20)
          + ["hire A", "start A", "stop A"] + passes("B", 20) + ["hire A", "dismiss A", "start A"]
          + passes("B", 20))
        == [
          "3 wronglyAccepted: taken as done",
          "47 wronglyAccepted: line 48, dismiss, was taken as coming before it",
        ])
  }

  /// A may have been dismissed before it was hired in line 3; but that it was dismissed is written
  /// twice in lines 69 and 70.
  @Test func whatIsWrittenTwiceIsNoLateRecord() throws {
    #expect(
      try replay(
        passes("B", 2) + ["hire A"] + Array(repeating: "wash A", count: 20)
          + ["dismiss A", "hire A"] + Array(repeating: "wash A", count: 40)
          + passes("B", 3) + ["dismiss A", "dismiss@68 A", "hire A"] + passes("B", 20))
        == ["3 wronglyAccepted: taken as done", "70 wronglyAccepted: the line was left out"])
  }
}
