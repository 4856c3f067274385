import Basics
import Findings
import Rulebook
import Semantics

/// Looks for runs that end at a difference between two rulebooks.
///
/// The joint rules permit an event if both do, and let time pass as far as both do; if effects
/// differ, a run goes on only while the difference does not show. A run of these rules is one of
/// both rulebooks. Other states may be reached by one of the rulebooks, behind another difference.
struct Runs {
  let union: Union
  let budget: Searcher.Budget
  private let both: Core.Rules

  init(_ union: Union, _ budget: Searcher.Budget) {
    self.union = union
    self.budget = budget
    both = Self.both(union)
  }

  /// A run, in words and with its states.
  struct Found {
    let run: Run
    let recording: Recording
    /// The names of the events of the recording, by their positions; the last event has none.
    let names: [String]
  }

  /// A run, and of which rules it is one up to its last step; with a probe that speaks of chosen
  /// values these are arguments of the last step.
  ///
  /// A little is searched in the rules of both and in those of one side before much is searched in
  /// either: a run behind another difference is often short, and then no run of both exists.
  func run(to probe: Probe, _ span: Core.Event) throws(Searcher.Fault) -> (
    found: Found, reached: Differing.Reached
  )? {
    let side = probe.side == .new ? union.new : union.old
    let alone = side.with(events: side.events, properties: side.properties)
    for effort in efforts {
      for (rules, reached) in [(both, Differing.Reached.both), (alone, probe.side)] {
        if let found = try found(rules, probe, span, effort) { return (found, reached) }
      }
    }
    return nil
  }

  /// A little of everything, then random runs, then all positions of the budget.
  private var efforts: [Searcher.Budget] {
    func effort(states: Int, randomSteps: Int) -> Searcher.Budget {
      var effort = budget
      effort.states = states
      effort.randomSteps = randomSteps
      return effort
    }
    return [
      effort(states: budget.states / 4, randomSteps: budget.randomSteps / 4),
      effort(states: budget.states / 4, randomSteps: budget.randomSteps),
      effort(states: budget.states, randomSteps: 0),
    ]
  }

  private func found(
    _ rules: Core.Rules, _ probe: Probe, _ span: Core.Event, _ effort: Searcher.Budget
  ) throws(Searcher.Fault) -> Found? {
    guard let state = probe.state else {
      return try found(rules, last: probe.event(span), effort).map {
        Found(run: $0.run, recording: $0.recording, names: rules.events.map(\.name))
      }
    }
    // The state before the last step is met one step earlier, and in far fewer positions. The last
    // step is then added, with the events that led there.
    guard let way = try found(rules, .reach(state), span.span, effort) else { return nil }
    var fewer = rules
    let happened = Set(
      way.recording.moments.compactMap { moment in
        if case .event(let step) = moment { step.event.index } else { nil }
      })
    // Obligations hold time up whether or not they happen.
    fewer.events = rules.events.indices.filter {
      happened.contains($0) || rules.events[$0].due != nil
    }
    .map { rules.events[$0] }
    var effort = effort
    effort.scope = way.scope
    guard let found = try found(fewer, last: probe.event(span), effort) else { return nil }
    let run = found.run
    let isShortest =
      way.run.isShortest && run.isShortest && run.steps.count == way.run.steps.count + 1
    return Found(
      run: Run(
        start: run.start, steps: run.steps, failure: run.failure, scope: run.scope,
        isShortest: isShortest), recording: found.recording, names: fewer.events.map(\.name))
  }

  private func found(
    _ rules: Core.Rules, last event: Core.Event, _ effort: Searcher.Budget
  ) throws(Searcher.Fault) -> FoundRun? {
    var rules = rules
    let id = Core.ID<Core.Event>(rules.events.count)
    rules.events.append(event)
    return try found(
      rules, .reachStep([Core.StepFormula(event: id, formula: .true)]), event.span, effort)
  }

