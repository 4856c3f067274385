import Rulebook

/// A bound of now in a property, applied to another instant while an entity is in a certain case:
/// `all r: Request where r.stage is held: r.heldAt <= r.since + (r.holds - 1) * holdInterval`.
struct Variation: Hashable, Sendable {
  let entity: Core.Variable
  /// The feature that must have the values.
  let guarding: Feature
  let values: Set<Int>
  /// The optional paths that must not be none.
  let required: [Phrase]
  let conclusion: Phrase
  let words: [String]

  func with(values: Set<Int>) -> Variation {
    Variation(
      entity: entity, guarding: guarding, values: values, required: required,
      conclusion: conclusion, words: words)
  }

  func phrase(_ rules: Core.Rules, _ vocabulary: Vocabulary) -> Phrase {
    let premise = guarding.phrase(values, entity, rules, vocabulary)
    return .each([entity], where: [premise] + required, conclusion, rules)
  }
}
