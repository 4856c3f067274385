import Rulebook
import Traces

/// The names of all entities. All copies of the owner share it; names given on trial are taken away
/// again.
final class NameBook {
  let hasher = NameHasher()
  let tables: UnsafeMutablePointer<NameTable>
  private let sorts: Int
  /// The number of names that have been given, by sort.
  let given: UnsafeMutablePointer<Int>
  /// The names given on trial, which may have to be taken away again.
  private var trials: [(sort: Int, number: Int32)] = []

  init(sorts: Int) {
    self.sorts = sorts
    given = .allocate(capacity: max(1, sorts))
    given.initialize(repeating: 0, count: sorts)
    tables = .allocate(capacity: max(1, sorts))
    for sort in 0..<sorts { (tables + sort).initialize(to: NameTable()) }
  }

  deinit {
    tables.deinitialize(count: sorts)
    tables.deallocate()
    given.deallocate()
  }

  func number(of name: String, _ sort: Core.ID<Core.Entity>) -> Int32? {
    var name = name
    let number = name.withUTF8 { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      let hash = hasher.hash(start, bytes.count)
      let table = tables + sort.index
      if bytes.count >= 8 { return table.pointee.number(of: start, bytes.count, hash: hash) }
      var short = NameHasher.short(start, bytes.count).littleEndian
      return withUnsafeBytes(of: &short) { word in
        word.baseAddress.map { table.pointee.number(of: $0, bytes.count, hash: hash) } ?? -1
      }
    }
    return number < 0 ? nil : number
  }

  func give(_ name: String, to number: Int32, _ sort: Core.ID<Core.Entity>) {
    var name = name
    name.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      give(start, bytes.count, hash: hasher.hash(start, bytes.count), to: number, sort.index)
    }
    noteTrial(number, sort.index)
  }

  /// Gives a name that will not be undone.
  func give(
    _ name: UnsafeRawPointer, _ count: Int, hash: UInt32, to number: Int32, _ sort: Int
  ) {
    given[sort] += 1
    tables[sort].give(name, count, hash: hash, to: number)
  }

  /// Takes back the name that was just given.
  func take(from number: Int32, _ sort: Int) {
    given[sort] -= 1
    tables[sort].take(from: number)
  }

  /// Returns a position to which names can be rolled back.
  func mark() -> Int { trials.count }

  func rollback(to mark: Int) {
    while trials.count > mark, let (sort, number) = trials.popLast() {
      given[sort] -= 1
      tables[sort].take(from: number)
    }
  }

  /// A name that was given is to be taken away again.
  func noteTrial(_ number: Int32, _ sort: Int) { trials.append((sort, number)) }

  /// Names that were given since a mark have been taken back.
  func forgetTrials(since mark: Int) { trials.removeLast(trials.count - mark) }

  /// Ends all trials: nothing given so far will be undone.
  func unmark() { trials.removeAll(keepingCapacity: true) }
}
