internal import Rulebook
internal import Semantics

/// The part of the state on which the question at hand depends: what guards, deadlines and the
/// target read, and what is read to write that. States that differ elsewhere behave alike.
struct Slice: Sendable {
  let fields: Set<Core.ID<Core.Field>>
  let globals: Set<Core.ID<Core.Global>>

  init(_ rules: Core.Rules, targets: [Core.Expression]) {
    var reads = Reads()
    for target in targets { reads.add(target) }
    for event in rules.events {
      for `guard` in event.guards { reads.add(`guard`.condition) }
      for assumption in event.assumptions { reads.add(assumption.condition) }
      if let due = event.due { reads.add(due.instant) }
    }
    for property in rules.properties where property.kind == .prompt {
      for formula in property.body.expressions { reads.add(formula) }
    }
    var changed = true
    while changed {
      let before = reads
      for update in rules.events.flatMap(\.updates) where reads.isWritten(by: update.action) {
        reads.add(update.condition)
        for expression in update.action.operands { reads.add(expression) }
      }
      changed = reads != before
    }
    fields = reads.fields
    globals = reads.globals
  }

  private struct Reads: Equatable {
    var fields: Set<Core.ID<Core.Field>> = []
    var globals: Set<Core.ID<Core.Global>> = []

    mutating func add(_ expression: Core.Expression) {
      expression.forEach { node in
        switch node {
        case .field(let id, _, _): fields.insert(id)
        case .global(let id, _): globals.insert(id)
        case .member(_, let collection), .ahead(_, _, let collection):
          fields.insert(collection.field)
        case .quantified(_, let binders, _, _):
          for case .members(let collection) in binders.map(\.domain) {
            fields.insert(collection.field)
          }
        case .extreme(let extreme):
          if case .members(let collection) = extreme.binder.domain {
            fields.insert(collection.field)
          }
        default: break
        }
      }
    }

    func isWritten(by action: Core.Action) -> Bool {
      switch action {
      case .assign(.field(let id, _), _): fields.contains(id)
      case .assign(.global(let id), _): globals.contains(id)
      case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
        .add(_, let collection):
        fields.contains(collection.field)
      case .notify: false
      }
    }
  }
}

extension Core.Action {
  /// What the action reads.
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
