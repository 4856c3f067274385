/// The listeners that are told of every change to the state.
struct Listeners: OptionSet {
  let rawValue: UInt8

  /// The record of changes that can be undone: ``Journal``.
  static let journal = Listeners(rawValue: 1)
  /// The state as the evaluator has it: ``Mirror``.
  static let mirror = Listeners(rawValue: 2)
  /// The undo log of correct lines: ``Trail``.
  static let trail = Listeners(rawValue: 4)
  /// The former values of places: ``RecentChanges``.
  static let recent = Listeners(rawValue: 8)
  /// The lines that last changed each place: ``Setters``.
  static let setters = Listeners(rawValue: 16)
}

extension Machine {
  @inline(__always)
  var hasListeners: Bool { !storage.pointee.listeners.isEmpty }

  /// Reports a change. The meaning of the arguments depends on the kind: see ``Journal/Entry``. Not
  /// inlined: the checks of access to a class are then made only if there is a listener.
  @inline(never)
  func tell(
    _ kind: Journal.Entry.Kind, _ place: Int, _ owner: Int = 0, _ member: Int = 0,
    previous: Int32 = -1, word: Int64 = 0
  ) {
    let entry = Journal.Entry(
      kind: kind, place: Int32(truncatingIfNeeded: place),
      owner: Int32(truncatingIfNeeded: owner), member: Int32(truncatingIfNeeded: member),
      previous: previous, line: storage.pointee.line, word: word)
    if isRecording {
      journal.entries.append(entry)
    } else if !storage.pointee.isMarked {
      if storage.pointee.listeners.contains(.trail) { followTrail(entry) }
      if storage.pointee.listeners.contains(.setters) { noteSetter(entry) }
      if storage.pointee.listeners.contains(.recent), kind != .passed {
        storage.pointee.recent.append(entry, at: memory.now)
      }
    }
    guard storage.pointee.listeners.contains(.mirror) else { return }
    let isWorthwhile =
      switch kind {
      case .assigned, .joined, .left: mirror?.note(place, of: owner)
      case .added, .removed: mirror?.note(place, number: owner)
      case .passed, .renewed: true
      }
    if isWorthwhile == false { dropMirror() }
  }

  func dropMirror() {
    mirror = nil
    storage.pointee.listeners.remove(.mirror)
  }
}
