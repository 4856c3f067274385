import Rulebook
import Semantics

/// The entities that are there from the start and that no line has named yet. What an event does to
/// `each` entity of their sort it does to these, too: `each z: Zone: z.open = true` opens also the
/// zones that are named only in later lines.
///
/// All of a sort are in the same state, so one of them stands for all.
struct Unnamed: Sendable {
  /// The events that may change them.
  let events: Set<Int>
  /// The sorts that these change.
  let sorts: Set<Int>
  /// By sort, and then by field: the present values, where they are not the first ones.
  var values: [Int: [Int: Setting]] = [:]
  private let evaluator: Evaluator

  struct Setting {
    var value: Value
    /// The record of the line that set it.
    var line: Int
  }

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    let rules = evaluator.rules
    var events: Set<Int> = []
    var sorts: Set<Int> = []
    for sort in rules.entities.indices where !rules.entities[sort].isIntroduced {
      let sweeping = rules.events.indices.filter { event in
        rules.events[event].updates.contains { $0.sweeps(Core.ID(sort)) }
      }
      let changing = sweeping.flatMap { rules.events[$0].updates }
      guard changing.contains(where: { $0.mayChange(Core.ID(sort), evaluator) }) else { continue }
      sorts.insert(sort)
      events.formUnion(sweeping)
    }
    self.events = events
    self.sorts = sorts
  }

  /// Follows an event. O(state), if it is one of those that may change them.
  /// - Parameters:
  ///   - state: The state before it.
  ///   - line: The record of its line.
  mutating func follow(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value], in state: State,
    at line: Int
  ) {
    let rules = evaluator.rules
    var state = state
    for sort in sorts {
      state = evaluator.adding(Core.ID(sort), to: state)
      for (field, setting) in values[sort] ?? [:] {
        state[Core.ID<Core.Field>(field), of: state.count(of: Core.ID(sort)) - 1] = setting.value
      }
    }
    // If that fails for one of them, the line that names it has the fault.
    guard let after = try? evaluator.fire(event, arguments, results: results, in: state).after
    else { return }
    for sort in sorts {
      let number = state.count(of: Core.ID(sort)) - 1
      for field in rules.entities[sort].fields {
        guard case .value = rules[field].kind else { continue }
        let value = after[field, of: number]
        if value != state[field, of: number] {
          values[sort, default: [:]][field.index] = Setting(value: value, line: line)
        }
      }
    }
  }
}

extension Core.Update {
  /// The variable that ranges over all entities of a sort, to change the state for each.
  fileprivate func sweeper(_ sort: Core.ID<Core.Entity>) -> Core.Variable? {
    if case .notify = action { return nil }
    guard let each, case .entities(sort, _) = each.domain else { return nil }
    return each.variable
  }

  fileprivate func sweeps(_ sort: Core.ID<Core.Entity>) -> Bool { sweeper(sort) != nil }

  /// Returns false if it surely leaves an entity of the sort as it is at first.
  fileprivate func mayChange(_ sort: Core.ID<Core.Entity>, _ evaluator: Evaluator) -> Bool {
    guard let variable = sweeper(sort),
      case .assign(.field(let field, of: .variable(variable)), let new) = action
    else { return false }
    let first = evaluator.adding(sort, to: evaluator.initialState(counts: [:]))
    var context = Context(here: first, environment: Environment())
    context.environment[variable] = .entity(0)
    func value(_ expression: Core.Expression) -> Value? {
      expression.isAbout(variable) ? try? evaluator.evaluate(expression, in: context) : nil
    }
    if condition.conjuncts.contains(where: { value($0) == .bool(false) }) { return false }
    return value(new) != first[field, of: 0]
  }
}

extension Core.Expression {
  /// True if it reads nothing but fields of the entity that a variable stands for.
  fileprivate func isAbout(_ variable: Core.Variable) -> Bool {
    !contains { part in
      switch part {
      case .field(_, of: .variable(variable), .here), .variable(variable): false
      case .variable, .field, .global, .now, .member, .ahead, .extreme, .quantified, .notified:
        true
      default: false
      }
    }
  }
}
