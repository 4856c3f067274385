import Basics
import Findings
import Rulebook
import Verification

/// A rulebook as a test writes it, with and without what is suggested for it.
struct Fixture {
  struct DoesNotCompile: Error {
    let messages: [String]
  }

  let source: SourceText
  let rules: Core.Rules
  let proof: ProofResult
  static let options = ProofOptions(jobs: 2)

  init(_ text: String) throws {
    source = SourceText(path: "test", text: "rulebook Test requirements \"r.tsv\"\n" + text)
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    guard let rules = compilation.rules else {
      throw DoesNotCompile(messages: compilation.diagnostics.map(\.message))
    }
    self.rules = rules
    proof = try Prover(rules, Self.options).prove()
  }

  /// What no lemma has been found for, by name; `reach` aside.
  var open: [String] {
    proof.properties.filter { $0.kind != .reach && $0.verdict.outcome != .success }.map(\.name)
  }

  func suggestion() throws -> Suggestion {
    try Suggester(
      rules, source: source, reserved: [], standing: proof.standing, Self.options,
      Suggester.Limits(steps: 8_000)
    ).suggestion()
  }

  /// The rulebook with the lemmas pasted behind it.
  func with(_ lemmas: [Suggestion.Lemma]) throws -> Fixture {
    let text = String(decoding: source.bytes, as: UTF8.self)
    let header = text.prefix { $0 != "\n" }.count + 1
    return try Fixture(text.dropFirst(header) + "\n" + lemmas.map(\.text).joined(separator: "\n"))
  }
}
