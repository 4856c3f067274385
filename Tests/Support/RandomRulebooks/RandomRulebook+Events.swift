import Basics
import Semantics

extension RandomRulebook {
  mutating func writeEffect() {
    let name = fresh("effect")
    let sort = pick(Self.sorts)
    var scope = Scope(site: .effect)
    scope.variables = [
      Scope.Variable(name: "it", kind: .entity(sort), isOptional: false),
      Scope.Variable(name: "with", kind: .int, isOptional: false),
    ]
    lines.append("effect \(name)(it: \(sort), with: Int)")
    for action in actions(1 + random.below(2), scope, indent: "  ") { lines.append(action) }
    effects.append((name, sort, ""))
    lines.append("")
  }

  mutating func writeEvents() {
    if chance(40) {
      lines += ["every event except makeJ", "  require \(formula(1, Scope(site: .event)))", ""]
    }
    writeEvent("makeJ", from: "clerk", introducing: ["J"])
    writeEvent(
      "makeK", from: pick(["system", "clerk"]), introducing: chance(30) ? ["K", "J"] : ["K"])
    for source in ["driver", "world", "system", pick(["driver", "system"])] {
      writeEvent(fresh("act"), from: source, introducing: chance(10) ? ["J", "J"] : [])
    }
    for _ in 0..<2 { writeEvent(fresh("late"), from: "clock", introducing: []) }
  }

  private mutating func writeEvent(
    _ name: String, from source: String, introducing new: [String]
  ) {
    var scope = Scope(site: .event)
    var parameters: [String] = []
    func add(_ kind: Kind, _ isOptional: Bool, _ book: inout RandomRulebook) {
      let name = book.fresh("p")
      parameters.append("\(name): \(book.text(.value(kind, isOptional: isOptional)))")
      scope.variables.append(Scope.Variable(name: name, kind: kind, isOptional: isOptional))
    }
    for needed in neededReferences(new) { add(.entity(needed), false, &self) }
    for _ in 0..<(1 + random.below(2)) { add(.entity(pick(Self.sorts)), false, &self) }
    if source != "clock" {
      if chance(30) { add(.entity(pick(Self.sorts)), true, &self) }
      if chance(50) {
        add(pick([.int, .grade, .tone, .time, .bool]), chance(25), &self)
      }
    }
    var inner = scope
    var results: [String] = []
    for sort in new {
      let result = fresh("r")
      results.append("new \(result): \(sort)")
      inner.variables.append(
        Scope.Variable(
          name: result, kind: .entity(sort), isOptional: false, isNew: true, isYoung: true))
    }
    if chance(25) {
      let result = fresh("r")
      let kind = pick([Kind.entity("A"), .tone, .grade])
      let isOptional = chance(30)
      results.append("\(result): \(text(.value(kind, isOptional: isOptional)))")
      inner.variables.append(Scope.Variable(name: result, kind: kind, isOptional: isOptional))
    }
    let arrow = results.isEmpty ? "" : " -> \(results.joined(separator: ", "))"
    if source == "world", chance(60) {
      lines.append("assume \(fresh("a")) at \(name) \"So it is.\"")
      var reading = scope
      reading.site = .property
      lines += ["  \(formula(1, reading))", ""]
    }
    lines.append("event \(name)(\(parameters.joined(separator: ", "))) from \(source)\(arrow)")
    var known: Set<String> = []
    if source != "world" { known = writeGuards(&scope, isClock: source == "clock") }
    inner.certain = known
    writeEffects(inner, new)
    if !["world", "system", "clock"].contains(source), chance(50),
      let recipient = scope.variables.first(where: {
        if case .entity = $0.kind { !$0.isOptional } else { false }
      })
    {
      lines.append("  on refusal notify \(recipient.name) ping")
    }
    lines.append("")
    events.append((name, source, inner))
  }

  /// The sorts of the references that a new entity must be given, but for those introduced too.
  private func neededReferences(_ new: [String]) -> [String] {
    new.flatMap { sort in
      valueFields(of: sort, ghosts: false).compactMap { field, kind, isOptional in
        guard field.isGiven, !isOptional, case .entity(let target) = kind, !new.contains(target)
        else { return nil }
        return target
      }
    }
  }

  /// - Returns: what is known not to be none after them.
  private mutating func writeGuards(_ scope: inout Scope, isClock: Bool) -> Set<String> {
    for _ in 0..<random.below(3) {
      let optional = paths(scope).filter { $0.isOptional && !scope.certain.contains($0.text) }
      if chance(45), !optional.isEmpty {
        let path = pick(optional).text
        lines.append("  require \(path) is not none")
        scope.certain.insert(path)
      } else {
        lines.append("  require \(formula(2, scope))")
      }
    }
    if isClock {
      let times = paths(scope).filter { $0.kind == .time && $0.text != "last0" }
      let path = pick(times)
      let isOpen = path.isOptional && !scope.certain.contains(path.text)
      let limit = number(.duration, 1, scope)
      lines.append("  due \(path.text)\(isOpen ? "!" : "") + \(limit)")
    }
    return scope.certain
  }

