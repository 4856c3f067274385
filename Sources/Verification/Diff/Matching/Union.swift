import Rulebook

/// Two rulebooks in one vocabulary: the tables of the old one, then the items that only the new one
/// has. States of both have one shape, and one formula speaks of both.
struct Union {
  let matching: Matching
  /// The rules in the vocabulary of both. The events of both are the same list; `isOld` and `isNew`
  /// of ``Pair`` tell which rules have an event.
  private(set) var old: Core.Rules
  private(set) var new: Core.Rules
  /// Events, those of the old rules first.
  private(set) var pairs: [Pair] = []
  private(set) var onlyOldFields: Set<Int> = []
  private(set) var onlyNewFields: Set<Int> = []
  private(set) var onlyOldGlobals: Set<Int> = []
  private(set) var onlyNewGlobals: Set<Int> = []

  /// An event as both rulebooks have it, over the same parameters and results.
  struct Pair {
    let name: String
    let parameters: [Core.Variable]
    let results: [Core.Result]
    var old: Core.Event?
    var new: Core.Event?
    /// The parameters that only the new rules have, or only the old ones.
    var addedParameters: [String] = []
    var removedParameters: [String] = []
    var renamedParameters: [(old: String, new: String)] = []
    /// The variables of both, by the ids that each side has given them.
    var oldVariables: [Int: Core.Expression] = [:]
    var newVariables: [Int: Core.Expression] = [:]
  }

