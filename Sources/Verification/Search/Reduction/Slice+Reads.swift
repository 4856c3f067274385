import Rulebook

extension Slice {
  /// The places that were found to be read.
  struct Reads: Equatable {
    var fields: Set<Core.ID<Core.Field>> = []
    var globals: Set<Core.ID<Core.Global>> = []
    /// The sorts of which the number of entities matters.
    var sorts: Set<Core.ID<Core.Entity>> = []
    var messages: Set<Core.ID<Core.Message>> = []

    mutating func add(_ property: Core.Property) {
      for binder in property.body.binders { add(binder.domain) }
      for formula in property.body.formulas { add(formula) }
    }

    /// Adds the places that decide whether the event happens.
    mutating func add(conditionsOf event: Core.Event) {
      for condition in event.guards.map(\.condition) + event.assumptions.map(\.condition) {
        add(condition)
      }
      if let due = event.due { add(due.instant) }
      for parameter in event.parameters {
        if case .entity(let sort) = parameter.type.scalar { sorts.insert(sort) }
      }
    }

    mutating func add(_ expression: Core.Expression) {
      switch expression {
      // If a constant decides, nothing else does.
      case .and(let parts) where parts.contains(.false): return
      case .or(let parts) where parts.contains(.true): return
      case .conditional(.literal(.bool(let holds)), let then, let otherwise):
        return add(holds ? then : otherwise)
      case .field(let id, _, _): fields.insert(id)
      case .global(let id, _): globals.insert(id)
      case .member(_, let collection), .ahead(_, _, let collection):
        fields.insert(collection.field)
      case .quantified(_, let binders, _, _): for binder in binders { add(binder.domain) }
      case .extreme(let extreme): add(extreme.binder.domain)
      case .notified(_, let message, _): messages.insert(message)
      default: break
      }
      for child in expression.children { add(child) }
    }

    private mutating func add(_ domain: Core.Binder.Domain) {
      switch domain {
      case .entities(let sort, _): sorts.insert(sort)
      case .members(let collection):
        fields.insert(collection.field)
        add(collection.owner)
      case .values: break
      }
    }

    /// Returns true if the event changes something that is read.
    func areWritten(by event: Core.Event) -> Bool {
      event.updates.contains { isWritten(by: $0.action) }
        || event.results.contains { result in
          guard result.isNew, case .entity(let sort) = result.variable.type.scalar else {
            return false
          }
          return sorts.contains(sort)
        }
    }

    func isWritten(by action: Core.Action) -> Bool {
      switch action {
      case .assign(.field(let id, _), _): fields.contains(id)
      case .assign(.global(let id), _): globals.contains(id)
      case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
        .add(_, let collection):
        fields.contains(collection.field)
      case .notify(let notification): messages.contains(notification.message)
      }
    }
  }
}

extension Core.Action {
  /// The expressions that the action reads.
  var operands: [Core.Expression] {
    switch self {
    case .assign(.field(_, let owner), let value): [owner, value]
    case .assign(.global, let value): [value]
    case .append(let element, let collection), .move(let element, let collection),
      .remove(let element, let collection), .add(let element, let collection):
      [element, collection.owner]
    case .notify(let notification):
      [notification.recipient] + notification.arguments.compactMap(\.self)
    }
  }
}
