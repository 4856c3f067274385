import Findings
import Rulebook
import Semantics

/// Breadth-first search in growing scopes.
extension Searcher {
  /// Scopes that are searched one after the other, with the number of positions examined in each.
  struct Stage {
    /// The number of entities more than in the least scope; nil: the given scopes.
    var more: ClosedRange<Int>?
    var scopes: [Scope] = []
    let states: Int
  }

  /// The results of the search.
  struct Survey {
    var open: Set<Target>
    var outcomes: [Target: Outcome] = [:]
    /// The number of steps up to which the open targets have no run among those tried, and the
    /// number of positions examined for that, by scope; nil: no run at all.
    fileprivate var excluded: [Scope: (steps: Int?, states: Int)] = [:]
    fileprivate var states = 0

    /// Notes an outcome. The result of a complete search is dropped if another search was not
    /// complete, or did not try everything.
    fileprivate mutating func note(_ target: Target, _ outcome: Outcome) {
      if case .nothing(_, nil, let sampled) = outcome,
        case .nothing(_, let steps, let before) = outcomes[target],
        steps != nil || !before.isSubset(of: sampled)
      {
        return
      }
      outcomes[target] = outcome
    }
  }

  /// Stages with few positions of the small scopes, then more of greater ones too: most runs are
  /// found in scopes that are quickly searched.
  var growingStages: [Stage] {
    if budget.scope != nil { return fixedStages }
    return [
      Stage(more: 0...2, states: budget.states / 100),
      Stage(more: 0...1, states: budget.states / 10),
      Stage(more: 2...3, states: budget.states / 50),
      Stage(more: 2...3, states: budget.states / 10),
      Stage(more: 2...3, states: budget.states),
    ]
  }

  /// Stages with the same number of each sort.
  var fixedStages: [Stage] {
    let scopes =
      budget.scope.map { [$0] } ?? [
        Scope(rules, each: 1, introduced: 1), Scope(rules, each: 1, introduced: 2),
        Scope(rules, each: 2, introduced: 1), Scope(rules, each: 2, introduced: 2),
        Scope(rules, each: 3, introduced: 2),
      ]
    return [Stage(scopes: scopes, states: budget.states)]
  }

  /// True if there is no time left.
  var isOver: Bool { budget.cutoff.isOver }

  /// The number of scopes whose positions all stages together examine.
  private static let mostScopes = 5

  func survey(_ targets: Set<Target>, _ stages: [Stage]) throws(Fault) -> Survey {
    var survey = Survey(open: targets)
    guard !targets.isEmpty else { return survey }
    let sorts = Inquiry.slice(of: rules, for: targets).sorts
    for stage in stages {
      let grown = stage.more.map { Array($0) } ?? []
      let scopes = grown.flatMap { Scope.all(rules, more: $0, of: sorts) }
      for scope in scopes + stage.scopes {
        guard !survey.open.isEmpty, !isOver, survey.states < Self.mostScopes * budget.states else {
          break
        }
        if let known = survey.excluded[scope], known.steps == nil { continue }
        try search(scope, stage.states, &survey)
      }
    }
    return survey
  }

  private func search(
    _ scope: Scope, _ states: Int, _ survey: inout Survey
  ) throws(Fault) {
    let there = rules.without(scope.missing)
    let possible = survey.open.filter { there.mayMeet($0) }
    let result =
      possible.isEmpty
      ? ShortestRun.Result(ending: .exhausted)
      : try breadth(possible, scope, sliced: true, states: states)
    survey.states += result.states
    survey.excluded[scope] = (result.ending.steps, states)
    for target in survey.open.subtracting(result.found.keys) {
      let isPossible = possible.contains(target)
      survey.note(
        target,
        .nothing(
          scope: scope.description.joined(separator: " "),
          steps: isPossible ? result.ending.steps : nil,
          sampled: isPossible ? result.sampled : []))
    }
    for (target, script) in result.found.sorted(by: { $0.key < $1.key }) {
      let isNearest = !result.perhapsLonger.contains(target)
      var least = script
      if isNearest { least = try leastScope(script, target, survey) }
      if let run = try shortest(least, target, result.isShortest(target)) {
        survey.open.remove(target)
        survey.outcomes[target] = .found(run)
        tell(Question(target))
      } else {
        let steps = isNearest ? max(0, script.moves.count - 1) : 0
        survey.excluded[scope] = (steps, states)
        survey.outcomes[target] = .nothing(
          scope: scope.description.joined(separator: " "), steps: steps,
          sampled: result.sampled)
      }
    }
  }

