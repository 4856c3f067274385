import Basics
import Rulebook
import TestSupport
import Testing

@Suite struct RandomRulebookTests {
  static let seeds = UInt64(0)..<240

  @Test func allCompile() {
    var failures: [String] = []
    for seed in Self.seeds {
      let source = SourceText(path: "random", text: RandomRulebook.text(seed: seed))
      let result = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
      guard result.rules == nil else { continue }
      let errors = result.diagnostics.filter { $0.severity == .error }
      failures.append(
        "\(seed): \(DiagnosticRenderer(source: source, style: .plain).render(errors))")
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }

  @Test func theyUseEveryConstruct() throws {
    var used: Set<String> = []
    for seed in Self.seeds { used.formUnion(try RandomRulebook.rules(seed: seed).constructs) }
    let missing = Set(Core.Rules.allConstructs).subtracting(used).sorted()
    #expect(missing.isEmpty)
    #expect(used.subtracting(Core.Rules.allConstructs).isEmpty)
  }
}
