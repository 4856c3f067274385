/// The latest changes to the state, oldest first, each with its instant.
struct RecentChanges {
  struct Change {
    /// The instant of the change in milliseconds.
    var instant: Int64
    var entry: Journal.Entry
  }

  /// The number of milliseconds for which a change is kept at least; 0: none is kept.
  var span: Int64 = 0
  private(set) var changes = Block<Change>()
  /// The number of changes at which old ones are dropped.
  private var threshold = 1_024

  /// More changes than twice this are not kept.
  private static let most = 65_536

  func deallocate() { changes.deallocate() }

  mutating func removeAll() { changes.removeAll() }

  /// O(1) amortized.
  mutating func append(_ entry: Journal.Entry, at instant: Int64) {
    if changes.count >= threshold { dropOld(at: instant) }
    changes.append(Change(instant: instant, entry: entry))
  }

  private mutating func dropOld(at instant: Int64) {
    var old = 0
    while old < changes.count, changes[old].instant < instant - span { old += 1 }
    if changes.count - old >= Self.most { old = changes.count / 2 }
    changes.removeFirst(old)
    threshold = max(1_024, changes.count * 2)
  }
}
