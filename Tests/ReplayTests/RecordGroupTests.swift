import Basics
import Findings
import Replay
import Rulebook
import Testing
import Traces

/// How many records a line holds is a matter of form: the same is found.
@Suite struct RecordGroupTests {
  private static let mapping = """
    records r[]
    event event
    time at
    outcome outcome
    id id
    notified notified
    observe observe
    ignore crc
    arguments .
    """

  @Test(arguments: ShippedTraceTests.Trace.services)
  func anyNumberToALine(_ service: String) throws {
    let book = try #require(ShippedTraceTests.books[service])
    let traces = ShippedTraceTests.Trace.all.filter { $0.service == service }
    var compared = 0
    for (position, trace) in traces.enumerated() where position % 3 == 0 {
      let lines = ShippedTraceTests.text("\(trace.path).jsonl").bytes
        .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      var corruption = Corruption(lines, seed: UInt64(position))
      let records = String(decoding: corruption.bytes(faults: 2), as: UTF8.self)
        .split(separator: "\n").map(String.init).filter { Self.isUsable($0, book.rules) }
      let alone = try Self.replay(records.map { [$0] }, book.rules)
      var random = SplitMix64(seed: UInt64(position))
      var groups: [[String]] = []
      for record in records {
        if groups.isEmpty || random.below(4) == 0 { groups.append([]) }
        groups[groups.count - 1].append(record)
      }
      let together = try Self.replay(groups, book.rules)
      #expect(Self.summary(alone) == Self.summary(together), "\(trace)")
      compared += alone.findings.count
    }
    #expect(compared > 0)
  }

  /// What is told of is told by its line and its place in it, and so are others.
  @Test func linesAreTold() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Doors
      requirements "requirements.tsv"

      entity Door
        isOpen: Bool = false

      event open(door: Door) from user
        require not door.isOpen
        door.isOpen = true
      """)
    func record(_ at: Int, _ door: String) -> String {
      #"{"at":\#(at),"event":"open","door":"\#(door)"}"#
    }
    let found = try Self.replay(
      [
        [record(1, "A"), record(2, "B"), record(3, "C")], [record(4, "D")],
        [record(5, "E"), record(6, "A")],
      ], rules
    ).findings
    #expect(found.map(\.place) == ["line 3, record 2"])
    #expect(found.map(\.because) == [[1]] && found.map(\.becauseRecords) == [[1]])
    let alone = try Self.replay([[record(1, "A")], [record(6, "A")]], rules).findings
    #expect(alone.map(\.place) == ["line 2"] && alone.map(\.because) == [[1]])
    #expect(alone.map(\.becauseRecords) == [nil])
  }

  /// An unreadable record is named by its line and its place in it.
  @Test func unreadableRecord() throws {
    let lines = ["start", "stop", "finish"].enumerated().map { second, name in
      Trips.line(second, name, [("taxi", "T1")])
    }
    let unread = lines[1].replacing("stop", with: "stpo")
    let found = try Self.replay([[lines[0], unread], [lines[2]]], try Trips.rules()).findings
    #expect(found.map(\.undecidedBy) == [1] && found.map(\.undecidedByRecord) == [2])
    #expect(found[0].observed.contains("unless line 1, record 2, which could not be read"))
  }

  private static func isUsable(_ line: String, _ rules: Core.Rules) -> Bool {
    var reader = TraceReader(rules: rules)
    let items = reader.feed(Array((line + "\n").utf8)[...])
    guard items.count == 1, case .line = items[0] else { return false }
    return true
  }

  private static func replay(_ groups: [[String]], _ rules: Core.Rules) throws -> TraceResult {
    let source = SourceText(path: "m.mapping", text: mapping)
    let parsed = MappingParser.parse(source, rules: rules)
    let mapping = try #require(parsed.mapping, "\(parsed)")
    var reader = TraceReader(rules: rules, mapping: mapping)
    var replayer = Replayer(rules)
    for group in groups {
      let line = #"{"r":[\#(group.joined(separator: ","))]}"# + "\n"
      for item in reader.feed(Array(line.utf8)[...]) { replayer.take(item) }
    }
    for item in reader.finish() { replayer.take(item) }
    replayer.settle()
    return replayer.finish()
  }

  /// Without what depends on where records stand.
  private static func summary(_ result: TraceResult) -> [String] {
    result.findings.map { "\($0.kind) \($0.rule) \($0.entity) \($0.downstream)" }
      + result.exercised.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      + ["\(result.verdict)", "\(result.events)"]
  }
}
