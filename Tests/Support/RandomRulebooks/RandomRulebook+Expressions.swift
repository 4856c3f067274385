import Basics
import Semantics

extension RandomRulebook {
  // MARK: Formulas

  /// A formula, in parentheses where it needs them.
  mutating func formula(_ depth: Int, _ scope: Scope) -> String {
    if depth <= 0 || chance(15) { return atom(scope) }
    switch random.below(hasCounters ? 17 : hasMany ? 15 : 14) {
    case 14: return counted(depth, scope)
    case 15, 16: return counter(depth, scope)
    case 0: return "(\(formula(depth - 1, scope)) and \(formula(depth - 1, scope)))"
    case 1: return "(\(formula(depth - 1, scope)) or \(formula(depth - 1, scope)))"
    case 2: return "(not \(formula(depth - 1, scope)))"
    case 3: return "(\(formula(depth - 1, scope)) implies \(formula(depth - 1, scope)))"
    case 4: return "(\(formula(depth - 1, scope)) iff \(formula(depth - 1, scope)))"
    case 5, 6, 7: return narrowing(depth, scope)
    case 8, 9: return quantified(depth, scope)
    case 10: return choice(depth, scope)
    case 11: return call(.bool, depth, scope) ?? atom(scope)
    case 12: return step(depth, scope)
    default: return comparison(depth, scope)
    }
  }

  /// A formula that reads through what may be none, once it is known not to be.
  private mutating func narrowing(_ depth: Int, _ scope: Scope) -> String {
    let optional = paths(scope).filter { $0.isOptional && !scope.certain.contains($0.text) }
    guard !optional.isEmpty else { return comparison(depth, scope) }
    let entities = optional.filter { if case .entity = $0.kind { true } else { false } }
    let path = pick(entities.isEmpty || chance(30) ? optional : entities).text
    let inner = narrowed(scope, path)
    let rest =
      chance(60) ? reading(path, inner) ?? formula(depth - 1, inner) : formula(depth - 1, inner)
    switch random.below(4) {
    case 0: return "(\(path) is not none and \(rest))"
    case 1: return "(\(path) is none or \(rest))"
    case 2: return "(\(path) is not none implies \(rest))"
    default:
      return "(\(path) is not none and \(formula(depth - 1, inner)) and \(rest))"
    }
  }

  /// Something about what a path leads to.
  private mutating func reading(_ path: String, _ scope: Scope) -> String? {
    let beyond = paths(scope).filter { $0.text.hasPrefix(path + ".") || $0.text == path }
    guard !beyond.isEmpty else { return nil }
    return about(pick(beyond), 1, scope)
  }

  /// A number of entities against a limit.
  private mutating func counted(_ depth: Int, _ scope: Scope) -> String {
    let (binder, inner, _) = bind(scope)
    let condition = chance(80) ? " where \(formula(depth - 1, inner))" : ""
    let sign = pick(["<", "<=", ">", ">=", "is", "is not"])
    return "((count \(binder)\(condition)) \(sign) \(random.below(3)))"
  }

  /// A number of entities against one that can change.
  private mutating func counter(_ depth: Int, _ scope: Scope) -> String {
    let (name, paths) = (fresh("v"), paths(scope))
    let collections = chance(30) ? collections(scope).filter { !$0.text.contains("!") } : []
    let collection = collections.isEmpty ? nil : pick(collections)
    let sort = collection?.member ?? pick(Self.sorts)
    var parts: [String] = []
    for (field, kind, isOptional) in valueFields(of: sort, ghosts: scope.seesGhosts) {
      guard chance(30) else { continue }
      let path = "\(name).\(field.name)"
      switch kind {
      case .tone: parts.append("\(path) is \(pick(["", "not "]))\(literal(.tone)!)")
      case .bool where !isOptional: parts.append(path)
      case .int where !isOptional, .grade where !isOptional:
        parts.append("\(path) <= \(literal(kind)!)")
      case .entity:
        let others = paths.filter { other in
          other.kind == kind && (!other.isOptional || scope.certain.contains(other.text))
        }
        if !others.isEmpty { parts.append("\(path) is \(pick(others).text)") }
      default: if isOptional { parts.append("\(path) is \(pick(["none", "not none"]))") }
      }
    }
    let joined = parts.joined(separator: pick([" and ", " or "]))
    let domain = collection.map { " in \($0.text)" } ?? ": \(sort)"
    let sign = pick(["<", "<=", ">", ">=", "is", "is not"])
    let condition = parts.isEmpty ? "" : " where \(joined)"
    return "((count \(name)\(domain)\(condition)) \(sign) \(number(.int, 1, scope)))"
  }

  private mutating func quantified(_ depth: Int, _ scope: Scope) -> String {
    var binders: [String] = []
    var inner = scope
    for _ in 0..<(chance(25) ? 2 : 1) {
      let (text, next, _) = bind(inner)
      binders.append(text)
      inner = next
    }
    let quantifier = pick(["all", "all", "some", "no"])
    let list = binders.joined(separator: ", ")
    let condition = chance(40) ? " where \(formula(depth - 1, inner))" : ""
    return "(\(quantifier) \(list)\(condition): \(formula(depth - 1, inner)))"
  }

