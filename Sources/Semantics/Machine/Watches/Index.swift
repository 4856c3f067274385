import Rulebook

/// The entities of a sort that satisfy a filter on their own fields, by the entity that one field
/// names: the answer to `no r: Request: r.passenger is p and r.stage in {…}`. Kept up to date as a
/// watch; so requests that are over cost nothing.
struct IndexSpecification: Hashable {
  let sort: Core.ID<Core.Entity>
  let variable: Core.Variable
  let key: Core.ID<Core.Field>
  let filter: [Core.Expression]

  func watch(_ number: Int, _ layout: Layout) -> WatchProgram? {
    let path = Core.Expression.field(key, of: .variable(variable), .here)
    var program = WatchProgram(
      .index(number), [Core.Binder(variable, .entities(sort, .here))],
      [.not(.isNone(path))] + filter, due: path, layout)
    program?.key = key
    return program
  }
}

/// The indices that the programs of a rulebook use.
struct IndexRegistry {
  private(set) var specifications: [IndexSpecification] = []

  /// Returns the number of an index, which is made if there is none like it.
  mutating func number(of specification: IndexSpecification) -> Int {
    if let known = specifications.firstIndex(of: specification) { return known }
    specifications.append(specification)
    return specifications.count - 1
  }
}

/// A quantifier over a sort that an index answers.
struct IndexedSearch {
  let specification: IndexSpecification
  let key: Core.Expression
  /// The conditions that are left to test for the entities of the index.
  let rest: [Core.Expression]
  /// Finds an index; nil: none helps.
  init?(
    _ quantifier: Core.Quantifier, _ binders: [Core.Binder], _ condition: Core.Expression?,
    _ body: Core.Expression, _ rules: Core.Rules
  ) {
    guard binders.count == 1, case .entities(let sort, .here) = binders[0].domain else {
      return nil
    }
    let variable = binders[0].variable
    var parts = condition?.parts() ?? []
    parts += body.parts(negated: quantifier == .all)
    // Conditions before one that may have no value are tested before it; so the index filters by
    // these parts only, and an error is found where the evaluator finds it.
    var key: (field: Core.ID<Core.Field>, value: Core.Expression)?
    var filter: [Core.Expression] = []
    var rest: [Core.Expression] = []
    for part in parts {
      if rest.isEmpty, key == nil, let equation = part.equation(about: variable, rules) {
        key = equation
      } else if rest.isEmpty, part.isOwn(variable) {
        filter.append(part)
      } else {
        rest.append(part)
      }
    }
    guard let key else { return nil }
    self.key = key.value
    self.rest = rest
    specification = IndexSpecification(
      sort: sort, variable: variable, key: key.field, filter: filter)
  }
}

extension Core.Expression {
  /// Returns the parts of a conjunction, or of a negated disjunction.
  func parts(negated: Bool = false) -> [Core.Expression] {
    switch (self, negated) {
    case (.and(let parts), false), (.or(let parts), true):
      parts.flatMap { $0.parts(negated: negated) }
    case (.not(let part), _): part.parts(negated: !negated)
    default: [negated ? .not(self) : self]
    }
  }

  /// Returns true if it reads only fields of the variable, and always has a value.
  fileprivate func isOwn(_ variable: Core.Variable) -> Bool {
    switch self {
    case .literal: true
    case .field(_, .variable(variable), .here): true
    case .isNone(let part), .not(let part): part.isOwn(variable)
    case .and(let parts), .or(let parts): parts.allSatisfy { $0.isOwn(variable) }
    case .equal(let a, let b): a.isOwn(variable) && b.isOwn(variable)
    default: false
    }
  }

  /// Finds `x.field is value`, of a field that holds entities and a value that is not about x.
  fileprivate func equation(
    about variable: Core.Variable, _ rules: Core.Rules
  ) -> (field: Core.ID<Core.Field>, value: Core.Expression)? {
    guard case .equal(let a, let b) = self else { return nil }
    for (path, value) in [(a, b), (b, a)] {
      guard case .field(let field, .variable(variable), .here) = path,
        case .entity = rules.type(of: path).scalar,
        !value.contains(where: { $0 == .variable(variable) })
      else { continue }
      return (field, value)
    }
    return nil
  }
}
