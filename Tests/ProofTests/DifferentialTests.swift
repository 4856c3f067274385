import Diagnostics
import Proof
import Rulebook
import Testing

/// The evaluator judges the lowering: a second solver would only check the solver.
@Suite struct DifferentialTests {
  /// How many random rulebooks are lowered.
  static let rulebooks: UInt64 = 240
  /// How many events and instants are tried on each.
  static let attempts = 900
  /// How many of the steps the solver is asked about, on each.
  static let queries = 5

  static func rules(seed: UInt64) throws -> Core.Rules {
    let source = SourceText(path: "random \(seed)", text: RandomRulebook.text(seed: seed))
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    return try #require(compilation.rules)
  }

  @Test func agree() throws {
    var tally = Differential.Tally()
    var disagreements: [String] = []
    for seed in 0..<Self.rulebooks {
      let differential = try Differential(try Self.rules(seed: seed), seed: seed)
      do {
        try differential.run(attempts: Self.attempts, queries: Self.queries)
      } catch {
        disagreements.append("\(seed): \(error)")
      }
      tally += differential.tally
    }
    print(tally)
    #expect(disagreements.isEmpty, "\(disagreements.count)\n\(disagreements.joined(separator: "\n"))")
  }
}
