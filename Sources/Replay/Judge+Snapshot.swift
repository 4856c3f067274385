/// Trying what would have been.
extension Judge {
  /// A moment to which the judge can go back.
  struct Snapshot {
    fileprivate let judge: Judge
    fileprivate let names: Int
  }

  /// Remembers the present moment until `world.unmark()`.
  mutating func snapshot() -> Snapshot {
    world.mark()
    return Snapshot(judge: self, names: names.mark())
  }

  /// Goes back to the latest snapshot, which stays.
  mutating func restore(_ snapshot: Snapshot) {
    self = snapshot.judge
    world.rollback(to: snapshot.judge.world)
    names.rollback(to: snapshot.names)
  }
}
