import Rulebook

/// The state as columns and lists, in memory that the machine owns.
struct Memory: ~Copyable {
  var now: Int64 = 0
  /// The number of entities of each sort.
  let counts: UnsafeMutablePointer<Int>
  /// The number of entities of each sort that have rows in the columns, including those that do not
  /// count yet.
  let prepared: UnsafeMutablePointer<Int>
  /// The columns by field and global; those of queues and sets stay empty.
  let columns: UnsafeMutablePointer<Block<Int64>>
  /// The lists by field; those of fields with one value stay empty.
  let lists: UnsafeMutablePointer<Links>
  let fieldCount: Int
  private let columnCount: Int
  /// The fields of each sort that hold values, with their first values, its queues and sets, and
  /// the lists of which its entities can be members.
  private let values: Rows<(column: Int, initial: Int64)>
  private let collections: Rows<Int>
  private let memberships: Rows<Int>

  init(_ layout: Layout) {
    fieldCount = layout.rules.fields.count
    columnCount = layout.columnCount
    let rules = layout.rules
    counts = .allocate(capacity: max(1, rules.entities.count))
    counts.initialize(repeating: 0, count: rules.entities.count)
    prepared = .allocate(capacity: max(1, rules.entities.count))
    prepared.initialize(repeating: 0, count: rules.entities.count)
    columns = .allocate(capacity: max(1, layout.columnCount))
    for column in 0..<layout.columnCount { (columns + column).initialize(to: Block()) }
    lists = .allocate(capacity: max(1, rules.fields.count))
    for field in rules.fields.indices { (lists + field).initialize(to: Links()) }
    values = Rows(
      rules.entities.map { sort in
        sort.fields.filter { layout.member(of: $0.index) == nil }.map { field in
          guard case .value(let literal) = rules[field].initial else {
            return (field.index, Word.unknown)
          }
          return (field.index, literal.word ?? Word.unknown)
        }
      })
    collections = Rows(
      rules.entities.map { sort in
        sort.fields.map(\.index).filter { layout.member(of: $0) != nil }
      })
    memberships = Rows(
      rules.entities.indices.map { sort in
        rules.fields.indices.filter { layout.member(of: $0)?.index == sort }
      })
    for global in rules.globals.indices {
      columns[rules.fields.count + global].append(Word.unknown)
    }
  }

  deinit {
    for column in 0..<columnCount { columns[column].deallocate() }
    for field in 0..<fieldCount { lists[field].deallocate() }
    values.deallocate()
    collections.deallocate()
    memberships.deallocate()
    counts.deallocate()
    prepared.deallocate()
    columns.deallocate()
    lists.deallocate()
  }

  /// Adds an entity, with default values, and unknown if there is none. It can be written and
  /// referred to; no loop finds it until it is counted.
  func prepareEntity(_ sort: Int) {
    prepared[sort] += 1
    for position in values.positions(of: sort) {
      columns[values[position].column].append(values[position].initial)
    }
    for position in collections.positions(of: sort) { lists[collections[position]].addOwner() }
    for position in memberships.positions(of: sort) { lists[memberships[position]].addMember() }
  }

  /// Prefetches the row of an entity that will be needed soon.
  func prefetch(_ sort: Int, _ number: Int) {
    for position in values.positions(of: sort) {
      columns[values[position].column].prefetch(number)
    }
  }

  /// Calls `body` for the fields of a sort that hold values, with their first values.
  func forEachField(of sort: Int, _ body: (Int, Int64) -> Void) {
    for position in values.positions(of: sort) {
      body(values[position].column, values[position].initial)
    }
  }

  /// Calls `body` for the queues and sets of a sort.
  func forEachList(of sort: Int, _ body: (Int) -> Void) {
    for position in collections.positions(of: sort) { body(collections[position]) }
  }

  /// Removes the last entity that was prepared and not counted.
  func withdrawEntity(_ sort: Int) {
    prepared[sort] -= 1
    for position in values.positions(of: sort) {
      _ = columns[values[position].column].removeLast()
    }
    for position in collections.positions(of: sort) {
      lists[collections[position]].removeLastOwner()
    }
    for position in memberships.positions(of: sort) {
      lists[memberships[position]].removeLastMember()
    }
  }
}

extension Core.Literal {
  /// The word of a literal; nil: no column can hold this number.
  var word: Int64? {
    switch self {
    case .bool(let truth): truth ? 1 : 0
    case .number(let number, _): number < Word.least ? nil : number
    case .symbol(let index, _): Int64(index)
    case .none: Word.none
    }
  }
}
