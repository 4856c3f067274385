import Rulebook

/// Former values of places: an observation may be older than its line says.
extension Machine {
  /// The number of milliseconds for which former values are remembered; 0: not at all. At most
  /// 131,072 changes are.
  package var rememberedSpan: Int64 {
    get { storage.pointee.recent.span }
    set {
      storage.pointee.recent.span = newValue
      if newValue > 0 {
        storage.pointee.listeners.insert(.recent)
      } else {
        storage.pointee.listeners.remove(.recent)
      }
    }
  }

  package func formerValues(
    at place: Place, since instant: Int64
  ) -> [(value: Value, lost: Int64)] {
    let (column, owner) = position(of: place)
    guard let type = layout.type(ofColumn: column) else { return [] }
    return changes(since: instant).filter {
      $0.entry.kind == .assigned && $0.entry.place == column && $0.entry.owner == owner
    }.map { (Word.decode($0.entry.word, type.scalar), $0.instant) }
  }

  package func formerMembers(
    at place: Place, since instant: Int64
  ) -> [(value: [Int32], lost: Int64)] {
    let (column, owner) = position(of: place)
    var members = members(at: place)
    var former: [(value: [Int32], lost: Int64)] = []
    for change in changes(since: instant)
    where change.entry.place == column && change.entry.owner == owner {
      guard change.entry.undoMembership(in: &members) else { continue }
      former.append((layout.isSet(column) ? members.sorted() : members, change.instant))
    }
    return former
  }

  /// Returns the changes at an instant or later, latest first; none if none are remembered.
  private func changes(since instant: Int64) -> some Sequence<RecentChanges.Change> {
    let recent = storage.pointee.recent
    let recorded = recent.span > 0 ? recordedChanges : []
    let kept = (0..<recent.changes.count).reversed().lazy.map { recent.changes[$0] }
    // Time may have been turned back between those that were recorded.
    return recorded.filter { $0.instant >= instant } + kept.prefix { $0.instant >= instant }
  }

  /// The changes that were recorded since the earliest mark, latest first.
  private var recordedChanges: [RecentChanges.Change] {
    var changes: [RecentChanges.Change] = []
    var instant = memory.now
    for position in (0..<journal.entries.count).reversed() {
      let entry = journal.entries[position]
      if entry.kind == .passed {
        instant = entry.word
      } else {
        changes.append(RecentChanges.Change(instant: instant, entry: entry))
      }
    }
    return changes
  }

  /// Remembers what was recorded since the earliest mark, which is forgotten.
  func rememberRecorded() {
    for change in recordedChanges.reversed() {
      storage.pointee.recent.append(change.entry, at: change.instant)
    }
  }

  /// The latest changes, oldest first.
  var recentRecord: [RecentChanges.Change] {
    let recent = storage.pointee.recent.changes
    return (0..<recent.count).map { recent[$0] }
  }

  /// Puts back what ``recentRecord`` told.
  func remember(_ changes: [RecentChanges.Change]) {
    for change in changes { storage.pointee.recent.append(change.entry, at: change.instant) }
  }
}

extension Journal.Entry {
  /// Takes a change of a list back.
  /// - Returns: false if it is a change of something else.
  func undoMembership(in members: inout [Int32]) -> Bool {
    switch kind {
    case .joined: members.removeAll { $0 == member }
    case .left:
      members.insert(member, at: members.firstIndex(of: previous).map { $0 + 1 } ?? 0)
    case .assigned, .added, .removed, .passed: return false
    }
    return true
  }
}
