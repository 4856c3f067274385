import Rulebook
import Semantics

/// A position up to irrelevant differences: the names of interchangeable entities, the instant of
/// the start, and the parts that the slice leaves out. Exact: equal keys mean positions with the
/// same futures, without relying on hashes.
struct PositionKey: Hashable, Sendable {
  let bytes: [UInt8]

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// A maker of keys of positions of one slice.
struct Canonicalizer: Sendable {
  struct ValueField: Sendable {
    let id: Core.ID<Core.Field>
    let scalar: Core.Scalar
  }

  struct CollectionField: Sendable {
    let id: Core.ID<Core.Field>
    let member: Core.ID<Core.Entity>
    let isSet: Bool
  }

  struct Sort: Sendable {
    var values: [ValueField] = []
    var collections: [CollectionField] = []
  }

  struct TimedProperty: Sendable {
    let index: Int
    let binders: [Core.Scalar]
  }

  let sorts: [Sort]
  let globals: [(id: Core.ID<Core.Global>, scalar: Core.Scalar)]
  let timed: [TimedProperty]
  /// True if the rules name no instant, so that instants count from now: the instant of the start
  /// does not matter.
  let countsFromNow: Bool
  /// The sorts on which none of the server's own events depends.
  private let idle: [Int]

  /// The greatest number of orders of equivalent entities that are compared; beyond it some
  /// equivalent positions have different keys, which costs only time.
  private static let mostOrders = 120

  init(_ slice: Slice) {
    let rules = slice.rules
    var sorts = rules.entities.map { _ in Sort() }
    for id in slice.fields.sorted() {
      let field = rules[id]
      switch field.kind {
      case .value(let type):
        sorts[field.owner.index].values.append(ValueField(id: id, scalar: type.scalar))
      case .queue(let member):
        sorts[field.owner.index].collections.append(
          CollectionField(id: id, member: member, isSet: false))
      case .set(let member):
        sorts[field.owner.index].collections.append(
          CollectionField(id: id, member: member, isSet: true))
      }
    }
    self.sorts = sorts
    globals = slice.globals.sorted().map { ($0, rules[$0].type.scalar) }
    timed = rules.properties.enumerated().compactMap { index, property in
      guard case .lasts(let lasting) = property.body, slice.comparesClocks(ofProperty: index) else {
        return nil
      }
      return TimedProperty(
        index: index, binders: lasting.binders.map(\.variable.type.scalar))
    }
    countsFromNow = !rules.namesInstants
    let needed = rules.sortsNeededByOwnEvents(keeping: slice.fields)
    idle = rules.entities.indices.filter { !needed.contains($0) }
  }

  /// Returns the key that all equivalent positions share.
  func key(of position: Position) -> PositionKey {
    var signatures = Signatures(self, position)
    let groups = signatures.groups()
    guard let groups else { return key(of: position, in: identity(position.state)) }
    var least: PositionKey?
    for order in orders(groups) {
      let key = key(of: position, in: order)
      if least.map({ key.bytes.lexicographicallyPrecedes($0.bytes) }) ?? true { least = key }
    }
    return least ?? key(of: position, in: identity(position.state))
  }

  /// Returns the key of this position and no other, except for differences in parts that the slice
  /// leaves out, and in entities that decide nothing about the server's own events.
  func exactKey(of position: Position) -> PositionKey {
    var order = identity(position.state)
    for sort in idle { order[sort] = [] }
    return key(of: position, in: order)
  }

  /// Returns the key with the entities in this order, as if entities that are not in it did not
  /// exist.
  func key(of position: Position, in order: [[Int32]]) -> PositionKey {
    var encoder = Encoder(
      order: order, origin: countsFromNow ? position.state.now : 0)
    encoder.write(position, self)
    return PositionKey(bytes: encoder.bytes)
  }

  func identity(_ state: State) -> [[Int32]] {
    sorts.indices.map { Array(0..<Int32(clamping: state.count(of: Core.ID($0)))) }
  }

  /// Returns each order of the entities, by sort, in which those of one group change places.
  private func orders(_ groups: [[[Int32]]]) -> [[[Int32]]] {
    var orders: [[[Int32]]] = [[]]
    for groups in groups {
      var ofSort: [[Int32]] = [[]]
      for group in groups {
        let fits = group.count.factorial <= Self.mostOrders / (ofSort.count * orders.count)
        let choices = fits ? group.permutations : [group]
        ofSort = ofSort.flatMap { start in choices.map { start + $0 } }
      }
      orders = orders.flatMap { start in ofSort.map { start + [$0] } }
    }
    return orders
  }
}

extension Core.Rules {
  /// Returns the sorts of the fields that are kept, and those that own events and the passage of
  /// time are about.
  fileprivate func sortsNeededByOwnEvents(keeping kept: Set<Core.ID<Core.Field>>) -> Set<Int> {
    var needed: Set<Int> = []
    func note(_ scalar: Core.Scalar) {
      if case .entity(let sort) = scalar { needed.insert(sort.index) }
    }
    func note(_ expression: Core.Expression) {
      expression.forEach { part in
        switch part {
        case .quantified(_, let binders, _, _):
          for binder in binders { note(binder.variable.type.scalar) }
        case .extreme(let extreme): note(extreme.binder.variable.type.scalar)
        default: break
        }
      }
    }
    for field in kept {
      needed.insert(self[field].owner.index)
      switch self[field].kind {
      case .value(let type): note(type.scalar)
      case .queue(let member), .set(let member): needed.insert(member.index)
      }
    }
    for event in events where event.isOwnInitiative {
      for parameter in event.parameters { note(parameter.type.scalar) }
      for result in event.results where !result.isNew { note(result.variable.type.scalar) }
      for part in event.guards { note(part.condition) }
      for update in event.updates { note(update.condition) }
    }
    for property in properties where property.kind == .prompt || property.kind == .axiom {
      for formula in property.body.formulas { note(formula) }
      if case .lasts(let lasting) = property.body {
        for binder in lasting.binders { note(binder.variable.type.scalar) }
      }
    }
    return needed
  }

  /// True if an instant stands in the rules as a number.
  var namesInstants: Bool {
    func names(_ expression: Core.Expression) -> Bool {
      expression.contains { if case .literal(.number(_, .time)) = $0 { true } else { false } }
    }
    func isInstant(_ initial: Core.Initial) -> Bool {
      if case .value(.number(_, .time)) = initial { true } else { false }
    }
    return events.contains { event in
      event.guards.contains { names($0.condition) }
        || event.assumptions.contains { names($0.condition) }
        || event.due.map { names($0.instant) } ?? false
        || event.updates.contains { update in
          names(update.condition) || update.action.operands.contains(where: names)
        }
    } || properties.contains { $0.body.formulas.contains(where: names) }
      || fields.contains { isInstant($0.initial) } || globals.contains { isInstant($0.initial) }
  }
}

extension Int {
  /// The factorial of a number up to 12; greater numbers give a bound.
  fileprivate var factorial: Int {
    self > 12 ? .max >> 16 : (1...Swift.max(1, self)).reduce(1, *)
  }
}

extension [Int32] {
  /// The permutations in ascending order of positions.
  fileprivate var permutations: [[Int32]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { index -> [[Int32]] in
      var rest = self
      let first = rest.remove(at: index)
      return rest.permutations.map { [first] + $0 }
    }
  }
}
