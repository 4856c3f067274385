import Basics
import Findings
import Rulebook
import Verification

/// Lemmas for properties that are not proved, read back from their own text and proved with the
/// rest.
struct Suggesting {
  let loaded: LoadedRulebook
  let settings: [Compilation.Setting]
  let options: ProofOptions
  let progress: ProgressLine

  /// Looks for lemmas.
  /// - Parameter proof: The result without them.
  /// - Returns: Nil if nothing is open that a lemma could help to prove.
  func suggestion(after proof: ProofResult) throws(Failure) -> Findings.Suggestion? {
    let open = proof.properties.filter { result in
      result.kind != .reach && (result.verdict == .notInductive || result.verdict == .undecided)
    }
    guard !open.isEmpty else { return nil }
    let rules = loaded.rules
    let suggester = Suggester(
      rules, source: loaded.source, reserved: names, standing: proof.standing, options)
    var suggestion: Findings.Suggestion
    let start = ContinuousClock.now
    do {
      suggestion = try suggester.suggestion(progress: tell)
      suggestion.seconds = (ContinuousClock.now - start) / .seconds(1)
    } catch {
      throw Failure(.internalFault, "suggesting lemmas: \(error.message)")
    }
    progress.begin("\(rules.name): proving with the lemmas")
    try judge(&suggestion, open)
    progress.clear()
    return suggestion
  }

  /// Adds the prover's verdicts on the rulebook with the lemmas in it.
  private func judge(
    _ suggestion: inout Findings.Suggestion, _ open: [Verification.PropertyResult]
  ) throws(Failure) {
    suggestion.lemmas = suggestion.lemmas.filter { extended(by: [$0]) != nil }
    var results: [Verification.PropertyResult] = []
    while true {
      guard let rules = extended(by: suggestion.lemmas) else {
        throw Failure(.internalFault, "the suggested lemmas are not read back together")
      }
      let proof = try Verifying.verifier(rules, options).prover.prove(
        progress: progress.tell)
      results = proof.properties
      let kept = suggestion.lemmas.filter { lemma in
        rules.properties.firstIndex { $0.name == lemma.name }
          .map { proof.standing.keeps(property: $0) } ?? false
      }
      if kept.count == suggestion.lemmas.count { break }
      suggestion.lemmas = kept
    }
    let proved = Set(results.filter { $0.verdict == .proved }.map(\.name))
    let names = open.map(\.name)
    suggestion.proves = names.filter(proved.contains)
    suggestion.open = names.filter { !proved.contains($0) }
  }

  /// The rulebook with the lemmas behind it; nil if it cannot be read.
  private func extended(by lemmas: [Findings.Suggestion.Lemma]) -> Core.Rules? {
    let text = "\n" + lemmas.map(\.text).joined(separator: "\n")
    let source = SourceText(path: loaded.path, bytes: loaded.source.bytes + Array(text.utf8))
    return Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil, settings: settings
    ).rules
  }

  /// The names of definitions and effects, which the core has written out.
  private var names: Set<String> {
    var names: Set<String> = []
    for declaration in loaded.book.declarations {
      switch declaration.kind {
      case .define(let name, _, _, _), .effect(let name, _, _): names.insert(name.text)
      default: break
      }
    }
    return names
  }

  private func tell(_ step: Suggester.Progress) {
    let name = loaded.rules.name
    switch step {
    case .running: progress.begin("\(name): random runs, for lemmas")
    case .trying(let count): progress.begin("\(name): trying \(counted(count, "lemma"))")
    case .asked(let obligation): progress.tell(obligation)
    case .choosing(let count): progress.begin("\(name): choosing among \(counted(count, "lemma"))")
    }
  }
}
