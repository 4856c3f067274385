import Rulebook

/// The evaluator of the core: slow, and obviously right. Proofs, machines and replay are compared
/// with it.
///
/// It never traps on rules that are well typed: an expression without a value throws
/// ``EvaluationError``.
package struct Evaluator: Sendable {
  let tables: Tables

  /// Decomposes the rules, once for all copies.
  package init(_ rules: Core.Rules) {
    tables = Tables(rules)
  }

  /// The rules that it was made for; states and ids of other rules have no meaning here.
  package var rules: Core.Rules { _read { yield tables.rules } }

  /// Returns the conditions that decide whether an event is enabled.
  package func legality(of event: Core.ID<Core.Event>) -> Plan { tables.legality[event.index] }

  /// Returns the guards of an obligation, without its due instant.
  package func guards(of event: Core.ID<Core.Event>) -> Plan { tables.obligation[event.index] }

  /// Returns the value of an expression.
  package func evaluate(
    _ expression: Core.Expression, in context: Context
  ) throws(EvaluationError) -> Value {
    var evaluation = Evaluation(tables, context)
    return try evaluation.value(of: expression)
  }

  /// Chooses the value of a place whose initial value the rules leave open (`= any`).
  package typealias Opening = (Place, Core.ValueType) -> Value

  /// Returns the bindings, in the order of their domains, for which the condition is known to hold.
  /// - Parameter first: The value of the first variable; nil: any of its domain.
  package func bindings(
    of binders: [Core.Binder], where condition: Core.Expression, in state: State,
    first: Value? = nil
  ) throws(EvaluationError) -> [[Value]] {
    var evaluation = Evaluation(tables, Context(here: state))
    return try evaluation.bindings(of: binders, where: condition, first: first)
  }

  /// Returns the state at the start: `now` = 0, defaults, empty collections.
  ///
  /// - Parameters:
  ///   - counts: The number of entities of each sort; none if missing, and always none of a sort
  ///     that events introduce.
  ///   - open: The values left open, and those of fields without default.
  package func initialState(
    counts: [Core.ID<Core.Entity>: Int], open: Opening = { _, _ in .unknown }
  ) -> State {
    var state = State(
      now: 0, counts: rules.entities.map { _ in 0 }, columns: rules.fields.map { _ in [] },
      collections: rules.fields.map { _ in [] }, globals: rules.globals.map { _ in .unknown })
    for (index, sort) in rules.entities.enumerated() where !sort.isIntroduced {
      state.counts[index] = max(0, counts[Core.ID(index)] ?? 0)
    }
    for (index, sort) in rules.entities.enumerated() {
      for owner in 0..<state.counts[index] { grow(&state, sort, owner: owner, open: open) }
    }
    for (index, global) in rules.globals.enumerated() {
      if case .value(let literal) = global.initial {
        state.globals[index] = Value(literal)
      } else {
        state.globals[index] = open(.global(Core.ID(index)), global.type)
      }
    }
    return state
  }

  /// Returns the state with one more entity, which gets the next number of its sort: replay learns
  /// of entities that existed from the start when a line names them.
  package func adding(
    _ sort: Core.ID<Core.Entity>, to state: State, open: Opening = { _, _ in .unknown }
  ) -> State {
    var state = state
    introduce(sort, in: &state, open: open)
    return state
  }

  func introduce(_ sort: Core.ID<Core.Entity>, in state: inout State, open: Opening) {
    let owner = state.counts[sort.index]
    state.counts[sort.index] += 1
    grow(&state, rules[sort], owner: owner, open: open)
  }

  private func grow(_ state: inout State, _ sort: Core.Entity, owner: Int, open: Opening) {
    for id in sort.fields {
      let field = rules[id]
      guard case .value(let type) = field.kind else {
        state.collections[id.index].append([])
        continue
      }
      if case .value(let literal) = field.initial {
        state.columns[id.index].append(Value(literal))
      } else {
        let place = Place.field(id, of: Int32(clamping: owner))
        state.columns[id.index].append(open(place, type))
      }
    }
  }
}
