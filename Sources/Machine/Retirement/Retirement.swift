internal import Rulebook

/// Who is over and may give his number to another: entities in a final state to whom nobody
/// refers. The latest are remembered.
struct Retirement: ~Copyable {
  /// What a change to a column means for who is over.
  struct Column {
    /// Its final cases, as bits.
    var finalCases: UInt64 = 0
    /// The sort that it refers to, or -1; and the one whose entities it belongs to.
    var target: Int32 = -1
    var owner: Int32 = -1

    /// What has final cases has an owner.
    var isPlain: Bool { target & owner < 0 }
  }

  let columns: Block<Column>
  /// By sort: the columns and lists that refer to its entities, how many of them do, and whether
  /// it can retire at all.
  private let references: UnsafeMutablePointer<Block<Int32>>
  private let waiting: UnsafeMutablePointer<Block<Int32>>
  /// By sort: how many of those that wait have been taken.
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

  /// Takes note that a column of an entity holds something else than before.
  @inline(__always)
  mutating func note(_ column: Int, of owner: Int, from old: Int64, to new: Int64) {
    if columns[column].isPlain { return }
    let facts = columns[column]
    if facts.target >= 0 { refer(Int(facts.target), from: old, to: new) }
    if facts.finalCases != 0, new >= 0, new < 64, facts.finalCases & 1 << UInt64(new) != 0 {
      wait(Int(facts.owner), owner)
    }
  }

  /// Takes note that a column refers to another entity than before.
  mutating func refer(_ sort: Int, from old: Int64, to new: Int64) {
    count(sort, old, -1)
    count(sort, new, 1)
  }

  private mutating func count(_ sort: Int, _ word: Int64, _ change: Int32) {
    guard word >= 0, word < Int64(Int32.max) else { return }
    while references[sort].count <= Int(word) { references[sort].append(0) }
    references[sort][Int(word)] += change
  }

  /// Before all columns are read anew.
  mutating func forgetReferences() {
    for sort in 0..<sorts {
      for number in 0..<references[sort].count { references[sort][number] = 0 }
    }
  }

  /// Takes note that an entity has come into a final state.
  mutating func wait(_ sort: Int, _ number: Int) {
    waiting[sort].append(Int32(truncatingIfNeeded: number))
  }

  /// By sort: of how many note was taken. Nobody is taken between asking for this and
  /// ``forgetEnded(since:)``.
  var ended: [Int] { (0..<sorts).map { waiting[$0].count } }

  /// Those who have ended since have not: that was undone.
  mutating func forgetEnded(since ended: [Int]) {
    for sort in 0..<sorts { waiting[sort].removeAll(from: ended[sort]) }
  }

  /// Those of whom note was taken and who have not been taken, the first first.
  func waiting(of sort: Int) -> [Int32] {
    (heads[sort]..<waiting[sort].count).map { waiting[sort][$0] }
  }

  /// Somebody who is over, if more than are to be remembered are; he is no longer waiting.
  mutating func take(_ sort: Int, remembering most: Int, _ memory: borrowing Memory) -> Int? {
    while waiting[sort].count - heads[sort] > most {
      let number = Int(waiting[sort][heads[sort]])
      heads[sort] += 1
      if heads[sort] > 1_024, heads[sort] * 2 > waiting[sort].count { shift(sort) }
      if isOver(sort, number, memory) { return number }
    }
    return nil
  }

  /// Who is likely to be taken next, or next but so many; -1: nobody.
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

  /// Whether an entity is in a final state: what was undone or observed since it came into one may
  /// have brought it back.
  func isOver(_ sort: Int, _ number: Int, _ memory: borrowing Memory) -> Bool {
    let column = Int(fields[sort])
    guard column >= 0, number < memory.counts[sort] else { return false }
    let word = memory.columns[column][number]
    guard word >= 0, word < 64, columns[column].finalCases & 1 << UInt64(word) != 0 else {
      return false
    }
    if references[sort].has(number), references[sort][number] != 0 { return false }
    for position in lists.positions(of: sort)
    where memory.lists[lists[position]].isMember(number) {
      return false
    }
    return true
  }
}
