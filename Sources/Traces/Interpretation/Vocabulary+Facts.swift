import Rulebook

extension Vocabulary {
  /// Facts by the key under which an observation in canonical form states them, the keys in the
  /// order of their first fact.
  func grouped(
    _ facts: [Observation.Fact], _ rules: Core.Rules
  ) -> [(key: String, facts: [Observation.Fact])] {
    var groups: [(key: String, facts: [Observation.Fact])] = []
    var indices: [String: Int] = [:]
    for fact in facts {
      let key = key(of: fact, rules)
      if let index = indices[key] {
        groups[index].facts.append(fact)
      } else {
        indices[key] = groups.count
        groups.append((key, [fact]))
      }
    }
    return groups
  }

  /// Returns the name of a fact's place. A field's entity is named only where that is needed: the
  /// name alone could be ambiguous.
  func key(of fact: Observation.Fact, _ rules: Core.Rules) -> String {
    switch fact {
    case .global(let id, _): return rules[id].name
    case .field(_, let readings):
      guard let field = readings.first.map({ rules[$0.field] }) else { return "" }
      let name = field.statedName
      let isPlain = globals[name] == nil && fields[name]?.count == 1
      return isPlain || readings.count > 1 ? name : field.qualifiedName(in: rules)
    }
  }
}
