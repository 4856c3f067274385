import Foundation
import Medallion

/// Replays a trace against a rulebook, and prints the findings as they come.
@main enum ReplayLines {
  static func main() async throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: ReplayLines RULEBOOK TRACE")
      exit(2)
    }
    do {
      let rulebook = try Rulebook(contentsOf: URL(filePath: CommandLine.arguments[1]))
      let text = try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
      let lines = AsyncStream { continuation in
        for line in text.split(separator: "\n") { continuation.yield(String(line)) }
        continuation.finish()
      }
      for try await result in rulebook.replay(lines: lines) {
        switch result {
        case .finding(let finding):
          print("line \(finding.line): \(finding.kind) \(finding.rule): \(finding.expected)")
        case .rejected(let line):
          print("line \(line.line): \(line.message)")
        case .summary(let summary):
          print(summary.verdict, summary.violations, summary.reason ?? "")
          exit(summary.verdict == .conforms ? 0 : summary.verdict == .violates ? 1 : 3)
        }
      }
    } catch let error as RulebookError {
      print(error)
      exit(2)
    }
  }
}
