import Rulebook

/// A condition over some variables whose true instances are all kept up to date: an obligation, or
/// the condition of a `prompt` or `bounded` property.
///
/// Each unit of its search notes the places that it read of others; a change to one of them makes
/// the unit *stale*. Reads of the unit's own fields need no note. Since conditions stop at the
/// first part that decides, a request that is over is never evaluated again.
struct WatchProgram {
  enum Kind {
    case obligation(event: Int)
    case prompt(property: Int, limit: Int64)
    case bounded(property: Int, limit: Int64)
    /// An index: no instances, but the entities that it contains, by the entity that their keys
    /// name.
    case index(Int)
  }

  let kind: Kind
  let search: SearchProgram
  /// The field that names the key; only of an index.
  var key: Core.ID<Core.Field>?

  /// Compiles the condition; nil: the evaluator must find its instances.
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
