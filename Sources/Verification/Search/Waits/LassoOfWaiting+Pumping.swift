import Rulebook
import Semantics

extension LassoOfWaiting {
  /// The greatest quantifier rank; a formula that distinguishes more entities would need longer
  /// runs than are tried.
  private static let mostRank = 16

  /// The number of cycles to perform before it is known that they continue.
  var rounds: Int { graph.rules.quantifierRank(of: graph.slice.events) + 1 }

  /// Performs the cycles on the evaluator, each with another entity, and checks that the used
  /// entities are interchangeable.
  func goesOn(_ joining: Joining) throws(EvaluationError) -> Bool {
    let rank = rounds - 1
    guard rank <= Self.mostRank else { return false }
    let (sort, entity) = (joining.sort, joining.entity)
    let count = graph.scope.counts[sort.index]
    // Enough entities for those used up, and as many unused ones.
    let scope = graph.scope.with(count + rank + rounds, of: sort)
    let fresh = (count..<count + rank + rounds).map { Int32(clamping: $0) }
    let path = graph.path(to: joining.cycle.home)
    var choices = path.choices
    for (place, value) in path.choices {
      guard case .field(let field, of: entity) = place, graph.rules[field].owner == sort else {
        continue
      }
      for other in fresh { choices[.field(field, of: other)] = value }
    }
    var run = try PerformedRounds(Script(scope: scope, choices: choices, moves: []), graph)
    guard try graph.evaluator.brokenAxioms(in: run.position.state).isEmpty,
      try run.perform(path.moves)
    else { return false }
    let spent = [entity] + fresh.prefix(rank)
    func rest() -> PositionKey { key(run.position, without: Set([entity] + fresh), of: sort) }
    let home = rest()
    for member in spent {
      guard try run.goRound(joining.cycle, sort, [entity: member]), rest() == home else {
        return false
      }
    }
    let plain = key(run.position, without: [], of: sort)
    return zip(spent, spent.dropFirst()).allSatisfy { pair in
      var order = graph.canonicalizer.identity(run.position.state)
      order[sort.index].swapAt(Int(pair.0), Int(pair.1))
      return graph.canonicalizer.key(of: run.position, in: order) == plain
    }
  }

  private func key(
    _ position: Position, without left: Set<Int32>, of sort: Core.ID<Core.Entity>
  ) -> PositionKey {
    graph.canonicalizer.key(
      of: position, in: order(position.state, without: left, of: sort))
  }
}

extension State {
  /// Returns the compared fields of an entity.
  func place(
    of entity: Int32, _ sort: Core.ID<Core.Entity>, _ canonicalizer: Canonicalizer
  ) -> [Value] {
    let fields = canonicalizer.sorts[sort.index]
    return fields.values.map { self[$0.id, of: Int(entity)] }
      + fields.collections.flatMap { members(of: $0.id, owner: Int(entity)).map { .entity($0) } }
  }

  /// Returns true if a compared field or global names the entity.
  func refers(
    to entity: Int32, of sort: Core.ID<Core.Entity>, _ canonicalizer: Canonicalizer
  ) -> Bool {
    for (index, fields) in canonicalizer.sorts.enumerated() {
      for owner in 0..<count(of: Core.ID(index)) {
        for field in fields.values where field.scalar == .entity(sort) {
          if self[field.id, of: owner] == .entity(entity) { return true }
        }
        for field in fields.collections where field.member == sort {
          if members(of: field.id, owner: owner).contains(entity) { return true }
        }
      }
    }
    return canonicalizer.globals.contains { global in
      global.scalar == .entity(sort) && self[global.id] == .entity(entity)
    }
  }
}

extension Core.Rules {
  /// Returns the greatest number of entities that a formula which decides about an event, or about
  /// time, ranges over at once.
  fileprivate func quantifierRank(of events: [Core.ID<Core.Event>]) -> Int {
    let ofEvents = events.map { id in
      let event = self[id]
      var formulas = event.guards.map(\.condition) + event.assumptions.map(\.condition)
      formulas += event.due.map { [$0.instant] } ?? []
      for update in event.updates { formulas += [update.condition] + update.action.operands }
      return event.parameters.count + (formulas.map(\.quantifierRank).max() ?? 0)
    }
    let ofProperties = properties.map { property in
      if case .lasts(let lasting) = property.body {
        lasting.binders.count + lasting.condition.quantifierRank
      } else {
        property.body.formulas.map(\.quantifierRank).max() ?? 0
      }
    }
    return (ofEvents + ofProperties).max() ?? 0
  }
}

extension Core.Expression {
  fileprivate var quantifierRank: Int {
    let inner = children.map(\.quantifierRank).max() ?? 0
    return switch self {
    // A count tells that many entities apart; compared with what is not a constant, any number.
    case .quantified(.atLeast(let number), _, _, _):
      if case .literal(.number(let number, _)) = number {
        inner + Int(clamping: min(number, 1_000))
      } else {
        1_000
      }
    case .quantified(_, let binders, _, _): inner + binders.count
    // One to say that it is in the choice, one that no other comes before it.
    case .extreme: inner + 2
    default: inner
    }
  }
}
