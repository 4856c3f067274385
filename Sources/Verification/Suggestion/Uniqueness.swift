import Rulebook
import Semantics

/// A lemma that no two entities in certain cases refer to the same: `all r, s: Request where
/// r.stage is offered and s.stage is offered and r.taxi is s.taxi: r is s`.
struct Uniqueness: Hashable, Sendable {
  let sort: Core.ID<Core.Entity>
  let reference: Core.ID<Core.Field>
  /// The feature of the cases; nil: in any.
  let feature: Feature?
  let first: Set<Int>
  let second: Set<Int>

  func with(_ first: Set<Int>, _ second: Set<Int>) -> Uniqueness {
    Uniqueness(
      sort: sort, reference: reference, feature: feature, first: first, second: second)
  }

  func phrase(_ rules: Core.Rules, _ vocabulary: Vocabulary) -> Phrase {
    let pair = vocabulary.variables([sort, sort])
    var premises: [Phrase] = []
    if let feature {
      premises.append(feature.phrase(first, pair[0], rules, vocabulary))
      premises.append(feature.phrase(second, pair[1], rules, vocabulary))
    }
    let path = Path(fields: [reference])
    let (a, b) = (path.phrase(pair[0], rules), path.phrase(pair[1], rules))
    if !path.optionals(rules).isEmpty { premises.append(a.isSome) }
    premises.append(a.equals(b))
    let conclusion = Phrase(core: .variable(pair[0]), text: pair[0].name)
      .equals(Phrase(core: .variable(pair[1]), text: pair[1].name))
    return .each(pair, where: premises, conclusion, rules)
  }
}

/// The pairs of cases in which two entities that refer to the same were seen together.
struct UniquenessSightings: Sendable {
  private struct Subject: Hashable {
    let sort: Core.ID<Core.Entity>
    let reference: Core.ID<Core.Field>
    let feature: Feature?
  }

  private struct Seen {
    var cases: Set<Int> = []
    var pairs: Set<[Int]> = []
  }

  private let rules: Core.Rules
  private var seen: [(subject: Subject, seen: Seen)] = []

  init(_ rules: Core.Rules, _ features: [[Feature]]) {
    self.rules = rules
    for sort in rules.entities.indices {
      for field in rules.entities[sort].fields {
        guard case .value(let type) = rules[field].kind, case .entity = type.scalar else {
          continue
        }
        var choices: [Feature?] = [nil]
        choices += features[sort].filter { $0.tellsCases(rules) }
        for feature in choices {
          let subject = Subject(sort: Core.ID(sort), reference: field, feature: feature)
          seen.append((subject, Seen()))
        }
      }
    }
  }

  mutating func see(_ state: State) {
    for index in seen.indices {
      let subject = seen[index].subject
      var holders: [Int32: [Int]] = [:]
      for entity in 0..<state.count(of: subject.sort) {
        guard case .entity(let target) = state[subject.reference, of: entity] else { continue }
        let value = subject.feature.map { $0.value(of: entity, in: state, rules) ?? -1 } ?? 0
        holders[target, default: []].append(value)
      }
      for values in holders.values {
        seen[index].seen.cases.formUnion(values)
        for (position, a) in values.enumerated() {
          for b in values[(position + 1)...] {
            seen[index].seen.pairs.insert([min(a, b), max(a, b)])
          }
        }
      }
    }
  }

  /// Returns the pairs of cases that were never seen together.
  func candidates() -> [Uniqueness] {
    seen.flatMap { subject, seen -> [Uniqueness] in
      let cases = seen.cases.filter { $0 >= 0 }.sorted()
      return cases.flatMap { a in
        cases.filter { $0 >= a && !seen.pairs.contains([a, $0]) }.map { b in
          Uniqueness(
            sort: subject.sort, reference: subject.reference, feature: subject.feature,
            first: [a], second: [b])
        }
      }
    }
  }
}

extension Feature {
  /// Returns true if it is the case of an entity: a field of its own with named cases, never none.
  func tellsCases(_ rules: Core.Rules) -> Bool {
    if case .symbol = kind, reach == .own { required(rules).isEmpty } else { false }
  }
}
