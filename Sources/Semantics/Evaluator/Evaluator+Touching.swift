import Rulebook

/// The entities, fields and globals that a line of a trace may have changed.
package struct Touched: Sendable {
  /// The numbers of the entities that the line was about, by sort.
  package var entities: [Core.ID<Core.Entity>: Set<Int32>] = [:]
  /// The fields of which the value or the members may have changed for some entity.
  package var fields: Set<Core.ID<Core.Field>> = []
  /// The globals that may have changed.
  package var globals: Set<Core.ID<Core.Global>> = []
  /// The sorts of the entities of which more than these fields may have changed.
  private(set) var wholly: Set<Core.ID<Core.Entity>> = []

  /// Makes a value by which nothing has changed.
  package init() {}

  /// Notes that anything about this entity may have changed.
  package mutating func insert(_ number: Int32, _ sort: Core.ID<Core.Entity>) {
    insert(concerned: number, sort)
    wholly.insert(sort)
  }

  /// Notes that a change concerns this entity, such as a member of a queue.
  package mutating func insert(concerned number: Int32, _ sort: Core.ID<Core.Entity>) {
    entities[sort, default: []].insert(number)
  }

  /// Notes a change of a place: the field and its owner, or the global.
  package mutating func insert(_ place: Place, of rules: Core.Rules) {
    switch place {
    case .global(let global): globals.insert(global)
    case .field(let field, let owner):
      fields.insert(field)
      insert(concerned: owner, rules[field].owner)
    }
  }
}

extension Evaluator {
  /// Returns the invariants, lemmas and axioms that are false in a state and that the touched
  /// entities, fields and globals may have made false: those that read something touched, or that
  /// are about a sort of which more than fields was touched; for each, the bindings of the
  /// outermost `all` with a touched entity. A property of which some binding has no truth throws.
  ///
  /// O(touched entities × instances of the other variables), each tried as far as the conditions
  /// allow.
  ///
  /// - Parameters:
  ///   - wanted: These alone, by their positions in the rules; nil: all.
  ///   - enough: The number of violations beyond which no further property is looked at.
  package func violatedProperties(
    in state: State, touching touched: Touched, among wanted: Set<Int>? = nil,
    enough: Int = .max
  ) throws(EvaluationError) -> [Violation] {
    var found: [Violation] = []
    for claim in tables.claims
    where found.count < enough && claim.isTouched(by: touched)
      && wanted?.contains(claim.index) != false
    {
      let property = rules.properties[claim.index]
      try locating(property.span, property.text) { () throws(EvaluationError) -> Void in
        if let universal = claim.universal {
          try find(universal, claim.index, state, touched, &found)
        } else {
          let context = Context(here: state)
          if try truth(of: claim.formula, in: context, property) == false {
            found.append(
              Violation(property: claim.index, reason: .formula(claim.formula, context)))
          }
        }
      }
    }
    return found
  }

  /// The invariants, lemmas and axioms, in the order of the rules.
  package var claims: [StateClaim] { tables.claims }

  /// Returns true if ``violatedProperties(in:touching:)`` checks the property, given by its
  /// position in the rules.
  package func isJudged(_ property: Int, touching touched: Touched) -> Bool {
    tables.claims.contains { $0.index == property && $0.isTouched(by: touched) }
  }

  private func find(
    _ universal: StateClaim.Universal, _ property: Int, _ state: State, _ touched: Touched,
    _ found: inout [Violation]
  ) throws(EvaluationError) {
    var seen: Set<[Value]> = []
    for (position, entities) in universal.positions(touched, count: state.count(of:)) {
      var candidates: [[Value]] = []
      for (index, parameter) in universal.plan.parameters.enumerated() {
        candidates.append(
          index == position
            ? entities.map { .entity($0) } : try tables.values(of: parameter.type, in: state))
      }
      var evaluation = Evaluation(tables, Context(here: state))
      var budget = Int.max
      var bindings: [[Value]] = []
      try evaluation.findInstances(
        of: universal.plans[position], candidates: universal.order(candidates, first: position),
        atMost: .max, budget: &budget, into: &bindings)
      for binding in bindings {
        let values = universal.inOrder(binding, first: position)
        guard seen.insert(values).inserted else { continue }
        found.append(
          Violation(
            property: property,
            reason: .instance(
              of: universal.condition, universal.body,
              zip(universal.plan.parameters, values).map {
                Failure.Binding(variable: $0, value: $1)
              },
              Context(
                here: state, environment: Environment(universal.plan.parameters, values)))))
      }
    }
  }
}

