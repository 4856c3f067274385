internal import Rulebook

/// The values after the effects of one event, as core formulas over the state before it: so that
/// the effects of two rulebooks can be compared.
///
/// All reads see the state before, and at most one assignment to a place happens, or the event is
/// not defined. On one queue removals come first, then the rest in their order.
struct AfterValues {
  let rules: Core.Rules
  let updates: [Core.Update]
  /// The ids of results that stand for new entities.
  let introduced: Set<Int>
  let normal = NormalForm()

  // MARK: Values

  /// The ways in which a place gets a value, each with its condition; the last: it keeps it.
  private func ways(_ place: Core.Place) -> [(condition: Core.Expression, value: Core.Expression?)]
  {
    var ways: [(Core.Expression, Core.Expression?)] = []
    for update in updates {
      guard case .assign(let target, let value) = update.action,
        let condition = meets(target, place)
      else { continue }
      ways.append((.all([update.condition, condition]), value))
    }
    let none = ways.map { Core.Expression.negation(of: $0.0) }
    return ways + [(.all(none), nil)]
  }

  private func meets(_ a: Core.Place, _ b: Core.Place) -> Core.Expression? {
    switch (a, b) {
    case (.global(let i), .global(let j)): i == j ? .true : nil
    case (.field(let i, let x), .field(let j, let y)): i == j ? same(x, y) : nil
    default: nil
    }
  }

  /// That a place holds something else afterwards than by the other.
  func differs(from other: AfterValues, at place: Core.Place) -> Core.Expression {
    var cases: [Core.Expression] = []
    for mine in ways(place) {
      for its in other.ways(place) {
        guard mine.value != nil || its.value != nil else { continue }
        let equation = same(mine.value ?? before(place), its.value ?? before(place))
        cases.append(.all([mine.condition, its.condition, .negation(of: equation)]))
      }
    }
    return .any(cases)
  }

  private func before(_ place: Core.Place) -> Core.Expression {
    switch place {
    case .global(let id): return .global(id, .here)
    case .field(let id, let owner):
      if isIntroduced(owner), case .value(let literal) = rules[id].initial {
        return .literal(literal)
      }
      return .field(id, of: owner, .here)
    }
  }

  // MARK: Collections

  private struct Change {
    let condition: Core.Expression
    let owner: Core.Expression
    let member: Core.Expression
    let isRemoval: Bool
    let isOrdered: Bool
  }

  private func changes(_ field: Core.ID<Core.Field>) -> [Change] {
    var changes: [Change] = []
    for update in updates {
      func add(_ member: Core.Expression, _ c: Core.Collection, removal: Bool, ordered: Bool) {
        guard c.field == field else { return }
        changes.append(
          Change(
            condition: update.condition, owner: c.owner, member: member, isRemoval: removal,
            isOrdered: ordered))
      }
      switch update.action {
      case .append(let member, let c): add(member, c, removal: false, ordered: true)
      case .move(let member, let c): add(member, c, removal: false, ordered: true)
      case .add(let member, let c): add(member, c, removal: false, ordered: false)
      case .remove(let member, let c): add(member, c, removal: true, ordered: false)
      case .assign, .notify: break
      }
    }
    return changes.filter(\.isRemoval) + changes.filter { !$0.isRemoval }
  }

  private func hit(
    _ change: Change, _ owner: Core.Expression, _ member: Core.Expression
  ) -> Core.Expression {
    .all([change.condition, same(change.owner, owner), same(change.member, member)])
  }

  private func isMember(
    _ member: Core.Expression, _ c: Core.Collection, _ changes: some Sequence<Change>
  ) -> Core.Expression {
    var now: Core.Expression =
      isIntroduced(member) || isIntroduced(c.owner) ? .false : .member(member, of: c)
    for change in changes {
      let hit = hit(change, c.owner, member)
      now = change.isRemoval ? .all([now, .negation(of: hit)]) : .any([hit, now])
    }
    return now
  }

  private func isAhead(
    _ a: Core.Expression, _ b: Core.Expression, _ c: Core.Collection
  ) -> Core.Expression {
    let changes = changes(c.field)
    var now: Core.Expression =
      [a, b, c.owner].contains(where: isIntroduced) ? .false : .ahead(a, of: b, in: c)
    for (index, change) in changes.enumerated() {
      let (first, second) = (hit(change, c.owner, a), hit(change, c.owner, b))
      let stays = Core.Expression.all([now, .negation(of: first), .negation(of: second)])
      guard !change.isRemoval else {
        now = stays
        continue
      }
      let before = isMember(a, c, changes.prefix(index))
      now = .any([.all([second, before, .negation(of: same(a, b))]), stays])
    }
    return now
  }

