import Basics
import Findings
import Rulebook
import Solver

extension Prover {
  /// Returns the lemmas, rules and assumptions that the proofs do not need, by their unsatisfiable
  /// cores. O(proofs) queries, and some more for each lemma.
  ///
  /// - Parameters:
  ///   - result: A result of this prover.
  ///   - source: The rulebook, for lines.
  package func surplus(
    of result: ProofResult, _ source: SourceText,
    progress: @escaping @Sendable (ProofProgress) -> Void = { _ in }
  ) -> Surplus {
    let cores = ProofCores(set: set, options: options)
    var needs = ProofNeeds(
      cores: cores, basis: result.basis, jobs: options.jobs, progress: progress)
    needs.explain()
    needs.leaveOutLemmas()
    var surplus = Surplus()
    surplus.unexplained = needs.unexplained
    surplus.unneededLemmas = needs.unneeded.map { set.claims[$0].name }
    surplus.spareLemmas = needs.spare.map { set.claims[$0].name }
    let used = needs.used
    let redundancy = GuardRedundancy(
      rules: rules, set: set, options: options, kept: result.basis.kept)
    for obligation in set.ofEvents {
      guard let id = obligation.event else { continue }
      let told = rules[id].rules(source)
      for (position, rule) in told.guards.enumerated()
      where !used.contains(.guardOf(id, position)) && !rules[id].narrows(position) {
        surplus.unusedRules.append(rule)
      }
      if let due = told.due, !used.contains(.dueOf(id)) { surplus.unusedRules.append(due) }
      // For an event that cannot happen, every guard is redundant.
      let isPossible = result.events.contains {
        $0.name == obligation.name && $0.possibility == .possible
      }
      if isPossible {
        surplus.redundantGuards += redundancy.results(obligation, id, told.guards)
      }
    }
    let assumed = Set(set.obligations.flatMap(\.assumptions).map(\.name))
    surplus.unusedAssumptions = assumed.filter { !used.contains(.assumption($0)) }.sorted()
    surplus.unmentionedState = rules.unmentionedState
    return surplus
  }
}

/// The basis that a proof leaves for further questions.
struct ProofBasis: Sendable {
  /// The claims that are inductive together.
  var kept: [Int] = []
  /// Step properties and definedness that are not proved.
  var open: Set<Obligation.Goal> = []
  /// The proofs that the server's own steps end.
  var endings: [ZenoOutcome.Proof] = []
}

extension Core.Event {
  /// Returns its guards and its due instant, as reports show them.
  fileprivate func rules(_ source: SourceText) -> (guards: [Surplus.Rule], due: Surplus.Rule?) {
    func rule(_ text: String, _ span: SourceSpan, _ citations: [String]) -> Surplus.Rule {
      Surplus.Rule(
        event: name, text: text, line: source.line(at: span.lower), requirements: citations)
    }
    return (
      guards.map { rule("require \($0.text)", $0.span, $0.citations) },
      due.map { rule("due \($0.text)", $0.span, $0.citations) }
    )
  }

  /// Returns true if the language itself may need the guard: another expression of the event reads
  /// a value that exists only if one of the optional values in the guard does.
  func narrows(_ position: Int) -> Bool {
    var subjects: Set<Core.Expression> = []
    guards[position].condition.forEach { node in
      if case .isNone(let subject) = node { subjects.insert(subject) }
      if case .certain(let subject) = node { subjects.insert(subject) }
      if case .equal(let a, let b) = node { subjects.formUnion([a, b]) }
    }
    return otherExpressions(than: position).contains { other in
      other.contains { node in
        if case .certain(let subject) = node { subjects.contains(subject) } else { false }
      }
    }
  }

  private func otherExpressions(than position: Int) -> [Core.Expression] {
    var found = guards.indices.filter { $0 != position }.map { guards[$0].condition }
    if let due { found.append(due.instant) }
    for update in updates { found += [update.condition] + update.action.readExpressions }
    return found + definedness.flatMap { [$0.condition, $0.fact] }
  }
}

extension Core.Rules {
  /// The fields and states that no property mentions, in order; ghost state is left out, since it
  /// is reported as never read.
  fileprivate var unmentionedState: [String] {
    var fields: Set<Core.ID<Core.Field>> = []
    var globals: Set<Core.ID<Core.Global>> = []
    for expression in properties.flatMap(\.body.formulas) {
      expression.forEach { node in
        fields.formUnion(node.readFields)
        if case .global(let id, _) = node { globals.insert(id) }
      }
    }
    fields.formUnion(properties.flatMap(\.body.binders).compactMap(\.field))
    let openFields = self.fields.indices.filter {
      !fields.contains(Core.ID($0)) && !self.fields[$0].isGhost
    }
    let openGlobals = self.globals.indices.filter {
      !globals.contains(Core.ID($0)) && !self.globals[$0].isGhost
    }
    var names: [String] = []
    for field in openFields.map({ self.fields[$0] }) {
      let name = field.qualifiedName(in: self)
      if !names.contains(name) { names.append(name) }
    }
    return names + openGlobals.map { self.globals[$0].name }
  }
}

extension Core.Binder {
  fileprivate var field: Core.ID<Core.Field>? {
    if case .members(let collection) = domain { collection.field } else { nil }
  }
}
