import Rulebook
import Semantics

extension CompactCanonicalizer {
  /// Sorts the stamps of a state, before any of them is replaced by its rank.
  func rankStamps(of state: Words) {
    let ranked = stamps + 1
    var ranks = 0
    for (at, count) in stampRows {
      for row in 0..<Int(state[count]) where state[at + row] >= Word.least {
        let stamp = state[at + row]
        var place = ranks
        while place > 0, ranked[place - 1] < stamp { place -= 1 }
        if place > 0, ranked[place - 1] == stamp { continue }
        for later in stride(from: ranks, to: place, by: -1) { ranked[later] = ranked[later - 1] }
        ranked[place] = stamp
        ranks += 1
      }
    }
    stamps[0] = ranks > 0 && ranked[0] == state[CompactLayout.now] ? 0 : 1
  }

  /// Returns the part of a word that distinguishes positions.
  func relative(_ word: Int64, _ meaning: Meaning, _ origin: Int64) -> UInt64 {
    guard word >= Word.least else { return UInt64(bitPattern: word) }
    switch meaning {
    case .number: return UInt64(bitPattern: word)
    case .instant: return UInt64(bitPattern: word &- origin)
    case .stamp: return rank(of: word)
    }
  }

  /// Returns the rank of a stamp: 0 if it is the present instant, and more the earlier it is.
  private func rank(of stamp: Int64) -> UInt64 {
    var rank = 0
    while stamps[1 + rank] != stamp { rank += 1 }
    return UInt64(rank) + UInt64(stamps[0])
  }
}