  private mutating func writeEffects(_ scope: Scope, _ new: [String]) {
    for variable in scope.variables where variable.isNew {
      guard case .entity(let sort) = variable.kind else { continue }
      for (field, kind, isOptional) in valueFields(of: sort, ghosts: false) where field.isGiven {
        let other = scope.variables.first {
          $0.isNew && $0.kind == kind && $0.name != variable.name
        }
        let given = other?.name ?? assigned(kind, isOptional: isOptional, scope) ?? "none"
        lines.append("  \(variable.name).\(field.name) = \(given)")
      }
    }
    let count = new.isEmpty ? 1 + random.below(4) : random.below(3)
    for action in actions(count, scope, indent: "  ") { lines.append(action) }
    if chance(60) { lines += cases(scope) }
  }

  private mutating func cases(_ scope: Scope) -> [String] {
    if hasChains, chance(70) { return chain(scope) }
    var text: [String] = []
    var scope = scope
    for _ in 0..<(1 + random.below(2)) {
      let optional = paths(scope).filter { $0.isOptional && !scope.certain.contains($0.text) }
      if chance(50), !optional.isEmpty {
        let path = pick(optional).text
        text.append("  case \(path) is none")
        text += actions(1, scope, indent: "    ")
        scope.certain.insert(path)
      } else {
        text.append("  case \(formula(1, scope))")
        text += actions(1 + random.below(2), scope, indent: "    ")
      }
    }
    return text + otherwise(scope)
  }

  /// Cases that ask the same of the same things in other words.
  private mutating func chain(_ scope: Scope) -> [String] {
    let tones = paths(scope).filter { $0.kind == .tone }.map(\.text)
    let tone = tones.isEmpty ? "(red)" : pick(tones)
    var tests = ["\(tone) is red", "\(tone) is green", "\(tone) is not blue", formula(1, scope)]
    let optional = paths(scope).filter(\.isOptional)
    if !optional.isEmpty { tests.append("\(pick(optional).text) is none") }
    var text: [String] = []
    for _ in 0..<(2 + random.below(4)) {
      let parts = (0..<(1 + random.below(3))).map { _ in
        chance(30) ? "(not (\(pick(tests))))" : "(\(pick(tests)))"
      }
      text.append("  case \(parts.joined(separator: pick([" and ", " and ", " or "])))")
      text += actions(1 + random.below(2), scope, indent: "    ")
    }
    return text + otherwise(scope)
  }

  private mutating func otherwise(_ scope: Scope) -> [String] {
    chance(70) ? ["  otherwise"] + actions(1, scope, indent: "    ") : []
  }

  private mutating func actions(_ count: Int, _ scope: Scope, indent: String) -> [String] {
    (0..<count).compactMap { _ in action(scope).map { indent + $0 } }
  }

  private mutating func action(_ scope: Scope) -> String? {
    switch random.below(hasMany ? 12 : 10) {
    case 0, 1, 2, 3: return assignment(scope)
    case 10: return each(scope) ?? assignment(scope)
    case 11: return clearing(scope) ?? assignment(scope)
    case 4, 5:
      let queues = collections(scope, queuesOnly: true, writing: true)
      guard !queues.isEmpty else { return assignment(scope) }
      let (queue, sort) = pick(queues)
      guard let member = value(.entity(sort), isOptional: false, 1, scope) else {
        return assignment(scope)
      }
      return pick([
        "append \(member) to \(queue)", "append \(member) to \(queue)",
        "move \(member) to end of \(queue)", "remove \(member) from \(queue)",
      ])
    case 6:
      let sets = collections(scope, setsOnly: true, writing: true)
      guard !sets.isEmpty else { return assignment(scope) }
      let (set, sort) = pick(sets)
      guard let member = value(.entity(sort), isOptional: false, 1, scope) else {
        return assignment(scope)
      }
      return pick([
        "add \(member) to \(set)", "add \(member) to \(set)", "remove \(member) from \(set)",
      ])
    case 7:
      guard scope.site == .event, !effects.isEmpty else { return notification(scope) }
      let effect = pick(effects)
      guard let owner = value(.entity(effect.owner), isOptional: false, 1, readable(scope)) else {
        return notification(scope)
      }
      return "\(effect.name)(\(owner), \(number(.int, 1, scope)))"
    default: return notification(scope)
    }
  }

