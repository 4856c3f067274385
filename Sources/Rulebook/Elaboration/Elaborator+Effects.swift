import Basics

extension Elaborator {
  private static let deepestEffects = 32

  /// Checks each effect by itself, so that a mistake in an effect that is never called is found
  /// too.
  func checkEffects() {
    for declaration in book.declarations {
      guard case .effect(let name, let parameters, let clauses) = declaration.kind else { continue }
      nextVariable = 0
      definedness = []
      var scope = Scope(site: .effect)
      guard variables(parameters, &scope) != nil else { continue }
      openEffects = [name.text]
      for clause in clauses { _ = updates(clause, when: [], scope) }
      openEffects = []
    }
  }

  /// Returns the updates of one clause, with effects and cases written out.
  /// - Parameter conditions: The cases that lead here.
  func updates(
    _ clause: Syntax.Clause, when conditions: [Core.Expression], _ scope: Scope,
    citations outer: [String] = []
  ) -> [Core.Update] {
    switch clause.kind {
    case .require, .due, .onRefusal: return []
    case .cases(let rows): return cases(rows, when: conditions, scope, citations: outer)
    case .action(.perform(let name, let arguments)):
      let citations = outer + cite(clause.citations)
      return perform(name, arguments, when: conditions, scope, citations: citations)
    case .action(.each(let domain, let actions)):
      return each(domain, actions, when: conditions, scope, at: clause.span, citations: outer)
    case .action(.notifyEach(let domain, let notification)):
      let action = Syntax.Clause(
        .action(.notify(notification)), citations: clause.citations, span: clause.span)
      return each(domain, [action], when: conditions, scope, at: clause.span, citations: outer)
    case .action(.clear(let collection)):
      let citations = outer + cite(clause.citations)
      return clear(collection, when: conditions, scope, at: clause.span, citations: citations)
    case .action(.assign(let place, let sign, let value)) where place.isPair:
      let citations = outer + cite(clause.citations)
      return assignPair(
        place, sign, value, when: conditions, scope, at: clause.span, citations: citations)
    case .action(let action):
      let citations = outer + cite(clause.citations)
      guard let core = self.action(action, scope, at: clause.span) else { return [] }
      return [
        Core.Update(
          condition: .all(conditions), action: core, citations: citations, span: clause.span)
      ]
    }
  }

  /// Returns the updates of a table: the first row that holds, so each row's condition with those
  /// above it false.
  private func cases(
    _ rows: [Syntax.Clause.Row], when conditions: [Core.Expression], _ scope: Scope,
    citations: [String]
  ) -> [Core.Update] {
    var result: [Core.Update] = []
    var above = conditions
    var scope = scope
    for row in rows {
      let cited = citations + cite(row.citations)
      guard let condition = row.condition else {
        for action in row.actions {
          result += updates(action, when: above, scope, citations: cited)
        }
        continue
      }
      guard let core = self.condition(condition, scope) else { continue }
      let inside = self.scope(scope, after: core)
      for action in row.actions {
        result += updates(action, when: above + [core], inside, citations: cited)
      }
      above.append(.negation(of: core))
      scope = self.scope(scope, after: core, being: false)
    }
    return result
  }

  private func perform(
    _ name: Syntax.Name, _ arguments: [Syntax.Expression], when conditions: [Core.Expression],
    _ scope: Scope, citations: [String]
  ) -> [Core.Update] {
    guard let effect = names.effects[name.text] else {
      reporter.unknown("effect", name, among: names.effects.keys.sorted())
      return []
    }
    names.used.insert(name.text)
    guard leadsOn(to: name) else { return [] }
    guard arguments.count == effect.parameters.count else {
      report(
        "argument-count",
        "'\(name.text)' takes \(counted(effect.parameters.count, "argument")), here are "
          + "\(arguments.count)", at: name.span)
      return []
    }
    var inner = scope
    inner.locals = [:]
    for (argument, parameter) in zip(arguments, effect.parameters) {
      guard let type = valueType(parameter.type), let core = value(argument, of: type, scope) else {
        return []
      }
      guard allows(core.extent(), at: argument.span) else { return [] }
      inner.locals[parameter.name.text] = .value(core, type)
    }
    guard spend(1 + conditions.count, at: name.span) else { return [] }
    openEffects.append(name.text)
    defer { openEffects.removeLast() }
    return effect.clauses.flatMap {
      updates($0, when: conditions, inner, citations: citations)
    }
  }

  /// Returns true if the effect is not already being written out; reports a cycle once.
  private func leadsOn(to name: Syntax.Name) -> Bool {
    if let start = openEffects.firstIndex(of: name.text) {
      let cycle = openEffects[start...] + [name.text]
      if cyclicEffects.isDisjoint(with: cycle) {
        report(
          "cyclic-effect",
          "the effect leads back to itself: \(cycle.joined(separator: " → "))", at: name.span)
      }
      cyclicEffects.formUnion(cycle)
      return false
    }
    guard openEffects.count < Self.deepestEffects else {
      report(
        "too-large", "more than \(Self.deepestEffects) effects lead from one to the next",
        at: name.span)
      return false
    }
    return true
  }

