import Findings
import Rulebook
import Semantics

extension Searcher {
  /// Answers all questions together: breadth-first in growing scopes, so that a run found there is
  /// shortest in its scope; then random runs, shortened, for the rest.
  package func answers(to questions: [Question]) throws(Fault) -> [Question: Outcome] {
    var searcher = self
    searcher.budget.randomSteps = budget.randomSteps / Self.refutationShare
    let targets = Dictionary(questions.map { ($0.target, $0) }, uniquingKeysWith: { a, _ in a })
    var answers: [Question: Outcome] = [:]
    // A target that needs more of the rules would make the slices of the others larger.
    let groups = Dictionary(grouping: targets.keys) { target in
      target.needsAllEffects ? 0 : target == .lasso ? 1 : target == .timelock ? 2 : 3
    }
    for group in groups.keys.sorted() {
      // A cycle of the server's own steps may need an entity of each sort.
      let stages = group == 1 ? fixedStages : growingStages
      for (target, outcome) in try searcher.outcomes(for: Set(groups[group] ?? []), stages) {
        if let question = targets[target] { answers[question] = outcome }
      }
    }
    return answers
  }

  /// Returns near runs that satisfy the `reach` properties, by property: the shortest, found
  /// breadth-first. Properties without one are left out.
  package func nearWitnesses(of properties: [Int]) throws(Fault) -> [Int: FoundRun] {
    let targets = Set(properties.map { Target.witness(property: $0) })
    return try witnesses(in: nearby.outcomes(for: targets, nearby.fixedStages))
  }

  /// Returns runs that satisfy the `reach` properties that are not near. Random runs find them
  /// sooner, since the runs are long; a longer breadth-first search has the last word.
  package func farWitnesses(of properties: [Int]) throws(Fault) -> [Int: FoundRun] {
    var brief = self
    brief.budget.states = min(Self.briefly, budget.states)
    var thorough = self
    thorough.budget.randomSteps = 0
    var runs = try witnesses(
      in: brief.outcomes(for: Set(properties.map { .witness(property: $0) }), []))
    let open = Set(properties).subtracting(runs.keys).map { Target.witness(property: $0) }
    let found = try witnesses(in: thorough.outcomes(for: Set(open), fixedStages))
    runs.merge(found) { first, _ in first }
    return runs
  }

  private func witnesses(in outcomes: [Target: Outcome]) -> [Int: FoundRun] {
    var runs: [Int: FoundRun] = [:]
    for (target, outcome) in outcomes {
      guard let property = target.property, case .found(let run) = outcome else { continue }
      runs[property] = run
    }
    return runs
  }

  private static let briefly = 5_000
  /// The share for refutations: a run that breaks a property is near more often than one that a
  /// `reach` asks for.
  private static let refutationShare = 3

  private func outcomes(
    for targets: Set<Target>, _ stages: [Stage]
  ) throws(Fault) -> [Target: Outcome] {
    var survey = try survey(targets, stages)
    let hunted = survey.open.filter { target in
      // A target that was searched to its end has no run at all, if everything was tried.
      if case .nothing(_, nil, []) = survey.outcomes[target] { return false }
      return target.property != nil || target == .timelock
    }
    let found = try huntedRuns(hunted)
    for (target, hunted) in found { survey.outcomes[target] = .found(hunted.run) }
    try confirm(found, &survey)
    return survey.outcomes
  }

  /// Searches the easy targets together and each of the others by itself: then only its own places
  /// make a state new. They share the budget, which must not grow with the number of properties
  /// lost through one fault.
  private func huntedRuns(_ targets: Set<Target>) throws(Fault) -> [Target: HuntedRun] {
    var runs: [Target: HuntedRun] = [:]
    let alone = targets.sorted().map { Set([$0]) }
    for group in targets.count > 1 ? [targets] + alone : alone {
      var left = group.subtracting(runs.keys)
      let share = group.count > 1 ? 1 : max(1, targets.count - runs.count)
      for hunt in hunts where !left.isEmpty && !isOver {
        let found = try huntedRuns(left, hunt, steps: budget.randomSteps / hunts.count / share)
        for target in found.keys.sorted() { tell(Question(target)) }
        runs.merge(found) { first, _ in first }
        left.subtract(found.keys)
      }
    }
    return runs
  }

  /// A run found at random, and its repeatable form.
  struct HuntedRun {
    let script: Script
    let run: FoundRun
  }

  /// A series of random runs.
  private struct Stint {
    let scope: Scope
    let interest: Inquiry.Interest
  }

  private var hunts: [Stint] {
    wideScopes.flatMap { scope in
      Inquiry.Interest.allCases.map { Stint(scope: scope, interest: $0) }
    }
  }

