import Basics
import Findings
import Replay
import Rulebook
import Testing
import Traces

/// Values of pairs in traces.
@Suite struct PairTests {
  static let text = """
    rulebook Sharing
    requirements "none.tsv"
    type Presence = inactive | active | routing
    entity Group
    entity User
      sharing: (Group) -> Presence = inactive
      blocks:  (User) -> Bool      = false
    event share(user: User, group: Group) from user
      require user.sharing(group) is inactive
      user.sharing(group) = active
    event route(user: User, group: Group) from user
      require user.sharing(group) is not inactive
      user.sharing(group) = routing
    event stop(user: User, group: Group) from user
      user.sharing(group) = inactive
    event block(user: User, other: User) from user
      require not user.blocks(other)
      user.blocks(other) = true
    """

  static let rules: Core.Rules = {
    let source = SourceText(path: "sharing", text: text)
    guard
      let rules = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil).rules
    else { preconditionFailure("the rulebook does not compile") }
    return rules
  }()

  static func replay(_ lines: String..., options: ReplayOptions = ReplayOptions()) -> TraceResult {
    let source = SourceText(path: "sharing", text: text)
    var replayer = Replayer(rules, path: "test", source: source, options: options)
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    for item in TraceSequence(bytes, rules: rules) { replayer.take(item) }
    return replayer.finish()
  }

  static let shared = #"{"at":1,"event":"share","user":"U1","group":"G1","outcome":"ok"}"#

  static func observe(_ facts: String) -> String { "{\"at\":5,\"observe\":{\(facts)}}" }

  @Test(arguments: [false, true]) func whatIsRight(evaluator: Bool) {
    let result = Self.replay(
      Self.shared,
      Self.observe(#""sharing":{"U1":{"G1":"active","G2":"inactive"},"U2":{"G1":"inactive"}}"#),
      Self.observe(#""sharing":{"U1":{}}"#), Self.observe(#""blocks":{"U1":{"U2":false}}"#),
      #"{"at":6,"event":"route","user":"U1","group":"G1","outcome":"ok"}"#,
      #"{"at":7,"event":"route","user":"U2","group":"G1","outcome":"refused"}"#,
      Self.observe(#""User.sharing":{"U1":{"G1":"routing"}}"#).replacing("5", with: "8"),
      options: ReplayOptions(evaluator: evaluator))
    #expect(result.brief == [])
    #expect(result.rejected.isEmpty)
    #expect(result.verdict == .conforms)
  }

  @Test(arguments: [false, true]) func whatIsWrongIsBelieved(evaluator: Bool) {
    let result = Self.replay(
      Self.shared, Self.observe(#""sharing":{"U1":{"G1":"routing","G2":"inactive"}}"#),
      Self.observe(#""sharing":{"U1":{"G1":"routing"}}"#),
      #"{"at":6,"event":"share","user":"U1","group":"G1","outcome":"refused"}"#,
      options: ReplayOptions(evaluator: evaluator))
    #expect(result.brief == ["2 observation User.sharing"])
    #expect(result.findings.first?.expected == "active")
    #expect(result.findings.first?.observed == "routing")
    #expect(result.findings.first?.entity == "User U1, Group G1")
  }

  @Test func aGuardIsExplainedByTheValue() {
    let result = Self.replay(
      Self.shared, #"{"at":2,"event":"share","user":"U1","group":"G1","outcome":"ok"}"#)
    #expect(result.brief == ["2 wronglyAccepted share"])
    let readings = result.findings.first?.guard?.values ?? []
    #expect(readings.map { "\($0.path) is \($0.value)" } == ["user U1.sharing(group G1) is active"])
  }

  @Test(arguments: [
    #""sharing":{"U1":"active"}"#, #""sharing":{"U1":["G1"]}"#, #""sharing":"active""#,
    #""sharing":{"U1":{"G1":"actve"}}"#, #""sharing":{"U1":{"G1":null}}"#,
    #""sharing":{"U1":{"":"active"}}"#, #""sharing":{"U1":{"G1":"active","G1":"active"}}"#,
    #""sharing.active":{"U1":["G1"]}"#, #""blocks":{"U1":{"U2":1}}"#,
  ]) func hostile(_ facts: String) {
    let result = Self.replay(Self.shared, Self.observe(facts))
    #expect(result.rejected.count == 1)
    #expect(result.brief == [])
  }

  @Test func writtenAsItIsRead() throws {
    let line = Self.observe(
      #""sharing":{"U1":{"G1":"active","G2":"inactive"}},"blocks":{"U1":{"U2":true}}"#)
    for case .line(let read) in TraceSequence(Array(line.utf8), rules: Self.rules) {
      var bytes: [UInt8] = []
      TraceWriter(rules: Self.rules).write(read, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == line + "\n")
    }
  }

  @Test func inMidStreamNothingRestsOnAGuess() {
    let lines = [
      #"{"at":1,"event":"share","user":"U1","group":"G1","outcome":"refused"}"#,
      #"{"at":2,"observe":{"sharing":{"U1":{"G1":"active"}}}}"#,
      #"{"at":3,"event":"route","user":"U1","group":"G1","outcome":"ok"}"#,
      #"{"at":4,"observe":{"sharing":{"U1":{"G1":"routing"}}}}"#,
      #"{"at":5,"event":"block","user":"U1","other":"U1","outcome":"refused"}"#,
    ]
    for evaluator in [false, true] {
      let source = SourceText(path: "sharing", text: Self.text)
      let options = ReplayOptions(evaluator: evaluator, startsUnknown: true)
      var replayer = Replayer(Self.rules, path: "test", source: source, options: options)
      for item in TraceSequence(
        Array((lines.joined(separator: "\n") + "\n").utf8), rules: Self.rules)
      {
        replayer.take(item)
      }
      #expect(replayer.finish().brief == [])
    }
  }
}