  /// Something that is done to each entity for which a condition holds.
  private mutating func each(_ scope: Scope) -> String? {
    let scope = readable(scope)
    let name = fresh("e")
    let lists = chance(30) ? collections(scope).filter { !$0.text.contains("!") } : []
    let list = lists.isEmpty ? nil : pick(lists)
    let sort = list?.member ?? pick(Self.sorts)
    var inner = scope
    inner.isUnderBinder = true
    inner.variables.append(Scope.Variable(name: name, kind: .entity(sort), isOptional: false))
    let condition = chance(80) ? " where \(formula(1, inner))" : ""
    let domain = "each \(name)\(list.map { " in \($0.text)" } ?? ": \(sort)")\(condition)"
    if chance(25) { return "notify \(domain) ping" }
    guard let action = done(to: name, sort, scope) else { return nil }
    return chance(25)
      ? "\(domain):\n        \(action)\n        notify \(name) ping" : "\(domain): \(action)"
  }

  /// - Parameter scope: That around `each`.
  private mutating func done(to name: String, _ sort: String, _ scope: Scope) -> String? {
    if chance(10) { return "notify \(name) ping" }
    let sets = collections(scope, setsOnly: true, writing: true).filter {
      $0.member == sort && !$0.text.contains("!")
    }
    if chance(40), !sets.isEmpty {
      return "\(pick(["add \(name) to", "remove \(name) from"])) \(pick(sets).text)"
    }
    if hasPairs, chance(30) {
      let own = fields.filter { field in
        if case .pairs = field.shape { field.owner == sort } else { false }
      }
      if !own.isEmpty, case .pairs(let with, let kind, _) = own[0].shape,
        let other = value(.entity(with), isOptional: false, 1, scope), !other.contains("!")
      {
        return "\(name).\(own[0].name)(\(other)) = \(literal(kind)!)"
      }
    }
    if chance(30), let own = changedMembers(of: name, sort, scope) { return own }
    let (field, kind, isOptional) = pick(valueFields(of: sort, ghosts: true))
    let place = "\(name).\(field.name)"
    if kind == .time { return "\(place) = now" }
    if !isOptional, kind == .int || kind == .metres, chance(50) {
      return "\(place) \(pick(["+=", "-="])) \(literal(kind)!)"
    }
    if !isOptional, kind == .bool, chance(50) { return "\(place) = (not \(place))" }
    return literal(kind).map { "\(place) = \($0)" }
  }

  /// Somebody joins or leaves a set of each.
  private mutating func changedMembers(
    of name: String, _ sort: String, _ scope: Scope
  ) -> String? {
    let sets = fields.compactMap { field -> (name: String, member: String)? in
      guard field.owner == sort, case .set(let member) = field.shape else { return nil }
      return (field.name, member)
    }
    guard !sets.isEmpty else { return nil }
    let set = pick(sets)
    guard let member = value(.entity(set.member), isOptional: false, 1, scope),
      !member.contains("!")
    else { return nil }
    return "\(pick(["add \(member) to", "remove \(member) from"])) \(name).\(set.name)"
  }

  private mutating func clearing(_ scope: Scope) -> String? {
    let lists = collections(readable(scope), writing: true).filter { !$0.text.contains("!") }
    return lists.isEmpty ? nil : "clear \(pick(lists).text)"
  }

  /// Without the new entities, which an effect might read.
  func readable(_ scope: Scope) -> Scope {
    var scope = scope
    scope.variables.removeAll(where: \.isNew)
    return scope
  }

  private mutating func assignment(_ scope: Scope) -> String? {
    if hasPairs, chance(30), let pair = pair(scope, writing: true) {
      return assigned(pair.kind, isOptional: pair.isOptional, readable(scope)).map {
        "\(pair.text) = \($0)"
      }
    }
    if chance(15) {
      let global = pick(globals)
      let value = assigned(global.kind, isOptional: global.isOptional, scope)
      return value.map { "\(global.name) = \($0)" }
    }
    let owners = self.owners(scope, writing: true)
    guard !owners.isEmpty else { return nil }
    let owner = pick(owners)
    guard case .entity(let sort) = owner.kind else { return nil }
    let (field, kind, isOptional) = pick(valueFields(of: sort, ghosts: true))
    let isNew = self.isNew(owner, scope)
    if isNew, field.isGiven { return nil }
    let place = "\(owner.text).\(field.name)"
    let isKnown = !isOptional || scope.certain.contains(place)
    if !isNew, isKnown, kind == .int || kind == .metres, chance(40) {
      return "\(place) \(pick(["+=", "-="])) \(literal(kind)!)"
    }
    if kind == .time, chance(50) { return "\(place) = now" }
    return assigned(kind, isOptional: isOptional, scope).map { "\(place) = \($0)" }
  }

  private mutating func notification(_ scope: Scope) -> String? {
    let recipients = paths(scope).filter { path in
      if case .entity = path.kind {
        !path.isOptional || scope.certain.contains(path.text)
      } else {
        false
      }
    }
    guard !recipients.isEmpty else { return nil }
    let recipient = pick(recipients).text
    guard chance(60) else { return "notify \(recipient) ping" }
    let a = chance(20) ? "any" : value(.entity("A"), isOptional: true, 1, scope) ?? "none"
    return "notify \(recipient) pong(\(number(.int, 1, scope)), \(pick(["red", "any"])), \(a))"
  }
}
