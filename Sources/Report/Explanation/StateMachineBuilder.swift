import Rulebook

/// A search for the transitions of places with enumerated values.
package struct StateMachineBuilder: Sendable {
  private let rules: Core.Rules
  /// The invariants, lemmas and axioms, each as a formula about all bindings of its variables.
  private let laws: [Law]

  private struct Law {
    let binders: [(variable: Core.Variable, entity: Core.ID<Core.Entity>)]
    let formula: Core.Expression
  }

  /// Makes a builder. The invariants, lemmas and axioms of the rules are assumed, whether or not
  /// they are proved.
  package init(_ rules: Core.Rules) {
    self.rules = rules
    laws = rules.properties.compactMap { property in
      guard case .always(let formula) = property.body else { return nil }
      return Self.law(formula)
    }
  }

  /// Returns one machine for each field and state whose type is an enumeration, in the order of the
  /// rulebook.
  package func machines() -> [StateMachine] {
    rules.fields.indices.compactMap { machine(Core.ID<Core.Field>($0)) }
      + rules.globals.indices.compactMap { machine(Core.ID<Core.Global>($0)) }
  }

  /// Returns the machine of a field; nil if it holds no enumerated value.
  package func machine(_ id: Core.ID<Core.Field>) -> StateMachine? {
    let field = rules[id]
    guard case .value(let type) = field.kind else { return nil }
    let owner = rules[field.owner]
    return machine("\(owner.name).\(field.name)", type, field.initial, of: field.owner) { place in
      if case .field(id, let owner) = place { .field(id, of: owner, .here) } else { nil }
    }
  }

  /// Returns the machine of a state; nil if it holds no enumerated value.
  package func machine(_ id: Core.ID<Core.Global>) -> StateMachine? {
    let global = rules[id]
    return machine(global.name, global.type, global.initial, of: nil) { place in
      if case .global(id) = place { .global(id, .here) } else { nil }
    }
  }

  private func machine(
    _ name: String, _ type: Core.ValueType, _ initial: Core.Initial,
    of owner: Core.ID<Core.Entity>?,
    _ match: (Core.Place) -> Core.Expression?
  ) -> StateMachine? {
    guard case .enumeration(let id) = type.scalar else { return nil }
    let contents: [Knowledge.Content] =
      (type.isOptional ? [.none] : []) + rules[id].cases.indices.map { .symbol($0) }
    func shown(_ content: Knowledge.Content) -> String {
      if case .symbol(let index) = content { rules[id].cases[index] } else { "none" }
    }
    var starts: [StateMachine.Start] = []
    var moves: [Move] = []
    let isIntroduced = owner.map { rules[$0].isIntroduced } ?? false
    if !isIntroduced {
      starts += contents.filter { allows(initial, $0) }.map { .init(value: shown($0), event: nil) }
    }
    for event in rules.events {
      let births =
        owner.map { entity in
          event.results.filter { $0.isNew && $0.variable.type.scalar == .entity(entity) }
        } ?? []
      var given: Set<Knowledge.Content> = []
      var isAlwaysGiven = false
      for update in event.updates {
        guard case .assign(let place, let value) = update.action, let path = match(place) else {
          continue
        }
        if let newborn = path.owningVariable, births.contains(where: { $0.variable == newborn }) {
          given.formUnion(outcomes(value, contents).flatMap(\.contents))
          if update.condition == .true { isAlwaysGiven = true }
        } else {
          moves += self.moves(path, value, update.condition, event, contents)
        }
      }
      for content in contents where !births.isEmpty {
        let isStart = given.contains(content) || !isAlwaysGiven && allows(initial, content)
        if isStart { starts.append(.init(value: shown(content), event: event.name)) }
      }
    }
    return StateMachine(
      place: name, type: rules[id].name, values: contents.map(shown), starts: starts,
      transitions: contents.flatMap { from in
        contents.flatMap { to in
          var seen: Set<String> = []
          return moves.filter { $0.from == from && $0.to == to && seen.insert($0.event).inserted }
            .map { StateMachine.Transition(from: shown(from), to: shown(to), event: $0.event) }
        }
      })
  }

  private struct Move {
    let from: Knowledge.Content
    let to: Knowledge.Content
    let event: String
  }

  private func allows(_ initial: Core.Initial, _ content: Knowledge.Content) -> Bool {
    switch (initial, content) {
    case (.any, _): true
    case (.value(.symbol(let index, _)), .symbol(let other)): index == other
    case (.value(.none), .none): true
    default: false
    }
  }

  private func moves(
    _ path: Core.Expression, _ value: Core.Expression, _ condition: Core.Expression,
    _ event: Core.Event, _ contents: [Knowledge.Content]
  ) -> [Move] {
    let isThere = path.owners.filter { rules.type(of: $0).isOptional }.map {
      Core.Expression.not(.isNone($0))
    }
    let premises =
      event.guards.map(\.condition) + event.assumptions.map(\.condition) + [condition] + isThere
    var result: [Move] = []
    for outcome in outcomes(value, contents) {
      let facts = premises + outcome.conditions + instances(event, path)
      var known = Knowledge(rules)
      known.learn(all: facts)
      for from in contents {
        var supposed = known
        supposed.restrict(path, to: [from])
        supposed.learn(all: facts)
        guard !supposed.contents(of: path).isEmpty,
          !facts.contains(where: { supposed.truth($0) == false })
        else { continue }
        let possible = outcome.place.map { supposed.contents(of: $0) }
        result += outcome.contents.filter { possible?.contains($0) ?? true }
          .map { Move(from: from, to: $0, event: event.name) }
      }
    }
    return result
  }

  private struct Outcome {
    let conditions: [Core.Expression]
    let contents: [Knowledge.Content]
    /// The place where the value is read, if it is no constant: more may be known about it.
    var place: Core.Expression?
  }

  /// Returns the possible assigned values, each with its conditions.
  private func outcomes(_ value: Core.Expression, _ all: [Knowledge.Content]) -> [Outcome] {
    switch value {
    case .literal(.symbol(let index, _)):
      return [Outcome(conditions: [], contents: [.symbol(index)])]
    case .literal(.none): return [Outcome(conditions: [], contents: [.none])]
    case .certain(let inner):
      return outcomes(inner, all.filter { $0 != .none })
    case .conditional(let condition, let a, let b):
      let branches = [(condition, a), (Core.Expression.negation(of: condition), b)]
      return branches.flatMap { condition, value in
        outcomes(value, all).map {
          Outcome(
            conditions: [condition] + $0.conditions, contents: $0.contents, place: $0.place)
        }
      }
    default:
      let type = rules.type(of: value)
      return [
        Outcome(
          conditions: [], contents: all.filter { type.isOptional || $0 != .none }, place: value)
      ]
    }
  }
}

