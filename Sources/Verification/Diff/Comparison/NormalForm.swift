import Rulebook

/// A form of core expressions in which some that mean the same are the same: bound variables are
/// numbered by depth, negations pushed inwards, conjuncts, disjuncts, summands and the sides of
/// equations sorted, and duplicates left out.
///
/// Two expressions with one form mean the same; those with two forms may mean the same.
struct NormalForm {
  /// The names for items of the vocabulary; by default their numbers.
  var names = Names()

  /// The keys that stand for the items of a vocabulary.
  struct Names {
    var item: (Item) -> String = { "\($0)" }
  }

  /// The form of an expression. Free variables appear by their ids.
  func key(_ expression: Core.Expression) -> String { key(expression, true, [:]) }

  /// The form of the conjunction.
  func key(allOf expressions: [Core.Expression]) -> String { key(.all(expressions)) }

  /// The form of an update: two with one form do the same.
  func key(_ update: Core.Update) -> String {
    var bound: Bound = [:]
    let each = update.each.map { "each \(declare($0, &bound)) " } ?? ""
    return "\(each)case \(key(update.condition, true, bound)) do \(key(update.action, bound))"
  }

  private func key(_ action: Core.Action, _ bound: Bound) -> String {
    func inner(_ e: Core.Expression) -> String { key(e, true, bound) }
    return switch action {
    case .assign(.field(let id, let owner), let value):
      "\(name(.field(id.index)))(\(inner(owner))) := \(inner(value))"
    case .assign(.global(let id), let value): "\(name(.global(id.index))) := \(inner(value))"
    case .append(let member, let queue): "append \(inner(member)) \(form(queue, bound))"
    case .move(let member, let queue): "move \(inner(member)) \(form(queue, bound))"
    case .remove(let member, let collection):
      "remove \(inner(member)) \(form(collection, bound))"
    case .add(let member, let set): "add \(inner(member)) \(form(set, bound))"
    case .notify(let notification): key(notification, bound)
    }
  }

  func key(_ notification: Core.Notification) -> String { key(notification, [:]) }

  private func key(_ notification: Core.Notification, _ bound: Bound) -> String {
    let arguments = notification.arguments.map { $0.map { key($0, true, bound) } ?? "any" }
    return "notify \(key(notification.recipient, true, bound)) "
      + "\(name(.message(notification.message.index)))(\(arguments.joined(separator: ",")))"
  }

  func key(_ scalar: Core.Scalar) -> String {
    switch scalar {
    case .bool: "bool"
    case .int: "int"
    case .time: "time"
    case .duration: "duration"
    case .unit(let id): name(.unit(id.index))
    case .range(let id): name(.range(id.index))
    case .enumeration(let id): name(.enumeration(id.index))
    case .entity(let id): name(.entity(id.index))
    }
  }

  func key(_ type: Core.ValueType) -> String { key(type.scalar) + (type.isOptional ? "?" : "") }

  private func name(_ item: Item) -> String { names.item(item) }

  // MARK: Expressions

  private typealias Bound = [Int: String]

  private func key(_ e: Core.Expression, _ isPositive: Bool, _ bound: Bound) -> String {
    switch e {
    case .literal(.bool(let value)): return "\(value == isPositive)"
    case .not(let inner): return key(inner, !isPositive, bound)
    case .and(let parts): return junction(parts, isAll: isPositive, isPositive, bound)
    case .or(let parts): return junction(parts, isAll: !isPositive, isPositive, bound)
    case .less(let a, let b):
      return isPositive
        ? "(\(form(a, bound)) < \(form(b, bound)))" : "(\(form(b, bound)) <= \(form(a, bound)))"
    case .atMost(let a, let b):
      return isPositive
        ? "(\(form(a, bound)) <= \(form(b, bound)))" : "(\(form(b, bound)) < \(form(a, bound)))"
    case .quantified(let quantifier, let binders, let condition, let body):
      var inner = bound
      var domains: [String] = []
      for binder in binders { domains.append(declare(binder, &inner)) }
      let isAll = (quantifier == .all) == isPositive
      let parts = condition.map { (part: Core.Expression) -> [Core.Expression] in
        quantifier == .all ? [.or([.negation(of: part), body])] : [.and([part, body])]
      }
      if let number = quantifier.number {
        let content = key(parts?[0] ?? body, true, inner)
        let counted = "count \(domains.joined(separator: ",")): \(content)"
        return "\(isPositive ? "" : "not ")\(form(number, bound)) <= \(counted)"
      }
      let content = key(parts?[0] ?? body, isPositive, inner)
      return "\(isAll ? "all" : "some") \(domains.joined(separator: ",")): \(content)"
    default: return (isPositive ? "" : "not ") + form(e, bound)
    }
  }

