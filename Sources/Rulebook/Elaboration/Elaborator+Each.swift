import Basics

extension Elaborator {
  /// Returns the updates of actions that are done to each entity of a domain.
  func each(
    _ domain: Syntax.Domain, _ actions: [Syntax.Clause], when conditions: [Core.Expression],
    _ scope: Scope, at span: SourceSpan, citations: [String]
  ) -> [Core.Update] {
    guard let (bound, inner) = bind([domain.binder], scope), let binder = bound.first else {
      return []
    }
    guard case .entity = binder.variable.type.scalar else {
      report("wrong-type", "'each' goes through entities", at: span)
      return []
    }
    var parts = conditions
    if case .members(let collection) = binder.domain {
      parts.append(.member(.variable(binder.variable), of: collection))
    }
    var reading = inner
    if let filter = domain.condition {
      guard let core = condition(filter, inner) else { return [] }
      parts.append(core)
      reading = self.scope(inner, after: core)
    }
    let stated = definedness.count
    var result: [Core.Update] = []
    for action in actions {
      for update in updates(action, when: parts, reading, citations: citations) {
        guard allows(update.action, of: binder.variable, at: update.span) else { return [] }
        result.append(
          Core.Update(
            each: binder, condition: update.condition, action: update.action,
            citations: update.citations, span: update.span))
      }
    }
    let own = Array(parts.dropFirst(conditions.count))
    for index in stated..<definedness.count {
      definedness[index] = definedness[index].ofEach(binder, where: .all(own))
    }
    return result
  }

  /// Elaborates `clear zone.queue`: each member is removed.
  func clear(
    _ path: Syntax.Expression, when conditions: [Core.Expression], _ scope: Scope,
    at span: SourceSpan, citations: [String]
  ) -> [Core.Update] {
    guard let (collection, kind) = collection(path, scope) else { return [] }
    let member = Core.Variable(id: freshVariable(), name: "member", type: memberType(kind))
    return [
      Core.Update(
        each: Core.Binder(member, .members(collection)),
        condition: .all(conditions + [.member(.variable(member), of: collection)]),
        action: .remove(.variable(member), from: collection), citations: citations, span: span)
    ]
  }

  /// Returns true if the action writes only places that belong to the bound entity, so that no
  /// place is written for two entities.
  private func allows(
    _ action: Core.Action, of variable: Core.Variable, at span: SourceSpan
  ) -> Bool {
    let own = Core.Expression.variable(variable)
    let isOwn: Bool
    switch action {
    case .assign(.field(_, let owner), _): isOwn = owner == own
    case .add(let member, let collection), .remove(let member, let collection):
      isOwn = (member == own) != (collection.owner == own)
    case .notify(let notification): isOwn = notification.recipient == own
    case .assign(.global, _), .append, .move: isOwn = false
    }
    guard isOwn else {
      report(
        "each-writes",
        "'each' writes fields of '\(variable.name)', adds or removes it, or notifies it; "
          + "nothing else", at: span)
      return false
    }
    // The entity leaves a queue or set of the entity that one of its own fields names.
    if case .remove(own, let collection) = action, collection.owner.isField(of: own) { return true }
    let reads = action.readExpressions.contains { expression in
      expression.leadsOn(from: variable)
        || expression.contains { node in
          guard case .field(let id, own, _) = node, case .value(let type) = rules[id].kind,
            case .entity = type.scalar
          else { return false }
          return true
        }
    }
    if reads {
      report(
        "each-reads",
        "what is written to each '\(variable.name)' reads its own values, and no further",
        at: span)
    }
    return !reads
  }
}

extension Core.Definedness {
  /// Returns the updates done to each entity of a domain.
  fileprivate func ofEach(_ binder: Core.Binder, where condition: Core.Expression) -> Self {
    Self(
      condition: .true,
      fact: .quantified(
        .all, [binder], condition: .all([condition, self.condition]), body: fact),
      text: text, span: span)
  }
}

extension Core.Expression {
  /// Returns true if it is a field of the entity, or the value of an optional one.
  fileprivate func isField(of entity: Core.Expression) -> Bool {
    switch self {
    case .field(_, entity, _), .certain(.field(_, entity, _)): true
    default: false
    }
  }

  /// Returns true if it reads a field or a collection of an entity that it reaches through the
  /// variable.
  fileprivate func leadsOn(from variable: Core.Variable) -> Bool {
    func isReached(_ owner: Core.Expression) -> Bool {
      owner != .variable(variable) && owner.mentions(variable)
    }
    return contains { node in
      switch node {
      case .field(_, let owner, _): isReached(owner)
      case .member(_, let collection), .ahead(_, _, let collection): isReached(collection.owner)
      case .quantified, .extreme: node.mentions(variable)
      default: false
      }
    }
  }
}
