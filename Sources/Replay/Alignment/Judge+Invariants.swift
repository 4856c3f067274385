import Rulebook
import Semantics
import Traces

/// The rules keep their invariants, so a way in which the state may have come to be is the less
/// likely the more of them it breaks, where the lines behind a fault do not tell.
extension Judge {
  /// Returns true if a later line is about one of the entities of a line. If there is none, nothing
  /// speaks against the line.
  func isSpokenOf(_ record: TraceEvent, _ ahead: Lookahead) -> Bool {
    let named = Set(entities(record).filter { !hasQueue($0) })
    return !lines(about: named, ahead, atMost: 1).isEmpty
  }

  /// Returns the number of invariants that a repair of a line breaks, for the entities of the line,
  /// those that refer to them, and those that they referred to before. The world must be as before
  /// the line, and stays so.
  /// - Parameter enough: A number beyond which they need not be counted.
  ///
  /// O(state).
  mutating func countBroken(
    by repair: Repair, _ record: TraceEvent, _ evidence: Evidence,
    _ ahead: Lookahead, _ before: Snapshot, enough: Int = .max
  ) -> Int {
    mode = .trial
    defer { restore(before) }
    var concerned = Set(entities(record) + evidence.line.blamed + changed(by: repair))
    // The entities to which they no longer refer must not be left in a forbidden state.
    concerned.formUnion(leftBehind(by: concerned))
    _ = make(repair, record, ahead)
    var touched = Touched()
    for key in concerned.union(referring(to: concerned)) where !hasQueue(key) {
      touched.insert(key.number, key.sort)
    }
    // An invariant that cannot be evaluated does not count.
    let broken = try? world.violatedProperties(touching: touched, enough: enough)
    return broken?.count ?? 0
  }

  /// Returns the entities to which these refer now, without owners of queues.
  private func leftBehind(by known: Set<EntityKey>) -> [EntityKey] {
    // A name may stand for an entity that only the line itself creates: the pool leaves it out.
    let pool = Pool(known.filter { !hasQueue($0) }, of: world)
    return whomTheyReferTo(pool.numbers).filter { !hasQueue($0) }
  }

  /// Returns the entities that refer to these; for owners of queues there are none, as nothing has
  /// changed about them.
  private func referring(to known: Set<EntityKey>) -> Set<EntityKey> {
    let references = references(to: known.filter { !hasQueue($0) })
    return Dictionary(grouping: references, by: \.target).values.reduce(into: []) {
      $0.formUnion(latest(Set($1.map(\.owner)), atMost: Limits.many))
    }
  }
}
