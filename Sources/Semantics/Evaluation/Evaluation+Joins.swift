import Rulebook

extension Evaluation {
  /// Returns the entities for which the first conjunct of the quantifier's condition may hold,
  /// among those that its last binder ranges over; the others do not decide the quantifier. nil:
  /// all of them.
  mutating func matching(
    _ binder: Core.Binder, _ condition: Core.Expression?, _ body: Core.Expression,
    _ quantifier: Core.Quantifier, among count: Int
  ) throws(EvaluationError) -> [Int32]? {
    guard isWorthNarrowing(binder.variable, count),
      case .entities(let sort, .here) = binder.domain,
      let restriction = quantifier.restriction(condition, body),
      let join = Join(of: binder.variable, in: restriction)
    else { return nil }
    let key = join.key(sort)
    var index = joins[key] ?? JoinIndex()
    defer { joins[key] = index }
    joins[key] = nil
    return try matching(join, sort, &index) { (0..<Int32(clamping: count)).map { $0 } }
  }

  /// Returns the values of the first binder for which some message of this step matches, if the
  /// quantifier's first conjunct is whether a message was sent; with other values it was not. nil:
  /// the first conjunct is another, or the messages are not known.
  func told(
    _ binders: ArraySlice<Core.Binder>, _ condition: Core.Expression?, _ body: Core.Expression,
    _ quantifier: Core.Quantifier
  ) -> [Value]? {
    guard let binder = binders.first,
      case .notified(let recipient, let message, let arguments)? =
        quantifier.restriction(condition, body)?.conjuncts.first
    else { return nil }
    // All other parts of the message must have a value, whatever entity is bound.
    let asked = [recipient] + arguments
    let variable = Core.Expression.variable(binder.variable)
    let type = binder.variable.type
    switch binder.domain {
    case .entities(_, .here), .values: break
    case .entities, .members: return nil
    }
    guard asked.allSatisfy({ $0.map { $0.isPlain || !$0.contains(where: \.isVariable) } ?? true }),
      let place = asked.firstIndex(of: variable),
      place == 0 || tables.rules[message].parameters[place - 1].type == type
    else { return nil }
    var told: [Value] = []
    for sent in context.notifications where sent.message == message {
      if place == 0, type.scalar != .entity(sent.sort) { continue }
      guard let value = place == 0 ? sent.recipient : sent.arguments[place - 1],
        value != .unknown
      else { return nil }
      if !told.contains(value) { told.append(value) }
    }
    return told
  }

  /// Returns true if it pays to sort that many candidates for a variable, and all of them are
  /// known.
  func isWorthNarrowing(
    _ variable: Core.Variable, _ count: Int, fewest: Int = JoinIndex.fewest
  ) -> Bool {
    count >= fewest && context.here.unseen == nil && !variable.type.isOptional
  }

  /// Returns those of some entities of a sort for which the join may hold. nil: all, because there
  /// were few queries so far, or because for some entity it is not known.
  mutating func matching(
    _ join: Join, _ sort: Core.ID<Core.Entity>, _ index: inout JoinIndex,
    among entities: () -> [Int32]
  ) throws(EvaluationError) -> [Int32]? {
    guard isSortable(sort, join), index.isWorthIt() else { return nil }
    let sorted = index.sorted ?? self.sorted(entities(), by: join)
    if index.sorted == nil { index.sorted = sorted }
    // If it is not known whether some entity matches, the rest may have to be evaluated.
    guard sorted[.unknown] == nil else { return nil }
    switch join {
    case .field(_, let value):
      let value = try self.value(of: value)
      return value == .unknown ? nil : sorted[value] ?? []
    case .owner(_, let member):
      let member = try value(of: member)
      guard case .entity = member else { return nil }
      return sorted[member] ?? []
    case .member(let collection):
      guard let members = try members(of: collection), members.areAll else { return nil }
      return members.listed.sorted().flatMap { sorted[.entity($0)] ?? [] }
    }
  }

  /// Returns true if the join is about entities of this sort.
  private func isSortable(_ sort: Core.ID<Core.Entity>, _ join: Join) -> Bool {
    switch join {
    case .field(let field, _), .owner(let field, _): tables.rules[field].owner == sort
    case .member: true
    }
  }

  /// Sorts entities by the value that the join reads. An entity that does not exist counts as
  /// unknown, so that the conditions report it.
  private func sorted(_ entities: [Int32], by join: Join) -> [Value: [Int32]] {
    var sorted: [Value: [Int32]] = [:]
    for number in entities {
      switch join {
      case .field(let field, _):
        guard context.here.exists(number, of: tables.rules[field].owner) else {
          return [.unknown: entities]
        }
        sorted[context.here[field, of: Int(number)], default: []].append(number)
      case .owner(let field, _):
        guard context.here.exists(number, of: tables.rules[field].owner) else {
          return [.unknown: entities]
        }
        for member in context.here.members(of: field, owner: Int(number)) {
          sorted[.entity(member), default: []].append(number)
        }
      case .member: sorted[.entity(number)] = [number]
      }
    }
    return sorted
  }
}

extension Core.Quantifier {
  /// Returns the condition that an entity must satisfy for the quantifier to say anything about it.
  fileprivate func restriction(
    _ condition: Core.Expression?, _ body: Core.Expression
  ) -> Core.Expression? {
    condition ?? (self == .some ? body : nil)
  }
}

extension Core.Expression {
  fileprivate var isVariable: Bool { if case .variable = self { true } else { false } }

  /// True for a variable or a literal, which has a value in every state.
  fileprivate var isPlain: Bool {
    if case .literal = self { true } else { isVariable }
  }
}
