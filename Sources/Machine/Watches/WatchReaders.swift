internal import Rulebook

/// Which watches a change concerns: what follows from the programs alone, whatever state they
/// watch.
final class WatchReaders {
  struct Foreign {
    let watch: Int
    /// Among the fields that the watch reads of others.
    let position: Int
  }

  /// By field: the watches that read it of their unit.
  let ofOwn: Rows<Int>
  /// By field: the watches that read it of others.
  let ofOthers: Rows<Foreign>
  /// By field: whether there is any of these.
  let isReadByOthers: UnsafeMutablePointer<Bool>
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
    ofOwn = readers(rules.fields.count, \.reads.own)
    ofColumn = readers(layout.columnCount, \.reads.globals)
    ofExtent = readers(rules.entities.count, \.reads.extents)
    let foreign = rules.fields.indices.map { field in
      programs.indices.compactMap { watch in
        let fields = programs[watch].reads.foreign.sorted()
        return fields.firstIndex(of: field).map { Foreign(watch: watch, position: $0) }
      }
    }
    ofOthers = Rows(foreign)
    isReadByOthers = .allocate(capacity: max(1, foreign.count))
    for field in foreign.indices {
      (isReadByOthers + field).initialize(to: !foreign[field].isEmpty)
    }
    foreignOfSort = Rows(rules.entities.map { $0.fields.flatMap { foreign[$0.index] } })
    watchesOfSort = Rows(
      rules.entities.indices.map { sort in
        programs.indices.filter { programs[$0].unitSort == sort }
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
    ofOwn.deallocate()
    ofOthers.deallocate()
    isReadByOthers.deallocate()
    ofColumn.deallocate()
    ofExtent.deallocate()
    watchesOfSort.deallocate()
    foreignOfSort.deallocate()
    indicesOfSort.deallocate()
  }
}
