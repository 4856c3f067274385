internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Replayer {
  mutating func take(_ line: TraceEvent) {
    advance(to: line.instant, line.place)
    let event = rules[line.event]
    exercise("event \(event.name)")
    guard let arguments = resolve(line) else { return }
    if isLateRecord(line, arguments) { return }
    switch event.source {
    case .world: takeFact(line, arguments)
    case .input: takeInput(line, arguments)
    case .system, .clock: takeOwn(line, arguments)
    }
    checkProperties(line.place)
  }

  // MARK: Who is meant

  /// The arguments as values; entities that were there from the start are learned.
  private mutating func resolve(_ line: TraceEvent) -> [Value]? {
    var values: [Value] = []
    for (parameter, argument) in zip(rules[line.event].parameters, line.arguments) {
      guard let value = value(argument, parameter.type.scalar) else {
        report(
          finding(
            .identity, line.place, rule: rules[line.event].name,
            statement: "What a line names has been introduced.",
            entity: parameter.name,
            expected: "the name of a \(rules.name(of: parameter.type.scalar)) that was introduced",
            observed: "a name that no line has introduced"))
        return nil
      }
      values.append(value)
    }
    return values
  }

  mutating func value(_ value: TraceValue, _ scalar: Core.Scalar) -> Value? {
    switch value {
    case .none: return Value.none
    case .bool(let value): return .bool(value)
    case .number(let number): return .number(number)
    case .symbol(let index): return .symbol(Int32(clamping: index))
    case .name(let name):
      guard case .entity(let sort) = scalar else { return nil }
      if let index = names.index(name, sort) { return .entity(index) }
      guard !rules[sort].isIntroduced else { return nil }
      state = evaluator.adding(sort, to: state)
      names.add(name, sort)
      return .entity(Int32(clamping: state.count(of: sort) - 1))
    }
  }

  /// A line about an obligation that was performed for it in time: it names what was introduced.
  private mutating func isLateRecord(_ line: TraceEvent, _ arguments: [Value]) -> Bool {
    let key = Performed(rule: line.event.index, arguments: arguments)
    guard let results = performed.removeValue(forKey: key) else { return false }
    for (index, result) in rules[line.event].results.enumerated() where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar,
        case .entity(let entity) = results[index], case .name(let name)?? = line.results[safe: index]
      else { continue }
      names.name(entity, name, sort)
    }
    return true
  }

  // MARK: The four kinds

  private mutating func takeFact(_ line: TraceEvent, _ arguments: [Value]) {
    let assumptions = (try? evaluator.assumptions(of: line.event, arguments, in: state)) ?? []
    for (assumption, value) in assumptions {
      exercise("assumption \(assumption.name)")
      guard value == .bool(false) else { continue }
      var found = finding(
        .assumptionBroken, line.place, rule: assumption.name, requirements: assumption.citations,
        statement: assumption.sentence ?? assumption.text,
        entity: describe(rules[line.event].parameters, arguments), expected: assumption.text,
        observed: values(in: assumption.condition, line.event, arguments), span: assumption.span)
      found.repair = "its effects are taken over"
      report(found)
    }
    perform(line, arguments, isExpected: true)
  }

  private mutating func takeInput(_ line: TraceEvent, _ arguments: [Value]) {
    let event = rules[line.event]
    let guards = judged(line.event, arguments)
    let broken = guards.first { $0.value == .bool(false) }
    let isUnknown = broken == nil && guards.contains { $0.value == .unknown }
    switch line.outcome {
    case .refused:
      if isUnknown { return reportUnknown(line, arguments, guards) }
      if broken == nil {
        report(
          finding(
            .wronglyRefused, line.place, rule: event.name, requirements: event.citations,
            statement: "\(event.name) is refused only if one of its rules is broken.",
            entity: describe(event.parameters, arguments), expected: "ok: every rule is kept",
            observed: "refused", span: event.span))
        return
      }
      let sent = (try? evaluator.refusal(of: line.event, arguments, in: state)) ?? []
      compare(sent, line, arguments, event.refusal)
    case .ok:
      if isUnknown { return reportUnknown(line, arguments, guards) }
      guard let broken else {
        perform(line, arguments, isExpected: true)
        return
      }
      report(.wronglyAccepted, line, arguments, broken.guard, expected: "refused")
    }
  }

  private mutating func takeOwn(_ line: TraceEvent, _ arguments: [Value]) {
    let event = rules[line.event]
    let guards = judged(line.event, arguments)
    if let broken = guards.first(where: { $0.value == .bool(false) }) {
      return report(.forbidden, line, arguments, broken.guard, expected: "not \(event.name) now")
    }
    if guards.contains(where: { $0.value == .unknown }) {
      return reportUnknown(line, arguments, guards)
    }
    if event.due != nil, case .number(let due)? = try? evaluator.due(of: line.event, arguments, in: state) {
      exercise("due \(event.name)", margin: state.now - due)
      if due > state.now + options.tolerance {
        report(
          finding(
            .early, line.place, rule: event.name, requirements: event.due?.citations ?? [],
            statement: "\(event.name) is due at \(event.due?.text ?? "")",
            entity: describe(event.parameters, arguments),
            expected: "not before \(Instants.timestamp(due))",
            observed: "at \(Instants.timestamp(line.instant))", span: event.due?.span))
      }
    }
    perform(line, arguments, isExpected: true)
  }

  private mutating func judged(
    _ event: Core.ID<Core.Event>, _ arguments: [Value]
  ) -> [(guard: Core.Guard, value: Value)] {
    let guards = (try? evaluator.guards(of: event, arguments, in: state)) ?? []
    for (item, value) in guards where value != .unknown && !item.citations.isEmpty {
      exercise("guard \(rules[event].name): \(item.text)")
    }
    return guards
  }

  private mutating func reportUnknown(
    _ line: TraceEvent, _ arguments: [Value], _ guards: [(guard: Core.Guard, value: Value)]
  ) {
    let open = guards.first { $0.value == .unknown }
    let event = rules[line.event]
    var found = finding(
      .unknown, line.place, rule: event.name, requirements: open?.guard.citations ?? [],
      statement: open?.guard.text ?? event.name,
      entity: describe(event.parameters, arguments),
      expected: "evidence for: \(open?.guard.text ?? "")",
      observed: open.map { values(in: $0.guard.condition, line.event, arguments) } ?? "",
      span: open?.guard.span)
    found.repair = "left out: observe what is not known"
    report(found)
  }

  private mutating func report(
    _ kind: Finding.Kind, _ line: TraceEvent, _ arguments: [Value], _ rule: Core.Guard,
    expected: String
  ) {
    let event = rules[line.event]
    var found = finding(
      kind, line.place, rule: event.name, requirements: rule.citations, statement: rule.text,
      entity: describe(event.parameters, arguments), expected: expected,
      observed: kind == .wronglyAccepted ? "accepted" : event.name, span: rule.span)
    found.guard = "\(rule.text)   (\(values(in: rule.condition, line.event, arguments)))"
    report(found)
    let isDone = perform(line, arguments, isExpected: false)
    repair(line.place.line, isDone ? "the server is believed" : "left out: it has no meaning here")
  }

  // MARK: Doing it

  @discardableResult
  mutating func perform(_ line: TraceEvent, _ arguments: [Value], isExpected: Bool) -> Bool {
    let event = rules[line.event]
    var results: [Value] = []
    var introduced: [(sort: Core.ID<Core.Entity>, name: String)] = []
    for (index, result) in event.results.enumerated() {
      guard let recorded = line.results[safe: index] ?? nil else {
        results.append(.unknown)
        continue
      }
      if result.isNew, case .name(let name) = recorded,
        case .entity(let sort) = result.variable.type.scalar
      {
        guard names.index(name, sort) == nil else {
          report(
            finding(
              .identity, line.place, rule: event.name,
              statement: "What is introduced has a name of its own.",
              entity: result.variable.name, expected: "a new name",
              observed: "a name that was introduced before"))
          return false
        }
        introduced.append((sort, name))
        results.append(.none)
      } else {
        results.append(value(recorded, result.variable.type.scalar) ?? .unknown)
      }
    }
    do {
      let step = try evaluator.fire(line.event, arguments, results: results, in: state)
      for (sort, name) in introduced { names.add(name, sort) }
      adopt(step)
      if isExpected { compare(step.notifications, line, arguments, sentBy: event) }
      checkSteps(step, line.place)
      return true
    } catch {
      guard isExpected else { return false }
      var found = finding(
        .unknown, line.place, rule: event.name, statement: error.message(in: rules),
        entity: describe(event.parameters, arguments), expected: "an event that has a meaning",
        observed: error.text ?? "", span: error.span)
      found.repair = "left out"
      report(found)
      return false
    }
  }

  /// The paths of a condition with what they hold: `request.stage = searching`.
  func values(
    in condition: Core.Expression, _ event: Core.ID<Core.Event>, _ arguments: [Value]
  ) -> String {
    let context = Context(
      here: state, environment: Environment(rules[event].parameters, arguments))
    let text = ExpressionText(rules)
    var seen: Set<String> = []
    var parts: [String] = []
    condition.forEach { node in
      switch node {
      case .variable, .field, .global, .now: break
      default: return
      }
      let name = text.text(node)
      guard seen.insert(name).inserted, let value = try? evaluator.evaluate(node, in: context) else {
        return
      }
      let type = rules.type(of: node).scalar
      let shown =
        node == .now || type == .time ? instant(value) : names.text(value, type)
      parts.append("\(name) = \(shown)")
    }
    return parts.joined(separator: ", ")
  }

  private func instant(_ value: Value) -> String {
    if case .number(let number) = value { Instants.timestamp(number) } else { "none" }
  }
}

extension Array {
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
