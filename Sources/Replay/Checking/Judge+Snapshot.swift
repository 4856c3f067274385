import Findings

/// Snapshots, to try explanations and go back.
extension Judge {
  /// A state to which the checker can go back.
  struct Snapshot {
    let judge: Judge
    fileprivate let names: Int

    /// The number of findings that were kept.
    var findings: Int { judge.findings.count }
  }

  /// Remembers the present moment until `world.unmark()`.
  mutating func snapshot() -> Snapshot {
    world.mark()
    return Snapshot(judge: self, names: names.mark())
  }

  /// Goes back to the latest snapshot, which stays. The count of tried lines, and the note that
  /// earlier lines are lacking, are kept.
  mutating func restore(_ snapshot: Snapshot) {
    let (tried, lacksLines) = (counts.tried, lacksLines)
    world.rollback()
    self = snapshot.judge
    counts.tried = tried
    self.lacksLines = lacksLines
    names.rollback(to: snapshot.names)
  }
}
