import Basics
import Semantics

extension RandomRulebook {
  mutating func literal(_ kind: Kind) -> String? {
    switch kind {
    case .bool: pick(["true", "false"])
    case .int: pick(["0", "1", "2", "cap"])
    case .grade: pick(["0", "1", "3"])
    case .metres: pick(["0 metres", "2 metres", "reach0"])
    case .time: nil
    case .duration: pick(["0 s", "1 s", "pace"])
    case .tone: pick(["red", "green", "blue"])
    case .entity: nil
    }
  }

  /// A value of a kind; nil if nothing of the kind can be named.
  mutating func value(
    _ kind: Kind, isOptional: Bool, _ depth: Int, _ scope: Scope
  ) -> String? {
    if isOptional, chance(15) { return "none" }
    let fitting = paths(scope).filter { path in
      path.kind == kind
        && (isOptional || !path.isOptional || scope.certain.contains(path.text))
    }
    switch kind {
    case .int, .metres, .time, .duration:
      if isOptional, !fitting.isEmpty, chance(30) { return pick(fitting).text }
      return number(kind, depth, scope)
    case .bool:
      if isOptional, !fitting.isEmpty { return pick(fitting).text }
      return fitting.isEmpty || chance(20) ? literal(.bool) : pick(fitting).text
    case .grade, .tone:
      return fitting.isEmpty || chance(40) ? literal(kind) : pick(fitting).text
    case .entity:
      guard !fitting.isEmpty else { return isOptional ? "none" : nil }
      return pick(fitting).text
    }
  }

  /// What stands on the right of an assignment, where the type is known.
  mutating func assigned(
    _ kind: Kind, isOptional: Bool, _ scope: Scope
  ) -> String? {
    if chance(20), let a = value(kind, isOptional: isOptional, 1, scope),
      let b = value(kind, isOptional: isOptional, 1, scope)
    {
      return "if \(formula(1, scope)) then \(a) else \(b)"
    }
    if kind == .grade, !isOptional, chance(25),
      let path = paths(scope).first(where: { $0.kind == .int && !$0.isOptional })
    {
      return "\(path.text) + \(number(.int, 1, scope))"
    }
    if scope.allowsBang, !isOptional, chance(15) {
      let open = paths(scope).filter {
        $0.kind == kind && $0.isOptional && !scope.certain.contains($0.text)
      }
      if !open.isEmpty { return pick(open).text + "!" }
    }
    return value(kind, isOptional: isOptional, 2, scope)
  }

  /// A number of a kind (of `.int`, where a grade will do too).
  mutating func number(_ kind: Kind, _ depth: Int, _ scope: Scope) -> String {
    let fitting = paths(scope).filter { path in
      (path.kind == kind || (kind == .int && path.kind == .grade))
        && (!path.isOptional || scope.certain.contains(path.text))
    }
    func leaf(_ book: inout RandomRulebook) -> String {
      if !fitting.isEmpty, book.chance(65) { return book.pick(fitting).text }
      return book.literal(kind) ?? "now"
    }
    guard depth > 0, chance(50) else { return leaf(&self) }
    switch kind {
    case .time:
      let sign = pick(["+", "-"])
      return "(\(leaf(&self)) \(sign) \(number(.duration, depth - 1, scope)))"
    case .duration where chance(25):
      return "(\(number(.time, 0, scope)) - \(number(.time, 0, scope)))"
    case .duration where chance(30):
      let rounding = pick(["up", "down"])
      return "(\(number(.metres, 0, scope)) * 3 s / 2 metres rounded \(rounding))"
    default: break
    }
    switch random.below(6) {
    case 0: return "(\(leaf(&self)) - \(number(kind, depth - 1, scope)))"
    case 1: return "(\(pick(["2", "cap"])) * \(leaf(&self)))"
    case 2: return "(\(leaf(&self)) * 3 / \(pick(["2", "4"])) rounded \(pick(["up", "down"])))"
    case 3 where kind == .int:
      return call(.int, depth - 1, scope) ?? leaf(&self)
    case 4:
      let then = "\(leaf(&self)) + \(literal(kind) ?? "1 s")"
      return "(if \(formula(1, scope)) then \(then) else \(leaf(&self)))"
    case 5 where kind != .time: return "(-\(leaf(&self)))"
    default: return "(\(leaf(&self)) + \(number(kind, depth - 1, scope)))"
    }
  }
}
