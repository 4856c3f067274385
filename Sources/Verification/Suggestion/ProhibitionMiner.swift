import Rulebook

/// The search for combinations of values that no entity of a sort was seen with, although each part
/// of the combination was seen.
struct ProhibitionMiner {
  let rules: Core.Rules
  let features: [Feature]
  /// The rows in which each value of each feature was seen.
  let columns: [[BitSet]]

  init(_ sightings: Sightings, sort: Int, _ rules: Core.Rules) {
    self.rules = rules
    features = sightings.features[sort]
    columns = sightings.columns(of: sort)
  }

  func prohibitions() -> [Prohibition] {
    var found: [Prohibition] = []
    for (index, feature) in features.enumerated() where feature.reach.isNear {
      for value in columns[index].indices where columns[index][value].isEmpty {
        found.append(Prohibition(parts: [part(index, value)]))
      }
    }
    var seen: [(a: Int, x: Int, b: Int, y: Int, rows: BitSet)] = []
    for a in features.indices {
      for b in features.indices.dropFirst(a + 1) where belong(features[a], features[b]) {
        for x in columns[a].indices where !columns[a][x].isEmpty {
          for y in columns[b].indices where !columns[b][y].isEmpty {
            let both = columns[a][x].intersection(columns[b][y])
            if both.isEmpty {
              // The case of the entity reads best as the premise.
              let swaps = features[b].tellsCases(rules) && !features[a].tellsCases(rules)
              let parts = [part(a, x), part(b, y)]
              found.append(Prohibition(parts: swaps ? parts.reversed() : parts))
            } else if needsThird(features[a], features[b]) {
              seen.append((a, x, b, y, both))
            }
          }
        }
      }
    }
    // Of three features one is a relation between entities, and one is about each of two entities.
    for (a, x, b, y, rows) in seen {
      for c in features.indices where isThird(features[c], features[a], features[b]) {
        for z in columns[c].indices
        where columns[c][z].meets(columns[a][x])
          && columns[c][z].meets(columns[b][y]) && !columns[c][z].meets(rows)
        {
          found.append(Prohibition(parts: [part(a, x), part(b, y), part(c, z)]))
        }
      }
    }
    return found
  }

  private func part(_ feature: Int, _ value: Int) -> Prohibition.Part {
    Prohibition.Part(feature: features[feature], value: value)
  }

  /// Returns true if two features are worth a lemma together: one is about the entity itself.
  private func belong(_ a: Feature, _ b: Feature) -> Bool {
    guard a.kind.subject != b.kind.subject || a.kind.subject == nil else { return false }
    return a.reach.isNear || b.reach.isNear
  }

  private func needsThird(_ a: Feature, _ b: Feature) -> Bool {
    if case (.own, .relation(.some)) = (a.reach, b.reach) { true } else { false }
  }

  private func isThird(_ feature: Feature, _ own: Feature, _ relation: Feature) -> Bool {
    guard case .relation(let by) = relation.reach, case .through(let field) = feature.reach else {
      return false
    }
    return by == field
  }
}

extension Feature.Reach {
  var isNear: Bool {
    switch self {
    case .own, .relation: true
    case .through, .global: false
    }
  }
}

extension Feature.Kind {
  /// The path whose value the feature describes; two features of one path say much the same.
  var subject: Path? {
    switch self {
    case .symbol(let path, _), .truth(let path), .presence(let path), .zero(let path, _): path
    case .same, .member, .stands: nil
    }
  }
}
