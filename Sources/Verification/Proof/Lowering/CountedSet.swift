import Rulebook

/// The set that a count counts, wherever it stands: the entities of a sort, or the members of a
/// collection, for which a condition holds that depends on some keys.
///
/// `count o: Order where o.client is c and o.isOpen` and the same of `order.client` are one set
/// with one key, a client. Two conditions that say the same in other words are two sets.
package struct CountedSet: Hashable, Sendable {
  /// The binder of variable 0. For the members of a collection its owner is a key.
  package let binder: Core.Binder
  /// The condition, over variable 0 and the keys, which are numbered from 1.
  package let condition: Core.Expression
  /// The keys, in the order in which the condition mentions them.
  package let keys: [Core.Variable]
}

/// A count at the place where it stands: the set, and what its keys are there.
struct CountUse {
  let set: CountedSet
  let arguments: [Core.Expression]
  /// The state whose entities are counted.
  let era: Core.Era

  /// Takes a count apart.
  /// - Throws: An error if it counts in two states at once, which the language refuses.
  init(_ binder: Core.Binder, _ condition: Core.Expression, _ rules: Core.Rules)
    throws(LoweringError)
  {
    var abstraction = CountAbstraction(binder.variable, rules)
    let one = abstraction.one
    let domain: Core.Binder.Domain
    switch binder.domain {
    case .entities(let sort, let era):
      abstraction.eras.insert(era)
      domain = .entities(sort, .here)
    case .members(let collection):
      domain = .members(abstraction(collection))
    case .values: throw LoweringError(message: "a 'count' of values is no count of entities")
    }
    let abstract = abstraction(condition)
    guard abstraction.eras.count <= 1 else {
      throw LoweringError(message: "a 'count' looks at two states at once")
    }
    set = CountedSet(
      binder: Core.Binder(one, domain), condition: abstract, keys: abstraction.keys)
    arguments = abstraction.arguments
    era = abstraction.eras.first ?? .here
  }
}

/// Replaces what does not depend on the counted entity by keys.
private struct CountAbstraction {
  let variable: Core.Variable
  let rules: Core.Rules
  let one: Core.Variable
  private(set) var keys: [Core.Variable] = []
  private(set) var arguments: [Core.Expression] = []
  var eras: Set<Core.Era> = []

  init(_ variable: Core.Variable, _ rules: Core.Rules) {
    self.variable = variable
    self.rules = rules
    one = Core.Variable(id: 0, name: "one", type: variable.type)
  }

  mutating func callAsFunction(_ e: Core.Expression) -> Core.Expression {
    if case .literal = e { return e }
    guard e.mentions(variable) else { return key(e) }
    switch e {
    case .variable: return .variable(one)
    case .field(let field, let owner, let era):
      eras.insert(era)
      return .field(field, of: self(owner), .here)
    case .isNone(let inner): return .isNone(self(inner))
    case .certain(let inner): return .certain(self(inner))
    case .not(let inner): return .not(self(inner))
    case .and(let parts): return .and(parts.map { self($0) })
    case .or(let parts): return .or(parts.map { self($0) })
    case .equal(let a, let b): return .equal(self(a), self(b))
    case .less(let a, let b): return .less(self(a), self(b))
    case .atMost(let a, let b): return .atMost(self(a), self(b))
    case .sum(let a, let b, let type): return .sum(self(a), self(b), type)
    case .difference(let a, let b, let type): return .difference(self(a), self(b), type)
    case .product(let parts, let type): return .product(parts.map { self($0) }, type)
    case .quotient(let dividends, let divisors, let rounding, let type):
      return .quotient(
        dividends.map { self($0) }, over: divisors.map { self($0) }, rounding, type)
    case .conditional(let c, let a, let b):
      return .conditional(self(c), then: self(a), otherwise: self(b))
    case .member(let member, let collection): return .member(self(member), of: self(collection))
    // The language refuses these under a count.
    case .literal, .now, .global, .quantified, .ahead, .extreme, .notified: return e
    }
  }

  mutating func callAsFunction(_ collection: Core.Collection) -> Core.Collection {
    eras.insert(collection.era)
    return Core.Collection(field: collection.field, owner: self(collection.owner), era: .here)
  }

  private mutating func key(_ e: Core.Expression) -> Core.Expression {
    if let known = arguments.firstIndex(of: e) { return .variable(keys[known]) }
    let key = Core.Variable(id: keys.count + 1, name: "key", type: rules.type(of: e))
    keys.append(key)
    arguments.append(e)
    return .variable(key)
  }
}

extension Core.Rules {
  /// Returns the sets that the counts of the rules count, each once, in the order of the rulebook.
  func countedSets() -> [CountedSet] {
    var found: [CountedSet] = []
    func collect(_ expression: Core.Expression) {
      expression.forEach { node in
        guard case .quantified(.atLeast, let binders, _, let body) = node,
          let use = try? CountUse(binders[0], body, self), !found.contains(use.set)
        else { return }
        found.append(use.set)
      }
    }
    for event in events {
      for part in event.guards { collect(part.condition) }
      for part in event.assumptions { collect(part.condition) }
      if let due = event.due { collect(due.instant) }
      for update in event.updates {
        collect(update.condition)
        update.action.readExpressions.forEach(collect)
      }
      event.refusal.flatMap(\.readExpressions).forEach(collect)
      for item in event.definedness {
        collect(item.condition)
        collect(item.fact)
      }
    }
    for property in properties { property.body.formulas.forEach(collect) }
    return found
  }
}
