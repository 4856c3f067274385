import Rulebook

extension HornContext {
  /// Expands the binders one after the other, for every choice.
  func quantified(
    _ quantifier: Core.Quantifier, _ binders: ArraySlice<Core.Binder>,
    _ condition: Core.Expression?, _ body: Core.Expression
  ) throws(NotHorn) -> String {
    guard let binder = binders.first else {
      let holds = try condition.map { c throws(NotHorn) in try truth(c) } ?? "true"
      let said = holds == "false" ? "false" : try truth(body)
      return quantifier == .all ? Horn.implies(holds, said) : Horn.all([holds, said])
    }
    var parts: [String] = []
    for (exists, value) in try choices(of: binder.domain) where exists != "false" {
      var inner = self
      inner.variables[binder.variable.id] = HornTerm(value)
      let part = try inner.quantified(quantifier, binders.dropFirst(), condition, body)
      parts.append(quantifier == .all ? Horn.implies(exists, part) : Horn.all([exists, part]))
    }
    switch quantifier {
    case .all: return Horn.all(parts)
    case .some: return Horn.any(parts)
    case .atLeast(let number):
      let sum = parts.map { "(ite \($0) 1 0)" }.joined(separator: " ")
      return "(<= \(try term(number).value) (+ 0 \(sum)))"
    }
  }

  /// Returns the values that may be bound, with the condition under which each exists.
  func choices(
    of domain: Core.Binder.Domain
  ) throws(NotHorn) -> [(exists: String, value: String)] {
    switch domain {
    case .entities(let sort, let era):
      return (0..<layout.caps[sort.index]).map { (exists($0, of: sort, state(era)), "\($0)") }
    case .members(let collection):
      let members = try layout.members(of: collection.field)
      return try Array(0..<members).mapped { m throws(NotHorn) in
        (try membership(of: "\(m)", in: collection), "\(m)")
      }
    case .values(.bool): return [("true", "false"), ("true", "true")]
    case .values(.enumeration(let id)):
      return layout.rules[id].cases.indices.map { ("true", "\($0)") }
    case .values: throw NotHorn()
    }
  }

  func exists(_ entity: Int, of sort: Core.ID<Core.Entity>, _ state: HornState) -> String {
    layout.counts[sort.index].map { "(< \(entity) \(state.cells[$0]))" } ?? "true"
  }

  /// Returns the condition that the subject satisfies the condition of the choice, and none that
  /// does precedes it.
  func extreme(_ extreme: Core.Extreme) throws(NotHorn) -> String {
    let subject = try term(extreme.subject)
    var candidates: [(holds: String, value: String, key: String)] = []
    for (exists, value) in try choices(of: extreme.binder.domain) {
      var inner = self
      inner.variables[extreme.binder.variable.id] = HornTerm(value)
      let holds = try extreme.condition.map { c throws(NotHorn) in try inner.truth(c) } ?? "true"
      candidates.append((Horn.all([exists, holds]), value, try inner.key(extreme, value)))
    }
    let precedes = if case .first = extreme.kind { "<" } else { ">" }
    var parts: [String] = []
    for (index, candidate) in candidates.enumerated() {
      let others = candidates.enumerated().filter { $0.offset != index }.map { other in
        Horn.not(
          Horn.all([other.element.holds, "(\(precedes) \(other.element.key) \(candidate.key))"]))
      }
      parts.append(
        Horn.all([subject.equals(HornTerm(candidate.value)), candidate.holds] + others))
    }
    return Horn.any(parts)
  }

  /// Returns the key by which the values of the variable are compared.
  private func key(_ extreme: Core.Extreme, _ value: String) throws(NotHorn) -> String {
    switch extreme.kind {
    case .best(let key): return try term(key).value
    case .first, .last:
      guard case .members(let collection) = extreme.binder.domain else { throw NotHorn() }
      return try place(of: value, in: collection)
    }
  }
}
