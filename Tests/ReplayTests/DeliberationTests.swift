import Basics
import Findings
import Replay
import Rulebook
import Testing

/// How a fault is got over, in the light of what is recorded behind it.
@Suite struct DeliberationTests {
  static let rules = """
    rulebook Cabs
    requirements "requirements.tsv"

    entity Cab
      active: Bool = false
      until:  Time? = none

    entity Stand
      queue: Queue<Cab>

    event start(cab: Cab) from driver
      require not cab.active
      cab.active = true

    event stop(cab: Cab) from driver
      require cab.active
      require all s: Stand: cab not in s.queue
      cab.active = false

    event enter(cab: Cab, stand: Stand) from driver
      require cab.active
      require all s: Stand: cab not in s.queue
      append cab to stand.queue

    event call(stand: Stand, cab: Cab) from server
      require cab is first c in stand.queue
      remove cab from stand.queue
      cab.until = now + 1 min

    event answer(cab: Cab) from driver
      require cab.until is not none
      cab.until = none

    event expire(cab: Cab) from clock
      require cab.until is not none
      due cab.until
      cab.until = none
    """

  static let compiled = Compilation.compile(
    SourceText(path: "Cabs.rulebook", text: rules),
    parsed: Parser.parse(SourceText(path: "Cabs.rulebook", text: rules)), requirements: nil)

  private func replay(_ lines: String..., hidden: Set<String> = []) throws -> [String] {
    try replay(lines, hidden: hidden)
  }

  private func replay(_ lines: [String], hidden: Set<String> = []) throws -> [String] {
    let rules = try #require(Self.compiled.rules, "\(Self.compiled.diagnostics)")
    return try OneLineASecond.replay(lines, rules, hidden: hidden)
  }

