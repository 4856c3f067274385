import Basics
import FoundationEssentials
import Replay
import Rulebook
import Testing
import Traces

/// The oracle and the shipped traces, whose folders and expected findings people have written.
@Suite("Whether a trace has an explanation")
struct ConformanceTests {
  static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  struct Trace: CustomTestStringConvertible, Sendable {
    let service: String
    let folder: String
    let name: String

    var testDescription: String { "\(service)/\(folder)/\(name)" }
    var path: String { "\(root)/Traces/\(service)/\(folder)/\(name)" }
  }

  static let traces: [Trace] = ["MyTaxiService", "RideHailing", "CitrusRental"].flatMap { service in
    ["conforms", "violates"].flatMap { folder in
      let path = "\(root)/Traces/\(service)/\(folder)"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasSuffix(".jsonl") }.sorted().map {
        Trace(service: service, folder: folder, name: String($0.dropLast(".jsonl".count)))
      }
    }
  }

  private struct Expected: Decodable {
    struct Finding: Decodable {
      let line: Int
      let kind: String
    }

    let findings: [Finding]
  }

  static let books: [String: Core.Rules] = {
    var books: [String: Core.Rules] = [:]
    for service in Set(traces.map(\.service)) {
      let folder = "\(root)/Models/\(service)"
      let source = SourceText(path: "r", bytes: bytes("\(folder)/\(service).rulebook"))
      let compilation = Compilation.compile(
        source, parsed: Parser.parse(source),
        requirements: SourceText(path: "t", bytes: bytes("\(folder)/requirements.tsv")))
      books[service] = compilation.rules
    }
    return books
  }()

  static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map(Array.init) ?? []
  }

  /// The findings that are violations, and those that leave open whether there is one.
  private func expected(_ trace: Trace) throws -> [Expected.Finding] {
    let bytes = Self.bytes("\(trace.path).expected.json")
    if bytes.isEmpty { return [] }
    return try JSONDecoder().decode(Expected.self, from: Data(bytes)).findings
  }

  @Test("Up to the first line with a finding there is one, on it there is none", arguments: traces)
  func shipped(trace: Trace) throws {
    let rules = try #require(Self.books[trace.service])
    let first = try expected(trace).map(\.line).min()
    let kinds = try expected(trace).filter { $0.line == first }.map(\.kind)
    var conformance = Conformance(rules)
    for item in TraceSequence(Self.bytes("\(trace.path).jsonl"), rules: rules) {
      guard case .line(let line) = item else {
        Issue.record("a line is rejected: \(item)")
        return
      }
      let judgement = conformance.take(line)
      guard line.place.line == first else {
        #expect(judgement == .explained, "line \(line.place.line)")
        continue
      }
      switch judgement {
      case .rejected: #expect(kinds.contains { $0 != "assumptionBroken" && $0 != "unknown" })
      case .undecided: #expect(kinds.contains { $0 == "assumptionBroken" || $0 == "unknown" })
      case .explained: Issue.record("line \(line.place.line) is explained, \(kinds) were expected")
      }
      return
    }
    #expect(first == nil)
  }

  @Test("The traces are found") func found() {
    #expect(Self.traces.count > 100)
    #expect(Self.books.count == 3)
  }
}