  /// `x is first y in q where …`
  private mutating func choice(_ depth: Int, _ scope: Scope) -> String {
    let subjects = paths(scope).filter { if case .entity = $0.kind { true } else { false } }
    guard !subjects.isEmpty else { return atom(scope) }
    let name = fresh("v")
    func inner(_ sort: String) -> Scope {
      var inner = scope
      inner.isUnderBinder = true
      inner.variables.append(
        Scope.Variable(
          name: name, kind: .entity(sort), isOptional: false,
          isYoung: Self.isIntroduced(sort) && !scope.isBefore))
      return inner
    }
    let queues = collections(scope, queuesOnly: true).filter { !$0.text.contains("!") }
    let subject = pick(subjects)
    guard case .entity(let sort) = subject.kind else { return "true" }
    let own = queues.filter { $0.member == sort }
    let isPositive = chance(80) ? "is" : "is not"
    if !own.isEmpty, chance(75) {
      let queue = pick(own)
      let condition = chance(60) ? " where \(formula(depth - 1, inner(sort)))" : ""
      return
        "(\(subject.text) \(isPositive) \(pick(["first", "last"])) \(name) in \(queue.text)\(condition))"
    }
    let condition = chance(60) ? " where \(formula(depth - 1, inner(sort)))" : ""
    let kind = pick([Kind.int, .metres, .time])
    let key = number(kind, 1, inner(sort))
    return "(\(subject.text) \(isPositive) best \(name): \(sort)\(condition) by \(key))"
  }

  private mutating func step(_ depth: Int, _ scope: Scope) -> String {
    guard scope.site == .step, !scope.isBefore else { return comparison(depth, scope) }
    if chance(35) { return notified(scope) }
    var earlier = scope
    earlier.isBefore = true
    earlier.certain = []
    return "before(\(formula(depth - 1, earlier)))"
  }

  private mutating func notified(_ scope: Scope) -> String {
    let recipients = paths(scope).filter { path in
      if case .entity = path.kind { !path.isOptional } else { false }
    }
    guard !recipients.isEmpty, !scope.isUnderBinder || chance(50) else { return "true" }
    let recipient = pick(recipients).text
    guard chance(60) else { return "notified(\(recipient), ping)" }
    let arguments = [
      chance(30) ? "any" : number(.int, 1, scope), chance(50) ? "any" : literal(.tone)!,
      chance(40) ? "any" : value(.entity("A"), isOptional: true, 1, scope) ?? "any",
    ]
    return "notified(\(recipient), pong(\(arguments.joined(separator: ", "))))"
  }

  mutating func call(_ kind: Kind, _ depth: Int, _ scope: Scope) -> String? {
    let fitting = definitions.filter { $0.result == kind }
    guard !fitting.isEmpty else { return nil }
    let definition = pick(fitting)
    var arguments: [String] = []
    let scope = scope.site == .step ? scope : readable(scope)
    for parameter in definition.parameters {
      guard
        let argument = value(parameter.kind, isOptional: parameter.isOptional, 1, scope)
      else { return nil }
      arguments.append(argument)
    }
    return "\(definition.name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func comparison(_ depth: Int, _ scope: Scope) -> String {
    if hasPairs, chance(25), let pair = pair(scope) { return about(pair, depth, scope) }
    let all = paths(scope)
    return about(pick(all), depth, scope)
  }

  /// A formula about one path.
  private mutating func about(_ path: Path, _ depth: Int, _ scope: Scope) -> String {
    let isCertain = !path.isOptional || scope.certain.contains(path.text)
    if path.isOptional, chance(30) { return "(\(path.text) is \(pick(["none", "not none"])))" }
    switch path.kind {
    case .bool where isCertain: return chance(70) ? path.text : "(not \(path.text))"
    case .tone where chance(40):
      return "(\(path.text) \(pick(["in", "not in"])) {red, \(pick(["green", "blue"]))})"
    case .entity(let sort) where isCertain && chance(60):
      return membership(path.text, sort, scope) ?? equality(path, depth, scope)
    case .int, .grade, .metres, .time, .duration:
      guard isCertain, chance(75) else { return equality(path, depth, scope) }
      let kind: Kind = path.kind == .grade ? .int : path.kind
      let other = number(kind, depth - 1, scope)
      if chance(20) { return "(\(other) <= \(path.text) < \(number(kind, depth - 1, scope)))" }
      return "(\(path.text) \(pick(["<", "<=", ">", ">="])) \(other))"
    default: return equality(path, depth, scope)
    }
  }

  private mutating func membership(
    _ member: String, _ sort: String, _ scope: Scope
  ) -> String? {
    let fitting = collections(scope).filter { $0.member == sort }
    guard !fitting.isEmpty else { return nil }
    if chance(30) {
      let queues = collections(scope, queuesOnly: true).filter { $0.member == sort }
      if let other = value(.entity(sort), isOptional: false, 1, scope), !queues.isEmpty {
        return "(\(member) ahead of \(other) in \(pick(queues).text))"
      }
    }
    return "(\(member) \(pick(["in", "in", "not in"])) \(pick(fitting).text))"
  }

  private mutating func equality(_ path: Path, _ depth: Int, _ scope: Scope) -> String {
    let other = value(path.kind, isOptional: true, depth - 1, scope) ?? path.text
    // `x is none` is about optionals only.
    let right = other == "none" && !path.isOptional ? path.text : other
    return "(\(path.text) \(pick(["is", "is", "is not"])) \(right))"
  }

  private mutating func atom(_ scope: Scope) -> String {
    if chance(10) { return pick(["true", "false", "allowed"]) }
    return comparison(0, scope)
  }
}
