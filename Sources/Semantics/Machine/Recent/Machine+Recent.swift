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
    guard let type = layout.type(ofColumn: position(of: place).column) else { return [] }
    return former(at: place, since: instant) { entry in
      entry.kind == .assigned ? Word.decode(entry.word, type.scalar) : nil
    }
  }

  package func formerMembers(
    at place: Place, since instant: Int64
  ) -> [(value: [Int32], lost: Int64)] {
    var members = members(at: place)
    return former(at: place, since: instant) { entry in
      guard entry.undoMembership(in: &members) else { return nil }
      return layout.isSet(Int(entry.place)) ? members.sorted() : members
    }
  }

  /// Returns what a place held before each line that changed it. What it held while a line was
  /// being performed nobody could read.
  ///
  /// - Parameter before: Returns the content before a change; nil if it is of something else.
  private func former<Content>(
    at place: Place, since instant: Int64, before: (Journal.Entry) -> Content?
  ) -> [(value: Content, lost: Int64)] {
    guard storage.pointee.recent.span > 0 else { return [] }
    let (column, owner) = position(of: place)
    var former: [(value: Content, lost: Int64)] = []
    var line: UInt32?
    for change in latestChanges.prefix(while: { $0.instant >= instant })
    where change.entry.owner == owner {
      let isNew = isComing(change.entry, of: place)
      let content = change.entry.place == column && !isNew ? before(change.entry) : nil
      guard content != nil || isNew else { continue }
      if change.entry.line == line, former.last?.lost == change.instant { former.removeLast() }
      guard let content else { break }
      former.append((content, change.instant))
      line = change.entry.line
    }
    return former
  }

  /// Returns true if an event introduced the entity that has a place. Others were there from the
  /// start.
  private func isComing(_ entry: Journal.Entry, of place: Place) -> Bool {
    guard case .field(let field, _) = place, entry.kind == .added || entry.kind == .renewed else {
      return false
    }
    let sort = rules[field].owner
    return Int(entry.place) == sort.index && rules[sort].isIntroduced
  }

  /// All changes that are known, latest first.
  private var latestChanges: some Sequence<RecentChanges.Change> {
    let kept = storage.pointee.recent.changes
    return recordedChanges + (0..<kept.count).reversed().lazy.map { kept[$0] }
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
    case .assigned, .added, .removed, .passed, .renewed: return false
    }
    return true
  }
}
