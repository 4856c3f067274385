import Basics
import Findings
import Rulebook
import Synchronization
import Verification

/// Changes one piece of a rulebook after the other, and sees who notices: the language, a
/// property, or a recorded trace (mutation testing: DeMillo, Lipton and Sayward, 1978).
struct Mutation: Sendable {
  private let rules: Core.Rules
  private let mutants: [Mutant]
  private let additions: Additions
  private let trial: Trial

  /// - Parameters:
  ///   - book: The rulebook as written in the source.
  ///   - rules: The same rulebook, compiled. Properties that it breaks already cannot notice a
  ///     change.
  ///   - traces: The recorded traces of the service's server.
  init(
    _ book: Syntax.Book, _ source: SourceText, _ rules: Core.Rules, _ options: ProofOptions,
    traces: [RecordedTrace]
  ) {
    self.rules = rules
    mutants = MutantGenerator(book: book, source: source, rules: rules).mutants()
    additions = Additions(book: book, rules: rules, source: source)
    let prover = try? Prover(rules, options)
    let assumptions = prover?.neededAssumptions() ?? []
    trial = Trial(
      source: source, rules: rules, options: options, assumptions: assumptions,
      traces: traces.map { ($0, $0.judgement(by: rules)) },
      unkept: Set(prover?.failures(at: nil, start: true, time: true, assuming: assumptions) ?? []))
  }

  /// Tries every change. O(changes × (obligations of an event + lines of the traces)).
  ///
  /// - Parameters:
  ///   - comparing: True to show the effect of each unnoticed change.
  ///   - progress: Called after each change with the number done and the total, from any thread.
  func run(
    jobs: Int, comparing: Bool, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) -> Mutating {
    let done = Atomic(0)
    let total = mutants.count
    let trial = self.trial
    let results = withoutActuallyEscaping(progress) { progress in
      WorkerPool(jobs: jobs).map(mutants) { mutant in
        var result = trial.result(of: mutant)
        if comparing { result = compared(result, mutant) }
        progress(done.wrappingAdd(1, ordering: .relaxed).newValue, total)
        return result
      }
    }
    let all = results + added(against: results)
    return Mutating(
      rulebook: rules.name, digest: rules.digest, traces: trial.traces.count,
      unkept: trial.unkept.isEmpty ? nil : trial.unkept.sorted(), mutants: all,
      citations: citations(all))
  }

  /// Shows that an unnoticed change changes nothing, or shows its effect by a run.
  private func compared(_ result: MutantResult, _ mutant: Mutant) -> MutantResult {
    guard result.fate == .unnoticed, let changed = trial.compiled(mutant).rules else {
      return result
    }
    let comparison = Comparison(side(rules), side(changed), trial.options, Self.near)
    guard let differing = try? comparison.differing(steps: Self.steps) else { return result }
    var result = result
    if differing.outcome(counting: Set(Differing.Kind.allCases)) == .success {
      result.fate = .redundant
    } else {
      result.run = differing.rows.lazy.compactMap(\.run).first
    }
    return result
  }

  private func side(_ rules: Core.Rules) -> Comparison.Side {
    let name = Differing.Side(path: rules.name, digest: rules.digest)
    return Comparison.Side(rules, name) { trial.source.line(at: $0.lower) }
  }

  /// The budget of a comparison: a run that is not near is left out.
  private static let near = Searcher.Budget(states: 3_000, randomSteps: 6_000)
  private static let steps = 200

  /// Returns additions for requirements that miss no removed piece: for each step property that
  /// cites one, the first addition that breaks the property.
  private func added(against results: [MutantResult]) -> [MutantResult] {
    let open = Set(citations(results).filter(\.guardedBy.isEmpty).map(\.id))
    let kept = rules.properties.filter { !trial.unkept.contains($0.name) }
    return kept.filter { !open.isDisjoint(with: $0.citations) }.compactMap { property in
      additions.mutants(against: property).lazy.map { trial.result(of: $0, by: property.name) }
        .first { $0.fate == .property }
    }
  }

  /// Returns, for each requirement that is not left out, the pieces and properties that cite it and
  /// whose changes are noticed.
  private func citations(_ results: [MutantResult]) -> [Mutating.Citation] {
    let omitted = Set(rules.omissions.flatMap(\.ids))
    let broken = Set(results.filter { $0.fate == .property }.flatMap(\.by))
    return rules.requirements.filter { !omitted.contains($0.id) }.map { requirement in
      let pieces = results.filter {
        $0.fate != .unnoticed && $0.fate != .redundant && $0.requirements.contains(requirement.id)
      }
      let properties = rules.properties.filter {
        $0.citations.contains(requirement.id) && broken.contains($0.name)
      }
      return Mutating.Citation(
        id: requirement.id,
        guardedBy: pieces.map { "line \($0.line)" } + properties.map(\.name))
    }
  }
}
