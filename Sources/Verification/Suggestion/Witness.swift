import Rulebook
import Semantics

/// A lemma that some entity refers to an entity in a certain case:
/// `all t: Taxi where t.status is pending: some r: Request: r.taxi is t and r.stage is offered`.
struct Witness: Hashable, Sendable {
  let reference: Core.ID<Core.Field>
  let feature: Feature
  let value: Int
  let other: Feature
  let values: Set<Int>

  func phrase(_ rules: Core.Rules, _ vocabulary: Vocabulary) -> Phrase {
    let pair = vocabulary.variables([feature.sort, other.sort])
    let reference = Path(fields: [reference]).phrase(pair[1], rules)
    let back = reference.equals(Phrase(core: .variable(pair[0]), text: pair[0].name))
    let named = other.phrase(values, pair[1], rules, vocabulary)
    return .each(
      [pair[0]], where: [feature.phrase([value], pair[0], rules, vocabulary)],
      .some(pair[1], .all([back, named]), rules), rules)
  }
}

/// The cases of the entities that refer to an entity, as seen in states.
struct WitnessSightings: Sendable {
  private struct Subject: Sendable {
    let reference: Core.ID<Core.Field>
    let feature: Feature
    let other: Feature
    /// The sets of cases of the entities that refer to one entity, as bits, by its value.
    var seen: [Int: Set<UInt64>] = [:]
  }

  private let rules: Core.Rules
  private var subjects: [Subject] = []

  init(_ rules: Core.Rules, _ features: [[Feature]]) {
    self.rules = rules
    for (index, field) in rules.fields.enumerated() {
      guard case .value(let type) = field.kind, case .entity(let target) = type.scalar else {
        continue
      }
      for other in features[field.owner.index] where other.tellsCases(rules) {
        guard other.count(rules) <= 64 else { continue }
        for feature in features[target.index] where feature.tellsCases(rules) {
          subjects.append(Subject(reference: Core.ID(index), feature: feature, other: other))
        }
      }
    }
  }

  mutating func see(_ state: State) {
    for index in subjects.indices {
      let subject = subjects[index]
      var cases: [UInt64] = Array(repeating: 0, count: state.count(of: subject.feature.sort))
      for entity in 0..<state.count(of: subject.other.sort) {
        guard case .entity(let target) = state[subject.reference, of: entity],
          let value = subject.other.value(of: entity, in: state, rules)
        else { continue }
        cases[Int(target)] |= 1 << UInt64(value)
      }
      for (entity, bits) in cases.enumerated() {
        guard let value = subject.feature.value(of: entity, in: state, rules) else { continue }
        subjects[index].seen[value, default: []].insert(bits)
      }
    }
  }

  /// Returns, for each value, the smallest sets of cases of which one was always present.
  func candidates() -> [Witness] {
    subjects.flatMap { subject in
      subject.seen.sorted { $0.key < $1.key }.flatMap { value, sets -> [Witness] in
        guard !sets.contains(0) else { return [] }
        return Self.fewest(hitting: sets, of: subject.other.count(rules)).map {
          Witness(
            reference: subject.reference, feature: subject.feature, value: value,
            other: subject.other, values: $0)
        }
      }
    }
  }

  /// Returns the smallest sets of up to three that intersect every one of the given ones.
  private static func fewest(hitting sets: Set<UInt64>, of count: Int) -> [Set<Int>] {
    var choices: [Set<Int>] = [[]]
    for size in 1...3 where size < count {
      choices = choices.flatMap { choice in
        (((choice.max() ?? -1) + 1)..<count).map { choice.union([$0]) }
      }
      let hitting = choices.filter { choice in
        let bits = choice.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
        return sets.allSatisfy { $0 & bits != 0 }
      }
      if !hitting.isEmpty { return hitting }
    }
    return []
  }
}