  /// That some collection of this field has other members afterwards, or another order.
  /// - Parameter fresh: an unused variable.
  func differs(
    from other: AfterValues, in field: Core.ID<Core.Field>, fresh: (Core.Scalar) -> Core.Variable
  ) -> Core.Expression {
    let (mine, its) = (changes(field), other.changes(field))
    let isQueue = if case .queue = rules[field].kind { true } else { false }
    var cases: [Core.Expression] = []
    for change in mine + its {
      let c = Core.Collection(field: field, owner: change.owner, era: .here)
      cases.append(
        .all([
          change.condition,
          Self.unequal(isMember(change.member, c, mine), other.isMember(change.member, c, its)),
        ]))
      guard isQueue else { continue }
      func order(_ a: Core.Expression, _ b: Core.Expression) -> Core.Expression {
        .any([
          Self.unequal(isAhead(a, b, c), other.isAhead(a, b, c)),
          Self.unequal(isAhead(b, a, c), other.isAhead(b, a, c)),
        ])
      }
      for second in mine + its where second.member != change.member {
        cases.append(
          .all([change.condition, second.condition, order(change.member, second.member)]))
      }
      guard case .queue(let sort) = rules[field].kind, !isIntroduced(change.owner) else { continue }
      let variable = fresh(.entity(sort))
      cases.append(
        .all([
          change.condition,
          .quantified(
            .some, [Core.Binder(variable, .members(c))], condition: nil,
            body: order(.variable(variable), change.member)),
        ]))
    }
    return .any(cases)
  }

  // MARK: Messages

  /// That some message is sent to somebody more often than by the other.
  static func differ(
    _ mine: [(Core.Expression, Core.Notification)], _ its: [(Core.Expression, Core.Notification)],
    _ values: AfterValues
  ) -> Core.Expression {
    var cases: [Core.Expression] = []
    for (condition, notification) in mine + its {
      let counts = [mine, its].map { side in
        side.compactMap { other -> Core.Expression? in
          let second = other.1
          guard second.message == notification.message,
            zip(second.arguments, notification.arguments).allSatisfy({ ($0 == nil) == ($1 == nil) }
            ),
            values.rules.type(of: second.recipient).scalar
              == values.rules.type(of: notification.recipient).scalar
          else { return nil }
          let arguments = zip(second.arguments, notification.arguments).compactMap { a, b in
            a.flatMap { a in b.map { values.same(a, $0) } }
          }
          return .all(
            [other.0, values.same(second.recipient, notification.recipient)] + arguments)
        }
      }
      cases.append(.all([condition, unequal(counts[0], counts[1])]))
    }
    return .any(cases)
  }

  private static func unequal(
    _ a: [Core.Expression], _ b: [Core.Expression]
  ) -> Core.Expression {
    if a.count <= 1, b.count <= 1 { return unequal(.any(a), .any(b)) }
    func number(_ parts: [Core.Expression]) -> Core.Expression {
      parts.map {
        .conditional(
          $0, then: .literal(.number(1, .int)), otherwise: .literal(.number(0, .int)))
      }.reduce(nil) { (sum: Core.Expression?, next: Core.Expression) in
        sum.map { .sum($0, next, .int) } ?? next
      } ?? .literal(.number(0, .int))
    }
    return .not(.equal(number(a), number(b)))
  }

  // MARK: Parts

  static func unequal(_ a: Core.Expression, _ b: Core.Expression) -> Core.Expression {
    a == b
      ? .false
      : .any([.all([a, .negation(of: b)]), .all([.negation(of: a), b])])
  }

  func isIntroduced(_ e: Core.Expression) -> Bool {
    switch e {
    case .variable(let variable): introduced.contains(variable.id)
    case .certain(let inner): isIntroduced(inner)
    default: false
    }
  }

  /// Equality; a new entity is no other.
  func same(_ a: Core.Expression, _ b: Core.Expression) -> Core.Expression {
    if normal.key(a) == normal.key(b) { return .true }
    if isIntroduced(a) || isIntroduced(b) { return .false }
    if case .literal(let i) = a, case .literal(let j) = b { return i == j ? .true : .false }
    return .equal(a, b)
  }
}
