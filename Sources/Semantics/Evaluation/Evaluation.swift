import Rulebook

/// An evaluation in progress: the tree walker over the core.
///
/// Truth has Kleene's three values; where a method yields `Bool?`, nil is "unknown".
struct Evaluation {
  /// The greatest depth; deeper expressions are refused, so that no rulebook can exhaust the stack.
  static let deepest = 256
  /// The greatest number of values that are tried one by one.
  static let largestDomain = 1_000_000

  let tables: Tables
  var context: Context
  var depth = 0
  /// True to find out how long everything keeps its truth while only time passes.
  var watchesTime = false
  /// The first instant after now at which some evaluated comparison may change its truth.
  var nextChange: Int64?
  /// The entities of the present state, sorted for the joins of quantifiers.
  var joins: [Join.Key: JoinIndex] = [:]
  /// The ranks of the members of long queues, once they were asked for.
  var ranks: [Members.Place: [Int32: Int]] = [:]

  init(_ tables: Tables, _ context: Context) {
    self.tables = tables
    self.context = context
  }

  mutating func value(of expression: Core.Expression) throws(EvaluationError) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw EvaluationError(.nestedTooDeeply) }
    switch expression {
    case .literal(let literal): return Value(literal)
    case .variable(let variable):
      guard let value = context.environment[variable] else {
        throw EvaluationError(.unbound(variable.name))
      }
      return value
    case .now: return .number(context.here.now)
    case .field(let field, let owner, let era):
      guard let owner = try entity(owner) else { return .unknown }
      return try read(field, of: owner, era)
    case .global(let global, let era):
      // The state is not copied to be read: that would count a reference to each of its parts.
      if era == .here { return context.here.globals[global.index] }
      return try state(era).globals[global.index]
    case .certain(let part):
      let value = try value(of: part)
      if value == .none { throw EvaluationError(.unwrappedNone) }
      return value
    case .sum(let a, let b, _): return try add(a, b)
    case .difference(let a, let b, _): return try subtract(a, b)
    case .product(let factors, _): return try product(factors)
    case .quotient(let dividends, let divisors, let rounding, _):
      return try quotient(dividends, divisors, rounding)
    case .conditional(let condition, let then, let otherwise):
      guard let holds = try truth(of: condition) else { return .unknown }
      return try value(of: holds ? then : otherwise)
    case .isNone, .not, .and, .or, .equal, .less, .atMost, .quantified, .member, .ahead,
      .extreme, .notified:
      return Value(try formula(expression))
    }
  }

  private mutating func formula(
    _ expression: Core.Expression
  ) throws(EvaluationError) -> Bool? {
    switch expression {
    case .isNone(let part):
      let value = try value(of: part)
      return value == .unknown ? nil : value == .none
    case .not(let part): return try truth(of: part).map { !$0 }
    case .and(let parts): return try firstDecisive(parts, decisive: false)
    case .or(let parts): return try firstDecisive(parts, decisive: true)
    case .equal(let a, let b): return try equal(a, b)
    case .less(let a, let b): return try ordered(a, b, strictly: true)
    case .atMost(let a, let b): return try ordered(a, b, strictly: false)
    case .quantified(let quantifier, let binders, let condition, let body):
      return try quantified(quantifier, binders[...], condition, body)
    case .member(let member, let collection): return try isMember(member, collection)
    case .ahead(let first, let second, let collection):
      return try isAhead(first, second, collection)
    case .extreme(let extreme): return try isExtreme(extreme)
    case .notified(let recipient, let message, let arguments):
      return try isNotified(recipient, message, arguments)
    default: throw EvaluationError(.illTyped)
    }
  }

  mutating func truth(of expression: Core.Expression) throws(EvaluationError) -> Bool? {
    switch try value(of: expression) {
    case .bool(let value): return value
    case .unknown: return nil
    case .none: throw EvaluationError(.unwrappedNone)
    default: throw EvaluationError(.illTyped)
    }
  }

  /// Returns the position of an entity; nil if it is not known which.
  mutating func entity(_ expression: Core.Expression) throws(EvaluationError) -> Int32? {
    switch try value(of: expression) {
    case .entity(let index): return index
    case .unknown: return nil
    case .none: throw EvaluationError(.unwrappedNone)
    default: throw EvaluationError(.illTyped)
    }
  }

  /// Returns a number; nil if it is not known.
  mutating func number(_ expression: Core.Expression) throws(EvaluationError) -> Int64? {
    switch try value(of: expression) {
    case .number(let number): return number
    case .unknown: return nil
    case .none: throw EvaluationError(.unwrappedNone)
    default: throw EvaluationError(.illTyped)
    }
  }

  private func read(
    _ field: Core.ID<Core.Field>, of owner: Int32, _ era: Core.Era
  ) throws(EvaluationError) -> Value {
    if era == .here { return try read(field, of: owner, in: context.here) }
    return try read(field, of: owner, in: state(era))
  }

  private func read(
    _ field: Core.ID<Core.Field>, of owner: Int32, in state: borrowing State
  ) throws(EvaluationError) -> Value {
    let sort = tables.rules.fields[field.index].owner
    guard state.exists(owner, of: sort) else {
      throw EvaluationError(.didNotExist(owner, sort))
    }
    guard Int(owner) < state.columns[field.index].count else { throw EvaluationError(.illTyped) }
    return state.columns[field.index][Int(owner)]
  }

  func state(_ era: Core.Era) throws(EvaluationError) -> State {
    switch era {
    case .here: return context.here
    case .before:
      guard let before = context.before else { throw EvaluationError(.noStep) }
      return before
    }
  }
}

extension Value {
  /// Makes the value for which a literal stands.
  package init(_ literal: Core.Literal) {
    switch literal {
    case .bool(let value): self = .bool(value)
    case .number(let value, _): self = .number(value)
    case .symbol(let index, _): self = .symbol(Int32(clamping: index))
    case .none: self = .none
    }
  }

  init(_ truth: Bool?) {
    self = truth.map { .bool($0) } ?? .unknown
  }
}
