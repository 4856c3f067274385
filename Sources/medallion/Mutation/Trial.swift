import Basics
import Findings
import Replay
import Rulebook
import Traces
import Verification

/// A recorded trace on which mutants are tried.
struct RecordedTrace: Sendable {
  /// Results name the trace by it, where it notices a change.
  let path: String
  /// The whole trace, in the native form and not packed.
  let bytes: [UInt8]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Returns the result of the trace under a rulebook: the verdict, each finding and each
  /// rejection.
  func judgement(by rules: Core.Rules) -> [String] {
    var replayer = Replayer(rules, path: path)
    for item in TraceSequence(bytes, rules: rules) { replayer.take(item) }
    let result = replayer.finish()
    return [result.verdict.rawValue]
      + result.findings.map { "\($0.line) \($0.kind.rawValue) \($0.rule)" }
      + result.rejected.map { "\($0.line) \($0.id)" }
  }
}

/// Finds out who notices that a piece of a rulebook is changed.
struct Trial: Sendable {
  let source: SourceText
  let rules: Core.Rules
  let options: ProofOptions
  /// The assumptions on which the proofs of the rulebook rest.
  let assumptions: Set<String>
  let traces: [(trace: RecordedTrace, judgement: [String])]
  /// The properties that the unchanged rulebook breaks already.
  var unkept: Set<String> = []

  func compiled(_ mutant: Mutant) -> Compilation {
    let parsed = ParsedBook(book: mutant.book, diagnostics: [])
    return Compilation.compile(
      source, parsed: parsed, requirements: nil, settings: mutant.settings)
  }

  func result(of mutant: Mutant) -> MutantResult {
    let compilation = compiled(mutant)
    guard let changed = compilation.rules else {
      let id = compilation.diagnostics.first { $0.severity == .error }?.id
      return mutant.result(.rejected, by: [id ?? "error"])
    }
    guard let prover = try? Prover(changed, options) else {
      return mutant.result(.rejected, by: ["outside the fragment"])
    }
    let broken = prover.failures(
      at: mutant.events, start: mutant.concernsStart, time: mayPass(mutant),
      decisions: mutant.concernsDecisions, assuming: assumptions
    ).filter { !unkept.contains($0) }
    if !broken.isEmpty { return mutant.result(.property, by: broken) }
    for (trace, judgement) in traces where trace.judgement(by: changed) != judgement {
      return mutant.result(.trace, by: [trace.path])
    }
    let isRedundant = Redundancy(rules, options, assumptions).holds(of: mutant)
    return mutant.result(isRedundant ? .redundant : .unnoticed)
  }

  /// Returns the result for one property alone.
  func result(of mutant: Mutant, by property: String) -> MutantResult {
    guard let changed = compiled(mutant).rules, let prover = try? Prover(changed, options) else {
      return mutant.result(.rejected)
    }
    let broken = prover.failures(at: mutant.events, assuming: assumptions)
    return mutant.result(broken.contains(property) ? .property : .unnoticed, by: [property])
  }

  /// Time passes where no obligation holds it up.
  private func mayPass(_ mutant: Mutant) -> Bool {
    switch mutant.change {
    case .withoutGuard, .withoutDue, .otherActor:
      rules.events.contains { $0.source == .clock && mutant.events?.contains($0.name) ?? true }
    default: false
    }
  }
}
