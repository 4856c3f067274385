import Basics

extension Elaborator {
  /// The keys of a trace line that no parameter may take.
  static let reservedNames: Set<String> = [
    "at", "event", "outcome", "notified", "observe", "crc", "id",
  ]

  func declareEvents() {
    for declaration in book.declarations {
      guard case .event(let event) = declaration.kind, names.events[event.name.text] == nil else {
        continue
      }
      if let core = elaborate(event, span: declaration.span) {
        names.events[event.name.text] = Core.ID(rules.events.count)
        rules.events.append(core)
      }
    }
    checkActors()
    for declaration in book.declarations {
      guard case .every(let except, _) = declaration.kind else { continue }
      for name in except { _ = eventID(name) }
    }
  }

  private func elaborate(_ event: Syntax.Event, span: SourceSpan) -> Core.Event? {
    nextVariable = 0
    definedness = []
    let source = self.source(event.actor)
    var scope = Scope(site: .guardOrDue)
    guard let parameters = variables(event.parameters, &scope) else { return nil }
    var effectScope = scope
    guard let results = results(event, &effectScope) else { return nil }
    for name in event.parameters.map(\.name) + event.results.map(\.name)
    where Self.reservedNames.contains(name.text) {
      report("reserved-name", "'\(name.text)' is a key of every trace line", at: name.span)
    }
    scope.hiddenResults = Set(results.map(\.variable.name))

    let isOwn = source == .system || source == .clock
    let assumptions = assumptions(at: event, isOwn: isOwn, scope)
    let guards = guards(of: event, source, &scope)
    let due = due(of: event, source, &scope)
    effectScope.site = .effect
    effectScope.facts = scope.facts
    effectScope.premises = scope.premises
    var placed: [PlacedUpdate] = []
    for clause in event.clauses {
      placed += self.updates(clause, when: [], effectScope).map { PlacedUpdate($0, in: clause) }
    }
    let updates = placed.map(\.update)
    let refusal = refusal(of: event, source, scope)
    checkNewReads(placed, results)
    checkGiven(placed, results, at: event.name.span)
    checkFixed(placed, results)
    checkGhosts(guards, due, placed, refusal)
    noteOldReads(updates)

    var citations = guards.flatMap(\.citations) + (due?.citations ?? [])
    citations += updates.flatMap(\.citations) + assumptions.flatMap(\.citations)
    return Core.Event(
      name: event.name.text, source: source, parameters: parameters, results: results,
      guards: guards + openReferences(of: results), assumptions: assumptions, due: due,
      updates: updates,
      refusal: refusal.map(\.notification), definedness: definedness, citations: unique(citations),
      span: event.name.span)
  }

  private func source(_ actor: Syntax.Name) -> Core.Source {
    switch actor.text {
    case "world": .world
    case "system": .system
    case "clock": .clock
    default: .input(actor: actor.text)
    }
  }

  private func results(_ event: Syntax.Event, _ scope: inout Scope) -> [Core.Result]? {
    var results: [Core.Result] = []
    for result in event.results {
      let parameter = Syntax.Parameter(name: result.name, type: result.type)
      guard let variable = variables([parameter], &scope)?.first else { return nil }
      if result.isNew {
        guard case .entity = variable.type.scalar, !variable.type.isOptional else {
          report("not-an-entity", "'new' introduces an entity", at: result.name.span)
          return nil
        }
      }
      results.append(Core.Result(variable: variable, isNew: result.isNew))
    }
    return results
  }

  private func guards(
    of event: Syntax.Event, _ source: Core.Source, _ scope: inout Scope
  ) -> [Core.Guard] {
    var guards: [Core.Guard] = []
    func require(_ clause: Syntax.Clause, _ scope: inout Scope, asSeenIn reading: Scope) {
      guard case .require(let expression) = clause.kind else { return }
      let citations = cite(clause.citations)
      var behind = reading
      guard let core = condition(expression, narrowing: &behind) else {
        scope.facts.formUnion(behind.facts)
        return
      }
      if case .bool(false)? = fold(core) {
        report("never-true", .warning, "this guard never holds", at: clause.span)
      }
      guards.append(
        Core.Guard(
          condition: core, citations: citations, text: text(expression.span), span: clause.span))
      scope = self.scope(scope, after: core)
    }
    if source != .world {
      for declaration in book.declarations {
        guard case .every(let except, let clauses) = declaration.kind,
          !except.contains(where: { $0.text == event.name.text })
        else { continue }
        for clause in clauses { require(clause, &scope, asSeenIn: Scope(site: .guardOrDue)) }
      }
    }
    for clause in event.clauses {
      guard case .require = clause.kind else { continue }
      if source == .world {
        report(
          "guarded-fact",
          "what comes from the world cannot be refused; say 'assume NAME at \(event.name.text)'",
          at: clause.span)
      }
      require(clause, &scope, asSeenIn: scope)
    }
    return guards
  }

