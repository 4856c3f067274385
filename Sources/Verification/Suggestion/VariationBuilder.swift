import Rulebook
import Semantics

/// The variations of a property that bounds now.
struct VariationBuilder {
  let rules: Core.Rules
  /// The features by sort.
  let features: [[Feature]]

  func variations(of property: Core.Property) -> [Variation] {
    guard case .always(.quantified(.all, let binders, _, let body)) = property.body,
      binders.count == 1, case .entity(let sort) = binders[0].variable.type.scalar
    else { return [] }
    let entity = binders[0].variable
    let parts = if case .and(let parts) = body { parts } else { [body] }
    let cases = features[sort.index].filter { $0.tellsCases(rules) }
    return parts.filter(isAboutNow).flatMap { part in
      fields(of: sort) { $0 == .time }.flatMap { instant in
        countedDown(part, entity, sort).flatMap { part in
          cases.flatMap { feature in
            (0..<feature.count(rules)).map { value in
              variation(part, property, at: instant, entity, feature, value)
            }
          }
        }
      }
    }
  }

  private func isAboutNow(_ part: Core.Expression) -> Bool {
    switch part {
    case .less, .atMost: part.readsNow
    default: false
    }
  }

  private func fields(
    of sort: Core.ID<Core.Entity>, where test: (Core.Scalar) -> Bool
  ) -> [Core.ID<Core.Field>] {
    rules[sort].fields.filter { field in
      if case .value(let type) = rules[field].kind { test(type.scalar) } else { false }
    }
  }

  /// Returns the comparison unchanged, and with each counter of the entity one less.
  private func countedDown(
    _ part: Core.Expression, _ entity: Core.Variable, _ sort: Core.ID<Core.Entity>
  ) -> [Core.Expression] {
    let one = Core.Expression.literal(.number(1, .int))
    return [part]
      + fields(of: sort) { $0 == .int }.compactMap { field in
        let counter = Core.Expression.field(field, of: .variable(entity), .here)
        guard part.contains(where: { $0 == counter }) else { return nil }
        return part.rewritten { $0 == counter ? .difference(counter, one, .int) : $0 }
      }
  }

  private func variation(
    _ part: Core.Expression, _ property: Core.Property, at instant: Core.ID<Core.Field>,
    _ entity: Core.Variable, _ feature: Feature, _ value: Int
  ) -> Variation {
    let path = Path(fields: [instant])
    let said = part.rewritten { $0 == .now ? path.certain(entity, rules).core : $0 }
    let text = ExpressionText(rules, calling: names(in: property))
    var required: [Phrase] = []
    said.forEach { node in
      guard case .certain(let optional) = node else { return }
      let phrase = Phrase(core: optional, text: text.text(optional)).isSome
      if !required.contains(phrase) { required.insert(phrase, at: 0) }
    }
    return Variation(
      entity: entity, guarding: feature, values: [value], required: required,
      conclusion: Phrase(core: said, text: text.text(said)),
      words: [property.name] + feature.words(rules) + [rules[instant].name])
  }

  /// Returns the names of the parameters that the property mentions, by their values.
  private func names(in property: Core.Property) -> [Core.Literal: String] {
    let words = Set(
      property.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    let named = rules.parameters.filter { words.contains($0.name) }
    return Dictionary(named.map { ($0.value, $0.name) }, uniquingKeysWith: { first, _ in first })
  }
}
