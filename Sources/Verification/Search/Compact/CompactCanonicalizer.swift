import Rulebook

/// A key of 128 bits that identifies a position up to irrelevant differences; see ``PositionKey``.
/// Two positions are not expected to share one by chance: 1 in 10²⁰ in a search of 10⁹.
struct CompactKey: Equatable {
  var high: UInt64
  var low: UInt64

  init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Makes the key of some words, each of which distinguishes.
  init(of words: Words, count: Int) {
    self = Self.start
    for index in 0..<count { absorb(UInt64(bitPattern: words[index])) }
  }

  static func precedes(_ a: CompactKey, _ b: CompactKey) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }

  @inline(__always)
  mutating func absorb(_ word: UInt64) {
    high = mixed(high ^ word, 0xA076_1D64_78BD_642F)
    low = mixed(low &+ word, 0xE703_7ED1_A0B4_28DB) ^ high
  }

  /// The key before anything is absorbed.
  static let start = CompactKey(high: 0x2545_F491_4F6C_DD1D, low: 0x8EBC_6AF0_9C88_C6E3)
}

@inline(__always)
func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
  let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b ^ 0xD6E8_FEB8_6659_FD93)
  return product.high ^ product.low &+ a
}

/// A maker of keys from words: the least key over every order of entities that may be equivalent.
///
/// A class, since it is called for each position: copies of so many arrays took half of the time of
/// a search.
final class CompactCanonicalizer {
  struct Column {
    let field: UInt64
    let column: CompactLayout.Column
    /// The sort that a value names; nil: none.
    let named: Int?
    let meaning: Meaning
  }

  /// The meaning of a word, which decides how it distinguishes positions.
  enum Meaning {
    case number
    /// An instant, by its distance from now.
    case instant
    /// A stamp, by its order among the stamps, and whether it is the present instant; see
    /// ``Stamps``.
    case stamp
  }

  /// A clock of a lasting property.
  struct Clock {
    let property: Int
    let at: Int
    /// The values of the binders, the last first, with the sorts that they name.
    let values: [(binder: Int, sort: Int?, value: Int)]
  }

  let sorts: [[Column]]
  /// The clocks by lasting property.
  let clocks: [[Clock]]
  let globals: [(at: Int, named: Int?, meaning: Meaning)]
  let countsFromNow: Bool
  /// The first position of each sort's entities in the blocks below.
  let rows: [Int]
  /// The greatest number of entities of all sorts together.
  let size: Int
  /// Blocks with as many words as there may be entities: their order, their places in it, and their
  /// signatures, old and new.
  let order: Words
  let names: Words
  let signatures: Words
  let refined: Words
  /// The positions of stamps, and the position of their number.
  let stampRows: [(at: Int, count: Int)]
  /// The rank of the latest stamp, 0 if it is the present instant, and then all of them, the latest
  /// first.
  let stamps: Words

  /// Makes a canonicalizer.
  /// - Parameter memory: The number of words that ``words(for:_:)`` returns.
  init(_ layout: CompactLayout, _ stamps: Stamps, countsFromNow: Bool, memory: Words) {
    self.countsFromNow = countsFromNow
    func named(_ scalar: Core.Scalar) -> Int? {
      if case .entity(let sort) = scalar { sort.index } else { nil }
    }
    var sorts: [[Column]] = layout.rules.entities.map { _ in [] }
    for (index, column) in layout.columns.enumerated() {
      guard let column else { continue }
      var (sort, meaning): (Int?, Meaning) = (nil, .number)
      let owner = layout.rules.fields[index].owner.index
      if case .value(_, let scalar) = column {
        sort = named(scalar)
        let isStamp = stamps.fields.contains(Core.ID(index))
        meaning = isStamp ? .stamp : scalar == .time ? .instant : .number
      }
      sorts[owner].append(
        Column(field: UInt64(index), column: column, named: sort, meaning: meaning))
    }
    stampRows = layout.rows(of: stamps)
    self.sorts = sorts
    clocks = layout.timers.map { timer in
      (0..<timer.count).map { place in
        var rest = place
        let values = timer.domains.indices.reversed().map { binder in
          defer { rest /= timer.domains[binder].count }
          return (
            binder: binder, sort: named(timer.lasting.binders[binder].variable.type.scalar),
            value: rest % timer.domains[binder].count
          )
        }
        return Clock(property: timer.property, at: timer.at + place, values: values)
      }
    }
    globals = layout.globals.enumerated().compactMap { index, at in
      let scalar = layout.rules.globals[index].type.scalar
      return at.map { ($0, named(scalar), scalar == .time ? .instant : .number) }
    }
    var (rows, row): ([Int], Int) = ([], 0)
    for cap in layout.caps {
      rows.append(row)
      row += cap
    }
    self.rows = rows
    size = row
    order = memory
    names = memory + row
    signatures = memory + 2 * row
    refined = memory + 3 * row
    self.stamps = memory + 4 * row
  }

