internal import Rulebook

/// Which watches a change concerns: what follows from the programs alone, whatever state they
/// watch.
final class WatchReaders {
  struct Foreign {
    let watch: Int
    /// Among the fields that the watch reads of others.
    let position: Int
  }

  /// Whom a change to a field concerns, in one place.
  struct OfField {
    /// The watches that read it of their unit.
    let first: UnsafeMutablePointer<Int>
    let end: UnsafeMutablePointer<Int>
    /// Whether any reads it of others.
    let isReadByOthers: Bool
  }

  let ofFields: UnsafeMutablePointer<OfField>
  /// Where all those watches are.
  private let ofOwn: UnsafeMutablePointer<Int>
  /// By field: the watches that read it of others.
  let ofOthers: Rows<Foreign>
  /// By column: the watches that read it as a global.
  let ofColumn: Rows<Int>
  /// By sort: the watches that go through all of it, those whose units it has, and those that
  /// read a field of it of others.
  let ofExtent: Rows<Int>
  let watchesOfSort: Rows<Int>
  let foreignOfSort: Rows<Foreign>
  /// By sort: the indices whose keys name it.
  let indicesOfSort: Rows<Int>

  /// O(programs x what they read).
  init(_ programs: [WatchProgram], _ layout: Layout) {
    let rules = layout.rules
    func readers(_ count: Int, _ reads: (WatchProgram) -> Set<Int>) -> Rows<Int> {
      Rows(
        (0..<count).map { place in
          programs.indices.filter { reads(programs[$0]).contains(place) }
        })
    }
    ofColumn = readers(layout.columnCount, \.search.reads.globals)
    ofExtent = readers(rules.entities.count, \.search.reads.extents)
    let foreign = rules.fields.indices.map { field in
      programs.indices.compactMap { watch in
        let fields = programs[watch].search.reads.foreign.sorted()
        return fields.firstIndex(of: field).map { Foreign(watch: watch, position: $0) }
      }
    }
    ofOthers = Rows(foreign)
    let own = rules.fields.indices.map { field in
      programs.indices.filter { programs[$0].search.reads.own.contains(field) }
    }
    ofFields = .allocate(capacity: max(1, own.count))
    ofOwn = .allocate(capacity: max(1, own.joined().count))
    var first = ofOwn
    for (field, watches) in own.enumerated() {
      first.initialize(from: watches, count: watches.count)
      let end = first + watches.count
      (ofFields + field).initialize(
        to: OfField(first: first, end: end, isReadByOthers: !foreign[field].isEmpty))
      first = end
    }
    foreignOfSort = Rows(rules.entities.map { $0.fields.flatMap { foreign[$0.index] } })
    watchesOfSort = Rows(
      rules.entities.indices.map { sort in
        programs.indices.filter { programs[$0].search.unitSort == sort }
      })
    indicesOfSort = Rows(
      rules.entities.indices.map { sort in
        programs.indices.filter { watch in
          guard let key = programs[watch].key, case .value(let type) = rules[key].kind else {
            return false
          }
          return type.scalar == .entity(Core.ID(sort))
        }
      })
  }

  deinit {
    ofFields.deallocate()
    ofOwn.deallocate()
    ofOthers.deallocate()
    ofColumn.deallocate()
    ofExtent.deallocate()
    watchesOfSort.deallocate()
    foreignOfSort.deallocate()
    indicesOfSort.deallocate()
  }
}
