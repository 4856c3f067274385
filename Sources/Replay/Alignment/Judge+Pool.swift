import Basics
import Rulebook
import Semantics
import Traces

/// The entities that a fault may concern.
extension Judge {
  /// Returns the entities that a fault may concern, by sort.
  mutating func pool(
    _ record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead
  ) -> [[Int32]] {
    var pool = Pool(of: world)
    let named = entities(record)
    pool.add(named + recipients(of: record))
    pool.add(evidence.line.involved + evidence.line.blamed)
    for cause in evidence.line.missed.prefix(Limits.few) {
      if case .event = cause { pool.add(entities(cause)) }
    }
    // The entities that the next lines name together with these are added.
    let concerned = Set(evidence.line.involved + evidence.line.blamed)
    for item in ahead.prefix(Limits.reach) {
      guard case .line(.event(let event)) = item else { continue }
      let named = entities(event)
      if !concerned.isDisjoint(with: named) { pool.add(named) }
    }
    pool.add(company(of: concerned, ahead) + whoIsOwedSomething(record))
    pool.add(whoDeal(withStrangersIn: record, ahead))
    pool.add(whomTheyReferTo(pool.numbers) + whoRefer(to: Set(named)))
    for (index, sort) in rules.entities.enumerated() where !sort.isIntroduced {
      let count = pool.counts[index]
      guard count <= Limits.several else { continue }
      pool.add(
        (0..<count).map { EntityKey(sort: Core.ID(index), number: Int32(clamping: $0)) })
    }
    return pool.numbers
  }

  /// Returns the known recipients of a line's messages that the line does not name itself.
  func recipients(of record: TraceEvent) -> [EntityKey] {
    let named = entities(record)
    return (record.notified ?? []).flatMap { message in
      recipientSorts[message.message.index].compactMap { sort in
        names.number(of: message.recipient, sort).map { EntityKey(sort: sort, number: $0) }
      }
    }.filter { !named.contains($0) }
  }

  /// Returns the entities that the next line about each of these names, and for those that an
  /// earlier line introduces, the entities of that line.
  private func company(
    of concerned: Set<EntityKey>, _ ahead: Lookahead
  ) -> [EntityKey] {
    var rest = concerned
    var found: [EntityKey] = []
    for index in ahead.positions(naming: search(for: concerned, in: ahead)) {
      guard case .line(.event(let event)) = ahead[index] else { continue }
      let named = entities(event)
      guard !rest.isDisjoint(with: named) else { continue }
      rest.subtract(named)
      found += named
      for position in introductions(of: strangers(in: [event]), ahead[..<index]) {
        if case .line(.event(let earlier)) = ahead[position] { found += entities(earlier) }
      }
      if rest.isEmpty { break }
    }
    return found
  }

  /// Returns the entities and recipients of the next lines about unknown entities of a line.
  private func whoDeal(
    withStrangersIn record: TraceEvent, _ ahead: Lookahead
  ) -> [EntityKey] {
    let strangers = strangers(in: [record])
    guard strangers.contains(where: { !$0.isEmpty }) else { return [] }
    let names = ahead.search(for: strangers.lazy.flatMap { $0.map(\.text) })
    return ahead.prefix(Limits.window).positions(naming: names).lazy.compactMap { index in
      guard case .line(.event(let event)) = ahead[index],
        zip(self.strangers(in: [event]), strangers).contains(where: { !$0.isDisjoint(with: $1) })
      else { return nil }
      return event
    }.prefix(Limits.few).flatMap { self.entities($0) + self.recipients(of: $0) }
  }

  /// Returns the entities about which the server has to decide something at once, and those for
  /// which the event of the line was due when it was written.
  private func whoIsOwedSomething(_ record: TraceEvent) -> [EntityKey] {
    var owedDecisions: [EntityKey] = []
    var owedThis: [EntityKey] = []
    for deadline in (try? world.deadlines().deadlines) ?? [] {
      switch deadline.cause {
      case .prompt:
        guard owedDecisions.count < Limits.few else { continue }
        owedDecisions += entities(deadline.cause)
      case .event(let event, _):
        guard owedThis.count < Limits.few, event == record.event,
          deadline.instant <= record.instant
        else { continue }
        owedThis += entities(deadline.cause)
      }
    }
    return owedDecisions + owedThis
  }

  func whomTheyReferTo(_ numbers: [[Int32]]) -> [EntityKey] {
    var found: [EntityKey] = []
    for (index, field) in rules.fields.enumerated() {
      guard let sort = sortReferred(by: field) else { continue }
      for owner in numbers[field.owner.index] {
        if case .entity(let number) = world[Core.ID(index), of: Int(owner)] {
          found.append(EntityKey(sort: sort, number: number))
        }
      }
    }
    return found
  }

  /// Returns, for each sort that events introduce, the latest entities that refer to these.
  private func whoRefer(to named: Set<EntityKey>) -> [EntityKey] {
    let owners = Set(references(to: named).map(\.owner))
    return rules.entities.indices.filter { rules.entities[$0].isIntroduced }.flatMap { sort in
      latest(owners.filter { $0.sort.index == sort }, atMost: Limits.few)
    }
  }

  /// Returns the pairs of an entity and one of these to which it refers. O(entities).
  func references(
    to known: Set<EntityKey>
  ) -> [(owner: EntityKey, target: EntityKey)] {
    let numbers = Dictionary(grouping: known, by: \.sort).mapValues { $0.map(\.number) }
    var found: [(owner: EntityKey, target: EntityKey)] = []
    for (index, field) in rules.fields.enumerated() {
      guard let sort = sortReferred(by: field), let numbers = numbers[sort] else { continue }
      world.stepper.forEachReference(by: Core.ID(index), to: numbers) { owner, number in
        found.append(
          (
            EntityKey(sort: field.owner, number: Int32(clamping: owner)),
            EntityKey(sort: sort, number: number)
          ))
      }
    }
    return found
  }

  /// Returns at most `most` of these entities, those with the latest lines first.
  func latest(_ keys: Set<EntityKey>, atMost most: Int) -> [EntityKey] {
    let lines = keys.map { key in
      (line: history.lines(of: Int(key.number), key.sort.index).last ?? 0, key: key)
    }
    return lines.sorted { ($1.line, $0.key) < ($0.line, $1.key) }.prefix(most).map(\.key)
  }

  private func sortReferred(by field: Core.Field) -> Core.ID<Core.Entity>? {
    guard case .value(let type) = field.kind, case .entity(let sort) = type.scalar else {
      return nil
    }
    return sort
  }
}

/// A selection of existing entities, by sort.
struct Pool {
  /// The numbers of the entities by sort, each once.
  private(set) var numbers: [[Int32]]
  /// The number of existing entities, by sort.
  let counts: [Int]

  init(of world: World) {
    counts = world.rules.entities.indices.map { world.count(of: Core.ID($0)) }
    numbers = counts.map { _ in [] }
  }

  init(_ keys: some Sequence<EntityKey>, of world: World) {
    self.init(of: world)
    add(keys)
  }

  mutating func add(_ keys: some Sequence<EntityKey>) {
    for key in keys where key.number < counts[key.sort.index] {
      if !numbers[key.sort.index].contains(key.number) {
        numbers[key.sort.index].append(key.number)
      }
    }
  }
}
