import Basics
import Rulebook

/// The writes of one event, gathered before any of them is done.
struct Writes {
  private enum Change {
    case append
    case move
    case add
  }

  /// A write to a queue or a set, and the effect that asks for it.
  private struct Entry {
    let place: Place
    let member: Int32
    let span: SourceSpan
  }

  private struct Membership: Hashable {
    let place: Place
    let member: Int32
  }

  /// The places, each once, in the order of the rules.
  private(set) var places: [Place] = []
  private var values: [Place: Value] = [:]
  private var removals: [(entry: Entry, isSet: Bool)] = []
  private var additions: [(entry: Entry, change: Change)] = []
  private var removed: Set<Membership> = []
  private var added: Set<Membership> = []

  func isWritten(_ place: Place) -> Bool { values[place] != nil }

  mutating func assign(_ value: Value, to place: Place) throws(EvaluationError) {
    guard values.updateValue(value, forKey: place) == nil else {
      throw EvaluationError(.writtenTwice(place))
    }
    note(place)
  }

  /// Gathers a removal.
  /// - Parameter isSet: Sets are tolerant: removing twice is removing once. But one member cannot
  ///   be added to and removed from one set.
  mutating func remove(
    _ member: Int32, from place: Place, isSet: Bool, _ span: SourceSpan
  ) throws(EvaluationError) {
    let membership = Membership(place: place, member: member)
    let isRepeated = !removed.insert(membership).inserted
    if isSet ? added.contains(membership) : isRepeated {
      throw EvaluationError(.writtenTwice(place))
    }
    removals.append((Entry(place: place, member: member, span: span), isSet))
    note(place)
  }

  mutating func append(
    _ member: Int32, to place: Place, _ span: SourceSpan
  ) throws(EvaluationError) {
    try putOnce(member, in: place, .append, span)
  }

  mutating func move(
    _ member: Int32, toEndOf place: Place, _ span: SourceSpan
  ) throws(EvaluationError) {
    try putOnce(member, in: place, .move, span)
  }

  mutating func add(
    _ member: Int32, to place: Place, _ span: SourceSpan
  ) throws(EvaluationError) {
    let membership = Membership(place: place, member: member)
    added.insert(membership)
    if removed.contains(membership) { throw EvaluationError(.writtenTwice(place)) }
    additions.append((Entry(place: place, member: member, span: span), .add))
    note(place)
  }

  private mutating func putOnce(
    _ member: Int32, in place: Place, _ change: Change, _ span: SourceSpan
  ) throws(EvaluationError) {
    guard added.insert(Membership(place: place, member: member)).inserted else {
      throw EvaluationError(.writtenTwice(place))
    }
    additions.append((Entry(place: place, member: member, span: span), change))
    note(place)
  }

  private mutating func note(_ place: Place) {
    if !places.contains(place) { places.append(place) }
  }

  /// Does the writes: assignments, removals, then the rest in order.
  func apply(to state: inout State) throws(EvaluationError) {
    for (place, value) in values { state.assign(value, to: place) }
    for (entry, isSet) in removals {
      try state.updateMembers(of: entry.place) { (members) throws(EvaluationError) in
        if let position = members.firstIndex(of: entry.member) {
          members.remove(at: position)
        } else if !isSet {
          throw EvaluationError(.notInQueue(entry.member, entry.place), span: entry.span)
        }
      }
    }
    // No member is put into one queue twice, so for each member the queue is still as the removals
    // left it.
    for (entry, change) in additions {
      try state.updateMembers(of: entry.place) { (members) throws(EvaluationError) in
        try Self.put(entry, change, in: &members)
      }
    }
  }

  private static func put(
    _ entry: Entry, _ change: Change, in members: inout [Int32]
  ) throws(EvaluationError) {
    let position = members.firstIndex(of: entry.member)
    switch (change, position) {
    case (.append, nil): members.append(entry.member)
    case (.append, _):
      throw EvaluationError(.alreadyInQueue(entry.member, entry.place), span: entry.span)
    case (.move, let position?):
      members.remove(at: position)
      members.append(entry.member)
    case (.move, nil):
      throw EvaluationError(.notInQueue(entry.member, entry.place), span: entry.span)
    case (.add, nil):
      members.insert(entry.member, at: members.firstIndex { $0 > entry.member } ?? members.count)
    case (.add, _): break
    }
  }
}

extension State {
  /// Replaces the members of a queue, given from its front, or of a set, in ascending order.
  package mutating func replaceMembers(at place: Place, by members: [Int32]) {
    guard case .field(let field, let owner) = place else { return }
    collections[field.index][Int(owner)] = members
  }

  mutating func assign(_ value: Value, to place: Place) {
    switch place {
    case .field(let field, let owner): columns[field.index][Int(owner)] = value
    case .global(let global): globals[global.index] = value
    }
  }

  fileprivate mutating func updateMembers(
    of place: Place, _ body: (inout [Int32]) throws(EvaluationError) -> Void
  ) throws(EvaluationError) {
    guard case .field(let field, let owner) = place else { return }
    try body(&collections[field.index][Int(owner)])
  }

  /// Returns true if both states have the same content there; a place of a new entity differs.
  func agrees(with other: State, at place: Place) -> Bool {
    switch place {
    case .global(let global): return self[global] == other[global]
    case .field(let field, let owner):
      let owner = Int(owner)
      if owner < columns[field.index].count {
        return owner < other.columns[field.index].count
          && columns[field.index][owner] == other.columns[field.index][owner]
      }
      return owner < other.collections[field.index].count
        && collections[field.index][owner] == other.collections[field.index][owner]
    }
  }
}