  /// Returns the run, or one of no more steps with fewer entities.
  private func leastScope(
    _ script: Script, _ target: Target, _ survey: Survey
  ) throws(Fault) -> Script {
    guard budget.scope == nil else { return script }
    let sorts = script.scope.counts.indices.map { $0 }
    let least = Scope(rules, each: 1, introduced: 0).counts.reduce(0, +)
    for more in 0..<max(0, script.scope.counts.reduce(0, +) - least) {
      for scope in Scope.all(rules, more: more, of: sorts) where scope.isWithin(script.scope) {
        if let known = survey.excluded[scope], known.steps ?? .max >= script.moves.count {
          continue
        }
        guard rules.without(scope.missing).mayMeet(target) else { continue }
        let result = try breadth(
          [target], scope, sliced: true, states: budget.states, steps: script.moves.count)
        if let other = result.found[target] { return other }
      }
    }
    return script
  }

  /// Searches the scopes of runs that were found at random for shorter ones. Runs found here are
  /// shortest; together they may cost as much as the stages.
  func confirm(_ found: [Target: HuntedRun], _ survey: inout Survey) throws(Fault) {
    let groups = Dictionary(grouping: found.keys) { found[$0]?.script.scope }
    let ordered = groups.compactMap { scope, targets in scope.map { ($0, targets) } }
      .sorted { a, b in a.0.counts.lexicographicallyPrecedes(b.0.counts) }
    var left = Self.mostScopes * budget.states
    for (scope, targets) in ordered where left > 0 && !isOver {
      if let known = survey.excluded[scope], known.states >= budget.states { continue }
      let steps = targets.compactMap { found[$0]?.script.moves.count }.max() ?? 0
      let result = try breadth(
        Set(targets), scope, sliced: true, states: budget.states, steps: steps)
      left -= result.states
      for (target, script) in result.found where !result.perhapsLonger.contains(target) {
        guard let run = try shortest(script, target, result.isShortest(target)) else { continue }
        survey.outcomes[target] = .found(run)
      }
    }
  }

  /// Renders a shortest run. An event can be defined in a slice and not in the rules; the run is
  /// then searched without leaving anything out. nil: none is found that way.
  private func shortest(
    _ script: Script, _ target: Target, _ isShortest: Bool
  ) throws(Fault) -> FoundRun? {
    let telling = try told(script, target, isShortest: isShortest)
    if case .run(let run) = telling { return run }
    let again = try breadth([target], script.scope, sliced: false, states: budget.states)
    guard let other = again.found[target] else { return try required(telling) }
    return try required(
      told(other, target, isShortest: again.isShortest(target)))
  }

  private func breadth(
    _ targets: Set<Target>, _ scope: Scope, sliced: Bool, states: Int, steps: Int? = nil
  ) throws(Fault) -> ShortestRun.Result {
    try guarded { () throws(EvaluationError) in
      try ShortestRun(
        inquiry: Inquiry(
          rules, targets, sliced: sliced, in: scope, isUndisturbed: !budget.isSlow),
        scope: scope, mostStates: states,
        mostSteps: min(budget.steps, steps ?? .max), isSlow: budget.isSlow, cutoff: budget.cutoff
      ).run()
    }
  }
}
