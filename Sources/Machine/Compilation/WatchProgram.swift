internal import Rulebook

/// A condition over some variables whose every true instance is kept up to date: an obligation,
/// or what a `prompt` or `bounded` property is about.
///
/// Each unit of its search notes the places that it read of others; a change to one of them makes
/// the unit *stale*. Reads of the unit's own fields need no note. Since conditions stop at the first
/// part that decides, a request that is over is never looked at again.
struct WatchProgram {
  enum Kind {
    case obligation(event: Int)
    case prompt(property: Int, limit: Int64)
    case bounded(property: Int, limit: Int64)
    /// No instances, but the entities that the index has, by what their keys name.
    case index(Int)
  }

  let kind: Kind
  let search: SearchProgram
  /// Of an index: the field that names the key.
  var key: Core.ID<Core.Field>?

  /// nil: its instances must be asked of the evaluator.
  init?(
    _ kind: Kind, _ binders: [Core.Binder], _ conditions: [Core.Expression],
    due: Core.Expression?, _ layout: Layout
  ) {
    guard let search = SearchProgram(binders, conditions, due: due, layout),
      !search.reads.readsNow
    else { return nil }
    (self.kind, self.search) = (kind, search)
  }
}
