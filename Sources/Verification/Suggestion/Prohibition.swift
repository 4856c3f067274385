import Rulebook

/// A combination of values that no entity has: `r.stage is offered` with
/// `r.taxi.status is available`. The finest kind of lemma; several make a readable one.
struct Prohibition: Hashable, Sendable {
  struct Part: Hashable, Sendable {
    let feature: Feature
    let value: Int
  }

  /// The parts, one to three, of different features of one sort; the last is the one that the lemma
  /// denies.
  let parts: [Part]

  func phrase(_ rules: Core.Rules, _ vocabulary: Vocabulary) -> Phrase {
    let last = parts[parts.count - 1]
    let allowed = Set(0..<last.feature.count(rules)).subtracting([last.value])
    return ProhibitedChoice(
      premises: parts.dropLast().map { ($0.feature, [$0.value]) },
      conclusion: (last.feature, allowed)
    ).phrase(rules, vocabulary)
  }
}

/// A merged prohibition: `all x: X where F in {…}: G in {…}`.
struct ProhibitedChoice {
  let premises: [(feature: Feature, values: Set<Int>)]
  let conclusion: (feature: Feature, values: Set<Int>)

  func phrase(_ rules: Core.Rules, _ vocabulary: Vocabulary) -> Phrase {
    let entity = vocabulary.variables([conclusion.feature.sort])[0]
    var required: [Path] = []
    for feature in premises.map(\.feature) + [conclusion.feature] {
      for path in feature.required(rules) where !required.contains(path) { required.append(path) }
    }
    required.sort { $0.fields.count < $1.fields.count }
    var parts: [Phrase] = []
    // A premise may state the presence of the path already.
    func isSaid(_ path: Path) -> Bool {
      premises.contains { $0.feature.kind == .presence(path) && $0.values == [1] }
    }
    parts += required.filter { !isSaid($0) }.map { $0.phrase(entity, rules).isSome }
    let own = premises.filter { $0.feature.required(rules).isEmpty }
    let others = premises.filter { !$0.feature.required(rules).isEmpty }
    parts = own.map { $0.feature.phrase($0.values, entity, rules, vocabulary) } + parts
    parts += others.map { $0.feature.phrase($0.values, entity, rules, vocabulary) }
    return .each(
      [entity], where: parts,
      conclusion.feature.phrase(conclusion.values, entity, rules, vocabulary), rules)
  }

  func words(_ rules: Core.Rules) -> [String] {
    let features = premises.map(\.feature) + [conclusion.feature]
    return [rules[conclusion.feature.sort].name] + features.flatMap { $0.words(rules) }
  }
}
