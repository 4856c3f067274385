import Basics
import Findings
import FoundationEssentials
import Replay
import Rulebook
import Testing
import Traces

/// The folder of a shipped trace is the verdict that it must have, and the file beside it says
/// what must be found, no more and no less.
@Suite struct ShippedTraceTests {
  struct Trace: CustomTestStringConvertible, Sendable {
    let service: String
    let folder: String
    let name: String

    var testDescription: String { "\(service)/\(folder)/\(name)" }
    var path: String { "\(Self.root)/Traces/\(service)/\(folder)/\(name)" }

    static let root = String(#filePath.split(separator: "/").dropLast(3).joined(separator: "/"))
      .withLeadingSlash
    static let services = [
      "MyTaxiService", "RideHailing", "CitrusRental", "LocationSharing", "SkipTheLine",
    ]

    static let all: [Trace] = services.flatMap { service in
      ["conforms", "violates", "inconclusive"].flatMap { folder in
        let path = "\(root)/Traces/\(service)/\(folder)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".jsonl") }.sorted().map {
          Trace(service: service, folder: folder, name: String($0.dropLast(".jsonl".count)))
        }
      }
    }
  }

  struct Expectation: Decodable, Equatable {
    struct Finding: Decodable, Equatable {
      let line: Int
      let kind: String
      let rule: String
    }
    struct Rejection: Decodable, Equatable {
      let line: Int
      let id: String
    }
    var findings: [Finding] = []
    var rejected: [Rejection]?
  }

  struct Book: Sendable {
    let source: SourceText
    let rules: Core.Rules
  }

  static let books: [String: Book] = {
    var books: [String: Book] = [:]
    for service in Trace.services {
      let folder = "\(Trace.root)/Models/\(service)"
      let source = text("\(folder)/\(service).rulebook")
      let compilation = Compilation.compile(
        source, parsed: Parser.parse(source), requirements: text("\(folder)/requirements.tsv"))
      if let rules = compilation.rules { books[service] = Book(source: source, rules: rules) }
    }
    return books
  }()

  static func text(_ path: String) -> SourceText {
    SourceText(path: path, bytes: Array(FileManager.default.contents(atPath: path) ?? .init()))
  }

  static func replay(_ trace: Trace) throws -> TraceResult {
    let book = try #require(books[trace.service])
    var replayer = Replayer(book.rules, path: trace.testDescription, source: book.source)
    let bytes = text("\(trace.path).jsonl").bytes
    for item in TraceSequence(bytes, rules: book.rules) { replayer.take(item) }
    return replayer.finish()
  }

  @Test(arguments: Trace.all) func folderAndFileAreKept(_ trace: Trace) throws {
    let result = try Self.replay(trace)
    #expect(result.verdict.rawValue == trace.folder)
    var expected = Expectation()
    if let data = FileManager.default.contents(atPath: "\(trace.path).expected.json") {
      expected = try JSONDecoder().decode(Expectation.self, from: data)
    } else {
      #expect(trace.folder == "conforms", "a trace that does not conform says why")
    }
    #expect(
      result.findings.map { .init(line: $0.line, kind: $0.kind.rawValue, rule: $0.rule) }
        == expected.findings)
    #expect(
      result.rejected.map { .init(line: $0.line, id: $0.id) } == expected.rejected ?? [])
  }

  @Test func resultsAreTheSameEveryTimeAndSurviveJSON() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for trace in Trace.all.prefix(20) {
      let once = try encoder.encode(Self.replay(trace))
      #expect(try encoder.encode(Self.replay(trace)) == once)
      let decoded = try JSONDecoder().decode(TraceResult.self, from: once)
      #expect(try encoder.encode(decoded) == once)
    }
  }

  @Test func everyServiceHasTraces() {
    for service in Trace.services {
      for folder in ["conforms", "violates"] {
        let count = Trace.all.count { $0.service == service && $0.folder == folder }
        #expect(count >= 2, "\(service)/\(folder)")
      }
    }
  }
}

extension String {
  fileprivate var withLeadingSlash: String { "/" + self }
}
