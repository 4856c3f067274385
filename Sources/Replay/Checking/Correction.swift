import Rulebook
import Semantics

/// A correction: the evident content of a place that differs from the known one.
struct Correction: Hashable {
  enum Content: Hashable {
    case value(Value)
    /// The members of a queue, from its front, or of a set.
    case members([Int32])
  }

  let place: Place
  let content: Content
}

/// The changes of the state, each of one place, by which a formula would hold, or would not hold.
struct Corrections {
  private let evaluator: Evaluator
  private let context: Context
  private(set) var found: [Correction] = []

  private var rules: Core.Rules { evaluator.rules }

  init(_ evaluator: Evaluator, _ context: Context) {
    self.evaluator = evaluator
    self.context = context
  }

  mutating func collect(_ formula: Core.Expression, wanted: Bool) {
    switch formula {
    case .not(let part): collect(part, wanted: !wanted)
    case .and(let parts), .or(let parts):
      for part in parts where isBool(part, !wanted) { collect(part, wanted: wanted) }
    case .field, .global:
      if let place = place(formula) { note(place, .bool(wanted)) }
    case .equal(let a, let b):
      if wanted {
        equate(a, to: b)
        equate(b, to: a)
      } else {
        differ(a)
        differ(b)
      }
    case .isNone(let part):
      if wanted, let place = place(part) { note(place, .none) }
    case .member(let member, let collection):
      change(collection, member) { members, number in
        members.filter { $0 != number } + (wanted ? [number] : [])
      }
    case .extreme(let extreme) where wanted: promote(extreme)
    default: return
    }
  }

  private func evaluate(_ expression: Core.Expression) -> Value? {
    try? evaluator.evaluate(expression, in: context)
  }

  private func isBool(_ expression: Core.Expression, _ value: Bool) -> Bool {
    evaluate(expression) == .bool(value)
  }

  private func place(_ expression: Core.Expression) -> Place? {
    switch expression {
    case .certain(let part): return place(part)
    case .global(let global, .here): return .global(global)
    case .field(let field, let owner, .here):
      guard case .entity(let number)? = evaluate(owner) else { return nil }
      return .field(field, of: number)
    default: return nil
    }
  }

  private mutating func note(_ place: Place, _ value: Value) {
    if value != .unknown { found.append(Correction(place: place, content: .value(value))) }
  }

  private mutating func equate(_ target: Core.Expression, to other: Core.Expression) {
    guard let place = place(target), let value = evaluate(other) else { return }
    if value == .none, !isOptional(place) { return }
    note(place, value)
  }

  /// Notes each other value of a target that has few possible ones.
  private mutating func differ(_ target: Core.Expression) {
    guard let place = place(target), let known = evaluate(target) else { return }
    if isOptional(place), known != .none { note(place, .none) }
    guard case .enumeration(let id) = type(of: place)?.scalar else { return }
    for index in rules[id].cases.indices.prefix(Limits.several) {
      let value = Value.symbol(Int32(clamping: index))
      if value != known { note(place, value) }
    }
  }

  private func type(of place: Place) -> Core.ValueType? {
    switch place {
    case .global(let global): return rules[global].type
    case .field(let field, _):
      guard case .value(let type) = rules[field].kind else { return nil }
      return type
    }
  }

  private func isOptional(_ place: Place) -> Bool { type(of: place)?.isOptional == true }

  private mutating func change(
    _ collection: Core.Collection, _ member: Core.Expression,
    _ body: ([Int32], Int32) -> [Int32]
  ) {
    guard case .entity(let owner)? = evaluate(collection.owner),
      case .entity(let number)? = evaluate(member)
    else { return }
    let known = context.here.members(of: collection.field, owner: Int(owner))
    found.append(
      Correction(
        place: .field(collection.field, of: owner), content: .members(body(known, number))))
  }

  /// Notes two corrections by which the entity would be first: those before it are not in the
  /// queue, or it stands before them.
  private mutating func promote(_ extreme: Core.Extreme) {
    guard case .members(let collection) = extreme.binder.domain, extreme.kind == .first,
      case .entity(let owner)? = evaluate(collection.owner),
      case .entity(let number)? = evaluate(extreme.subject)
    else { return }
    let known = context.here.members(of: collection.field, owner: Int(owner))
    let rest = known.filter { $0 != number }
    var context = context
    let remaining = known.drop { member in
      guard member != number else { return false }
      context.environment[extreme.binder.variable] = .entity(member)
      guard let condition = extreme.condition else { return true }
      return (try? evaluator.evaluate(condition, in: context)) == .bool(true)
    }
    let place = Place.field(collection.field, of: owner)
    if remaining.first == number {
      found.append(Correction(place: place, content: .members(Array(remaining))))
    }
    found.append(Correction(place: place, content: .members([number] + rest)))
  }
}
