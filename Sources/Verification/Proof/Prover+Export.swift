import Findings
import Rulebook
import Solver

/// An obligation as a script for any solver of SMT-LIB.
package struct ExportedObligation: Sendable {
  /// `offer.smt2`; unique within the export.
  package fileprivate(set) var file: String
  /// The whole text of the file; its `:status` is the expected answer.
  package let script: String
  /// The event, `initial`, or `time passes`, with what distinguishes the question from others.
  package let event: String
  /// The kind of question: that these are kept, or that this can happen.
  package let question: String
  /// The properties whose verdicts rest on it; empty if the question is whether an event is
  /// possible.
  package let properties: [String]
  /// The expected answer: `unsat` if something is proved, `sat` if something is shown to be
  /// possible.
  package let expected: String
}

/// The questions on which verdicts rest, for other solvers.
package struct ExportedProofs: Sendable {
  package let obligations: [ExportedObligation]
  /// The results of the proofs alone: no run is searched.
  package var properties: [Verification.PropertyResult]
}

extension Prover {
  /// Returns every question whose answer a verdict rests on, as it was asked, with the expected
  /// answer. Questions about what could not be proved are left out, so that each script has its
  /// answer.
  ///
  /// - Parameters:
  ///   - near: The positions of `reach` properties that a quickly found run satisfies.
  ///   - hasStart: As in ``prove(hasStart:near:far:progress:)``.
  package func exportedProofs(
    near: () -> Set<Int> = { [] }, hasStart: () -> Bool = { true }
  ) -> ExportedProofs {
    var results = Results(rules: rules, set: set, options: options)
    results.whetherThereIsAStart(hasStart)
    guard results.start == .exists else {
      return ExportedProofs(obligations: [], properties: results.finished().properties)
    }
    let induction = Induction(set: set, options: options, progress: { _ in })
    let outcome = induction.run(Array(set.claims.indices))
    results.outcome = outcome
    results.whetherTimePasses()
    results.whatIsUnreachable(near())
    let export = Export(
      rules: rules, set: set, options: options, outcome: outcome, results: results)
    let all =
      export.kept() + export.progress() + export.unreachable() + export.possible()
      + export.premises() + export.endings()
    return ExportedProofs(
      obligations: all.namedApart(), properties: results.finished().properties)
  }
}

extension [ExportedObligation] {
  /// Returns the scripts with distinct file names: events can be called `initial` and
  /// `possible_offer`, or differ only in capitals, which some file systems do not distinguish.
  fileprivate func namedApart() -> [ExportedObligation] {
    var taken: Set<String> = []
    return map { obligation in
      var result = obligation
      var number = 1
      while !taken.insert(result.file.lowercased()).inserted {
        number += 1
        result.file = obligation.file.replacing(".smt2", with: "-\(number).smt2")
      }
      return result
    }
  }
}

private struct Export {
  let rules: Core.Rules
  let set: ObligationSet
  let options: ProofOptions
  let outcome: Induction.Outcome
  let results: Results

  func kept() -> [ExportedObligation] {
    let keptClaims = Set(outcome.kept)
    let open = Set(outcome.open.map(\.goal))
    return set.obligations.compactMap { obligation in
      let query = ObligationQuery(set: set, options: options)
      let hypotheses = query.hypotheses(obligation, outcome.kept)
      let known = Set(hypotheses)
      let goals = obligation.goals.filter { goal, term in
        if case .claim(let claim) = goal, !keptClaims.contains(claim) { return false }
        return !open.contains(goal) && !known.contains(term)
      }
      guard !goals.isEmpty else { return nil }
      let (bank, negated) = Check.negation(of: goals.map(\.term), set.bank)
      let prefix = obligation.isAboutTerms ? "defined-" : ""
      return script(
        bank, hypotheses + [negated], event: prefix + obligation.name,
        question: obligation.isAboutTerms ? "defined" : "kept",
        properties: names(goals.map(\.goal), obligation), expected: "unsat")
    }
  }

