import Rulebook

/// The retired entities, whose numbers may be reused: those in a final state to which no other
/// refers. The latest are kept.
struct Retirement: ~Copyable {
  /// The meaning of a change to a column for retirement.
  struct Column {
    /// The final cases of the column, as bits.
    var finalCases: UInt64 = 0
    /// The sort that the column refers to, or -1; and the sort of its owners.
    var target: Int32 = -1
    var owner: Int32 = -1

    /// True if the column neither refers to a sort nor has final cases: a column with final cases
    /// has an owner.
    var isPlain: Bool { target & owner < 0 }
  }

  let columns: Block<Column>
  /// The number of columns that refer to each entity, and the entities that wait for retirement, by
  /// sort.
  private let references: UnsafeMutablePointer<Block<Int32>>
  private let waiting: UnsafeMutablePointer<Block<Int32>>
  /// The number of waiting entities that have been taken, by sort.
  private let heads: UnsafeMutablePointer<Int>
  private let fields: Block<Int32>
  private let lists: Rows<Int>
  private let sorts: Int

  init(_ layout: Layout) {
    let rules = layout.rules
    let finality = Finality(rules)
    var columns = Block<Column>()
    var fields = Block<Int32>()
    for sort in rules.entities {
      let field = sort.fields.first { finality.cases[$0.index] != 0 }
      fields.append(field.map { Int32(clamping: $0.index) } ?? -1)
    }
    for column in 0..<layout.columnCount {
      let isChosen =
        column < rules.fields.count
        && fields[rules.fields[column].owner.index] == Int32(clamping: column)
      var facts = Column()
      if isChosen {
        facts.finalCases = finality.cases[column]
        facts.owner = Int32(clamping: rules.fields[column].owner.index)
      }
      if case .entity(let sort)? = layout.type(ofColumn: column)?.scalar, fields[sort.index] >= 0 {
        facts.target = Int32(clamping: sort.index)
      }
      columns.append(facts)
    }
    (self.columns, self.fields) = (columns, fields)
    lists = Rows(
      rules.entities.indices.map { sort in
        rules.fields.indices.filter { layout.member(of: $0)?.index == sort }
      })
    sorts = rules.entities.count
    references = .allocate(capacity: max(1, sorts))
    waiting = .allocate(capacity: max(1, sorts))
    heads = .allocate(capacity: max(1, sorts))
    for sort in 0..<sorts {
      (references + sort).initialize(to: Block())
      (waiting + sort).initialize(to: Block())
      (heads + sort).initialize(to: 0)
    }
  }

  deinit {
    columns.deallocate()
    fields.deallocate()
    lists.deallocate()
    for sort in 0..<sorts {
      references[sort].deallocate()
      waiting[sort].deallocate()
    }
    references.deallocate()
    waiting.deallocate()
    heads.deallocate()
  }

  func canRetire(_ sort: Int) -> Bool { fields[sort] >= 0 }

  /// Notes a change to a column of an entity.
  @inline(__always)
  mutating func note(_ column: Int, of owner: Int, from old: Int64, to new: Int64) {
    if columns[column].isPlain { return }
    let facts = columns[column]
    if facts.target >= 0 { refer(Int(facts.target), from: old, to: new) }
    if facts.finalCases != 0, new >= 0, new < 64, facts.finalCases & 1 << UInt64(new) != 0 {
      wait(Int(facts.owner), owner)
    }
  }

  /// Notes that a column refers to another entity than before.
  mutating func refer(_ sort: Int, from old: Int64, to new: Int64) {
    count(sort, old, -1)
    count(sort, new, 1)
  }

  private mutating func count(_ sort: Int, _ word: Int64, _ change: Int32) {
    guard word >= 0, word < Int64(Int32.max) else { return }
    while references[sort].count <= Int(word) { references[sort].append(0) }
    references[sort][Int(word)] += change
  }

  func references(to number: Int, _ sort: Int) -> Int32 {
    references[sort].has(number) ? references[sort][number] : 0
  }

  /// Forgets all references, before all columns are read anew.
  mutating func forgetReferences() {
    for sort in 0..<sorts {
      for number in 0..<references[sort].count { references[sort][number] = 0 }
    }
  }

  /// Notes that an entity has come into a final state.
  mutating func wait(_ sort: Int, _ number: Int) {
    waiting[sort].append(Int32(truncatingIfNeeded: number))
  }

  /// The number of entities noted, by sort. None is taken between the reading of this and
  /// ``forgetEnded(since:)``.
  var ended: [Int] { (0..<sorts).map { waiting[$0].count } }

  /// Forgets entities that ended since then, because that was undone.
  mutating func forgetEnded(since ended: [Int]) {
    for sort in 0..<sorts { waiting[sort].removeAll(from: ended[sort]) }
  }

  /// Returns the noted entities that have not been taken, in order.
  func waiting(of sort: Int) -> [Int32] {
    (heads[sort]..<waiting[sort].count).map { waiting[sort][$0] }
  }

  /// Takes an entity that is over, if more wait than are to be kept; it is no longer waiting.
  mutating func take(_ sort: Int, remembering most: Int, _ memory: borrowing Memory) -> Int? {
    while waiting[sort].count - heads[sort] > most {
      let number = Int(waiting[sort][heads[sort]])
      heads[sort] += 1
      if heads[sort] > 1_024, heads[sort] * 2 > waiting[sort].count { shift(sort) }
      if isOver(sort, number, memory) { return number }
    }
    return nil
  }

  /// Returns the entity that is likely to be taken next, or `ahead` places later; -1: none.
  func upcoming(_ sort: Int, ahead: Int) -> Int {
    let position = heads[sort] + ahead
    return position < waiting[sort].count ? Int(waiting[sort][position]) : -1
  }

  func prefetch(_ sort: Int, _ number: Int) { references[sort].prefetch(number) }

  private mutating func shift(_ sort: Int) {
    let rest = waiting[sort].count - heads[sort]
    for index in 0..<rest { waiting[sort][index] = waiting[sort][index + heads[sort]] }
    waiting[sort].removeAll(from: rest)
    heads[sort] = 0
  }

  /// Returns true if an entity is in a final state: an undo or an observation may have changed it
  /// since it came into one.
  func isOver(_ sort: Int, _ number: Int, _ memory: borrowing Memory) -> Bool {
    let column = Int(fields[sort])
    guard column >= 0, number < memory.counts[sort] else { return false }
    let word = memory.columns[column][number]
    guard word >= 0, word < 64, columns[column].finalCases & 1 << UInt64(word) != 0 else {
      return false
    }
    if references(to: number, sort) != 0 { return false }
    for position in lists.positions(of: sort)
    where memory.lists[lists[position]].isMember(number) {
      return false
    }
    return true
  }
}
