internal import Rulebook
internal import Semantics
internal import Traces

/// A line that may name the wrong one: then it is the record of what a fault lacks.
struct Rival: Sendable {
  let finding: Int
  /// What that lacks.
  let occurrence: Occurrence
  let line: Int
  /// Whom the line names, and who may have been meant.
  let named: EntityKey
  let meant: EntityKey
}

/// Who is named in place of another may have nothing to do for long. What is wrong with him then,
/// because he is as that line has left him, was found before.
extension Judge {
  /// Remembers who may have been named in place of those to whom something may have happened before
  /// the present line, legally, if a finding is about that.
  mutating func noteRivals(of occurrences: [Occurrence]) {
    guard let cause = knownCause else { return }
    for occurrence in occurrences { aftermath.rival(rivals(of: occurrence, for: cause)) }
  }

  /// The lines, not far before the present one, in which the same happened to somebody else; but
  /// for what was evidently right.
  private func rivals(of occurrence: Occurrence, for finding: Int) -> [Rival] {
    let earliest = max(1, line.place.record - Self.farthestConfused)
    let lines = (earliest..<line.place.record).filter {
      history.event(of: $0) == occurrence.event.index
    }
    if lines.isEmpty { return [] }
    let named = occurrence.entities(rules)
    let written = rules[occurrence.event].written
    return named.flatMap { meant in
      (0..<world.count(of: meant.sort)).flatMap { number -> [Rival] in
        let other = EntityKey(sort: meant.sort, number: Int32(clamping: number))
        if named.contains(other) { return [] }
        // Of who is in many lines only the latest are known: he may be in one before these.
        return lines.filter { line in
          isAbout(other, line: line) != false
            && mayName(named, but: meant, in: line)
            && isLasting(occurrence.event, line, other, written, unlessNeeded: true)
            && isLasting(occurrence.event, line, meant, written)
        }.map {
          Rival(finding: finding, occurrence: occurrence, line: $0, named: other, meant: meant)
        }
      }
    }
  }

  /// The line that named somebody with whom something is wrong, as it has left him, in place of
  /// another.
  /// - Parameter places: what decides whether it is wrong.
  func rival(of concerned: [EntityKey], reading places: Set<Core.Location>) -> Rival? {
    let earliest = line.place.record - Self.farthestConfused
    return aftermath.rivals.first { rival in
      guard concerned.contains(rival.named) else { return false }
      let event = rival.occurrence.event
      return rival.line >= earliest
        ? isLasting(event, rival.line, rival.named, places, unlessNeeded: true)
        : isLeft(
          rules[event].written.intersection(places), of: rival.named, since: rival.line)
    }
  }
}
