import Rulebook

/// Expressions as terms over the states before and after a step.
struct HornContext {
  let layout: HornLayout
  var here: HornState
  var before: HornState?
  var variables: [Int: HornTerm] = [:]

  func state(_ era: Core.Era) -> HornState { era == .before ? before ?? here : here }

  func truth(_ expression: Core.Expression) throws(NotHorn) -> String {
    try term(expression).value
  }

  func term(_ expression: Core.Expression) throws(NotHorn) -> HornTerm {
    switch expression {
    case .literal(let literal): return Self.term(literal)
    case .variable(let variable):
      guard let term = variables[variable.id] else { throw NotHorn() }
      return term
    case .now: return HornTerm(here.cells[HornLayout.now])
    case .global(let id, let era):
      guard let place = layout.globals[id.index] else { throw NotHorn() }
      return state(era).value(at: place, isOptional: layout.rules[id].type.isOptional)
    case .field(let id, let owner, let era):
      guard case .value(_, let isOptional)? = layout.columns[id.index],
        let column = layout.columns[id.index]
      else { throw NotHorn() }
      let state = state(era)
      return try chosen(owner, layout.caps[layout.rules[id].owner.index]) { owner in
        state.value(at: layout.place(of: owner, in: column), isOptional: isOptional)
      }
    case .isNone(let inner): return HornTerm(try term(inner).isNone ?? "false")
    case .certain(let inner): return HornTerm(try term(inner).value)
    case .not(let inner): return HornTerm(Horn.not(try truth(inner)))
    case .and(let parts): return HornTerm(Horn.all(try truths(parts)))
    case .or(let parts): return HornTerm(Horn.any(try truths(parts)))
    case .equal(let a, let b): return HornTerm(try term(a).equals(try term(b)))
    case .less(let a, let b):
      return HornTerm("(< \(try term(a).value) \(try term(b).value))")
    case .atMost(let a, let b):
      return HornTerm("(<= \(try term(a).value) \(try term(b).value))")
    case .conditional(let condition, let then, let otherwise):
      return .conditional(try truth(condition), try term(then), try term(otherwise))
    case .sum(let a, let b, _): return HornTerm("(+ \(try term(a).value) \(try term(b).value))")
    case .difference(let a, let b, _):
      return HornTerm("(- \(try term(a).value) \(try term(b).value))")
    case .product(let parts, let scalar): return HornTerm(try product(parts, scalar))
    case .quotient, .notified: throw NotHorn()
    case .quantified(let quantifier, let binders, let condition, let body):
      return HornTerm(try quantified(quantifier, binders[...], condition, body))
    case .member(let member, let collection):
      return HornTerm(try membership(of: try term(member).value, in: collection))
    case .ahead(let a, let b, let collection):
      let (first, second) = (try term(a).value, try term(b).value)
      return HornTerm(
        Horn.all([
          try membership(of: first, in: collection), try membership(of: second, in: collection),
          "(< \(try place(of: first, in: collection)) \(try place(of: second, in: collection)))",
        ]))
    case .extreme(let extreme): return HornTerm(try self.extreme(extreme))
    }
  }

  func truths(_ parts: [Core.Expression]) throws(NotHorn) -> [String] {
    var found: [String] = []
    for part in parts { found.append(try truth(part)) }
    return found
  }

  static func term(_ literal: Core.Literal) -> HornTerm {
    switch literal {
    case .bool(let truth): HornTerm(truth ? "true" : "false")
    case .number(let number, .time), .number(let number, .duration):
      HornTerm(number < 0 ? "(- \(number.magnitude).0)" : "\(number).0")
    case .number(let number, _): HornTerm(Horn.number(number))
    case .symbol(let index, _): HornTerm("\(index)")
    case .none(let scalar):
      HornTerm(
        Horn.sort(of: scalar) == "Bool" ? "false" : Horn.sort(of: scalar) == "Real" ? "0.0" : "0",
        isNone: "true")
    }
  }

  /// Returns the product of numbers of which at most one is not a constant.
  private func product(
    _ parts: [Core.Expression], _ scalar: Core.Scalar
  ) throws(NotHorn) -> String {
    let open = parts.filter { if case .literal = $0 { false } else { true } }
    guard open.count <= 1 else { throw NotHorn() }
    let isReal = Horn.sort(of: scalar) == "Real"
    var terms: [String] = []
    for part in parts {
      let term = try term(part).value
      let isWhole = Horn.sort(of: layout.rules.type(of: part).scalar) == "Int"
      terms.append(isReal && isWhole ? "(to_real \(term))" : term)
    }
    return "(* \(terms.joined(separator: " ")))"
  }

  /// Returns the value read from an entity, whichever it is.
  func chosen(
    _ owner: Core.Expression, _ count: Int, _ read: (Int) -> HornTerm
  ) throws(NotHorn) -> HornTerm {
    let owner = try term(owner).value
    if let index = Int(owner), index < count { return read(index) }
    guard count > 0 else { throw NotHorn() }
    return (0..<count - 1).reversed().reduce(read(count - 1)) { rest, index in
      .conditional(Horn.equal(owner, "\(index)"), read(index), rest)
    }
  }

  // MARK: Collections

  /// Returns the place in a queue, from 1; for a set 1 for a member and 0 otherwise.
  func place(of member: String, in collection: Core.Collection) throws(NotHorn) -> String {
    guard let column = layout.columns[collection.field.index] else { throw NotHorn() }
    let state = state(collection.era)
    let owners = layout.caps[layout.rules[collection.field].owner.index]
    switch column {
    case .value: throw NotHorn()
    case .queue(_, let members), .set(_, let members):
      let isSet = if case .set = column { true } else { false }
      return try chosen(collection.owner, owners) { owner in
        let row = layout.place(of: owner, in: column)
        func cell(_ other: Int) -> String {
          isSet ? Horn.conditional(state.cells[row + other], "1", "0") : state.cells[row + other]
        }
        let places = (0..<members).reversed().reduce("0") { rest, other in
          Horn.conditional(Horn.equal(member, "\(other)"), cell(other), rest)
        }
        return HornTerm(places)
      }.value
    }
  }

  func membership(of member: String, in collection: Core.Collection) throws(NotHorn) -> String {
    let place = try place(of: member, in: collection)
    return place == "0" ? "false" : place == "1" ? "true" : "(> \(place) 0)"
  }
}