  /// Returns the number of words of memory that is needed.
  static func words(for layout: CompactLayout, _ stamps: Stamps) -> Int {
    stamps.fields.reduce(1 + 4 * layout.caps.reduce(0, +)) { sum, field in
      sum + layout.caps[layout.rules[field].owner.index]
    }
  }

  /// Returns the least of the keys of all orders that need to be compared.
  func key(of state: Words) -> CompactKey {
    let origin = countsFromNow ? state[CompactLayout.now] : 0
    rankStamps(of: state)
    var hasDoubles = false
    for sort in sorts.indices {
      let count = Int(state[CompactLayout.count(of: sort)])
      for entity in 0..<count { order[rows[sort] + entity] = Int64(entity) }
      if count > 1 { hasDoubles = true }
    }
    guard hasDoubles else { return keyInOrder(of: state, origin) }
    sign(state, origin)
    var ties: [Range<Int>] = []
    for sort in sorts.indices {
      let count = Int(state[CompactLayout.count(of: sort)])
      guard count > 1 else { continue }
      arrange(rows[sort]..<rows[sort] + count, signatures + rows[sort])
      var start = 0
      for end in 1...count
      where end == count || signature(sort, at: end) != signature(sort, at: start) {
        if end - start > 1 { ties.append(rows[sort] + start..<rows[sort] + end) }
        start = end
      }
    }
    guard !ties.isEmpty else { return keyInOrder(of: state, origin) }
    var least: CompactKey?
    var budget = Self.mostOrders
    permute(ties, 0, ties[0].lowerBound, &budget) {
      let key = keyInOrder(of: state, origin)
      if least.map({ CompactKey.precedes(key, $0) }) ?? true { least = key }
    }
    return least ?? keyInOrder(of: state, origin)
  }

  private func signature(_ sort: Int, at place: Int) -> Int64 {
    signatures[rows[sort] + Int(order[rows[sort] + place])]
  }

  /// Sorts a small number of entities by their signatures, and then by their numbers.
  private func arrange(_ range: Range<Int>, _ signatures: Words) {
    for end in range.dropFirst() {
      let entity = order[end]
      var place = end
      while place > range.lowerBound,
        signatures[Int(order[place - 1])] > signatures[Int(entity)]
      {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = entity
    }
  }

  /// The greatest number of orders that are compared; beyond it some equivalent positions have
  /// different keys, which costs only time.
  private static let mostOrders = 120

  /// Calls `visit` for every order that permutes the entities of each tie, from the given tie and
  /// the given place in it.
  private func permute(
    _ ties: [Range<Int>], _ tie: Int, _ place: Int, _ budget: inout Int, _ visit: () -> Void
  ) {
    guard tie < ties.count else {
      budget -= 1
      return visit()
    }
    let end = ties[tie].upperBound
    guard place < end - 1 else {
      let next = tie + 1 < ties.count ? ties[tie + 1].lowerBound : 0
      return permute(ties, tie + 1, next, &budget, visit)
    }
    for other in place..<end where budget > 0 {
      (order[place], order[other]) = (order[other], order[place])
      permute(ties, tie, place + 1, &budget, visit)
      (order[place], order[other]) = (order[other], order[place])
    }
  }
}
