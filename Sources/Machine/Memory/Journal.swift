internal import Semantics

/// What was changed, in order, while somebody may still want it undone.
struct Journal {
  struct Entry {
    enum Kind: UInt8 {
      /// `word` is what column `place` held for `owner`.
      case assigned
      /// `member` joined, or left, list `place` of `owner`.
      case joined, left
      /// An entity of sort `place` came; or the last one went, who was as he had come.
      case added, removed
      /// `word` is what the time was.
      case passed
    }

    var kind: Kind
    var place: Int32
    var owner: Int32 = 0
    var member: Int32 = 0
    /// Whom a member stood behind that left; -1: nobody.
    var previous: Int32 = -1
    /// What a column held; of a member that left its ticket.
    var word: Int64 = 0
  }

  /// A moment to which everything can go back.
  struct Mark {
    let position: Int
    /// Where the record of clocks that stopped began.
    let stops: Int
    /// By sort: how many had come into a final state.
    let ended: [Int]
    /// The whole of that moment, where changes do not tell how to go back to it.
    var whole: (state: State, clocks: Clocks)?
  }

  var entries = Block<Entry>()
  var marks: [Mark] = []

  func deallocate() { entries.deallocate() }
}
