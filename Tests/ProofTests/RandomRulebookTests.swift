import Diagnostics
import Rulebook
import Testing

@Suite struct RandomRulebookTests {
  @Test func compiles() {
    var failures: [String] = []
    for seed in 0..<UInt64(300) {
      let text = RandomRulebook.text(seed: seed)
      let source = SourceText(path: "random", text: text)
      let result = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
      if result.rules == nil {
        let errors = result.diagnostics.filter { $0.severity == .error }
        failures.append("\(seed): \(DiagnosticRenderer(source: source, style: .plain).render(errors))")
      }
    }
    #expect(failures.isEmpty, "\(failures.count) fail; \(failures.prefix(120).joined(separator: "\n"))")
  }
}
