import Rulebook

/// The merging of many fine candidates into few readable lemmas that say the same.
struct Merging {
  let rules: Core.Rules
  let vocabulary: Vocabulary

  /// The phrase of a lemma, and the words of its name.
  typealias Lemma = (phrase: Phrase, words: [String])

  func lemmas(_ candidates: [Candidate]) -> [Lemma] {
    var lemmas: [Lemma] = []
    var prohibitions: [Prohibition] = []
    var uniqueness: [Uniqueness] = []
    for candidate in candidates {
      switch candidate {
      case .prohibition(let one): prohibitions.append(one)
      case .uniqueness(let one): uniqueness.append(one)
      case .membership(let one):
        lemmas.append((one.phrase(rules, vocabulary), words(one)))
      case .witness(let one):
        let words = [rules[one.feature.sort].name] + one.feature.words(rules) + ["has"]
        lemmas.append((one.phrase(rules, vocabulary), words + [rules[one.other.sort].name]))
      case .bound, .variation: break
      }
    }
    lemmas = choices(prohibitions) + self.uniqueness(uniqueness) + lemmas
    return lemmas + bounds(candidates) + variations(candidates)
  }

  private func words(_ membership: Membership) -> [String] {
    [rules[membership.element].name, "in", rules[membership.field].name]
  }

  // MARK: Prohibitions

  /// Merges prohibitions by features: first the values that are excluded together, then the
  /// premises that exclude the same.
  private func choices(_ prohibitions: [Prohibition]) -> [Lemma] {
    var choices: [ProhibitedChoice] = []
    for (features, group) in grouped(prohibitions, by: { $0.parts.map(\.feature) }) {
      let last = features.count - 1
      let everything = Set(0..<features[last].count(rules))
      let denied = grouped(group) { $0.parts.dropLast().map(\.value) }.map { values, same in
        (values, Set(same.map { $0.parts[last].value }))
      }
      guard last > 0 else {
        choices += denied.map {
          ProhibitedChoice(premises: [], conclusion: (features[last], everything.subtracting($0.1)))
        }
        continue
      }
      for (_, rows) in grouped(denied, by: { [Array($0.0.dropFirst()), $0.1.sorted()] }) {
        var premises = rows[0].0.enumerated().map { (feature: features[$0], values: Set([$1])) }
        premises[0].values = Set(rows.map { $0.0[0] })
        choices.append(
          ProhibitedChoice(
            premises: premises,
            conclusion: (features[last], everything.subtracting(rows[0].1))))
      }
    }
    return choices.map { ($0.phrase(rules, vocabulary), $0.words(rules)) }
  }

  // MARK: Uniqueness

  /// Merges cases of which each two exclude each other, as far as they do.
  private func uniqueness(_ all: [Uniqueness]) -> [Lemma] {
    grouped(all, by: { $0.with([], []) }).flatMap { one, group -> [Lemma] in
      var open = Set(group.map { $0.first.union($0.second) })
      func excludes(_ a: Int, _ b: Int) -> Bool { open.contains([a, b]) }
      var merged: [Uniqueness] = []
      for (first, second) in group.map({ ($0.first, $0.second) }) where first == second {
        guard open.contains(first) else { continue }
        var cases = first
        for other in group.flatMap(\.first).sorted()
        where excludes(other, other) && cases.allSatisfy({ excludes($0, other) }) {
          cases.insert(other)
        }
        for a in cases { for b in cases { open.remove([a, b]) } }
        merged.append(one.with(cases, cases))
      }
      merged += group.filter { open.contains($0.first.union($0.second)) }
      let words = [rules[one.sort].name, "by", rules[one.reference].name]
      return merged.map { ($0.phrase(rules, vocabulary), words) }
    }
  }

  // MARK: Bounds

  /// Merges cases with the same bound.
  private func bounds(_ candidates: [Candidate]) -> [Lemma] {
    let all = candidates.compactMap { candidate in
      if case .bound(let bound) = candidate { bound } else { nil }
    }
    return grouped(all) { $0.with(values: []) }.map { one, group in
      let merged = one.with(values: group.reduce(into: []) { $0.formUnion($1.values) })
      return (merged.phrase(rules, vocabulary), merged.words(rules))
    }
  }

  private func variations(_ candidates: [Candidate]) -> [Lemma] {
    let all = candidates.compactMap { candidate in
      if case .variation(let variation) = candidate { variation } else { nil }
    }
    return grouped(all) { $0.with(values: []) }.map { one, group in
      let merged = one.with(values: group.reduce(into: []) { $0.formUnion($1.values) })
      return (merged.phrase(rules, vocabulary), one.words)
    }
  }

  /// Returns groups in the order of their first members.
  private func grouped<Item, Key: Hashable>(
    _ items: [Item], by key: (Item) -> Key
  ) -> [(Key, [Item])] {
    var groups: [(Key, [Item])] = []
    var positions: [Key: Int] = [:]
    for item in items {
      let key = key(item)
      if let position = positions[key] {
        groups[position].1.append(item)
      } else {
        positions[key] = groups.count
        groups.append((key, [item]))
      }
    }
    return groups
  }
}
