import Rulebook

/// The watches that a change concerns: all that follows from the programs alone, for any state that
/// they watch.
final class WatchReaders {
  struct Foreign {
    let watch: Int
    /// The position among the fields that the watch reads of others.
    let position: Int
  }

  /// The watches that a change to a field concerns.
  struct OfField {
    /// The watches that read the field of their unit.
    let first: UnsafeMutablePointer<Int>
    let end: UnsafeMutablePointer<Int>
    /// True if any watch reads the field of others.
    let isReadByOthers: Bool
  }

  let ofFields: UnsafeMutablePointer<OfField>
  /// The memory of all those watches.
  private let ofOwn: UnsafeMutablePointer<Int>
  /// The watches that read a field of others, by field.
  let ofOthers: Rows<Foreign>
  /// The watches that read a column as a global, by column.
  let ofColumn: Rows<Int>
  /// The watches that go through all of a sort, those whose units it has, and those that read a
  /// field of it of others, by sort.
  let ofExtent: Rows<Foreign>
  let watchesOfSort: Rows<Int>
  let foreignOfSort: Rows<Foreign>
  /// The indices whose keys name a sort, by sort.
  let indicesOfSort: Rows<Int>

  /// Collects the watches. O(programs × places that they read).
  init(_ programs: [WatchProgram], _ layout: Layout) {
    let rules = layout.rules
    func readers(_ count: Int, _ reads: (WatchProgram) -> Set<Int>) -> Rows<Int> {
      Rows(
        (0..<count).map { place in
          programs.indices.filter { reads(programs[$0]).contains(place) }
        })
    }
    ofColumn = readers(layout.columnCount, \.search.reads.globals)
    func foreign(_ place: Int) -> [Foreign] {
      programs.indices.compactMap { watch in
        let places = programs[watch].search.reads.foreign.sorted()
        return places.firstIndex(of: place).map { Foreign(watch: watch, position: $0) }
      }
    }
    ofExtent = Rows(
      rules.entities.indices.map { foreign(Compiler.Reads.place(ofExtent: $0)) })
    let foreign = rules.fields.indices.map(foreign)
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
