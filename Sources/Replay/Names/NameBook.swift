internal import Rulebook
internal import Traces

/// The names of all entities. One memory for all copies of whoever keeps it; what is given on
/// trial is taken away again.
final class NameBook {
  let hasher = NameHasher()
  let tables: UnsafeMutablePointer<NameTable>
  private let sorts: Int
  /// By sort: how many names have been given in all.
  let given: UnsafeMutablePointer<Int>
  /// What was given and may have to be taken away again.
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

  /// The same for what is certain.
  func give(
    _ name: UnsafeRawPointer, _ count: Int, hash: UInt32, to number: Int32, _ sort: Int
  ) {
    given[sort] += 1
    tables[sort].give(name, count, hash: hash, to: number)
  }

  /// Takes back what was just given.
  func take(from number: Int32, _ sort: Int) {
    given[sort] -= 1
    tables[sort].take(from: number)
  }

  /// A position up to which names stay if what comes now is undone.
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

  /// Nothing will be undone any more.
  func unmark() { trials.removeAll(keepingCapacity: true) }
}
