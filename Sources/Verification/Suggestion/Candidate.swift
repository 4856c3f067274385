import Rulebook

/// A lemma that may hold: it did in all states that were seen.
enum Candidate: Hashable, Sendable {
  case prohibition(Prohibition)
  case uniqueness(Uniqueness)
  case membership(Membership)
  case witness(Witness)
  case bound(UpperBound)
  case variation(Variation)

  func phrase(_ rules: Core.Rules, _ vocabulary: Vocabulary) -> Phrase {
    switch self {
    case .prohibition(let one): one.phrase(rules, vocabulary)
    case .uniqueness(let one): one.phrase(rules, vocabulary)
    case .membership(let one): one.phrase(rules, vocabulary)
    case .witness(let one): one.phrase(rules, vocabulary)
    case .bound(let one): one.phrase(rules, vocabulary)
    case .variation(let one): one.phrase(rules, vocabulary)
    }
  }

  /// The weight: of two lemmas that serve, the lighter one is suggested. A lemma about one entity
  /// is lighter than one about several, and one about own fields lighter than one about fields of
  /// others.
  var weight: Int {
    switch self {
    case .prohibition(let one):
      return one.parts.reduce(one.parts.count) { $0 + $1.feature.weight }
    case .bound(let one):
      // A neighbour of a named number is seldom intended.
      let amount = one.amount.map { $0.name.contains(" ") ? 4 : 1 } ?? 0
      return (one.guarding == nil ? 3 : 4) + amount
    case .variation: return 5
    case .uniqueness: return 6
    case .membership: return 7
    case .witness(let one): return 8 + one.values.count
    }
  }
}

extension Feature {
  fileprivate var weight: Int {
    switch (reach, kind) {
    case (_, .stands): 3
    case (.own, _): 1
    case (.through, _): 2
    case (.relation, _), (.global, _): 3
    }
  }
}