  init(_ matching: Matching) {
    self.matching = matching
    var tables = matching.old
    var map = Translation()
    let (a, b) = (matching.old, matching.new)
    tables.properties = []
    tables.events = []

    map.enumeration = Self.extend(&tables.enumerations, b.enumerations, matching, Item.enumeration)
    for (index, enumeration) in b.enumerations.enumerated() {
      var cases = tables.enumerations[map.enumeration[index]].cases
      map.symbol.append(
        enumeration.cases.enumerated().map { position, name in
          if case .symbol(let owner, let other)? = matching.oldItem[.symbol(index, position)],
            owner == map.enumeration[index]
          {
            return other
          }
          if map.enumeration[index] >= a.enumerations.count { return position }
          cases.append(name)
          return cases.count - 1
        })
      tables.enumerations[map.enumeration[index]] = Core.Enumeration(
        name: tables.enumerations[map.enumeration[index]].name, cases: cases,
        isSensitive: enumeration.isSensitive)
    }
    map.unit = Self.extend(&tables.units, b.units, matching, Item.unit)
    map.range = Self.extend(&tables.ranges, b.ranges, matching, Item.range)
    for (index, range) in b.ranges.enumerated() {
      let known = tables.ranges[map.range[index]]
      tables.ranges[map.range[index]] = Core.Range(
        name: known.name, lower: min(known.lower, range.lower),
        upper: max(known.upper, range.upper), isSensitive: known.isSensitive)
    }
    map.entity = Self.extend(&tables.entities, b.entities, matching, Item.entity)
    map.field = b.fields.indices.map { index in
      if case .field(let known)? = matching.oldItem[.field(index)] { return known }
      tables.fields.append(b.fields[index])
      return tables.fields.count - 1
    }
    map.global = Self.extend(&tables.globals, b.globals, matching, Item.global)
    map.message = Self.extend(&tables.messages, b.messages, matching, Item.message)

    // The appended items still contain ids of the new rules; and one whose type has changed has the
    // name of the old one.
    for index in a.fields.count..<tables.fields.count {
      let field = tables.fields[index]
      let owner = map(field.owner)
      let known = Set(a.fields.filter { $0.owner == owner }.flatMap { [$0.name, $0.statedName] })
      tables.fields[index] = field.with(
        owner: owner, kind: map(field.kind), map(field.initial),
        name: Self.name(field.name, besides: known),
        pair: field.pair.map { map($0).named(Self.name($0.name, besides: known)) })
    }
    for index in a.globals.count..<tables.globals.count {
      let global = tables.globals[index]
      tables.globals[index] = global.with(
        map(global.type), map(global.initial),
        name: Self.name(global.name, besides: Set(a.globals.map(\.name))))
    }
    for index in a.messages.count..<tables.messages.count {
      let message = tables.messages[index]
      tables.messages[index] = Core.Message(
        name: Self.name(message.name, besides: Set(a.messages.map(\.name))),
        parameters: message.parameters.map {
          Core.MessageParameter(name: $0.name, type: map($0.type), limits: $0.limits)
        })
    }
    tables.entities = tables.entities.enumerated().map { index, entity in
      Core.Entity(
        name: entity.name,
        fields: tables.fields.indices.filter { tables.fields[$0].owner.index == index }.map {
          Core.ID($0)
        },
        isIntroduced: entity.isIntroduced, isSensitive: entity.isSensitive)
    }
    onlyNewFields = Set(a.fields.count..<tables.fields.count)
    onlyOldFields = Set(a.fields.indices.filter { !matching.isMatched(old: .field($0)) })
    onlyNewGlobals = Set(a.globals.count..<tables.globals.count)
    onlyOldGlobals = Set(a.globals.indices.filter { !matching.isMatched(old: .global($0)) })

    old = tables
    new = tables
    for index in b.fields.indices where matching.isMatched(new: .field(index)) {
      let known = new.fields[map.field[index]]
      new.fields[map.field[index]] = known.with(
        owner: known.owner, kind: known.kind, map(b.fields[index].initial),
        isGhost: b.fields[index].isGhost)
    }
    for index in b.globals.indices where matching.isMatched(new: .global(index)) {
      let known = new.globals[map.global[index]]
      new.globals[map.global[index]] = known.with(known.type, map(b.globals[index].initial))
    }
    for index in b.messages.indices where matching.isMatched(new: .message(index)) {
      let known = new.messages[map.message[index]]
      new.messages[map.message[index]] = Core.Message(
        name: known.name,
        parameters: zip(known.parameters, b.messages[index].parameters).map {
          Core.MessageParameter(name: $0.name, type: $0.type, limits: $1.limits)
        })
    }
    // A place that one side does not have may hold any value there.
    for index in onlyNewFields { old.fields[index] = old.fields[index].open }
    for index in onlyOldFields { new.fields[index] = new.fields[index].open }
    for index in onlyNewGlobals { old.globals[index] = old.globals[index].open }
    for index in onlyOldGlobals { new.globals[index] = new.globals[index].open }
    old.digest = a.digest
    new.digest = b.digest

    var positions: (old: [Int: Int], new: [Int: Int]) = ([:], [:])
    for (index, event) in a.events.enumerated() {
      let other = matching.oldItem.first { $0.value == .event(index) }?.key
      var counterpart: (Int, Core.Event)?
      if case .event(let position)? = other { counterpart = (position, b.events[position]) }
      positions.old[index] = pairs.count
      if let counterpart { positions.new[counterpart.0] = pairs.count }
      pairs.append(Pair(event, counterpart?.1, map))
    }
    for (index, event) in b.events.enumerated() where positions.new[index] == nil {
      positions.new[index] = pairs.count
      pairs.append(Pair(nil, event, map))
    }
    for pair in pairs {
      old.events.append(pair.old ?? pair.never)
      new.events.append(pair.new ?? pair.never)
    }
    old.properties = a.properties.compactMap { property in
      property.translated {
        $0
      } events: { index, formula in
        let position = positions.old[index] ?? 0
        return (position, pairs[position].oldForm(formula))
      }
    }
    new.properties = b.properties.compactMap { property in
      property.translated {
        map($0)
      } events: { index, formula in
        let position = positions.new[index] ?? 0
        return (position, pairs[position].newForm(formula))
      }
    }
  }

  /// Returns a name for an item of the new rules that differs from those of the old ones.
  private static func name(_ name: String, besides known: Set<String>) -> String {
    known.contains(name) ? "\(name) (new)" : name
  }

  private static func extend<Element>(
    _ table: inout [Element], _ others: [Element], _ matching: Matching, _ item: (Int) -> Item
  ) -> [Int] {
    others.indices.map { index in
      switch matching.oldItem[item(index)] {
      case .enumeration(let known), .unit(let known), .range(let known), .entity(let known),
        .field(let known), .global(let known), .message(let known), .event(let known):
        return known
      case .symbol, nil:
        table.append(others[index])
        return table.count - 1
      }
    }
  }
}
