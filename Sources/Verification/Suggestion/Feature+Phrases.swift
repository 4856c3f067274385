import Rulebook

extension Feature {
  /// Returns the phrase that the value is one of these: some, but not all of the possible ones.
  func phrase(
    _ values: Set<Int>, _ entity: Core.Variable, _ rules: Core.Rules, _ vocabulary: Vocabulary
  ) -> Phrase {
    let holds = values.contains(1)
    switch kind {
    case .symbol(let path, let id):
      return choice(values, path.certain(entity, rules), rules[id].cases, id)
    case .truth(let path):
      let phrase = path.certain(entity, rules)
      return holds ? phrase : Phrase(core: .not(phrase.core), text: "not \(phrase.text)")
    case .presence(let path):
      let phrase = path.phrase(entity, rules)
      return holds ? phrase.isSome : phrase.isNone
    case .zero(let path, let scalar):
      let phrase = path.certain(entity, rules)
      let zero = Phrase(core: .literal(.number(0, scalar)), text: "0")
      return holds ? phrase.equals(zero) : phrase.differs(from: zero)
    case .same(let a, let b):
      let (left, right) = (a.phrase(entity, rules), b.certain(entity, rules))
      return holds ? left.equals(right) : left.differs(from: right)
    case .member(let a, let field, let b):
      let phrase = a.certain(entity, rules).member(of: field, of: b.certain(entity, rules), rules)
      return holds ? phrase : phrase.notMember
    case .stands(let field):
      let sorts = [self.sort, rules[field].owner]
      let other = vocabulary.variables(sorts, from: entity.id)[1]
      let place = Core.Variable(id: entity.id + 10, name: other.name, type: other.type)
      let member = Path().phrase(entity, rules)
        .member(of: field, of: Phrase(core: .variable(place), text: place.name), rules)
      return .some(place, member, negated: !holds, rules)
    }
  }

  private func choice(
    _ values: Set<Int>, _ value: Phrase, _ cases: [String], _ id: Core.ID<Core.Enumeration>
  ) -> Phrase {
    func literal(_ index: Int) -> Phrase {
      Phrase(core: .literal(.symbol(index, of: id)), text: cases[index])
    }
    let others = Set(cases.indices).subtracting(values)
    let excludes = others.count < values.count
    let named = (excludes ? others : values).sorted().map(literal)
    if named.count == 1 { return excludes ? value.differs(from: named[0]) : value.equals(named[0]) }
    let core = Core.Expression.any(named.map { value.equals($0).core })
    let list = named.map(\.text).joined(separator: ", ")
    return Phrase(
      core: excludes ? .not(core) : core,
      text: "\(value.text) \(excludes ? "not in" : "in") {\(list)}")
  }

  /// Returns the words of its name.
  func words(_ rules: Core.Rules) -> [String] {
    switch kind {
    case .symbol(let path, _), .truth(let path), .presence(let path), .zero(let path, _):
      path.words(rules)
    case .same(let a, let b):
      b.fields.isEmpty ? a.words(rules) + ["back"] : a.words(rules) + ["is"] + b.words(rules)
    case .member(let a, let field, let b):
      a.words(rules) + ["in"] + b.words(rules)
        + rules[field].name.split(separator: ".").map(String.init)
    case .stands(let field): ["in"] + rules[field].name.split(separator: ".").map(String.init)
    }
  }
}
