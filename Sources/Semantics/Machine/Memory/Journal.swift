/// The changes, in order, while they may still be undone.
struct Journal {
  struct Entry {
    enum Kind: UInt8, CaseIterable {
      /// An assignment: `word` is the value that column `place` held for `owner`.
      case assigned
      /// A membership: `member` joined, or left, list `place` of `owner`.
      case joined, left
      /// An entity of sort `place` came; or the last one went, in the state in which it had come.
      case added, removed
      /// A passage of time: `word` is the instant before.
      case passed
      /// Number `owner` of sort `place` went over from a retired entity to a new one.
      case renewed
    }

    var kind: Kind
    var place: Int32
    var owner: Int32 = 0
    var member: Int32 = 0
    /// The member before the one that left; -1: none.
    var previous: Int32 = -1
    /// The record of the line that made the change, counted from 1; 0: that is not known.
    var line: UInt32 = 0
    /// The former value of a column; for a member that left its ticket.
    var word: Int64 = 0
  }

  /// A moment to which everything can return.
  struct Mark {
    let position: Int
    /// The beginning of the record of stopped clocks.
    let stops: Int
    /// The number of entities of each sort that had come into a final state.
    let ended: [Int]
    /// The whole of that moment, if the changes are not enough to return to it.
    var whole: (state: State, clocks: Clocks)?
  }

  var entries = Block<Entry>()
  var marks: [Mark] = []

  func deallocate() { entries.deallocate() }
}
