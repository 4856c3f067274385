import Rulebook

/// A named item of a rulebook, by its position in the tables of the rules.
enum Item: Hashable, Comparable {
  case enumeration(Int)
  /// A case of an enumeration, by both positions.
  case symbol(Int, Int)
  case unit(Int)
  case range(Int)
  case entity(Int)
  case field(Int)
  case global(Int)
  case message(Int)
  case event(Int)

  /// The word for the kind.
  var kind: String {
    switch self {
    case .enumeration, .unit, .range: "type"
    case .symbol: "value"
    case .entity: "entity"
    case .field: "field"
    case .global: "state"
    case .message: "message"
    case .event: "event"
    }
  }
}

extension Core.Rules {
  /// All named items in the order of the tables: types before the declarations that use them,
  /// owners before their fields.
  var items: [Item] {
    var items: [Item] = enumerations.indices.map { .enumeration($0) }
    for (index, enumeration) in enumerations.enumerated() {
      items += enumeration.cases.indices.map { .symbol(index, $0) }
    }
    items += units.indices.map { .unit($0) } + ranges.indices.map { .range($0) }
    items += entities.indices.map { .entity($0) } + fields.indices.map { .field($0) }
    items += globals.indices.map { .global($0) } + messages.indices.map { .message($0) }
    return items + events.indices.map { .event($0) }
  }

  /// Returns the name as a person writes it: a field behind its entity, a value by itself.
  func name(of item: Item) -> String {
    switch item {
    case .enumeration(let index): enumerations[index].name
    case .symbol(let index, let position): enumerations[index].cases[position]
    case .unit(let index): units[index].name
    case .range(let index): ranges[index].name
    case .entity(let index): entities[index].name
    case .field(let index): fields[index].qualifiedName(in: self)
    case .global(let index): globals[index].name
    case .message(let index): messages[index].name
    case .event(let index): events[index].name
    }
  }

  /// The name without that of the owner, as a person writes it.
  func statedName(of item: Item) -> String {
    if case .field(let index) = item { fields[index].statedName } else { name(of: item) }
  }

  /// The name without that of the owner; of a field of pairs each value has its own.
  func shortName(of item: Item) -> String {
    if case .field(let index) = item { fields[index].name } else { name(of: item) }
  }

  /// The values of each field of pairs of an entity, by its name.
  func pairs(of entity: Int) -> [String: [Item]] {
    let own = entities[entity].fields.filter { self[$0].pair != nil }
    return Dictionary(grouping: own.map { Item.field($0.index) }) { statedName(of: $0) }
  }

  /// The item inside which it is named: only items of matched owners match.
  func owner(of item: Item) -> Item? {
    switch item {
    case .symbol(let index, _): .enumeration(index)
    case .field(let index): .entity(fields[index].owner.index)
    default: nil
    }
  }
}