  /// Returns a guard for each reference that is left open (`= any`): an entity must exist to which
  /// it can lead.
  private func openReferences(of results: [Core.Result]) -> [Core.Guard] {
    var sorts: Set<Core.ID<Core.Entity>> = []
    return results.filter(\.isNew).flatMap { result -> [Core.Guard] in
      guard case .entity(let sort) = result.variable.type.scalar else { return [] }
      return rules[sort].fields.compactMap { id in
        let field = rules[id]
        guard field.initial == .any, case .value(let type) = field.kind, !type.isOptional,
          case .entity(let target) = type.scalar, rules[target].isIntroduced,
          sorts.insert(target).inserted
        else { return nil }
        let somebody = Core.Variable(
          id: freshVariable(), name: field.name, type: Core.ValueType(.entity(target)))
        return Core.Guard(
          condition: .quantified(
            .some, [Core.Binder(somebody, .entities(target, .here))], condition: nil, body: .true),
          citations: [], text: "some \(field.name): \(rules[target].name): true",
          span: field.span)
      }
    }
  }

  private func due(
    of event: Syntax.Event, _ source: Core.Source, _ scope: inout Scope
  ) -> Core.Due? {
    var due: Core.Due?
    for clause in event.clauses {
      guard case .due(let expression) = clause.kind else { continue }
      guard source == .clock else {
        report("due-here", "'due' is for events from clock", at: clause.span)
        continue
      }
      guard due == nil else {
        report("duplicate-due", "an event has one 'due'", at: clause.span)
        continue
      }
      let citations = cite(clause.citations)
      guard let core = value(expression, of: Core.ValueType(.time), scope) else { continue }
      due = Core.Due(
        instant: core, citations: citations, text: text(expression.span), span: clause.span)
      scope.premises.append(.atMost(core, .now))
    }
    let isStated = event.clauses.contains { if case .due = $0.kind { true } else { false } }
    if source == .clock, !isStated {
      report(
        "no-due", "an event from clock says when it is due: 'due …'", at: event.name.span)
    }
    for parameter in event.parameters where source == .clock {
      guard let type = valueType(parameter.type) else { continue }
      if case .entity = type.scalar, !type.isOptional { continue }
      report(
        "clock-parameter", "an event from clock is about entities only: nobody gives it a value",
        at: parameter.name.span)
    }
    return due
  }

  private func assumptions(
    at event: Syntax.Event, isOwn: Bool, _ scope: Scope
  ) -> [Core.Assumption] {
    var result: [Core.Assumption] = []
    for declaration in eventAssumptions {
      guard case .property(let property) = declaration.kind,
        case .formula(let expression) = property.body
      else { continue }
      switch property.events {
      case .named(let names):
        guard names.contains(where: { $0.text == event.name.text }) else { continue }
      // Conditions on the server's own events are required, not assumed.
      case .every: if isOwn { continue }
      case nil: break
      }
      var reading = scope
      reading.site = .property
      let citations = cite(property.citations)
      guard let core = condition(expression, reading) else { continue }
      result.append(
        Core.Assumption(
          name: property.name.text, condition: core, citations: citations,
          sentence: property.sentence?.value, text: text(expression.span),
          span: declaration.span))
    }
    return result
  }

  private func refusal(
    of event: Syntax.Event, _ source: Core.Source, _ scope: Scope
  ) -> [(notification: Core.Notification, span: SourceSpan)] {
    var result: [(Core.Notification, SourceSpan)] = []
    for clause in event.clauses {
      guard case .onRefusal(let notification) = clause.kind else { continue }
      guard case .input = source else {
        report("refusal-here", "only what comes from outside can be refused", at: clause.span)
        continue
      }
      _ = cite(clause.citations)
      // A refused input failed some guard, so the facts known from the guards do not hold here.
      var reading = scope
      reading.facts = []
      reading.premises = []
      if let core = self.notification(notification, reading) { result.append((core, clause.span)) }
    }
    return result
  }

  func unique(_ items: [String]) -> [String] {
    var seen: Set<String> = []
    return items.filter { seen.insert($0).inserted }
  }
}