  private func junction(
    _ parts: [Core.Expression], isAll: Bool, _ isPositive: Bool, _ bound: Bound
  ) -> String {
    func flat(_ e: Core.Expression, _ sign: Bool) -> [(Core.Expression, Bool)] {
      switch e {
      case .not(let inner): flat(inner, !sign)
      case .and(let parts) where sign == isAll: parts.flatMap { flat($0, sign) }
      case .or(let parts) where sign != isAll: parts.flatMap { flat($0, sign) }
      default: [(e, sign)]
      }
    }
    let leaves = parts.flatMap { flat($0, isPositive) }
    let neutral = "\(isAll)"
    let keys = Set(leaves.map { key($0.0, $0.1, bound) }).subtracting([neutral])
    if keys.contains("\(!isAll)") { return "\(!isAll)" }
    if keys.isEmpty { return neutral }
    let sorted = keys.sorted()
    return sorted.count == 1 ? sorted[0] : "(\(sorted.joined(separator: isAll ? " & " : " | ")))"
  }

  private func declare(_ binder: Core.Binder, _ bound: inout Bound) -> String {
    let domain =
      switch binder.domain {
      case .entities(let id, let era): "\(name(.entity(id.index)))@\(era)"
      case .members(let collection): form(collection, bound)
      case .values(let scalar): key(scalar)
      }
    let name = "b\(bound.count)"
    bound[binder.variable.id] = name
    return "\(name) in \(domain)"
  }

  private func form(_ collection: Core.Collection, _ bound: Bound) -> String {
    "\(name(.field(collection.field.index)))(\(form(collection.owner, bound)))@\(collection.era)"
  }

  private func form(_ e: Core.Expression, _ bound: Bound) -> String {
    func inner(_ e: Core.Expression) -> String { form(e, bound) }
    func sorted(_ parts: [Core.Expression]) -> String {
      parts.map(inner).sorted().joined(separator: ",")
    }
    switch e {
    case .literal(let literal):
      switch literal {
      case .bool(let value): return "\(value)"
      case .number(let number, let scalar): return "\(number) \(key(scalar))"
      case .symbol(let position, let id): return name(.symbol(id.index, position))
      case .none: return "none"
      }
    case .variable(let variable): return bound[variable.id] ?? "p\(variable.id)"
    case .now: return "now"
    case .field(let id, let owner, let era):
      return "\(name(.field(id.index)))(\(inner(owner)))@\(era)"
    case .global(let id, let era): return "\(name(.global(id.index)))@\(era)"
    case .certain(let value): return inner(value)
    case .isNone(let value): return Self.equation(inner(value), "none")
    case .equal(let a, let b): return Self.equation(inner(a), inner(b))
    case .sum(_, _, let scalar): return "sum[\(sorted(e.summands))]\(key(scalar))"
    case .product(let parts, let scalar): return "product[\(sorted(parts))]\(key(scalar))"
    case .difference(let a, let b, let scalar): return "(\(inner(a)) - \(inner(b)))\(key(scalar))"
    case .quotient(let dividends, let divisors, let rounding, let scalar):
      return "quotient[\(sorted(dividends))/\(sorted(divisors))]\(rounding)\(key(scalar))"
    case .conditional(let c, let a, let b):
      return "if \(key(c, true, bound)) then \(inner(a)) else \(inner(b))"
    case .member(let member, let collection):
      return "(\(inner(member)) in \(form(collection, bound)))"
    case .ahead(let a, let b, let collection):
      return "(\(inner(a)) ahead of \(inner(b)) in \(form(collection, bound)))"
    case .extreme(let extreme):
      var within = bound
      let domain = declare(extreme.binder, &within)
      let kind =
        switch extreme.kind {
        case .first: "first"
        case .last: "last"
        case .best(let value): "best by \(form(value, within))"
        }
      let condition = extreme.condition.map { key($0, true, within) } ?? "true"
      return "(\(inner(extreme.subject)) is \(kind) \(domain) where \(condition))"
    case .notified(let recipient, let message, let arguments):
      let list = arguments.map { $0.map(inner) ?? "any" }.joined(separator: ",")
      return "notified(\(inner(recipient)),\(name(.message(message.index)))(\(list)))"
    case .and, .or, .not, .less, .atMost, .quantified: return key(e, true, bound)
    }
  }

  private static func equation(_ a: String, _ b: String) -> String {
    a < b ? "(\(a) = \(b))" : "(\(b) = \(a))"
  }
}

extension Core.Expression {
  fileprivate var summands: [Core.Expression] {
    if case .sum(let a, let b, _) = self { a.summands + b.summands } else { [self] }
  }
}
