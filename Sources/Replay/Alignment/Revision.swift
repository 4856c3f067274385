import Rulebook
import Semantics

/// A revision: a line before a fault that is legal, and wrong all the same.
struct Revision: Hashable {
  enum Change: Hashable {
    /// The line meant another entity in a place, counted over arguments and results.
    case meant(EntityKey, place: Int)
    /// The event of the line did not happen.
    case leftOut
    /// An event without a record happened before the line.
    case preceded(Occurrence)
    /// The line at this position, of those ahead, belongs before it.
    case followed(Int)
    /// The line that is at fault does.
    case overtaken
  }

  /// The position of the line in the machine's undo log.
  let line: Int
  let change: Change

  /// The position of the line that belongs before it.
  var followed: Int? { if case .followed(let position) = change { position } else { nil } }
}
