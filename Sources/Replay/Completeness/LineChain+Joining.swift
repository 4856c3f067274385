import Findings

extension LineChain {
  /// A file of a trace of several.
  package struct Part {
    let chain: LineChain
    let answer: Completeness
    let path: String
    /// The number of lines that the files before it have.
    let start: Int

    package init(_ chain: LineChain, path: String, start: Int) {
      var chain = chain
      answer = chain.finish()
      self.chain = chain
      self.path = path
      self.start = start
    }
  }

  /// Returns the answer for several files that are one trace, in any order: the chain of each
  /// begins with 1, or continues that of another one. The chains must have been allowed to begin
  /// later.
  package static func joined(_ parts: [Part], mayBeginLater: Bool) -> Completeness {
    let parts = parts.filter { $0.chain.opening != nil || $0.chain.isOff }
    if let other = parts.first(where: { $0.answer.status == .notShown }) {
      return Completeness(notShown: "in '\(other.path)' \(other.answer.reason ?? "there is none")")
    }
    var joined = Completeness()
    guard !parts.isEmpty else {
      joined.reason = "the trace has no line"
      return joined
    }
    for part in parts {
      joined.chains += part.answer.chains
      if let opening = part.chain.opening, opening.sequence != 1 {
        if parts.contains(where: { $0.isBefore(opening) }) {
          joined.chains -= 1
        } else if !mayBeginLater {
          var one = Completeness.Break.number(
            opening.sequence, not: 1, at: opening.line + part.start)
          one.before = opening.instant
          joined.add(one)
        }
      }
      for var one in part.answer.breaks {
        one.line += part.start
        joined.add(one)
      }
      if let more = part.answer.unlistedBreaks {
        joined.unlistedBreaks = (joined.unlistedBreaks ?? 0) + more
      }
    }
    joined.status = joined.breaks.isEmpty ? .complete : .broken
    joined.isChained = parts.allSatisfy(\.answer.isChained)
    if joined.chains == 1 {
      joined.first = parts.compactMap(\.answer.first).min()
      let last = parts.map(\.answer).max { ($0.last ?? 0) < ($1.last ?? 0) }
      (joined.last, joined.head) = (last?.last, last?.head)
    }
    return joined
  }
}

extension LineChain.Part {
  /// True if the chain of another file continues that of this one.
  fileprivate func isBefore(_ opening: LineChain.Opening) -> Bool {
    guard answer.last.map({ $0 &+ 1 }) == opening.sequence else { return false }
    guard let previous = opening.previous, let head = answer.head else { return true }
    return Array(head.utf8) == previous
  }
}
