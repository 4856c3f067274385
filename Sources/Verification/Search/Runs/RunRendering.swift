import Findings
import Rulebook
import Semantics

/// A renderer of runs for a person.
struct RunRendering {
  private let evaluator: Evaluator
  private let rules: Core.Rules
  private var names: RunNames

  /// Makes a renderer.
  /// - Parameter evaluator: The evaluator of all rules, not of a slice.
  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    rules = evaluator.rules
    names = RunNames(rules)
  }

  /// Renders a run that meets a target.
  /// - Parameter choices: Those that matter; they are shown in the order of the rules.
  mutating func run(
    _ script: Script, _ choices: Choices, _ performance: Script.Performance, _ target: Target,
    isShortest: Bool
  ) throws(EvaluationError) -> Run {
    let opening = lines(choices, script.scope, performance.start.state)
    var told: [Run.Step] = []
    for done in performance.steps { told.append(step(done)) }
    var failure = try self.failure(target, performance)
    if let error = performance.undefined, let move = script.moves.last {
      told.append(undefined(move, at: told.last?.at ?? 0))
      failure = [error.message(in: rules)]
    }
    return Run(
      start: opening, steps: told, failure: failure,
      scope: script.scope.description, isShortest: isShortest)
  }

  /// Renders a run with a given description of its end; it is not shown to be shortest.
  mutating func run(
    _ script: Script, _ choices: Choices, _ performance: Script.Performance, ending: [String]
  ) throws(EvaluationError) -> Run {
    let opening = lines(choices, script.scope, performance.start.state)
    var told: [Run.Step] = []
    for done in performance.steps { told.append(step(done)) }
    return Run(
      start: opening, steps: told, failure: ending, scope: script.scope.description,
      isShortest: false)
  }

  /// Returns the text of the condition of a wait, and of the waiting entities.
  mutating func text(of wait: Wait, _ binding: [Value]) -> String {
    let bindings = names.bindings(Array(zip(wait.binders.map(\.variable), binding)))
    return "\(ExpressionText(rules).text(wait.condition))   (\(bindings))"
  }

  private mutating func lines(
    _ choices: Choices, _ scope: Scope, _ start: State
  ) -> [String] {
    var places: [Place] = []
    _ = evaluator.initialState(counts: scope.fixed) { place, _ in
      places.append(place)
      return .unknown
    }
    var lines: [String] = []
    for place in places where choices[place] != nil {
      lines.append("\(names.place(place)) = \(names.content(of: place, in: start))")
    }
    return lines
  }

  private mutating func step(_ done: Done) -> Run.Step {
    guard let step = done.step else {
      return Run.Step(at: done.position.state.now, event: nil, arguments: [], changes: [])
    }
    let event = rules[step.event]
    let arguments = arguments(
      event.parameters + event.results.map(\.variable), step.arguments + step.results)
    var changes: [Run.Change] = []
    var pairs: Set<String> = []
    for place in step.changes {
      if case .field(let field, let owner) = place, let pair = rules[field].pair {
        // The values of a field of pairs are told together.
        guard pairs.insert("\(owner) \(rules[field].owner.index) \(pair.name)").inserted else {
          continue
        }
        changes += self.changes(ofPairs: field, of: owner, step.before, step.after)
        continue
      }
      changes.append(
        Run.Change(
          place: names.place(place), before: names.content(of: place, in: step.before),
          after: names.content(of: place, in: step.after)))
    }
    var told = Run.Step(
      at: step.instant, event: event.name, arguments: arguments, changes: changes)
    tell(event, &told)
    for sent in step.notifications { told.messages.append(message(sent)) }
    return told
  }

  /// The pairs of an entity whose values differ.
  private mutating func changes(
    ofPairs field: Core.ID<Core.Field>, of owner: Int32, _ before: State, _ after: State
  ) -> [Run.Change] {
    guard case .set(let sort) = rules[field].kind else { return [] }
    let parts = rules.parts(ofPairs: field)
    func members(_ part: Core.ID<Core.Field>, _ state: State) -> [Int32] {
      Int(owner) < state.count(of: rules[part].owner)
        ? state.members(of: part, owner: Int(owner)) : []
    }
    func value(_ key: Int32, _ state: State) -> Core.Literal? {
      parts.first { members($0.field, state).contains(key) }?.part.value
        ?? parts.first?.part.initial
    }
    let keys = Set(parts.flatMap { members($0.field, before) + members($0.field, after) })
    var changes: [Run.Change] = []
    for key in keys.sorted() {
      guard let old = value(key, before), let new = value(key, after), old != new else { continue }
      let scalar = old.type.scalar
      changes.append(
        Run.Change(
          place:
            "\(names.place(.field(field, of: owner)))(\(names.value(.entity(key), .entity(sort))))",
          before: names.value(Value(old), scalar), after: names.value(Value(new), scalar)))
    }
    return changes
  }

  private func tell(_ event: Core.Event, _ step: inout Run.Step) {
    step.source = event.source.word
    step.guards = event.guards.map(\.text) + (event.due.map { ["due \($0.text)"] } ?? [])
  }

  private mutating func message(_ sent: SentMessage) -> Run.Message {
    let message = rules[sent.message]
    var arguments: [Run.Argument] = []
    for (parameter, argument) in zip(message.parameters, sent.arguments) {
      guard let argument else { continue }
      arguments.append(
        Run.Argument(name: parameter.name, value: names.value(argument, parameter.type.scalar)))
    }
    return Run.Message(
      recipient: names.value(sent.recipient, .entity(sent.sort)), name: message.name,
      arguments: arguments)
  }

  /// Returns the step of an event that is not defined: nothing changes.
  private mutating func undefined(_ move: Move, at instant: Int64) -> Run.Step {
    guard case .event(let id, let values, _, _) = move else {
      return Run.Step(at: instant, event: nil, arguments: [], changes: [])
    }
    let event = rules[id]
    var told = Run.Step(
      at: instant, event: event.name, arguments: arguments(event.parameters, values), changes: [])
    tell(event, &told)
    return told
  }

  private mutating func arguments(
    _ variables: [Core.Variable], _ values: [Value]
  ) -> [Run.Argument] {
    var arguments: [Run.Argument] = []
    for (variable, value) in zip(variables, values) {
      arguments.append(
        Run.Argument(name: variable.name, value: names.value(value, variable.type.scalar)))
    }
    return arguments
  }

  private mutating func failure(
    _ target: Target, _ performance: Script.Performance
  ) throws(EvaluationError) -> [String] {
    let last = performance.steps.last
    switch target {
    case .witness, .undefined: return []
    case .timelock:
      return ["time may not pass here, and no step of the server's own is possible"]
    case .lasso:
      let but = leavesMore(performance) ? ", but for new entities" : ""
      return [
        "these steps of the server's own lead back to where they began\(but), and need no time"
      ]
    case .violation(let property):
      let end = last?.position ?? performance.start
      var violations: [Violation] = []
      if let step = last?.step { violations += try evaluator.violatedProperties(of: step) }
      violations += try evaluator.violatedProperties(in: end.state, end.clocks)
      guard let violation = violations.first(where: { $0.property == property }) else { return [] }
      return try lines(violation)
    }
  }

  /// Returns true if the cycle at the end of a lasso introduces entities.
  private func leavesMore(_ performance: Script.Performance) -> Bool {
    let positions = [performance.start] + performance.steps.map(\.position)
    guard let end = positions.last else { return false }
    let canonicalizer = Canonicalizer(Inquiry.slice(of: rules, for: [.lasso]))
    let key = canonicalizer.exactKey(of: end)
    let home = positions.dropLast().last { canonicalizer.exactKey(of: $0) == key }
    guard let home else { return false }
    return rules.entities.indices.contains {
      home.state.count(of: Core.ID($0)) < end.state.count(of: Core.ID($0))
    }
  }

  private mutating func lines(_ violation: Violation) throws(EvaluationError) -> [String] {
    switch violation.reason {
    case .lasts(let values, let since):
      guard case .lasts(let lasting) = rules.properties[violation.property].body else { return [] }
      let bindings = names.bindings(Array(zip(lasting.binders.map(\.variable), values)))
      let limit = EntityNames.duration(lasting.limit)
      return ["lasts longer than \(limit), since \(EntityNames.clock(since))   (\(bindings))"]
    case .formula, .instance:
      let text = ExpressionText(rules)
      var lines: [String] = []
      for failure in try evaluator.failures(of: violation) {
        let bindings = names.bindings(failure.bindings.map { ($0.variable, $0.value) })
        let suffix = bindings.isEmpty ? "" : "   (\(bindings))"
        lines.append("\(word(for: failure.role)): \(text.text(failure.formula))\(suffix)")
      }
      return lines
    }
  }

  private func word(for role: Failure.Role) -> String {
    switch role {
    case .premise: "although"
    case .fails: "fails"
    case .holds: "should not hold"
    case .unknown: "unknown"
    }
  }
}