  private func huntedRuns(
    _ targets: Set<Target>, _ stint: Stint, steps: Int
  ) throws(Fault) -> [Target: HuntedRun] {
    var runs: [Target: HuntedRun] = [:]
    for (target, script) in try hunt(for: targets, stint, steps, sliced: true) {
      if case .run(let run) = try told(script, target, isShortest: false) {
        runs[target] = HuntedRun(script: script, run: run)
      } else if let script = try hunt(for: [target], stint, steps, sliced: false)[target],
        let run = try required(told(script, target, isShortest: false))
      {
        runs[target] = HuntedRun(script: script, run: run)
      }
    }
    return runs
  }

  /// The result of performing a found run once more with all rules.
  enum Telling {
    case run(FoundRun)
    /// A part that the slice leaves out has no value on the way.
    case undefined
    /// The run is not legal, or does not meet the target.
    case impossible
  }

  /// Returns the found run; nil: the rules have no such run.
  func required(_ telling: Telling) throws(Fault) -> FoundRun? {
    switch telling {
    case .run(let run): return run
    case .undefined: return nil
    case .impossible: throw Fault(message: "a run that was found cannot be done again")
    }
  }

  /// The scopes of random runs: crowded ones, for targets that need many entities at once; then
  /// emptier ones, in which the few entities get further.
  private var wideScopes: [Scope] {
    budget.scope.map { [$0] } ?? [
      Scope(rules, each: 2, introduced: 6), Scope(rules, each: 2, introduced: 2),
      Scope(rules, each: 1, introduced: 2),
    ]
  }

  /// Makes random runs in a scope, and shortens them.
  private func hunt(
    for targets: Set<Target>, _ stint: Stint, _ steps: Int, sliced: Bool
  ) throws(Fault) -> [Target: Script] {
    try guarded { () throws(EvaluationError) in
      let hunt = Hunt(
        inquiry: Inquiry(rules, targets, sliced: sliced, in: stint.scope), scope: stint.scope,
        interest: stint.interest, seed: budget.seed, mostSteps: steps,
        cutoff: budget.cutoff)
      var shortened: [Target: Script] = [:]
      for (target, script) in try hunt.run() {
        let inquiry = Inquiry(rules, [target], sliced: sliced, in: stint.scope)
        let least = try Shortening(inquiry, target).shortened(script)
        shortened[target] = try straightened(least, target, inquiry)
      }
      return shortened
    }
  }

  /// Returns the shortest run with no other events and no more entities than a given one, if it can
  /// be found: leaving parts out of a run does not find another path.
  private func straightened(
    _ script: Script, _ target: Target, _ inquiry: Inquiry
  ) throws(EvaluationError) -> Script {
    let events = script.moves.compactMap { move in
      if case .event(let event, _, _, _) = move { event } else { nil }
    }
    let shorter = try ShortestRun(
      inquiry: inquiry.with(only: Set(events)), scope: script.scope, mostStates: budget.states,
      mostSteps: max(0, script.moves.count - 1), isSlow: budget.isSlow, cutoff: budget.cutoff
    ).run()
    return shorter.found[target] ?? script
  }

  func guarded<Result>(
    _ work: () throws(EvaluationError) -> Result
  ) throws(Fault) -> Result {
    do {
      return try work()
    } catch {
      throw Fault(message: error.message(in: rules))
    }
  }

  /// Renders a run for a person; the evaluator of all rules performs it once more on the way.
  func told(
    _ script: Script, _ target: Target, isShortest: Bool
  ) throws(Fault) -> Telling {
    let telling = try guarded { () throws(EvaluationError) in
      try unlessUndefined { () throws(EvaluationError) in
        try retold(script, target, isShortest: isShortest)
      }
    }
    return telling ?? .undefined
  }

  private func retold(
    _ script: Script, _ target: Target, isShortest: Bool
  ) throws(EvaluationError) -> Telling {
    let slice = Inquiry.slice(of: rules.undisturbed(for: [target]), for: [target])
    let evaluator = Evaluator(rules)
    var complete = script
    complete.moves = script.moves.passingAtOnce
    complete.choices = evaluator.completed(script.choices, script.scope)
    let whole = Inquiry(rules, [target], sliced: false)
    guard let performance = try complete.performed(for: target, whole) else { return .impossible }
    let shown = script.choices.filter { slice.keeps($0.key) }
    var rendering = RunRendering(evaluator)
    // A search that counts each instant on the way does not show that a run with several is
    // shortest.
    let run = try rendering.run(
      complete, shown, performance, target,
      isShortest: isShortest && complete.moves.count == script.moves.count)
    return .run(
      FoundRun(run: run, recording: performance.recording(of: complete), script: script))
  }
}
