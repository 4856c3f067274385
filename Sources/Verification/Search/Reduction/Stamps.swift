import Rulebook

/// The fields that only note when something happened, to compare which of two things came first:
/// effects write the present instant to them, or one of them to another, and only comparisons of
/// one with another or with now read them.
///
/// Then it does not matter how long ago something was, only its order, and whether it is the
/// present instant: such positions have the same futures, since any instant written later is later
/// than all existing ones, or equal to those that are the present instant.
struct Stamps {
  private(set) var fields: Set<Core.ID<Core.Field>>

  init(_ slice: Slice) {
    let rules = slice.rules
    guard slice.events.allSatisfy({ rules.choosesNothingPast($0) }) else {
      fields = []
      return
    }
    fields = slice.fields.filter { id in
      guard case .value(let type) = rules[id].kind, type.scalar == .time else { return false }
      // If the rules leave an instant open, a run begins with the present one.
      if case .value(.number) = rules[id].initial { return false }
      return true
    }
    var updates: [Core.Update] = []
    var formulas = rules.properties.flatMap(\.body.expressions)
    for (index, event) in rules.events.enumerated()
    where event.source == .clock || slice.events.contains(Core.ID(index)) {
      formulas += event.guards.map(\.condition) + event.assumptions.map(\.condition)
      if let due = event.due { formulas.append(due.instant) }
      updates += event.updates
    }
    var before: Set<Core.ID<Core.Field>>?
    while before != fields, !fields.isEmpty {
      before = fields
      for formula in formulas { exclude(readIn: formula) }
      for update in updates { exclude(update) }
    }
  }

  private mutating func exclude(_ update: Core.Update) {
    exclude(readIn: update.condition)
    guard case .assign(.field(let field, let owner), let value) = update.action,
      fields.contains(field)
    else {
      for operand in update.action.operands { exclude(readIn: operand) }
      return
    }
    exclude(readIn: owner)
    if !exclude(around: value) { fields.remove(field) }
  }

  /// Excludes fields that are read other than to compare them with another.
  private mutating func exclude(readIn expression: Core.Expression) {
    switch expression {
    case .less(let a, let b), .atMost(let a, let b), .equal(let a, let b):
      if contains(a), contains(b) {
        _ = exclude(around: a)
        _ = exclude(around: b)
        return
      }
    case .isNone(let inner) where contains(inner):
      _ = exclude(around: inner)
      return
    case .field(let id, _, _): fields.remove(id)
    default: break
    }
    for child in expression.children { exclude(readIn: child) }
  }

  /// Returns true if the expression gives a stamp, or now.
  func contains(_ expression: Core.Expression) -> Bool {
    switch expression {
    case .now: true
    case .certain(let inner): contains(inner)
    case .field(let id, _, _): fields.contains(id)
    default: false
    }
  }

  /// Excludes fields that are read to find the owner of a stamp.
  ///
  /// - Returns: True if the expression gives a stamp, now, or none.
  private mutating func exclude(around value: Core.Expression) -> Bool {
    switch value {
    case .now, .literal(.none): return true
    case .certain(let inner): return exclude(around: inner)
    case .field(let id, let owner, _) where fields.contains(id):
      exclude(readIn: owner)
      return true
    case .conditional(let condition, let then, let otherwise):
      exclude(readIn: condition)
      let isOne = exclude(around: then)
      return exclude(around: otherwise) && isOne
    default:
      exclude(readIn: value)
      return false
    }
  }
}

extension Core.Rules {
  /// Returns true if the event is possible without an instant before now as an argument: a search
  /// tries stored instants as arguments, so other stamps would make another search.
  fileprivate func choosesNothingPast(_ id: Core.ID<Core.Event>) -> Bool {
    let event = self[id]
    let used = variables(usedBy: id)
    func isChosen(_ variable: Core.Variable) -> Bool {
      variable.type.scalar == .time && used.contains(variable.id)
    }
    let later = event.guards.flatMap(\.condition.conjuncts).compactMap(\.variableFromNow)
    return !event.results.contains { isChosen($0.variable) }
      && event.parameters.allSatisfy { !isChosen($0) || later.contains($0.id) }
  }
}

extension Core.Expression {
  /// The variable if the condition says that it is at or after now.
  fileprivate var variableFromNow: Int? {
    switch self {
    case .atMost(.now, .variable(let variable)), .less(.now, .variable(let variable)):
      variable.id
    case .atMost(.sum(.now, .literal(.number(let distance, _)), _), .variable(let variable)),
      .less(.sum(.now, .literal(.number(let distance, _)), _), .variable(let variable)):
      distance >= 0 ? variable.id : nil
    default: nil
    }
  }
}