// MARK: - Invariants at the entities of an event

extension StateMachineBuilder {
  private static let mostInstances = 32

  private static func law(_ formula: Core.Expression) -> Law? {
    guard case .quantified(.all, let binders, let condition, let body) = formula else {
      return Law(binders: [], formula: formula)
    }
    var bound: [(Core.Variable, Core.ID<Core.Entity>)] = []
    for binder in binders {
      guard case .entities(let entity, _) = binder.domain else { return nil }
      bound.append((binder.variable, entity))
    }
    guard let condition else { return Law(binders: bound, formula: body) }
    return Law(binders: bound, formula: .or([.negation(of: condition), body]))
  }

  /// Returns the laws applied to the entities that the event names and to those on the path to the
  /// place.
  private func instances(_ event: Core.Event, _ place: Core.Expression) -> [Core.Expression] {
    var entities = event.parameters.filter { !$0.type.isOptional }.map {
      Core.Expression.variable($0)
    }
    for entity in place.owners where !entities.contains(entity) { entities.append(entity) }
    return laws.flatMap { law -> [Core.Expression] in
      var formulas = [law.formula]
      for (variable, sort) in law.binders {
        let fitting = entities.filter { rules.type(of: $0).scalar == .entity(sort) }
        guard formulas.count * fitting.count <= Self.mostInstances else { return [] }
        formulas = formulas.flatMap { formula in
          fitting.map { formula.replacing(variable, by: $0) }
        }
      }
      return formulas
    }
  }
}

extension Core.Expression {
  /// The variable that the field belongs to, if it is read through no other field.
  fileprivate var owningVariable: Core.Variable? {
    if case .field(_, .variable(let variable), _) = self { variable } else { nil }
  }

  /// The entities that a path goes through, from the nearest.
  fileprivate var owners: [Core.Expression] {
    switch self {
    case .field(_, .certain(let owner), _), .field(_, let owner, _): [owner] + owner.owners
    default: []
    }
  }
}
