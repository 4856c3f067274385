import Rulebook

/// The values after the effects of one event, as core formulas over the state before it: so that
/// the effects of two rulebooks can be compared.
///
/// All reads see the state before, and at most one assignment to a place happens, or the event is
/// not defined. On one queue removals come first, then the rest in their order. An effect on each
/// entity of a sort applies to an entity if the condition holds with it in place of the variable.
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
      guard case .assign(let target, let value) = update.action else { continue }
      if let each = update.each {
        guard case (.field(let written, _), .field(let id, let owner)) = (target, place),
          written == id, !isIntroduced(owner)
        else { continue }
        ways.append(
          (
            update.condition.replacing(each.variable, by: owner),
            value.replacing(each.variable, by: owner)
          ))
      } else if let condition = meets(target, place) {
        ways.append((.all([update.condition, condition]), value))
      }
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

  /// Returns the formula that a place has another value afterwards than by the other.
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
    /// The variable of `each`: the owner or the member.
    var each: Core.Variable?
    let condition: Core.Expression
    let owner: Core.Expression
    let member: Core.Expression
    let isRemoval: Bool

    /// Returns the change with another variable, so that it can be told from a second one of the
    /// same kind.
    func apart(_ fresh: (Core.Scalar) -> Core.Variable) -> Change {
      guard let each else { return self }
      let other = fresh(each.type.scalar)
      func renamed(_ e: Core.Expression) -> Core.Expression {
        e.replacing(each, by: .variable(other))
      }
      return Change(
        each: other, condition: renamed(condition), owner: renamed(owner), member: renamed(member),
        isRemoval: isRemoval)
    }
  }

  private func changes(_ field: Core.ID<Core.Field>) -> [Change] {
    var changes: [Change] = []
    for update in updates {
      func add(_ member: Core.Expression, _ c: Core.Collection, removal: Bool) {
        guard c.field == field else { return }
        changes.append(
          Change(
            each: update.each?.variable, condition: update.condition, owner: c.owner,
            member: member, isRemoval: removal))
      }
      switch update.action {
      case .append(let member, let c), .move(let member, let c), .add(let member, let c):
        add(member, c, removal: false)
      case .remove(let member, let c): add(member, c, removal: true)
      case .assign, .notify: break
      }
    }
    return changes.filter(\.isRemoval) + changes.filter { !$0.isRemoval }
  }

  private func hit(
    _ change: Change, _ owner: Core.Expression, _ member: Core.Expression
  ) -> Core.Expression {
    guard let each = change.each else {
      return .all([change.condition, same(change.owner, owner), same(change.member, member)])
    }
    let isOwner = change.owner == .variable(each)
    let entity = isOwner ? owner : member
    if isIntroduced(entity) { return .false }
    return .all([
      change.condition.replacing(each, by: entity),
      isOwner ? same(change.member, member) : same(change.owner, owner),
    ])
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

  /// Returns the formula that some collection of this field has other members afterwards, or
  /// another order.
  /// - Parameter fresh: Returns an unused variable.
  func differs(
    from other: AfterValues, in field: Core.ID<Core.Field>, fresh: (Core.Scalar) -> Core.Variable
  ) -> Core.Expression {
    let (mine, its) = (changes(field), other.changes(field))
    let isQueue = if case .queue = rules[field].kind { true } else { false }
    var cases: [Core.Expression] = []
    for change in mine + its {
      let c = Core.Collection(field: field, owner: change.owner, era: .here)
      func close(_ parts: [Core.Expression]) {
        cases.append(.some(of: change.each, .all([change.condition] + parts)))
      }
      close([Self.unequal(isMember(change.member, c, mine), other.isMember(change.member, c, its))])
      guard isQueue else { continue }
      func order(_ a: Core.Expression, _ b: Core.Expression) -> Core.Expression {
        .any([
          Self.unequal(isAhead(a, b, c), other.isAhead(a, b, c)),
          Self.unequal(isAhead(b, a, c), other.isAhead(b, a, c)),
        ])
      }
      for second in (mine + its).map({ $0.apart(fresh) }) where second.member != change.member {
        close([
          .some(of: second.each, .all([second.condition, order(change.member, second.member)]))
        ])
      }
      guard case .queue(let sort) = rules[field].kind, !isIntroduced(change.owner) else { continue }
      let variable = fresh(.entity(sort))
      close([
        .quantified(
          .some, [Core.Binder(variable, .members(c))], condition: nil,
          body: order(.variable(variable), change.member))
      ])
    }
    return .any(cases)
  }

  // MARK: Messages

  /// A message and the condition under which it is sent.
  struct Sent {
    /// The variable of `each`, which is the recipient.
    let each: Core.Variable?
    let condition: Core.Expression
    let notification: Core.Notification

    /// A message that is sent in any case.
    init(_ notification: Core.Notification) {
      each = nil
      condition = .true
      self.notification = notification
    }

    /// The message of an update; nil: it sends none.
    init?(_ update: Core.Update) {
      guard case .notify(let notification) = update.action else { return nil }
      each = update.each?.variable
      condition = update.condition
      self.notification = notification
    }

    /// The condition under which this goes to a recipient, and its arguments then.
    fileprivate func to(
      _ recipient: Core.Expression, _ values: AfterValues
    ) -> (condition: Core.Expression, arguments: [Core.Expression?]) {
      guard let each else {
        let isSame = values.same(notification.recipient, recipient)
        return (.all([condition, isSame]), notification.arguments)
      }
      return (
        values.isIntroduced(recipient) ? .false : condition.replacing(each, by: recipient),
        notification.arguments.map { $0?.replacing(each, by: recipient) }
      )
    }
  }

  /// Returns the formula that some message is sent to some recipient more often by one side than by
  /// the other.
  static func differ(_ mine: [Sent], _ its: [Sent], _ values: AfterValues) -> Core.Expression {
    var cases: [Core.Expression] = []
    for sent in mine + its {
      let notification = sent.notification
      let counts = [mine, its].map { side in
        side.compactMap { other -> Core.Expression? in
          let second = other.notification
          guard second.message == notification.message,
            zip(second.arguments, notification.arguments).allSatisfy({ ($0 == nil) == ($1 == nil) }
            ),
            values.rules.type(of: second.recipient).scalar
              == values.rules.type(of: notification.recipient).scalar
          else { return nil }
          let said = other.to(notification.recipient, values)
          let arguments = zip(said.arguments, notification.arguments).compactMap { a, b in
            a.flatMap { a in b.map { values.same(a, $0) } }
          }
          return .all([said.condition] + arguments)
        }
      }
      cases.append(.some(of: sent.each, .all([sent.condition, unequal(counts[0], counts[1])])))
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

extension Core.Expression {
  /// Returns the formula that the body holds for some entity in place of the variable; without a
  /// variable, the body.
  static func some(of each: Core.Variable?, _ body: Core.Expression) -> Core.Expression {
    guard let each, case .entity(let sort) = each.type.scalar else { return body }
    return .quantified(
      .some, [Core.Binder(each, .entities(sort, .here))], condition: nil, body: body)
  }
}
