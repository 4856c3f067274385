import Basics
import Findings
import FoundationEssentials
import Replay
import Rulebook
import Semantics
import TestSupport
import Testing
import Traces

/// The evaluator alone, the machine, and the machine behind the scanner: one result.
@Suite struct DifferentialTests {
  @Test(.enabled(if: slowTestsRun), arguments: ShippedTraceTests.Trace.all)
  func shipped(_ trace: ShippedTraceTests.Trace) throws {
    let book = try #require(ShippedTraceTests.books[trace.service])
    let bytes = ShippedTraceTests.text("\(trace.path).jsonl").bytes
    let difference = try Self.difference(book.rules, book.source, bytes)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Lines left out, doubled, exchanged, late, refused, about somebody else.
  @Test(.enabled(if: slowTestsRun), arguments: ShippedTraceTests.Trace.services, 0..<4)
  func corrupted(_ service: String, part: Int) throws {
    let book = try #require(ShippedTraceTests.books[service])
    var differences: [String] = []
    let traces = ShippedTraceTests.Trace.all.filter { $0.service == service }
    for (position, trace) in traces.enumerated() where position % 4 == part {
      let lines = ShippedTraceTests.text("\(trace.path).jsonl").bytes
        .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      guard !lines.isEmpty else { continue }
      for seed in 0..<3 {
        var corruption = Corruption(lines, seed: UInt64(position * 100 + seed))
        let bytes = corruption.bytes(faults: 1 + seed % 3)
        let tolerance: Int64 = seed % 4 == 0 ? 2_000 : 0
        if let difference = try Self.difference(book.rules, book.source, bytes, tolerance) {
          differences.append("\(trace), seed \(seed): \(difference)")
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.prefix(3).joined(separator: "\n"))")
  }

  @Test(.enabled(if: slowTestsRun), arguments: 0..<6)
  func randomRulebooks(part: Int) throws {
    var differences: [String] = []
    var recorded = 0
    for seed in (part * 15)..<(part * 15 + 15) {
      let source = SourceText(path: "random", text: RandomRulebook.text(seed: UInt64(seed)))
      let compilation = Compilation.compile(
        source, parsed: Parser.parse(source), requirements: nil)
      let rules = try #require(compilation.rules)
      guard let lines = try Self.lines(rules, seed: UInt64(seed)) else { continue }
      recorded += lines.count - 1
      for faults in 0..<4 {
        var corruption = Corruption(lines, seed: UInt64(seed * 10 + faults))
        if let difference = try Self.difference(rules, source, corruption.bytes(faults: faults)) {
          differences.append("rulebook \(seed), \(faults) faults: \(difference)")
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.prefix(3).joined(separator: "\n"))")
    // In some rulebooks nothing can happen.
    #expect(recorded > 100)
  }

  /// A random legal run as a trace; nil: there is no initial state.
  static func lines(_ rules: Core.Rules, seed: UInt64) throws -> [String]? {
    let evaluator = Evaluator(rules)
    var counts: [Core.ID<Core.Entity>: Int] = [:]
    for index in rules.entities.indices { counts[Core.ID(index)] = 3 }
    guard var run = try RandomRun(evaluator, counts: counts, caps: counts, seed: seed) else {
      return nil
    }
    var recorder = Recorder(rules)
    recorder.observe(run.state)
    var events = 0
    for _ in 0..<200 where events < 40 {
      do {
        guard let step = try run.next() else { break }
        guard case .event(let step) = step else { continue }
        recorder.record(step)
        events += 1
      } catch {
        // That event is not defined; others may be.
        continue
      }
    }
    return recorder.lines
  }

  /// How the results differ, if they do: of the evaluator and of the machine, which looks back only
  /// if it may; read as a whole and in pieces.
  static func difference(
    _ rules: Core.Rules, _ source: SourceText, _ bytes: [UInt8], _ tolerance: Int64 = 0
  ) throws -> String? {
    func whole(evaluator: Bool = false, looksBack: ReplayOptions.LookingBack) throws -> [String] {
      let options = ReplayOptions(
        tolerance: tolerance, evaluator: evaluator, looksBack: looksBack)
      return try json(rules, source, options) { replayer in
        for item in TraceSequence(bytes, rules: rules) { replayer.take(item) }
      }
    }
    let expected = try whole(evaluator: true, looksBack: .never)
    let machine = try whole(looksBack: .never)
    if expected != machine { return "machine: " + firstDifference(expected, machine) }
    let lookingBack = try whole(looksBack: .onceFound)
    let scanned = try json(rules, source, ReplayOptions(tolerance: tolerance)) { replayer in
      for start in stride(from: 0, to: bytes.count, by: 700) {
        replayer.feed(bytes[start..<min(start + 700, bytes.count)])
      }
      replayer.endOfTrace()
    }
    if lookingBack != scanned { return "scanner: " + firstDifference(lookingBack, scanned) }
    return nil
  }

  private static func json(
    _ rules: Core.Rules, _ source: SourceText, _ options: ReplayOptions,
    _ body: (inout Replayer) -> Void
  ) throws -> [String] {
    var replayer = Replayer(rules, path: "trace", source: source, options: options)
    body(&replayer)
    return try json(replayer.finish())
  }

  /// A result as lines of JSON.
  static func json(_ result: TraceResult) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return String(decoding: try encoder.encode(result), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  static func firstDifference(_ a: [String], _ b: [String]) -> String {
    let position = zip(a, b).prefix { $0 == $1 }.count
    let first = a.dropFirst(max(0, position - 3)).prefix(6).joined(separator: " ")
    let second = b.dropFirst(max(0, position - 3)).prefix(6).joined(separator: " ")
    return "expected \(first), got \(second)"
  }
}