/// An invariant, lemma or axiom, decomposed once.
package struct StateClaim: Sendable {
  /// `all binders where condition: body` over entities and values.
  package struct Universal: Sendable {
    package let condition: Core.Expression?
    package let body: Core.Expression
    /// The plan to search for a violation: a binding for which the condition holds and the body
    /// does not.
    let plan: Plan
    /// The same plan with each variable as the first one.
    let plans: [Plan]

    package var variables: [Core.Variable] { plan.parameters }

    /// Returns the positions of variables with the touched entities to bind to each: all touched
    /// ones, or a single variable if every entity of its sort is touched.
    /// - Parameter count: The number of entities of a sort.
    package func positions(
      _ touched: Touched, count: (Core.ID<Core.Entity>) -> Int
    ) -> [(position: Int, entities: [Int32])] {
      var positions: [(position: Int, entities: [Int32])] = []
      var whole: (position: Int, entities: [Int32])?
      for (position, parameter) in plan.parameters.enumerated() {
        guard case .entity(let sort) = parameter.type.scalar,
          let entities = touched.entities[sort]?.filter({ 0..<count(sort) ~= Int($0) }).sorted()
        else { continue }
        positions.append((position, entities))
        guard entities.count == count(sort), !parameter.type.isOptional else { continue }
        if whole.map({ entities.count < $0.entities.count }) ?? true { whole = positions.last }
      }
      return whole.map { [$0] } ?? positions
    }

    package func order<Element>(_ list: [Element], first: Int) -> [Element] {
      [list[first]] + list[..<first] + list[(first + 1)...]
    }

    func inOrder(_ values: [Value], first: Int) -> [Value] {
      Array(values[1..<(first + 1)]) + [values[0]] + values[(first + 1)...]
    }
  }

  /// The position in the rules.
  package let index: Int
  let formula: Core.Expression
  /// The decomposed form; nil: the claim has another form.
  package let universal: Universal?
  private let fields: Set<Core.ID<Core.Field>>
  private let globals: Set<Core.ID<Core.Global>>

  init?(_ index: Int, _ property: Core.Property) {
    guard case .always(let formula) = property.body else { return nil }
    self.index = index
    self.formula = formula
    universal = Universal(formula)
    var fields: Set<Core.ID<Core.Field>> = []
    var globals: Set<Core.ID<Core.Global>> = []
    formula.forEach { node in
      if case .global(let global, _) = node { globals.insert(global) }
      switch node {
      case .field(let field, _, _): fields.insert(field)
      case .member(_, let collection), .ahead(_, _, let collection):
        fields.insert(collection.field)
      case .quantified(_, let binders, _, _): fields.formUnion(binders.compactMap(\.list))
      case .extreme(let extreme): if let list = extreme.binder.list { fields.insert(list) }
      default: break
      }
    }
    (self.fields, self.globals) = (fields, globals)
  }

  package func isTouched(by touched: Touched) -> Bool {
    if !fields.isDisjoint(with: touched.fields) || !globals.isDisjoint(with: touched.globals) {
      return true
    }
    return universal?.plan.parameters.contains {
      if case .entity(let sort) = $0.type.scalar { touched.wholly.contains(sort) } else { false }
    } ?? false
  }
}

extension StateClaim.Universal {
  init?(_ formula: Core.Expression) {
    let (binders, condition, body): ([Core.Binder], Core.Expression?, Core.Expression)
    switch formula {
    case .quantified(.all, let all, let premise, let conclusion):
      (binders, condition, body) = (all, premise, conclusion)
    case .not(.quantified(.some, let some, let premise, let conclusion)):
      (binders, condition, body) = (some, premise, .negation(of: conclusion))
    default: return nil
    }
    guard binders.contains(where: { $0.variable.type.isEntity }),
      binders.allSatisfy(\.ranges)
    else { return nil }
    self.condition = condition
    self.body = body
    var conditions: [Core.Expression] = []
    if case .and(let parts)? = condition {
      conditions = parts
    } else if let condition {
      conditions = [condition]
    }
    conditions.append(.negation(of: body))
    let variables = binders.map(\.variable)
    plan = Plan(variables, conditions)
    var plans: [Plan] = []
    for first in variables.indices {
      let order = [variables[first]] + variables[..<first] + variables[(first + 1)...]
      plans.append(Plan(order, conditions))
    }
    self.plans = plans
  }
}

extension Core.Binder {
  /// The queue or set ranged over.
  fileprivate var list: Core.ID<Core.Field>? {
    if case .members(let collection) = domain { collection.field } else { nil }
  }

  /// True for all entities that exist, or all values of a type; false for a collection.
  fileprivate var ranges: Bool {
    switch domain {
    case .entities(_, .here), .values: true
    case .entities, .members: false
    }
  }
}

extension Core.ValueType {
  fileprivate var isEntity: Bool { if case .entity = scalar { true } else { false } }
}
