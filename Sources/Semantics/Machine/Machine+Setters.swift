import Rulebook

/// The lines that last changed each place. Noting them takes time, so it is done only while faults
/// are expected, see ``Trail``.
extension Machine {
  /// Begins to note them; does nothing if they are noted.
  /// - Parameter areAll: True if nothing has changed yet.
  package func beginSetters(areAll: Bool) {
    if setters == nil { put(Setters(rules, areAll: areAll)) }
  }

  func put(_ setters: Setters?) {
    self.setters = setters
    if setters == nil {
      storage.pointee.listeners.remove(.setters)
    } else {
      storage.pointee.listeners.insert(.setters)
    }
  }

  /// Returns the line that last changed a place, as far as that was noted.
  package func line(lastChanging place: Place) -> Setters.Answer {
    setters?.line(of: place, rules) ?? .notNoted
  }

  /// The record of the line that is being performed, counted from 1; 0: none is.
  package var line: Int {
    get { Int(storage.pointee.line) }
    set { storage.pointee.line = UInt32(clamping: newValue) }
  }

  /// Notes the line of a change.
  func noteSetter(_ change: Journal.Entry) {
    let (place, owner) = (Int(change.place), Int(change.owner))
    switch change.kind {
    case .assigned, .joined, .left: setters?.note(place, of: owner, by: change.line)
    case .added where rules.entities[place].isIntroduced, .renewed:
      setters?.note(sort: place, number: owner, by: change.line)
    case .added, .removed, .passed: break
    }
  }

  /// Notes the lines of what was recorded since the earliest mark, which is forgotten.
  func noteRecordedSetters(since mark: Journal.Mark) {
    if let whole = mark.whole { return noteSetters(since: whole.state) }
    for position in 0..<journal.entries.count { noteSetter(journal.entries[position]) }
  }

  /// Notes the present line for all that has changed. O(state).
  func noteSetters(since before: State) {
    setters?.note(changesFrom: before, to: state, by: storage.pointee.line, rules)
  }
}
