/// The effects and findings of a program, before any is done.
struct Pending {
  struct Assignment {
    var column: Int32
    var owner: Int32
    var word: Int64
  }

  enum Change: UInt8 { case remove, append, move, discard, insert }

  struct Membership {
    var change: Change
    var list: Int32
    var owner: Int32
    var member: Int32
    /// The node of the membership, if it was looked up, or -1.
    var node: Int32 = -1

    func isSamePlace(as other: Membership) -> Bool {
      list == other.list && owner == other.owner && member == other.member
    }
  }

  struct Message {
    var message: Int32
    var sort: Int32
    var recipient: Int64
    /// The position of the first argument in `arguments`.
    var start: Int32
    var count: Int32
  }

  /// A place that a watch has read.
  struct Note {
    var place: Int32
    var owner: Int32
  }

  var assignments = Block<Assignment>()
  var memberships = Block<Membership>()
  var messages = Block<Message>()
  var arguments = Block<Int64>()
  /// The entities that an action may be done to, some perhaps more than once.
  var candidates = Block<Int64>()
  var notes = Block<Note>()
  /// The bindings of a watch: their values and an instant, one after the other.
  var bindings = Block<Int64>()

  func deallocate() {
    assignments.deallocate()
    memberships.deallocate()
    messages.deallocate()
    arguments.deallocate()
    candidates.deallocate()
    notes.deallocate()
    bindings.deallocate()
  }

  mutating func sortCandidates() {
    var all = UnsafeMutableBufferPointer(start: candidates.base, count: candidates.count)
    all.sort()
  }

  /// Removes the effects of events.
  mutating func clearEffects() {
    assignments.removeAll()
    memberships.removeAll()
    messages.removeAll()
    arguments.removeAll()
  }

  /// Removes the findings of watches.
  mutating func clearFindings() {
    notes.removeAll()
    bindings.removeAll()
  }

  func isAssigned(_ column: Int64, _ owner: Int64) -> Bool {
    for index in 0..<assignments.count
    where Int64(assignments[index].column) == column && Int64(assignments[index].owner) == owner {
      return true
    }
    return false
  }
}