  private func found(
    _ rules: Core.Rules, _ body: Core.Property.Body, _ span: SourceSpan, _ effort: Searcher.Budget
  ) throws(Searcher.Fault) -> FoundRun? {
    var rules = rules
    rules.properties.append(
      Core.Property(
        kind: .reach, name: "difference", citations: [], sentence: nil, body: body,
        text: "difference", span: span))
    let question = Searcher.Question.witness(property: rules.properties.count - 1)
    guard case .found(let run)? = try Searcher(rules, effort).answers(to: [question])[question]
    else { return nil }
    return run
  }

  private static func both(_ union: Union) -> Core.Rules {
    var events: [Core.Event] = []
    for pair in union.pairs {
      guard let old = pair.old, let new = pair.new else { continue }
      events += union.common(pair, old, new)
    }
    var rules = union.new
    for index in union.onlyOldFields { rules.fields[index] = union.old.fields[index] }
    for index in union.onlyOldGlobals { rules.globals[index] = union.old.globals[index] }
    for index in rules.fields.indices where union.compares(field: index) {
      if union.new.fields[index].initial == .any { rules.fields[index] = union.old.fields[index] }
    }
    for index in rules.globals.indices where union.compares(global: index) {
      if union.new.globals[index].initial == .any {
        rules.globals[index] = union.old.globals[index]
      }
    }
    return rules.with(
      events: events, properties: union.old.properties + union.new.properties)
  }
}

extension Core.Rules {
  /// The rules with these events, and of the properties those that restrict runs.
  fileprivate func with(events: [Core.Event], properties: [Core.Property]) -> Core.Rules {
    var rules = self
    rules.events = events
    var seen: Set<String> = []
    rules.properties = properties.filter { property in
      [.axiom, .prompt].contains(property.kind) && seen.insert(property.form).inserted
    }
    return rules
  }
}

extension Core.Property {
  /// A text that is equal for two properties that restrict runs alike.
  var form: String {
    let normal = NormalForm()
    switch body {
    case .always(let formula): return normal.key(formula)
    case .lasts(let lasting):
      return
        "\(normal.key(.quantified(.some, lasting.binders, condition: nil, body: lasting.condition))) \(lasting.limit)"
    default: return name
    }
  }
}

extension Union {
  /// Returns an event as both permit it; and, if obligations differ, the deadlines of either.
  fileprivate func common(_ pair: Pair, _ old: Core.Event, _ new: Core.Event) -> [Core.Event] {
    let normal = NormalForm()
    func event(
      _ source: Core.Source, _ guards: [Core.Guard], _ due: Core.Due?, _ updates: [Core.Update]
    ) -> Core.Event {
      Core.Event(
        name: pair.name, source: source, parameters: pair.parameters,
        results: updates.isEmpty ? [] : pair.results, guards: guards,
        assumptions: updates.isEmpty ? [] : old.assumptions + new.assumptions, due: due,
        updates: updates, refusal: [], definedness: [], citations: [], span: old.span)
    }
    let isSame =
      normal.key(allOf: old.guards.map(\.condition))
      == normal.key(allOf: new.guards.map(\.condition))
      && old.due.map { normal.key($0.instant) } == new.due.map { normal.key($0.instant) }
    var guards = isSame ? old.guards : old.guards + new.guards
    if let effect = effect(of: pair, old, new) {
      guards.append(guardOf(.negation(of: effect), old))
    }
    let added = new.updates.filter { update in
      switch update.action {
      case .assign(.global(let id), _): onlyNewGlobals.contains(id.index)
      default: update.action.field.map { onlyNewFields.contains($0.index) } ?? false
      }
    }
    guard let a = old.due, let b = new.due, !isSame else {
      return [event(old.source, guards, old.due, old.updates + added)]
    }
    let happens =
      guards + [guardOf(.atMost(a.instant, .now), old), guardOf(.atMost(b.instant, .now), old)]
    return [
      event(.system, happens, nil, old.updates + added), event(.clock, old.guards, a, []),
      event(.clock, new.guards, b, []),
    ]
  }

  private func guardOf(_ condition: Core.Expression, _ event: Core.Event) -> Core.Guard {
    Core.Guard(condition: condition, citations: [], text: "", span: event.span)
  }
}
