internal import Diagnostics
internal import Findings
internal import Proof
internal import Rulebook

extension Suggester {
  /// First what is about cases and references; then also times and numbers, for what is open still.
  func suggestion(
    _ relational: [Candidate], _ bounds: [Candidate],
    _ progress: @escaping @Sendable (Progress) -> Void
  ) throws(Failure) -> Suggestion {
    let first = lightest(relational)
    var stage = try trial(first, progress)
    var tried = first.count
    if stage.isOpen {
      let second = stage.survivors + lightest(bounds)
      tried += second.count - stage.survivors.count
      stage = try trial(second, progress)
    }
    progress(.choosing(candidates: stage.survivors.count))
    let needed = stage.needed()
    var used: Set<String> = []
    let lemmas = Merging(rules: rules, vocabulary: vocabulary).lemmas(needed).map { lemma in
      Suggestion.Lemma(name: vocabulary.name(lemma.words, besides: &used), formula: lemma.phrase.text)
    }
    return Suggestion(lemmas: lemmas, candidates: tried, inductive: stage.survivors.count)
  }

  private func lightest(_ candidates: [Candidate]) -> [Candidate] {
    let order = candidates.indices.sorted {
      (candidates[$0].weight, $0) < (candidates[$1].weight, $1)
    }
    return order.prefix(limits.candidates).map { candidates[$0] }
  }

  /// Candidates that were tried together.
  private struct Stage {
    let candidates: [Candidate]
    /// Where the first of them stands among the properties.
    let first: Int
    let trial: LemmaTrial
    let outcome: LemmaTrial.Outcome

    var survivors: [Candidate] { outcome.candidates.map { candidates[$0 - first] } }
    var isOpen: Bool { trial.isOpen(outcome) }

    func needed() -> [Candidate] {
      let positions = trial.needed(of: outcome) { candidates[$0 - first].weight }
      return positions.map { candidates[$0 - first] }
    }
  }

  private func trial(
    _ candidates: [Candidate], _ progress: @escaping @Sendable (Progress) -> Void
  ) throws(Failure) -> Stage {
    progress(.trying(candidates: candidates.count))
    var extended = rules
    let first = rules.properties.count
    for (index, candidate) in candidates.enumerated() {
      let phrase = candidate.phrase(rules, vocabulary)
      extended.properties.append(
        Core.Property(
          kind: .lemma, name: "candidate \(index)", citations: [], sentence: nil,
          body: .always(phrase.core), text: phrase.text, span: SourceSpan(0, 0)))
    }
    let trial: LemmaTrial
    do {
      trial = try LemmaTrial(
        extended, candidates: first..<extended.properties.count, standing: standing,
        hopeless: hopeless, options)
    } catch {
      throw Failure(message: error.message)
    }
    let outcome = trial.outcome { progress(.asked($0)) }
    return Stage(candidates: candidates, first: first, trial: trial, outcome: outcome)
  }
}