  @Test func droppedLine() throws {
    let found = try replay(
      "start A", "start B", "enter B S", "call S B", "answer B", "enter A S", "call S A",
      "answer A", "stop A", "!enter A S")
    #expect(found.isEmpty)
    #expect(
      try replay(
        "start A", "start B", "call S B", "answer B", "enter B S", "enter A S", "call S B")
        == [
          "3 wronglyAccepted: taken as preceded by enter of cab B, stand S, which no line records"
        ])
  }

  @Test func doubledLine() throws {
    #expect(
      try replay("start A", "enter A S", "enter A S", "call S A", "answer A", "stop A")
        .map { String($0.prefix(18)) } == ["3 wronglyAccepted:"])
    // What is done twice at one instant was written twice, if nothing else tells.
    #expect(
      try replay("start@0 B", "start@1 A", "start@1 A", "stop@2 A")
        == ["3 wronglyAccepted: the line was left out"])
    #expect(
      try replay("start@0 B", "start@1 A", "start@2 A", "stop@3 A")
        == ["3 wronglyAccepted: taken as done"])
  }

  @Test func exchangedLines() throws {
    #expect(
      try replay("start A", "call S A", "enter A S", "answer A", "stop A", "start A")
        == ["2 wronglyAccepted: line 3, enter, was taken as coming before it"])
  }

  /// Written with each other's instants, if these are not far apart.
  @Test(arguments: [
    (30, "line 4, start, was taken as coming before it"), (50_000, "taken as done"),
  ])
  func neighboursExchanged(second: Int, repair: String) throws {
    #expect(
      try replay(
        "start@0 A", "stop@10 A", "stop@20 A", "start@\(second) A", "start@\(second + 10) A",
        "stop@\(second + 20) A", "start@\(second + 30) A"
      ).first == "3 wronglyAccepted: \(repair)")
  }

  @Test func somebodyElseWasMeant() throws {
    #expect(
      try replay(
        "start A", "start B", "enter A S", "enter B S", "call S B", "answer A", "call S B",
        "answer B", "stop A", "stop B")
        == ["5 wronglyAccepted: taken as meaning cab A"])
  }

  @Test func acceptedAlthoughRecordedAsRefused() throws {
    #expect(
      try replay("start A", "!enter A S", "call S A", "answer A", "stop A", "start A")
        == ["2 wronglyRefused: taken as accepted: what follows shows that it was"])
  }

  @Test func whatNothingExplainsIsBelieved() throws {
    #expect(
      try replay("start A", "answer A", "enter A S", "call S A", "answer A", "stop A").count == 1)
  }

  @Test func whatNobodyLogsIsInferred() throws {
    #expect(
      try replay("start A", "enter A S", "call S A", "stop A", "start A", hidden: ["answer"])
        .isEmpty)
    #expect(
      try replay("start A", "call S A", "answer A", "stop A", hidden: ["enter"]) == ["enter 1"])
    #expect(
      try replay("start B", "call S A", "answer A", "stop A", hidden: ["start", "enter"])
        == ["enter 1", "start 1"])
    // Nothing hidden explains it.
    #expect(
      try replay("start A", "start A", hidden: ["enter"]).map { String($0.prefix(17)) }
        == ["2 wronglyAccepted"])
    // It is due, and the lines behind show that it came.
    #expect(
      try replay(
        "start A", "enter A S", "call S A"
      ).isEmpty)
  }

  /// One line that was written late explains two that are wrong, if it is late by less than an hour.
  @Test func faultsFarApartAreTwo() throws {
    func found(_ lines: String...) throws -> [String] {
      let rules = try #require(Self.compiled.rules)
      return try OneLineASecond.replay(lines, rules).map { String($0.prefix { $0 != ":" }) }
    }
    #expect(
      try found("!start A", "stop@10 A", "start@60 A", "start@120 A") == ["1 wronglyRefused"])
    #expect(
      try found("!start A", "stop@10 A", "start@20 B", "start@4000 A", "start@4060 A")
        == ["1 wronglyRefused", "5 wronglyAccepted"])
  }

  /// Somebody far from the line is owed what it says was done to somebody else.
  @Test func whoIsOwedIsMeant() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Calls
      requirements "requirements.tsv"

      entity Cab
        isLost: Bool = false
        callAt: Time = any

      event lose(cab: Cab) from world
        cab.isLost = true
        cab.callAt = now + 10 s

      event call(cab: Cab) from clock
        require cab.isLost
        due cab.callAt
        cab.isLost = false

      event pass(cab: Cab) from driver
      """)
    let others = (1...10).flatMap { ["pass@0 C\($0)", "pass@0 C\($0)"] }
    let later = others.map { $0.replacing("@0", with: "@10") }
    #expect(
      try OneLineASecond.replay(
        ["lose@0 A"] + others + ["call@10 C1"] + later + ["pass@20 A"], rules)
        == ["22 forbidden: taken as meaning cab A"])
  }

  /// A name may end with any character, also one that is all zeros.
  @Test func namesWithZeros() throws {
    let found = try replay(#"start A\u0000"#, "start A", #"start A\u0000"#)
    #expect(found.map { $0.prefix(17) } == ["3 wronglyAccepted"])
  }

  @Test func noViolationRestsOnAGuess() throws {
    let found = try replay(
      "start A", "start B", "call S A", "call S B", "answer A", "answer B", "answer B",
      hidden: ["enter"])
    #expect(found.first?.hasPrefix("7 unknown") == true, "\(found)")
  }

  @Test func everyLineWrong() throws {
    // Not one report for each of so many, and no end of time spent on them.
    let rules = try #require(Self.compiled.rules)
    var replayer = Replayer(rules)
    let lines = 300
    var text = ""
    for index in 0..<lines {
      text += #"{"at":\#(index),"event":"call","stand":"S","cab":"C\#(index % 7)"}"# + "\n"
    }
    replayer.feed(Array(text.utf8)[...])
    replayer.endOfTrace()
    let result = replayer.finish()
    #expect(result.verdict == .violates)
    #expect(result.events == lines && result.lines == lines)
    #expect(result.findings.reduce(0) { $0 + 1 + $1.downstream } >= lines)
  }

  /// What is tried is undone, but it took its time: so much and no more is spent on a trace.
  @Test func moreIsWrongThanCanBeTried() throws {
    var replayer = Replayer(try #require(Self.compiled.rules))
    let lines = 1_500
    var text = ""
    for index in 0..<lines { text += #"{"at":\#(index),"event":"stop","cab":"A"}"# + "\n" }
    replayer.feed(Array(text.utf8)[...])
    replayer.endOfTrace()
    // The last fault that may be looked into is so to its end.
    #expect((100_000..<150_000 + 60 * lines).contains(replayer.tried))
    #expect(replayer.finish().findings.isEmpty == false)
  }

  /// A server that stood still has missed each of them; a line from the future has not seen them.
  @Test(arguments: [12, 20])
  func manyAreMissedAtOnce(count: Int) throws {
    var lines: [String] = []
    for cab in 0..<count { lines += ["start@0 C\(cab)", "enter@0 C\(cab) S", "call@0 S C\(cab)"] }
    let stood = try replay(lines + ["start@100 D", "stop@101 D"])
    #expect(stood.count == 1)
    #expect(stood.allSatisfy { $0.contains(" missed: taken as done at ") })
    let answers = (0..<count).map { "answer@2 C\($0)" }
    #expect(
      try replay(lines + ["start@100 D", "stop@1 D"] + answers)
        == ["\(lines.count + 1) missed: taken as done when the line before was written"])
  }
}
