import Basics

extension Elaborator {
  func elaborateProperties() {
    declareUniqueness()
    for declaration in book.declarations {
      guard case .property(let property) = declaration.kind else { continue }
      let citations = cite(property.citations)
      guard let body = body(property),
        let kind = Core.Property.Kind(rawValue: property.kind.rawValue)
      else { continue }
      rules.properties.append(
        Core.Property(
          kind: kind, name: property.name.text, citations: citations,
          sentence: property.sentence?.value, body: body, text: text(bodySpan(property)),
          span: property.name.span))
    }
  }

  private func bodySpan(_ property: Syntax.Property) -> SourceSpan {
    switch property.body {
    case .formula(let expression): expression.span
    case .lasts(_, _, let condition, let limit): condition.span.joined(with: limit.span)
    case .count(_, let condition): condition?.span ?? property.name.span
    }
  }

  private func body(_ property: Syntax.Property) -> Core.Property.Body? {
    nextVariable = 0
    switch (property.kind, property.body) {
    case (.assume, .formula):
      checkAssumption(property)
      return nil
    case (.axiom, .formula(let expression)):
      refuseEvents(property)
      return axiom(expression).map { .always($0) }
    case (.invariant, .formula(let expression)), (.lemma, .formula(let expression)):
      refuseEvents(property)
      return condition(expression, Scope(site: .property)).map { .always($0) }
    case (.step, .formula(let expression)):
      guard property.events != nil else {
        report(
          "no-events", "a step property names its events: 'step \(property.name.text) after …'",
          at: property.name.span)
        return nil
      }
      return steps(property, expression).map { .step($0) }
    case (.reach, .formula(let expression)):
      if property.events != nil { return steps(property, expression).map { .reachStep($0) } }
      return condition(expression, Scope(site: .property)).map { .reach($0) }
    case (.bounded, .lasts(let binders, let filter, let condition, let limit)),
      (.prompt, .lasts(let binders, let filter, let condition, let limit)):
      refuseEvents(property)
      return lasting(binders, filter, condition, limit).map { .lasts($0) }
    case (.measure, .count(let binders, let filter)):
      refuseEvents(property)
      guard let (bound, inner) = bind(binders, Scope(site: .property)) else { return nil }
      guard let filter else { return .measure(bound, condition: .true) }
      return condition(filter, inner).map { .measure(bound, condition: $0) }
    default:
      report(
        "wrong-body", "a '\(property.kind.rawValue)' is not written like this",
        at: property.name.span)
      return nil
    }
  }

  private func refuseEvents(_ property: Syntax.Property) {
    guard property.events != nil else { return }
    report(
      "events-here", "a '\(property.kind.rawValue)' is about states, not about events",
      at: property.name.span)
  }

  private func checkAssumption(_ property: Syntax.Property) {
    switch property.events {
    case nil:
      report(
        "no-events", "an assumption names its events: 'assume \(property.name.text) at …'",
        at: property.name.span)
    case .every: break
    case .named(let events):
      for name in events {
        guard let id = eventID(name) else { continue }
        if rules[id].isOwnInitiative {
          report(
            "assumed-decision",
            "'\(name.text)' is the server's own doing: it is not assumed, but required",
            at: name.span)
        }
      }
    }
  }

  /// Returns the event of that name; nil after a report.
  func eventID(_ name: Syntax.Name) -> Core.ID<Core.Event>? {
    if let id = names.events[name.text] { return id }
    let known = book.declarations.compactMap { declaration -> String? in
      if case .event(let event) = declaration.kind { event.name.text } else { nil }
    }
    // An event that is declared but wrong has been reported at its declaration.
    if !known.contains(name.text) { reporter.unknown("event", name, among: known) }
    return nil
  }

  /// Elaborates the formula once for each of the events: their arguments and results are in scope,
  /// and facts known from their guards hold in the state before.
  private func steps(
    _ property: Syntax.Property, _ expression: Syntax.Expression
  ) -> [Core.StepFormula]? {
    var result: [Core.StepFormula] = []
    switch property.events {
    case .every:
      for index in rules.events.indices {
        let event = rules.events[index]
        nextVariable = event.parameters.count + event.results.count
        guard let core = condition(expression, Scope(site: .step)) else { return nil }
        checkReadsBefore(core, event, at: expression.span)
        result.append(Core.StepFormula(event: Core.ID(index), formula: core))
      }
    case .named(let events):
      for name in events {
        guard let id = eventID(name) else { continue }
        let event = rules[id]
        var scope = Scope(site: .step)
        for variable in event.parameters + event.results.map(\.variable) {
          scope.locals[variable.name] = .value(.variable(variable), variable.type)
        }
        nextVariable = event.parameters.count + event.results.count
        scope.facts = knownBefore(event)
        guard let core = condition(expression, scope) else { return nil }
        checkReadsBefore(core, event, at: expression.span)
        result.append(Core.StepFormula(event: id, formula: core))
      }
    case nil: break
    }
    return result
  }

  private func knownBefore(_ event: Core.Event) -> Set<Core.Expression> {
    let known = event.guards.reduce(into: Set()) { $0.formUnion(facts($1.condition, when: true)) }
    return Set(
      known.map { fact in
        fact.instantiated([:], era: .before, fresh: { self.freshVariable() })
      })
  }

  private func lasting(
    _ binders: [Syntax.Binder], _ filter: Syntax.Expression?, _ condition: Syntax.Expression,
    _ limit: Syntax.Expression
  ) -> Core.Lasting? {
    guard let (bound, inner) = bind(binders, Scope(site: .property)) else { return nil }
    for (binder, syntax) in zip(bound, binders.flatMap(\.names)) {
      guard case .entities = binder.domain else {
        report(
          "lasting-binder", "what lasts is a condition of entities: 'r: Request'", at: syntax.span)
        return nil
      }
    }
    var scope = inner
    var parts: [Core.Expression] = []
    if let filter {
      guard let core = self.condition(filter, inner) else { return nil }
      parts.append(core)
      scope = self.scope(inner, after: core)
    }
    guard let core = self.condition(condition, scope),
      let literal = constant(limit, Core.ValueType(.duration)),
      case .number(let milliseconds, _) = literal
    else { return nil }
    guard milliseconds >= 0 else {
      report("negative-limit", "a limit is not negative", at: limit.span)
      return nil
    }
    return Core.Lasting(binders: bound, condition: .all(parts + [core]), limit: milliseconds)
  }
}
