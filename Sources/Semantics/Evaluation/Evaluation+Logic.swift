import Rulebook

extension Evaluation {
  /// Evaluates `and` up to the first false part, or `or` up to the first true one: `decisive`.
  mutating func firstDecisive(
    _ parts: [Core.Expression], decisive: Bool
  ) throws(EvaluationError) -> Bool? {
    var isKnown = true
    for part in parts {
      let truth = isKnown ? try truth(of: part) : try truthIfDefined(part)
      if truth == decisive { return decisive }
      if truth == nil { isKnown = false }
    }
    return isKnown ? !decisive : nil
  }

  /// Returns the truth of a part that may rely on something unknown. If that is false, this value
  /// does not matter; so if it has no value, the outcome is unknown, not an error.
  mutating func truthIfDefined(_ part: Core.Expression) throws(EvaluationError) -> Bool? {
    do {
      return try truth(of: part)
    } catch {
      if error.isLimit { throw error }
      return nil
    }
  }

  /// Evaluates a quantifier; `binders` are those still to be bound.
  mutating func quantified(
    _ quantifier: Core.Quantifier, _ binders: ArraySlice<Core.Binder>,
    _ condition: Core.Expression?, _ body: Core.Expression
  ) throws(EvaluationError) -> Bool? {
    guard let binder = binders.first else { return try instance(quantifier, condition, body) }
    if case .atLeast(let number) = quantifier {
      return try areAtLeast(number, binder, condition, body)
    }
    guard var extent = try extent(of: binder.domain) else { return nil }
    let decisive = quantifier == .some
    var isKnown = extent.isWhole
    if extent.isWhole, let told = told(binders, condition, body, quantifier) {
      extent = .listed(told)
    } else if extent.isWhole, binders.count == 1,
      let matching = try matching(binder, condition, body, quantifier, among: extent.count)
    {
      extent = .members(matching)
    }
    for position in 0..<extent.count {
      context.environment[binder.variable] = extent[position]
      let truth = try quantified(quantifier, binders.dropFirst(), condition, body)
      if truth == decisive { return decisive }
      if truth == nil { isKnown = false }
    }
    return isKnown ? !decisive : nil
  }

  /// Counts the bindings for which both formulas hold, and those for which that is not known.
  /// - Returns: True if the number is reached; nil if that is not known.
  private mutating func areAtLeast(
    _ number: Core.Expression, _ binder: Core.Binder, _ condition: Core.Expression?,
    _ body: Core.Expression
  ) throws(EvaluationError) -> Bool? {
    let wanted = try self.number(number)
    guard var extent = try extent(of: binder.domain) else { return nil }
    let isWhole = extent.isWhole
    if isWhole,
      let matching = try matching(binder, condition, body, .some, among: extent.count)
    {
      extent = .members(matching)
    }
    var (found, open) = (0, 0)
    for position in 0..<extent.count {
      context.environment[binder.variable] = extent[position]
      switch try instance(.some, condition, body) {
      case true: found += 1
      case false: continue
      default: open += 1
      }
    }
    guard let wanted else { return nil }
    if found >= wanted { return true }
    return isWhole && found + open < wanted ? false : nil
  }

  /// Evaluates a quantifier with everything bound: `condition implies body`, or
  /// `condition and body`.
  private mutating func instance(
    _ quantifier: Core.Quantifier, _ condition: Core.Expression?, _ body: Core.Expression
  ) throws(EvaluationError) -> Bool? {
    guard let condition else { return try truth(of: body) }
    let irrelevant = quantifier == .all
    switch try truth(of: condition) {
    case true: return try truth(of: body)
    case false: return irrelevant
    default: return try truthIfDefined(body) == irrelevant ? irrelevant : nil
    }
  }

  mutating func isNotified(
    _ recipient: Core.Expression, _ message: Core.ID<Core.Message>,
    _ arguments: [Core.Expression?]
  ) throws(EvaluationError) -> Bool? {
    // Most steps send no such message, and quantifiers ask for every entity.
    guard context.notifications.contains(where: { $0.message == message }) else { return false }
    guard case .entity(let sort) = tables.rules.type(of: recipient).scalar else {
      throw EvaluationError(.illTyped)
    }
    let recipient = try value(of: recipient)
    var wanted: [Value?] = []
    for argument in arguments {
      if let argument { wanted.append(try value(of: argument)) } else { wanted.append(nil) }
    }
    var isKnown = true
    for sent in context.notifications where sent.message == message && sent.sort == sort {
      var truth = Self.same(recipient, sent.recipient)
      for (wanted, given) in zip(wanted, sent.arguments) {
        guard let wanted, let given else { continue }
        let matches = Self.same(wanted, given)
        if matches == false { truth = false }
        if matches == nil, truth == true { truth = nil }
      }
      if truth == true { return true }
      if truth == nil { isKnown = false }
    }
    return isKnown ? false : nil
  }

  /// Returns the equality of two values; nil if one is not known.
  static func same(_ a: Value, _ b: Value) -> Bool? {
    a == .unknown || b == .unknown ? nil : a == b
  }
}
