import Rulebook

/// A piece of a rulebook in which items occur: a declaration, a guard, an effect, a property.
struct Clause {
  let items: Set<Item>
  /// The text of the clause, by the names of a normal form.
  let key: (NormalForm) -> String

  init(_ items: Set<Item>, _ key: @escaping (NormalForm) -> String) {
    self.items = items
    self.key = key
  }

  init(_ label: Item?, _ word: String, _ expressions: [Core.Expression]) {
    var items = expressions.reduce(into: Set<Item>()) { $0.formUnion($1.items) }
    if let label { items.insert(label) }
    self.init(items) { form in
      let owner = label.map { form.names.item($0) } ?? ""
      return "\(owner) \(word) \(expressions.map { form.key($0) })"
    }
  }
}

extension Core.Rules {
  var clauses: [Clause] {
    var clauses: [Clause] = []
    for (index, enumeration) in enumerations.enumerated() {
      clauses.append(
        Clause([.enumeration(index)]) {
          "\($0.names.item(.enumeration(index))) \(enumeration.cases.count)"
        })
      for position in enumeration.cases.indices {
        clauses.append(
          Clause([.symbol(index, position)]) {
            "\($0.names.item(.symbol(index, position))) \(position)"
          })
      }
    }
    for (index, range) in ranges.enumerated() {
      clauses.append(
        Clause([.range(index)]) { "\($0.names.item(.range(index))) \(range.lower) \(range.upper)" })
    }
    for (index, entity) in entities.enumerated() {
      clauses.append(
        Clause([.entity(index)]) { "\($0.names.item(.entity(index))) \(entity.fields.count)" })
    }
    for (index, field) in fields.enumerated() {
      let initial = field.initial
      clauses.append(
        Clause([.field(index), .entity(field.owner.index)]) { form in
          "\(form.names.item(.field(index))) of \(form.names.item(.entity(field.owner.index))) "
            + form.key(initial)
        })
    }
    for (index, global) in globals.enumerated() {
      clauses.append(
        Clause([.global(index)]) { "\($0.names.item(.global(index))) \($0.key(global.initial))" })
    }
    for (index, event) in events.enumerated() {
      clauses += event.clauses(.event(index))
    }
    for property in properties {
      clauses.append(Clause(nil, property.kind.rawValue, property.body.expressions))
    }
    return clauses
  }
}

extension NormalForm {
  func key(_ initial: Core.Initial) -> String {
    switch initial {
    case .value(let literal): key(.literal(literal))
    case .any: "any"
    case .given: "given"
    }
  }
}

extension Core.Event {
  fileprivate func clauses(_ item: Item) -> [Clause] {
    var clauses = [
      Clause([item]) { form in
        let types = (parameters + results.map(\.variable)).map { form.key($0.type) }
        return "\(form.names.item(item)) from \(source.word) \(types)"
      }
    ]
    clauses += guards.map { Clause(item, "require", [$0.condition]) }
    clauses += assumptions.map { Clause(item, "assume", [$0.condition]) }
    if let due { clauses.append(Clause(item, "due", [due.instant])) }
    for update in updates {
      let items = update.closedCondition.items.union(update.action.items).union([item])
      clauses.append(Clause(items) { "\($0.names.item(item)) \($0.key(update))" })
    }
    clauses += refusal.map { notification in
      Clause(Core.Action.notify(notification).items.union([item])) { form in
        "\(form.names.item(item)) refusal \(form.key(notification))"
      }
    }
    return clauses
  }
}

extension Core.Action {
  var items: Set<Item> {
    var items = readExpressions.reduce(into: Set<Item>()) { $0.formUnion($1.items) }
    switch self {
    case .assign(.field(let id, _), _): items.insert(.field(id.index))
    case .assign(.global(let id), _): items.insert(.global(id.index))
    case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
      .add(_, let collection):
      items.insert(.field(collection.field.index))
    case .notify(let notification): items.insert(.message(notification.message.index))
    }
    return items
  }
}

extension Core.Expression {
  /// The items of the vocabulary that the expression mentions.
  var items: Set<Item> {
    var items: Set<Item> = []
    func add(_ binder: Core.Binder) {
      switch binder.domain {
      case .entities(let id, _): items.insert(.entity(id.index))
      case .members(let collection): items.insert(.field(collection.field.index))
      case .values(.enumeration(let id)): items.insert(.enumeration(id.index))
      case .values(.range(let id)): items.insert(.range(id.index))
      case .values: break
      }
    }
    forEach { e in
      switch e {
      case .field(let id, _, _): items.insert(.field(id.index))
      case .global(let id, _): items.insert(.global(id.index))
      case .literal(.symbol(let position, let id)): items.insert(.symbol(id.index, position))
      case .notified(_, let id, _): items.insert(.message(id.index))
      case .member(_, let collection), .ahead(_, _, let collection):
        items.insert(.field(collection.field.index))
      case .quantified(_, let binders, _, _): binders.forEach(add)
      case .extreme(let extreme): add(extreme.binder)
      case .literal, .variable, .now, .isNone, .certain, .not, .and, .or, .equal, .less, .atMost,
        .sum, .difference, .product, .quotient, .conditional:
        break
      }
    }
    return items
  }
}
