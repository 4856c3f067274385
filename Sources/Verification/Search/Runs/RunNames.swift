import Rulebook
import Semantics

/// The names in one run. Sensitive values have pseudonyms, numbered in the order of appearance.
struct RunNames {
  let rules: Core.Rules
  private let names: EntityNames
  private var pseudonyms: [Core.Scalar: [Value]] = [:]

  init(_ rules: Core.Rules) {
    self.rules = rules
    names = EntityNames(rules)
  }

  mutating func value(_ value: Value, _ scalar: Core.Scalar) -> String {
    switch value {
    case .none, .unknown, .entity: return names.value(value, scalar)
    case .bool, .number, .symbol:
      guard rules.isSensitive(scalar) else { return names.value(value, scalar) }
      var known = pseudonyms[scalar, default: []]
      if !known.contains(value) { known.append(value) }
      pseudonyms[scalar] = known
      let number = (known.firstIndex(of: value) ?? 0) + 1
      return "‹\(rules.name(of: scalar)) \(number)›"
    }
  }

  func place(_ place: Place) -> String { names.place(place) }

  /// Returns the content of a place in a state; for an entity that does not exist yet: none.
  mutating func content(of place: Place, in state: State) -> String {
    switch place {
    case .global(let id): return value(state[id], rules[id].type.scalar)
    case .field(let id, let owner):
      guard Int(owner) < state.count(of: rules[id].owner), case .value(let type) = rules[id].kind
      else { return names.content(of: place, in: state) }
      return value(state[id, of: Int(owner)], type.scalar)
    }
  }

  /// Returns the text of bindings: `r = R1, t = T2`.
  mutating func bindings(_ bindings: [(variable: Core.Variable, value: Value)]) -> String {
    var parts: [String] = []
    for (variable, value) in bindings {
      parts.append("\(variable.name) = \(self.value(value, variable.type.scalar))")
    }
    return parts.joined(separator: ", ")
  }
}