  /// Returns the names that `verify` uses, each once.
  private func names(_ goals: [Obligation.Goal], _ obligation: Obligation) -> [String] {
    var names: [String] = []
    for goal in goals {
      let name =
        switch goal {
        case .claim(let index): set.claims[index].name
        case .step(let index): rules.properties[index].name
        case .defined: "defined \(obligation.name)"
        }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  func progress() -> [ExportedObligation] {
    set.progress.filter { results.progressAnswers[$0.property] == .unsatisfiable }.map {
      obligation in
      let (bank, negated) = Check.negation(of: [obligation.goal], set.bank)
      let assertions = obligation.hypotheses + keptTerms + [negated]
      let property = rules.properties[obligation.property].name
      return script(
        bank, assertions, event: "progress-\(property)", question: "progress",
        properties: [property], expected: "unsat")
    }
  }

  /// Returns the questions whether the goal of a `reach` is excluded, if it is: for steps, at each
  /// of its events.
  func unreachable() -> [ExportedObligation] {
    var counts: [Int: Int] = [:]
    return set.reachGoals.filter { results.unreachable.contains($0.property) }.map { goal in
      let property = rules.properties[goal.property].name
      counts[goal.property, default: 0] += 1
      let number = counts[goal.property, default: 1]
      return script(
        set.bank, set.terms(of: goal, kept: keptTerms),
        event: "unreachable-\(property)" + (number > 1 ? "-\(number)" : ""),
        question: "unreachable", properties: [property], expected: "unsat")
    }
  }

  /// Returns the questions whether each event can happen, with the expected answer.
  func possible() -> [ExportedObligation] {
    let obligations = set.ofEvents
    let questions = obligations.map { obligation in
      obligation.hypotheses + obligation.assumptions.map(\.term) + keptTerms
    }
    return zip(obligations, asked(questions)).map { obligation, question in
      script(
        set.bank, question.assertions, event: "possible-\(obligation.name)",
        question: "possible", properties: [], expected: question.expected)
    }
  }

  /// Returns the questions whether the premises of each property can hold, so that it says
  /// something; for steps, they can at one of its events, and cannot at others.
  func premises() -> [ExportedObligation] {
    var counts: [Int: Int] = [:]
    let questions = set.antecedents.map { set.terms(of: $0, kept: keptTerms) }
    return zip(set.antecedents, asked(questions)).map { antecedent, question in
      let property = rules.properties[antecedent.property].name
      counts[antecedent.property, default: 0] += 1
      let number = counts[antecedent.property, default: 1]
      return script(
        set.bank, question.assertions,
        event: "premise-\(property)" + (number > 1 ? "-\(number)" : ""), question: "premise",
        properties: [property], expected: question.expected)
    }
  }

  /// Returns the questions with their expected answers: satisfiable unless it is known not to be,
  /// which verdicts report too.
  private func asked(_ questions: [[Term]]) -> [(assertions: [Term], expected: String)] {
    let (set, options) = (self.set, self.options)
    let answers = WorkerPool(jobs: options.jobs).map(questions) { assertions in
      Check(bank: set.bank, options: options).ask(set.bank, assertions).answer
    }
    return zip(questions, answers).map { ($0, $1 == .unsatisfiable ? "unsat" : "sat") }
  }

  /// Returns the questions whether the measures fall that end the server's own steps.
  func endings() -> [ExportedObligation] {
    results.zeno.proofs.map { proof in
      let (bank, negated) = Check.negation(of: [proof.goal], set.bank)
      return script(
        bank, proof.hypotheses + [negated], event: "\(proof.event)-\(proof.verb)-\(proof.measure)",
        question: proof.verb,
        properties: ["ownStepsEnd"]
          + rules.properties.filter { $0.kind == .measure && $0.name == proof.measure }.map(\.name),
        expected: "unsat")
    }
  }

  private var keptTerms: [Term] { outcome.kept.map { set.claimTerms[$0] } }

  private func script(
    _ bank: TermBank, _ assertions: [Term], event: String, question: String,
    properties: [String], expected: String
  ) -> ExportedObligation {
    let file = String(event.map { $0.isLetter || $0.isNumber ? $0 : "-" }) + ".smt2"
    let comments = [
      "rulebook \(rules.name), sha256 \(rules.digest)", "\(question): \(event)",
      "asked with z3 \(Session.version), rlimit \(options.rlimit); expected: \(expected)",
    ]
    let text = SMTLIBWriter(bank).script(
      assertions, comments: comments, expected: expected, seed: options.seed)
    return ExportedObligation(
      file: file, script: text, event: event, question: question, properties: properties,
      expected: expected)
  }
}