  private func action(
    _ action: Syntax.Action, _ scope: Scope, at span: SourceSpan
  ) -> Core.Action? {
    switch action {
    case .perform, .each, .notifyEach, .clear: return nil
    case .assign(let path, let kind, let expression):
      return assignment(path, kind, expression, scope, at: span)
    case .append(let element, let queue):
      return moving(element, queue, scope).map { .append($0, to: $1) }
    case .move(let element, let queue):
      return moving(element, queue, scope).map { .move($0, toEndOf: $1) }
    case .add(let element, let path):
      guard let (collection, kind) = collection(path, scope),
        let core = value(element, of: memberType(kind), scope)
      else { return nil }
      guard case .set = kind else {
        report("set-expected", "'add' is for sets; on a queue say 'append'", at: span)
        return nil
      }
      return .add(core, to: collection)
    case .remove(let element, let path):
      guard let (collection, kind) = collection(path, scope),
        let core = value(element, of: memberType(kind), scope)
      else { return nil }
      return .remove(core, from: collection)
    case .notify(let notification):
      return self.notification(notification, scope).map { .notify($0) }
    }
  }

  private func moving(
    _ element: Syntax.Expression, _ path: Syntax.Expression, _ scope: Scope
  ) -> (Core.Expression, Core.Collection)? {
    guard let queue = self.queue(path, scope),
      let core = value(element, of: memberType(rules[queue.field].kind), scope)
    else { return nil }
    return (core, queue)
  }

  func notification(
    _ notification: Syntax.Notification, _ scope: Scope
  ) -> Core.Notification? {
    guard let (recipient, scalar) = certainValue(notification.recipient, scope),
      let (id, arguments) = messageArguments(notification.message, notification.arguments, scope)
    else { return nil }
    guard case .entity = scalar else {
      report("wrong-type", "only an entity is notified", at: notification.recipient.span)
      return nil
    }
    return Core.Notification(recipient: recipient, message: id, arguments: arguments)
  }

  private func assignment(
    _ path: Syntax.Expression, _ kind: Syntax.Action.Assignment, _ expression: Syntax.Expression,
    _ scope: Scope, at span: SourceSpan
  ) -> Core.Action? {
    guard let (place, type) = place(path, scope),
      let core = assigned(path, kind, expression, type, scope, at: span)
    else { return nil }
    return .assign(place, core)
  }

  /// Returns the new value of a place, also for `+=` and `-=`.
  func assigned(
    _ path: Syntax.Expression, _ kind: Syntax.Action.Assignment, _ expression: Syntax.Expression,
    _ type: Core.ValueType, _ scope: Scope, at span: SourceSpan
  ) -> Core.Expression? {
    if kind == .set { return assigned(expression, type, scope) }
    let `operator`: Syntax.Operator = kind == .increase ? .plus : .minus
    let combined = Syntax.Expression(.arithmetic(`operator`, path, expression), span)
    return assigned(combined, type, scope)
  }

  /// Returns the value for a place. If its type is a range, proving that the value lies inside is
  /// left to the proof.
  private func assigned(
    _ expression: Syntax.Expression, _ type: Core.ValueType, _ scope: Scope
  ) -> Core.Expression? {
    guard case .range(let id) = type.scalar,
      case .value(let core, let actual)? = elaborate(expression, expecting: type, scope),
      actual.scalar.isPlainNumber, actual.scalar != type.scalar, !actual.isOptional,
      fold(core) == nil
    else { return value(expression, of: type, scope) }
    let range = rules[id]
    definedness.append(
      Core.Definedness(
        condition: .all(scope.premises),
        fact: .all([
          .atMost(.literal(.number(range.lower, .int)), core),
          .atMost(core, .literal(.number(range.upper, .int))),
        ]),
        text: "\(text(expression.span)) lies between \(range.lower) and \(range.upper)",
        span: expression.span))
    return core
  }

  private func place(
    _ path: Syntax.Expression, _ scope: Scope
  ) -> (Core.Place, Core.ValueType)? {
    let read = names.readFields
    guard let elaborated = elaborate(path, expecting: nil, scope) else { return nil }
    switch elaborated {
    case .value(let core, let type):
      switch core {
      case .field(let id, let owner, _):
        // The place is written here, not read.
        if !read.contains(id) { names.readFields.remove(id) }
        return (.field(id, of: owner), type)
      case .global(let id, _): return (.global(id), type)
      default: break
      }
    case .collection:
      report(
        "collection-assigned", "a collection is not assigned; append, move, add, remove or clear",
        at: path.span)
      return nil
    case .caseName(let name):
      unknownName(name, scope)
      return nil
    case .none: break
    }
    report("not-a-place", "only a field or a state is assigned", at: path.span)
    return nil
  }
}
