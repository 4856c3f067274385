import Rulebook
import Semantics

/// The answer to whether the instants worth waiting for stand for all instants.
///
/// They do if at most one place tells how long ago something was: one stored instant, the clock of
/// one condition that must not last, or the start itself. Conditions then depend only on the
/// position of the present among the instants of change, as long as nothing else computes with the
/// time: it is compared, and stored, unchanged or moved by a value that does not depend on it. With
/// two such places it matters how far apart they are, and that may be any length of time:
/// `now is a + 5 s and now is b + 3 s` is met only after two seconds without any change. For stamps
/// only the order matters, and the next millisecond is tried.
struct Timekeeping {
  private let rules: Core.Rules
  private let slice: Slice
  private let scope: Scope
  private let stamps: Set<Core.ID<Core.Field>>

  init(_ slice: Slice, _ scope: Scope) {
    rules = slice.rules
    self.slice = slice
    self.scope = scope
    stamps = Stamps(slice).fields
  }

  var isThorough: Bool {
    let count = places + lastings + (rules.namesInstants ? 1 : 0)
    guard count == 0 || count == 1 && stamps.allSatisfy({ room(for: $0) == 0 }) else {
      return false
    }
    return rules.properties.allSatisfy(isRegular) && events.allSatisfy(isRegular)
  }

  /// The number of places that store instants other than stamps.
  private var places: Int {
    let fields = slice.fields.subtracting(stamps).filter(isInstant)
    let globals = slice.globals.filter { rules[$0].type.scalar == .time }
    return fields.map(room).reduce(0, +) + globals.count
  }

  private func isInstant(_ id: Core.ID<Core.Field>) -> Bool {
    guard case .value(let type) = rules[id].kind else { return false }
    return type.scalar == .time
  }

  private func room(for field: Core.ID<Core.Field>) -> Int {
    scope.counts[rules[field].owner.index]
  }

  /// The number of clocks of conditions that may last for some time. If no time is allowed it
  /// matters only whether time passes at all.
  private var lastings: Int {
    var count = 0
    for property in rules.properties {
      guard case .lasts(let lasting) = property.body, lasting.limit > 0 else { continue }
      count += lasting.binders.map(bindings).reduce(1) { min($0, 2) * $1 }
    }
    return count
  }

  private func bindings(_ binder: Core.Binder) -> Int {
    if case .entity(let sort) = binder.variable.type.scalar { scope.counts[sort.index] } else { 2 }
  }

  private var events: [Core.Event] {
    let kept = Set(slice.events)
    return rules.events.enumerated().filter { index, event in
      event.source == .clock || kept.contains(Core.ID(index))
    }.map(\.element)
  }

  /// Returns true if the instants at which the property changes its truth are found. For properties
  /// of steps they are not.
  private func isRegular(_ property: Core.Property) -> Bool {
    let steps = property.body.steps
    return steps.isEmpty
      ? property.body.formulas.allSatisfy(onlyCompares)
      : !steps.contains { readsInstants($0.formula) }
  }

  /// Returns true if the instants at which each condition changes its truth are found. They are not
  /// for arguments that are numbers, nor for choices of the server.
  private func isRegular(_ event: Core.Event) -> Bool {
    var conditions = event.guards.map(\.condition) + event.assumptions.map(\.condition)
    conditions += event.updates.map(\.condition)
    if let due = event.due { conditions.append(.atMost(due.instant, .now)) }
    let others = Set(
      event.parameters.filter(\.type.scalar.isNumeric).map(\.id)
        + event.results.map(\.variable.id))
    func isAsked(_ condition: Core.Expression) -> Bool {
      !condition.contains {
        if case .variable(let variable) = $0 { others.contains(variable.id) } else { false }
      }
    }
    return conditions.allSatisfy { !readsInstants($0) || isAsked($0) && onlyCompares($0) }
      && event.updates.flatMap(\.action.operands).allSatisfy(isStorable)
  }

  /// Returns true if instants are read only in comparisons in which the difference of both sides
  /// does not depend on the time otherwise.
  private func onlyCompares(_ expression: Core.Expression) -> Bool {
    switch expression {
    case .less(let a, let b), .atMost(let a, let b), .equal(let a, let b):
      guard readsInstants(a) || readsInstants(b) else { return true }
      return isDistance(a) && isDistance(b)
    case .isNone(let inner): return isDistance(inner)
    case .now: return false
    default: return !isStored(expression) && expression.children.allSatisfy(onlyCompares)
    }
  }

  /// Returns true if the expression is a sum of instants and of values that do not depend on the
  /// time.
  private func isDistance(_ expression: Core.Expression) -> Bool {
    switch expression {
    case .now: true
    case .certain(let inner): isDistance(inner)
    case .sum(let a, let b, _), .difference(let a, let b, _): isDistance(a) && isDistance(b)
    default:
      isStored(expression)
        ? expression.children.allSatisfy { !readsInstants($0) } : !readsInstants(expression)
    }
  }

  /// Returns true if the written value is an instant, unchanged or moved by a value that does not
  /// depend on the time, or is not about instants.
  private func isStorable(_ value: Core.Expression) -> Bool {
    switch value {
    case .now: return true
    case .certain(let inner): return isStorable(inner)
    case .sum(let start, let length, _), .difference(let start, let length, _):
      return isStorable(start) && !readsInstants(length)
    default:
      return isStored(value)
        ? value.children.allSatisfy { !readsInstants($0) } : !readsInstants(value)
    }
  }

  private func readsInstants(_ expression: Core.Expression) -> Bool {
    expression.contains { $0 == .now || isStored($0) }
  }

  /// Returns true if the expression reads a stored instant, or an argument that is one.
  private func isStored(_ expression: Core.Expression) -> Bool {
    switch expression {
    case .field(let id, _, _): isInstant(id)
    case .global(let id, _): rules[id].type.scalar == .time
    case .variable(let variable): variable.type.scalar == .time
    default: false
    }
  }
}
