import Basics
import Findings
import Foundation
import Rulebook
import Testing
import Verification

extension Change {
  static let counted = Set(Differing.Kind.allCases).subtracting([.renamed])

  static func shown(_ differing: Differing) -> Set<String> {
    Set(
      differing.rows.filter { $0.status != .equal }.map { row in
        "\(row.status == .open ? "open " : "")\(row.kind.rawValue) \(row.subject)"
      })
  }

  /// The number of random steps that both have to do alike.
  static let steps = ProcessInfo.processInfo.environment["CHANGE_STEPS"].flatMap(Int.init) ?? 200

  /// - Parameters:
  ///   - steps: how many random steps both have to do alike.
  ///   - mistake: made on purpose.
  func differing(steps: Int = Self.steps, mistake: ComparisonMistake? = nil) throws -> Differing {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/changes/\(rulebook).rulebook")
    let text = try String(contentsOf: path, encoding: .utf8)
    var edited = text
    for (from, to) in edits {
      try #require(edited.contains(from))
      edited = edited.replacing(from, with: to)
    }
    var comparison = Comparison(
      try side(text), try side(edited), ProofOptions(isBrief: true),
      Searcher.Budget(states: 5_000, randomSteps: 5_000))
    comparison.mistake = mistake
    return try comparison.differing(steps: steps)
  }

  private func side(_ text: String) throws -> Comparison.Side {
    let source = SourceText(path: "Desk.rulebook", bytes: Array(text.utf8))
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    let rules = try #require(compilation.rules, "\(compilation.diagnostics.map(\.message))")
    let name = Differing.Side(path: source.path, digest: rules.digest)
    return Comparison.Side(rules, name) { source.line(at: $0.lower) }
  }
}
