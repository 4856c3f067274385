internal import Findings

/// Trying what would have been.
extension Judge {
  /// A moment to which the judge can go back.
  struct Snapshot {
    let judge: Judge
    fileprivate let names: Int

    /// How many findings were kept.
    var findings: Int { judge.result.findings.count }
  }

  /// Remembers the present moment until `world.unmark()`.
  mutating func snapshot() -> Snapshot {
    world.mark()
    return Snapshot(judge: self, names: names.mark())
  }

  /// Goes back to the latest snapshot, which stays. What was tried has been tried all the same, and
  /// what was lacking was lacking.
  mutating func restore(_ snapshot: Snapshot) {
    let (tried, lacksLines) = (counts.tried, lacksLines)
    world.rollback(to: snapshot.judge.world)
    self = snapshot.judge
    counts.tried = tried
    self.lacksLines = lacksLines
    names.rollback(to: snapshot.names)
  }
}
