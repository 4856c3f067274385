internal import Rulebook
internal import Semantics
internal import Traces

/// The rules keep their invariants, so a way in which the state may have come to be is the less
/// likely the more of them it breaks, where the lines behind a fault do not tell.
extension Judge {
  /// Whether some line behind a line is about somebody whom it is about. If there is none, nothing
  /// speaks against what the line says.
  func isSpokenOf(_ record: TraceEvent, _ ahead: Lookahead) -> Bool {
    let named = Set(entities(record).filter { !hasQueue($0) })
    return !lines(about: named, ahead, atMost: 1).isEmpty
  }

  /// How many invariants are broken after a line, for those whom it is about, whoever refers to
  /// them, and whom they referred to before, if this has happened. The world is as it was before
  /// the line; it stays so.
  ///
  /// O(state).
  mutating func countBroken(
    by repair: Repair, _ record: TraceEvent, _ evidence: Evidence,
    _ ahead: Lookahead, _ before: Snapshot
  ) -> Int {
    mode = .trial
    defer { restore(before) }
    var concerned = Set(entities(record) + evidence.line.blamed + changed(by: repair))
    // Whom they leave behind is not to be left as nobody may be.
    concerned.formUnion(leftBehind(by: concerned))
    _ = make(repair, record, ahead)
    var touched = Touched()
    for key in concerned.union(referring(to: concerned)) {
      touched.insert(key.number, key.sort)
    }
    // What cannot be found out speaks against nothing.
    let broken = try? world.violatedProperties(touching: touched)
    return broken?.count ?? 0
  }

  /// Of those who refer to somebody so many are looked at who were named last.
  private static let mostReferring = 64

  /// Whom these refer to now; but not those in whose queues others stand.
  private func leftBehind(by known: Set<EntityKey>) -> [EntityKey] {
    var numbers: [[Int32]] = rules.entities.map { _ in [] }
    // A name may stand for somebody whom only the line itself brings about.
    for key in known
    where !hasQueue(key) && Int(key.number) < world.count(of: key.sort) {
      numbers[key.sort.index].append(key.number)
    }
    return whomTheyReferTo(numbers).filter { !hasQueue($0) }
  }

  /// Who refers to some of these; but not to those in whose queues others stand: to these they are
  /// as they were.
  private func referring(to known: Set<EntityKey>) -> Set<EntityKey> {
    let references = references(to: known.filter { !hasQueue($0) })
    return Dictionary(grouping: references, by: \.target).values.reduce(into: []) {
      $0.formUnion(latest(Set($1.map(\.owner)), atMost: Self.mostReferring))
    }
  }
}
