internal import Rulebook
internal import Semantics
internal import Traces

/// The rules keep their invariants, so a way in which the state may have come to be is the less
/// likely the more of them it breaks, where the lines behind a fault do not tell.
extension Judge {
  /// Whether some line behind a line is about somebody whom it is about. If there is none, nothing
  /// speaks against what the line says.
  func isSpokenOf(_ record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>) -> Bool {
    let named = Set(entities(record).filter { !owningQueues.contains($0.sort) })
    return ahead.contains { item in
      guard case .line(.event(let event)) = item else { return false }
      return !named.isDisjoint(with: entities(event))
    }
  }

  /// How many invariants are broken after a line, for those whom it is about and whoever refers to
  /// them, if this has happened. The world is as it was before the line; it stays so.
  ///
  /// O(state).
  mutating func countBroken(
    by repair: Repair, _ record: TraceEvent, _ evidence: Evidence,
    _ ahead: ArraySlice<TraceReader.Item>, _ before: Snapshot
  ) -> Int {
    mode = .trial
    defer { restore(before) }
    let concerned = Set(entities(record) + evidence.line.blamed + changed(by: repair))
    _ = make(repair, record, ahead)
    let state = world.state
    var touched = Touched()
    for key in concerned.union(referring(to: concerned, in: state)) {
      touched.insert(key.number, key.sort)
    }
    // What cannot be found out speaks against nothing.
    let broken = try? evaluator.violatedProperties(in: state, touching: touched)
    return broken?.count ?? 0
  }

  /// Of those who refer to somebody so many are looked at who were named last.
  private static let mostReferring = 64

  /// Who refers to some of these; but not to those in whose queues others stand: to these they are
  /// as they were.
  private func referring(to known: Set<EntityKey>, in state: State) -> Set<EntityKey> {
    var found: [EntityKey: Set<EntityKey>] = [:]
    let sorts = Set(known.map(\.sort)).subtracting(owningQueues)
    for (index, field) in rules.fields.enumerated() {
      guard case .value(let type) = field.kind, case .entity(let sort) = type.scalar,
        sorts.contains(sort)
      else { continue }
      for owner in 0..<state.count(of: field.owner) {
        guard case .entity(let number) = state[Core.ID(index), of: owner] else { continue }
        let key = EntityKey(sort: sort, number: number)
        guard known.contains(key) else { continue }
        found[key, default: []].insert(
          EntityKey(sort: field.owner, number: Int32(clamping: owner)))
      }
    }
    return found.values.reduce(into: []) { $0.formUnion(latest(of: $1)) }
  }

  private func latest(of keys: Set<EntityKey>) -> [EntityKey] {
    if keys.count <= Self.mostReferring { return Array(keys) }
    let lines = keys.map { key in
      (line: history.lines(of: Int(key.number), key.sort.index).last ?? 0, key: key)
    }
    return lines.sorted { ($1.line, $0.key) < ($0.line, $1.key) }.prefix(Self.mostReferring)
      .map(\.key)
  }
}
