import Findings
import Rulebook
import Solver
import Verification

/// Asks Spacer if a run of a small scope breaks the properties that are neither proved nor refuted.
/// Its answer changes no verdict.
struct SecondOpinions: Sendable {
  let scope: Scope
  /// The time limit for each property.
  let seconds: Int
  let jobs: Int

  /// One of each sort.
  static func scope(_ rules: Core.Rules) -> Scope { Scope(rules, each: 1, introduced: 1) }

  func ask(
    about results: inout [Verification.PropertyResult], of rules: Core.Rules,
    _ progress: ProgressLine, where isAsked: (String) -> Bool
  ) {
    let open = results.indices.filter { Self.isOpen(results[$0]) && isAsked(results[$0].name) }
    let searcher = Searcher(rules)
    let opinions = WorkerPool(jobs: jobs).map(open) { property in
      let opinion = opinion(of: searcher.hornScript(breaking: property, in: scope))
      progress.tellOne(of: open.count, "second opinions", rules.properties[property].name)
      return opinion
    }
    for (property, opinion) in zip(open, opinions) { results[property].secondOpinion = opinion }
  }

  private static func isOpen(_ result: Verification.PropertyResult) -> Bool {
    guard result.verdict == .notInductive || result.verdict == .undecided else { return false }
    switch result.kind {
    case .invariant, .lemma, .step: return true
    default: return false
    }
  }

  private func opinion(of script: String?) -> SecondOpinion {
    let answer: SecondOpinion.Answer
    if let script {
      switch try? HornQuestion(script).answer(within: seconds) {
      case .satisfiable: answer = .unbroken
      case .unsatisfiable: answer = .broken
      case .unknown, nil: answer = .undecided
      }
    } else {
      answer = .notAsked
    }
    return SecondOpinion(
      engine: "Spacer of z3 \(Session.version)", scope: scope.description.joined(separator: " "),
      answer: answer)
  }
}
