import Rulebook

extension Core {
  /// A field of any entity, or a state, as the target of reads and writes.
  package enum Location: Hashable, Sendable {
    case field(ID<Field>)
    case global(ID<Global>)

    package func name(in rules: Rules) -> String {
      switch self {
      case .field(let id): rules[id].qualifiedName(in: rules)
      case .global(let id): rules[id].name
      }
    }
  }
}

extension Core.Expression {
  /// The locations that the evaluation of the expression reads.
  package var locations: Set<Core.Location> { [self].locations }
}

extension [Core.Expression] {
  /// The locations that the expressions read.
  package var locations: Set<Core.Location> {
    var found: Set<Core.Location> = []
    func add(_ collection: Core.Collection) { found.insert(.field(collection.field)) }
    func add(_ domain: Core.Binder.Domain) {
      if case .members(let collection) = domain { add(collection) }
    }
    func add(_ node: Core.Expression) {
      switch node {
      case .field(let id, _, _): found.insert(.field(id))
      case .global(let id, _): found.insert(.global(id))
      case .member(_, let collection), .ahead(_, _, let collection): add(collection)
      case .quantified(_, let binders, _, _): for binder in binders { add(binder.domain) }
      case .extreme(let extreme): add(extreme.binder.domain)
      default: break
      }
    }
    for expression in self { expression.forEach { add($0) } }
    return found
  }
}

extension Core.Action {
  /// The location that changes; none for a notification.
  package var written: Core.Location? {
    switch self {
    case .assign(.field(let id, _), _): .field(id)
    case .assign(.global(let id), _): .global(id)
    case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
      .add(_, let collection):
      .field(collection.field)
    case .notify: nil
    }
  }
}

extension Core.Event {
  /// The locations that the event may change.
  package var written: Set<Core.Location> { Set(updates.compactMap(\.action.written)) }
}

extension Core.Property {
  /// The locations that the property reads.
  package var locations: Set<Core.Location> {
    var found = body.formulas.locations
    for case .members(let collection) in body.binders.map(\.domain) {
      found.insert(.field(collection.field))
    }
    return found
  }
}
