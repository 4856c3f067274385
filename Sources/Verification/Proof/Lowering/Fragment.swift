import Rulebook

/// The search for properties outside the fragment that Z3 decides.
///
/// Formulas assumed of every state may say "for each of one sort there is one of another". If such
/// steps, together with the functions of references, lead from a sort back to itself, terms grow
/// without end, and the solver may give up (Ge, de Moura: Complete instantiation for quantified
/// formulas, 2009). Most such rulebooks are proved all the same, so this is reported only if the
/// solver did give up: the symptom, `undecided` somewhere else, does not show the cause.
struct Fragment {
  private let rules: Core.Rules
  /// The edges from the owner's sort to that of the referenced entity.
  private var references: [Int: Set<Int>] = [:]

  init(_ rules: Core.Rules) {
    self.rules = rules
    for field in rules.fields {
      guard case .value(let type) = field.kind, case .entity(let target) = type.scalar else {
        continue
      }
      references[field.owner.index, default: []].insert(target.index)
    }
  }

  /// Returns a sentence for each property that closes a cycle, with a rewrite.
  func causes() -> [String] {
    rules.properties.compactMap { property in
      guard case .always(let formula) = property.body else { return nil }
      var walk = Alternations(rules: rules)
      walk.visit(formula, isPositive: true, below: [])
      for (from, to) in walk.steps {
        guard let path = path(from: to, to: from) else { continue }
        return cause(property, from, to, path)
      }
      return nil
    }
  }

  private func cause(
    _ property: Core.Property, _ from: Int, _ to: Int, _ path: [Int]
  ) -> String {
    let name = { (sort: Int) in rules.entities[sort].name }
    let back = path.map(name).joined(separator: " to ")
    let way = path.count > 1 ? ", and references lead from \(back)" : ""
    return
      "'\(property.name)' says that for each \(name(from)) there is some \(name(to))\(way); name the "
      + "one there is in a field of \(name(from)), or say it as a 'step' of the events that could "
      + "break it"
  }

  /// Returns the shortest path along references; the sort alone if start and end are equal.
  private func path(from start: Int, to end: Int) -> [Int]? {
    var previous: [Int: Int] = [start: start]
    var open = [start]
    while !open.isEmpty {
      let sort = open.removeFirst()
      guard sort != end else {
        var path = [end]
        while let last = path.last, last != start { path.append(previous[last] ?? start) }
        return path.reversed()
      }
      for next in references[sort, default: []].sorted() where previous[next] == nil {
        previous[next] = sort
        open.append(next)
      }
    }
    return nil
  }
}

/// The steps "for each … there is some …" of a formula that is assumed.
private struct Alternations {
  let rules: Core.Rules
  private(set) var steps: [(from: Int, to: Int)] = []

  init(rules: Core.Rules) { self.rules = rules }

  mutating func visit(_ formula: Core.Expression, isPositive: Bool, below universals: [Int]) {
    switch formula {
    case .not(let inner): visit(inner, isPositive: !isPositive, below: universals)
    case .and(let parts), .or(let parts):
      for part in parts { visit(part, isPositive: isPositive, below: universals) }
    case .equal(let a, let b) where rules.type(of: a).scalar == .bool:
      for part in [a, b] {
        visit(part, isPositive: true, below: universals)
        visit(part, isPositive: false, below: universals)
      }
    case .conditional(let condition, let then, let otherwise):
      visit(condition, isPositive: true, below: universals)
      visit(condition, isPositive: false, below: universals)
      visit(then, isPositive: isPositive, below: universals)
      visit(otherwise, isPositive: isPositive, below: universals)
    case .quantified(.atLeast, _, _, _): break
    case .quantified(let quantifier, let binders, let condition, let body):
      let inner = bind(binders, isUniversal: (quantifier == .all) == isPositive, universals)
      if let condition {
        let isSame = quantifier == .some
        visit(condition, isPositive: isPositive == isSame, below: inner)
      }
      visit(body, isPositive: isPositive, below: inner)
    case .extreme(let extreme):
      let inner = bind([extreme.binder], isUniversal: isPositive, universals)
      if let condition = extreme.condition {
        visit(condition, isPositive: !isPositive, below: inner)
      }
    default: break
    }
  }

  private mutating func bind(
    _ binders: [Core.Binder], isUniversal: Bool, _ universals: [Int]
  ) -> [Int] {
    let sorts = binders.compactMap { binder in
      if case .entity(let sort) = binder.variable.type.scalar { sort.index } else { nil }
    }
    if isUniversal { return universals + sorts }
    for sort in sorts {
      for universal in universals where !steps.contains(where: { $0 == (universal, sort) }) {
        steps.append((universal, sort))
      }
    }
    return universals
  }
}
