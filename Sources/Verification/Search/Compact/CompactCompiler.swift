import Rulebook
import Semantics

/// A compiler of expressions of the core into closures over words. Each gives the evaluator's
/// answer, evaluating from the left and no further than the evaluator does, or notes that it
/// cannot.
struct CompactCompiler {
  let layout: CompactLayout
  var rules: Core.Rules { layout.rules }

  /// The greatest depth of a compiled expression; the evaluator refuses deeper ones.
  static let deepest = 200

  func code(_ expression: Core.Expression, _ depth: Int = 0) throws(NotCompact) -> Code {
    guard depth < Self.deepest else { throw NotCompact() }
    func part(_ expression: Core.Expression) throws(NotCompact) -> Code {
      try code(expression, depth + 1)
    }
    switch expression {
    case .literal(let literal):
      let word = try Self.word(literal)
      return { _ in word }
    case .variable(let variable):
      let id = variable.id
      return { $0.pointee.variables[id] }
    case .now: return { $0.pointee.here[CompactLayout.now] }
    case .field(let field, let owner, let era):
      return try read(field, entity(owner, depth + 1), era)
    case .global(let global, let era):
      guard let at = layout.globals[global.index] else { throw NotCompact() }
      return Self.known(era == .here ? { $0.pointee.here[at] } : { $0.pointee.before[at] })
    case .certain(let inner):
      let inner = try part(inner)
      return { $0.valued(inner($0)) }
    case .isNone(let inner):
      let inner = try part(inner)
      return { inner($0) == Word.none ? 1 : 0 }
    case .not(let inner):
      let inner = try truth(inner, depth + 1)
      return { 1 - inner($0) }
    case .and(let parts): return Self.all(try truths(parts, depth + 1))
    case .or(let parts): return Self.any(try truths(parts, depth + 1))
    case .equal(let a, let b): return try compared(a, b, .equal, depth + 1)
    case .less(let a, let b): return try compared(a, b, .less, depth + 1)
    case .atMost(let a, let b): return try compared(a, b, .atMost, depth + 1)
    case .sum(let a, let b, _):
      let (a, b) = (try number(a, depth + 1), try number(b, depth + 1))
      return { frame in
        let (sum, overflow) = a(frame).addingReportingOverflow(b(frame))
        return frame.result(sum, overflow)
      }
    case .difference(let a, let b, _):
      let (a, b) = (try number(a, depth + 1), try number(b, depth + 1))
      return { frame in
        let (difference, overflow) = a(frame).subtractingReportingOverflow(b(frame))
        return frame.result(difference, overflow)
      }
    case .product(let factors, _):
      let product = try wideProduct(factors, depth + 1)
      return { Self.narrow(product($0), $0) }
    case .quotient(let dividends, let divisors, let rounding, _):
      return try quotient(dividends, divisors, rounding, depth + 1)
    case .conditional(let condition, let then, let otherwise):
      let condition = try truth(condition, depth + 1)
      let (then, otherwise) = (try part(then), try part(otherwise))
      return { condition($0) != 0 ? then($0) : otherwise($0) }
    case .quantified(let quantifier, let binders, let condition, let body):
      return try quantified(quantifier, binders[...], condition, body, depth + 1)
    case .member(let member, let collection):
      return try isMember(member, collection, depth + 1)
    case .ahead(let first, let second, let collection):
      return try isAhead(first, second, collection, depth + 1)
    case .extreme(let extreme): return try isExtreme(extreme, depth + 1)
    case .notified(let recipient, let message, let arguments):
      return try isNotified(recipient, message, arguments, depth + 1)
    }
  }

  /// Compiles a condition: 0 or 1, also after a failure.
  func truth(_ expression: Core.Expression, _ depth: Int = 0) throws(NotCompact) -> Code {
    let inner = try code(expression, depth)
    return { frame in
      let word = inner(frame)
      if UInt64(bitPattern: word) <= 1 { return word }
      frame.pointee.fail(for: word)
      return 0
    }
  }

  private func truths(_ parts: [Core.Expression], _ depth: Int) throws(NotCompact) -> [Code] {
    try parts.mapped { part throws(NotCompact) in try truth(part, depth) }
  }

  /// Compiles a number, never none.
  func number(_ expression: Core.Expression, _ depth: Int = 0) throws(NotCompact) -> Code {
    let inner = try code(expression, depth)
    return rules.type(of: expression).isOptional ? { $0.valued(inner($0)) } : inner
  }

  /// Compiles the position of an entity, which may not exist.
  func entity(_ expression: Core.Expression, _ depth: Int = 0) throws(NotCompact) -> Code {
    try number(expression, depth)
  }

  static func word(_ literal: Core.Literal) throws(NotCompact) -> Int64 {
    switch literal {
    case .bool(let value): return value ? 1 : 0
    case .number(let number, _):
      guard number >= Word.least else { throw NotCompact() }
      return number
    case .symbol(let index, _): return Int64(index)
    case .none: return Word.none
    }
  }

  private func read(
    _ field: Core.ID<Core.Field>, _ owner: @escaping Code, _ era: Core.Era
  ) throws(NotCompact) -> Code {
    guard case .value(let at, _)? = layout.columns[field.index] else { throw NotCompact() }
    let count = CompactLayout.count(of: rules[field].owner.index)
    func read(_ frame: Frame, _ owner: Int64, _ state: Words) -> Int64 {
      guard UInt64(bitPattern: owner) < UInt64(bitPattern: state[count]) else {
        frame.pointee.fail(.undefined)
        return 0
      }
      return state[at + Int(owner)]
    }
    return Self.known(
      era == .here
        ? { read($0, owner($0), $0.pointee.here) } : { read($0, owner($0), $0.pointee.before) })
  }

  private static func known(_ code: @escaping Code) -> Code {
    { frame in
      let word = code(frame)
      if word == Word.unknown { frame.pointee.fail(.escape) }
      return word
    }
  }

  private static func all(_ parts: [Code]) -> Code {
    if parts.count == 2 {
      let (first, second) = (parts[0], parts[1])
      return { first($0) == 0 || $0.pointee.hasFailed ? 0 : second($0) }
    }
    return { frame in
      for part in parts where part(frame) == 0 || frame.pointee.hasFailed { return 0 }
      return 1
    }
  }

  private static func any(_ parts: [Code]) -> Code {
    { frame in
      for part in parts where part(frame) == 1 || frame.pointee.hasFailed { return 1 }
      return 0
    }
  }
}

extension Array {
  /// Does `map`, but throws what its closure throws.
  func mapped<Result, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { results.append(try transform(element)) }
    return results
  }
}
