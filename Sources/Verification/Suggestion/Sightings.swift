import Rulebook
import Semantics

/// The combinations of features that entities had, in all states that were seen.
struct Sightings: Sendable {
  /// The features by sort.
  let features: [[Feature]]
  /// The values of the features of each sort, -1 for none, each combination once.
  private(set) var rows: [Set<[Int8]>]
  private let rules: Core.Rules

  /// The greatest number of combinations of one sort; further ones seldom matter.
  private static let mostRows = 20_000

  init(_ rules: Core.Rules) {
    self.rules = rules
    features = rules.entities.indices.map {
      FeatureBuilder(rules: rules, sort: Core.ID($0)).features()
    }
    rows = rules.entities.map { _ in [] }
  }

  mutating func see(_ state: State) {
    for sort in features.indices where !features[sort].isEmpty {
      for entity in 0..<state.count(of: Core.ID(sort)) where rows[sort].count < Self.mostRows {
        rows[sort].insert(
          features[sort].map { feature in
            feature.value(of: entity, in: state, rules).map { Int8(clamping: $0) } ?? -1
          })
      }
    }
  }

  /// Returns, for each feature and value, the rows that have it.
  func columns(of sort: Int) -> [[BitSet]] {
    let rows = Array(rows[sort])
    return features[sort].enumerated().map { index, feature in
      (0..<feature.count(rules)).map { value in
        var bits = BitSet(count: rows.count)
        for (position, row) in rows.enumerated() where row[index] == Int8(clamping: value) {
          bits.insert(position)
        }
        return bits
      }
    }
  }
}

/// A set of small numbers.
struct BitSet: Sendable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ position: Int) { words[position >> 6] |= 1 << (position & 63) }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  func meets(_ other: BitSet) -> Bool { zip(words, other.words).contains { $0 & $1 != 0 } }

  func intersection(_ other: BitSet) -> BitSet {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }
}
