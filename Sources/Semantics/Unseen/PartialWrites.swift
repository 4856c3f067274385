import Rulebook

/// The writes of an event that is only partly known, gathered before any is done.
struct PartialWrites {
  enum Change { case append, move, add, remove }

  private struct Entry {
    let change: Change
    /// The member; nil: it is not known which entity.
    let member: Int32?
    let place: Place
    /// True if it is certainly done, there and with that member.
    let isSure: Bool
  }

  /// The places, each once, in the order of the rules.
  private var places: [Place] = []
  /// The same places as a set: if the owner of a written field is not known, the field of every
  /// entity may be written.
  private var known: Set<Place> = []
  private var values: [Place: (value: Value, isSure: Bool)] = [:]
  private var entries: [Entry] = []

  /// Gathers an assignment.
  /// - Parameter state: The state before.
  mutating func assign(_ value: Value, to place: Place, isSure: Bool, _ state: State) {
    note(place)
    if isSure {
      values[place] = (value, true)
      return
    }
    let other = values[place]
    if other?.isSure == true { return }
    // Written or not, the place has this value.
    let isSame = value == (other?.value ?? state.value(at: place))
    values[place] = (isSame ? value : .unknown, false)
  }

  mutating func change(_ change: Change, _ member: Int32?, in place: Place, isSure: Bool) {
    note(place)
    entries.append(Entry(change: change, member: member, place: place, isSure: isSure))
  }

  private mutating func note(_ place: Place) {
    if known.insert(place).inserted { places.append(place) }
  }

  /// Does the writes: assignments, removals, then the rest in order.
  /// - Returns: The places.
  func apply(to state: inout State) -> [Place] {
    for (place, written) in values { state.assign(written.value, to: place) }
    for entry in entries where entry.change == .remove { Self.apply(entry, to: &state) }
    for entry in entries where entry.change != .remove { Self.apply(entry, to: &state) }
    return places
  }

  private static func apply(_ entry: Entry, to state: inout State) {
    var listed = state.members(at: entry.place)
    let position = entry.member.flatMap { listed.firstIndex(of: $0) }
    if entry.isSure, let member = entry.member {
      if entry.change != .append, entry.change != .add, let position { listed.remove(at: position) }
      switch entry.change {
      case .remove: break
      case .add where position == nil:
        listed.insert(member, at: listed.firstIndex { $0 > member } ?? listed.count)
      case .append where position == nil, .move: listed.append(member)
      case .append, .add: return
      }
    } else {
      switch (entry.change, position) {
      // The member is there, whether this is done or not.
      case (.append, .some), (.add, .some): return
      case (.remove, nil):
        if entry.member != nil { return }
        // Any member may be gone.
        listed = []
      case (.remove, let position?), (.move, let position?): listed.remove(at: position)
      case (.append, nil), (.add, nil), (.move, nil): break
      }
      state.unseen?.open(entry.place)
    }
    state.replaceMembers(at: entry.place, by: listed)
  }
}
