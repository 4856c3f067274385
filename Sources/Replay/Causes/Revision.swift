internal import Rulebook
internal import Semantics

/// That one of the lines before a fault with which nothing is wrong is wrong all the same.
struct Revision: Hashable {
  enum Change: Hashable {
    /// Another was meant in a place, counted over the arguments and the results behind them.
    case meant(EntityKey, place: Int)
    /// Nothing of it happened.
    case leftOut
    /// Something happened before it that no line records.
    case preceded(Occurrence)
    /// The line at this position, of those ahead, belongs before it.
    case followed(Int)
    /// The line that is at fault does.
    case overtaken
  }

  /// Its position on the machine's trail.
  let line: Int
  let change: Change

  /// The position of the line that belongs before it.
  var followed: Int? { if case .followed(let position) = change { position } else { nil } }
}
