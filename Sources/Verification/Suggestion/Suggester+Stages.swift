import Basics
import Findings
import Rulebook
import Semantics

extension Suggester {
  /// Searches in stages: first lemmas about cases and references; then also about times and
  /// numbers; then also variations of open properties for other instants. Each stage is only for
  /// properties that are still open.
  func suggestion(
    _ relational: [Candidate], _ numeric: [Candidate], _ features: [[Feature]],
    _ progress: @escaping @Sendable (Progress) -> Void
  ) throws(Failure) -> Suggestion {
    let first = lightest(relational)
    var stage = try trial(first, trusting: 0, progress)
    var tried = first.count
    for isNumeric in [true, false] where stage.isOpen {
      let more = lightest(isNumeric ? numeric : try variations(of: stage.open, features))
      guard !more.isEmpty else { continue }
      let known = stage.survivors
      tried += more.count
      stage = try trial(known + more, trusting: known.count, progress)
    }
    progress(.choosing(candidates: stage.survivors.count))
    let needed = stage.needed()
    var used: Set<String> = []
    let lemmas = Merging(rules: rules, vocabulary: vocabulary).lemmas(needed).map { lemma in
      Suggestion.Lemma(
        name: vocabulary.name(lemma.words, besides: &used), formula: lemma.phrase.text)
    }
    return Suggestion(lemmas: lemmas, candidates: tried, inductive: stage.survivors.count)
  }

  /// Returns the variations of open properties that hold in the states of random runs.
  private func variations(
    of properties: [Int], _ features: [[Feature]]
  ) throws(Failure) -> [Candidate] {
    let builder = VariationBuilder(rules: rules, features: features)
    var left = properties.flatMap { builder.variations(of: rules.properties[$0]) }
      .map { Candidate.variation($0) }
    let evaluator = Evaluator(rules)
    var states = 0
    try sample(steps: limits.steps / 2) { state in
      states += 1
      guard states % Self.stride == 0 else { return }
      let context = Context(here: state)
      left.removeAll { candidate in
        let formula = candidate.phrase(rules, vocabulary).core
        return (try? evaluator.evaluate(formula, in: context)) != .bool(true)
      }
    }
    return left
  }

  /// The interval of states that are examined where the examination takes long.
  private static let stride = 10

  private func lightest(_ candidates: [Candidate]) -> [Candidate] {
    let order = candidates.indices.sorted {
      (candidates[$0].weight, $0) < (candidates[$1].weight, $1)
    }
    return order.prefix(limits.candidates).map { candidates[$0] }
  }

  /// Candidates that were tried together.
  private struct Stage {
    let candidates: [Candidate]
    /// The position of the first of them among the properties.
    let first: Int
    let trial: LemmaTrial
    let outcome: LemmaTrial.Outcome

    var survivors: [Candidate] { outcome.candidates.map { candidates[$0 - first] } }
    var isOpen: Bool { trial.isOpen(outcome) }
    /// The positions of the stated properties that are not proved yet.
    var open: [Int] { trial.openProperties(outcome) }

    func needed() -> [Candidate] {
      let positions = trial.needed(of: outcome) { candidates[$0 - first].weight }
      return positions.map { candidates[$0 - first] }
    }
  }

  private func trial(
    _ candidates: [Candidate], trusting known: Int,
    _ progress: @escaping @Sendable (Progress) -> Void
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
        options)
    } catch {
      throw Failure(message: error.message)
    }
    let trusted = Set(first..<(first + known))
    let outcome = trial.outcome(trusting: trusted) { progress(.asked($0)) }
    return Stage(candidates: candidates, first: first, trial: trial, outcome: outcome)
  }
}
