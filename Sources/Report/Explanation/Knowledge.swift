import Rulebook

/// The facts that are certain about the state before an event, learned one after another: the
/// possible contents of places, and the paths that lead to one entity.
///
/// It knows no arithmetic and no order, so it may call something possible that is not; a formula
/// that it calls false is false wherever the facts are true.
struct Knowledge: Sendable {
  /// A possible content of a place: a case of its enumeration, or none. For other types any value
  /// counts as one.
  enum Content: Hashable, Sendable {
    case none
    case symbol(Int)
    case something
  }

  private let rules: Core.Rules
  private var contents: [Core.Expression: Set<Content>] = [:]
  private var truths: [Core.Expression: Bool] = [:]
  private var aliases: [Core.Expression: Core.Expression] = [:]

  init(_ rules: Core.Rules) { self.rules = rules }

  /// Learns facts until nothing new follows from them; a few rounds, as one may need another.
  mutating func learn(all facts: [Core.Expression]) {
    for _ in 0..<4 { for fact in facts { learn(fact) } }
  }

  /// Returns the contents that the place may have, by the learned facts.
  func contents(of place: Core.Expression) -> Set<Content> {
    let place = normalized(place)
    return contents[place] ?? every(rules.type(of: place))
  }

  mutating func restrict(_ place: Core.Expression, to allowed: Set<Content>) {
    contents[normalized(place)] = contents(of: place).intersection(allowed)
  }

  /// Returns every value of a type, as far as values are distinguished.
  func every(_ type: Core.ValueType) -> Set<Content> {
    var all: Set<Content> = type.isOptional ? [.none] : []
    if case .enumeration(let id) = type.scalar {
      all.formUnion(rules[id].cases.indices.map { .symbol($0) })
    } else {
      all.insert(.something)
    }
    return all
  }

  /// Returns true or false if the formula is certainly so; nil if neither is known.
  func truth(_ formula: Core.Expression) -> Bool? {
    switch formula {
    case .literal(.bool(let value)): return value
    case .not(let part): return truth(part).map { !$0 }
    case .and(let parts):
      let values = parts.map(truth)
      if values.contains(false) { return false }
      return values.contains(nil) ? nil : true
    case .or(let parts):
      let values = parts.map(truth)
      if values.contains(true) { return true }
      return values.contains(nil) ? nil : false
    case .conditional(let condition, let a, let b):
      switch truth(condition) {
      case true?: return truth(a)
      case false?: return truth(b)
      case nil: return truth(a) == truth(b) ? truth(a) : nil
      }
    case .isNone(let part): return compare(contents(of: part), [.none])
    case .equal(let a, let b) where isFormula(a) && isFormula(b):
      guard let left = truth(a), let right = truth(b) else { return nil }
      return left == right
    case .equal(let a, let b): return equality(normalized(a), normalized(b))
    default: return truths[normalized(formula)]
    }
  }

  private func isFormula(_ e: Core.Expression) -> Bool {
    rules.type(of: e) == Core.ValueType(.bool)
  }

  private func equality(_ a: Core.Expression, _ b: Core.Expression) -> Bool? {
    if a == b { return true }
    let (left, right) = (content(a), content(b))
    if let known = compare(left, right) { return known }
    return truths[.equal(a, b)] ?? truths[.equal(b, a)]
  }

  private func content(_ e: Core.Expression) -> Set<Content> {
    switch e {
    case .literal(.symbol(let index, _)): [.symbol(index)]
    case .literal(.none): [.none]
    default: contents(of: e)
    }
  }

  private func compare(_ a: Set<Content>, _ b: Set<Content>) -> Bool? {
    if a.isDisjoint(with: b) { return false }
    // `something` stands for many values: two of them need not be equal.
    return a == b && a.count == 1 && a != [.something] ? true : nil
  }

  private mutating func learn(_ fact: Core.Expression) {
    switch fact {
    case .and(let parts): for part in parts { learn(part) }
    case .or(let parts):
      let open = parts.filter { truth($0) != false }
      if open.count == 1 { learn(open[0]) }
    case .conditional(let condition, let a, let b):
      if let holds = truth(condition) { learn(holds ? a : b) }
    case .not(.or(let parts)): for part in parts { learn(.negation(of: part)) }
    case .not(.and(let parts)): learn(.or(parts.map { .negation(of: $0) }))
    case .isNone(let place): restrict(place, to: [.none])
    case .not(.isNone(let place)): restrict(place, to: contents(of: place).subtracting([.none]))
    case .equal(let a, let b) where isFormula(a) && isFormula(b):
      if let holds = truth(a) { learn(holds ? b : .negation(of: b)) }
      if let holds = truth(b) { learn(holds ? a : .negation(of: a)) }
    case .equal(let a, let b): learn(normalized(a), is: normalized(b))
    case .not(.equal(let a, let b)): learn(normalized(a), isNot: normalized(b))
    case .not(let atom): truths[normalized(atom)] = false
    case .extreme(let extreme):
      guard let condition = extreme.condition else { return }
      learn(condition.replacing(extreme.binder.variable, by: extreme.subject))
    default: truths[normalized(fact)] = true
    }
  }

  private mutating func learn(_ a: Core.Expression, is b: Core.Expression) {
    guard a != b else { return }
    let shared = content(a).intersection(content(b))
    for place in [a, b] where place.isPlace { restrict(place, to: shared) }
    guard case .entity = rules.type(of: a).scalar, a.isPlace, b.isPlace else { return }
    // From now on the simpler path replaces the longer one.
    let (long, short) = a.length >= b.length ? (a, b) : (b, a)
    if !short.contains(where: { $0 == long }) { aliases[long] = short }
  }

  private mutating func learn(_ a: Core.Expression, isNot b: Core.Expression) {
    for (place, other) in [(a, b), (b, a)] where place.isPlace {
      let excluded = content(other)
      if excluded.count == 1, excluded != [.something] {
        restrict(place, to: contents(of: place).subtracting(excluded))
      }
    }
    truths[.equal(a, b)] = false
  }

  /// Returns the expression without `!`, every path replaced by the simplest one known for its
  /// entity.
  private func normalized(_ expression: Core.Expression) -> Core.Expression {
    expression.rewritten { part in
      var part = part
      if case .certain(let inner) = part { part = inner }
      // An alias is simpler than its path, so this ends.
      while let simpler = aliases[part] { part = simpler }
      return part
    }
  }
}

extension Core.Expression {
  /// A variable, a field of an entity, or a global.
  fileprivate var isPlace: Bool {
    switch self {
    case .variable, .field, .global: true
    default: false
    }
  }

  /// The number of fields that a path goes through.
  fileprivate var length: Int {
    if case .field(_, let owner, _) = self { owner.length + 1 } else { 0 }
  }

  /// Returns the expression with a free variable replaced.
  func replacing(_ variable: Core.Variable, by value: Core.Expression) -> Core.Expression {
    rewritten { part in
      if case .variable(let found) = part, found.id == variable.id { value } else { part }
    }
  }
}
