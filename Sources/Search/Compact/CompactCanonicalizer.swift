internal import Rulebook

/// 128 bits that stand for a position up to what does not matter; see ``PositionKey``. That two
/// positions have one by chance is not to be expected: 1 in 10²⁰ for searches of 10⁹ positions.
struct CompactKey: Equatable {
  var high: UInt64
  var low: UInt64

  static func precedes(_ a: CompactKey, _ b: CompactKey) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }

  @inline(__always)
  mutating func absorb(_ word: UInt64) {
    high = mixed(high ^ word, 0xA076_1D64_78BD_642F)
    low = mixed(low &+ word, 0xE703_7ED1_A0B4_28DB) ^ high
  }
}

@inline(__always)
func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
  let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b ^ 0xD6E8_FEB8_6659_FD93)
  return product.high ^ product.low &+ a
}

/// Makes keys of words: of every order of entities that may be the same, the least key.
struct CompactCanonicalizer {
  struct Column {
    let field: UInt64
    let column: CompactLayout.Column
    /// The sort that a value names; nil: none.
    let named: Int?
    let isInstant: Bool
  }

  let layout: CompactLayout
  let sorts: [[Column]]
  let globals: [(at: Int, named: Int?, isInstant: Bool)]
  let countsFromNow: Bool
  /// By sort: where its entities stand in what follows.
  let rows: [Int]
  /// Each as many words as there may be entities: their order, their places in it, and their
  /// signatures, old and new.
  let order: Words
  let names: Words
  let signatures: Words
  let refined: Words

  /// - Parameter memory: Room for four times as many words as there may be entities.
  init(_ layout: CompactLayout, countsFromNow: Bool, memory: Words) {
    self.layout = layout
    self.countsFromNow = countsFromNow
    func named(_ scalar: Core.Scalar) -> Int? {
      if case .entity(let sort) = scalar { sort.index } else { nil }
    }
    var sorts: [[Column]] = layout.rules.entities.map { _ in [] }
    for (index, column) in layout.columns.enumerated() {
      guard let column else { continue }
      var (sort, isInstant): (Int?, Bool) = (nil, false)
      if case .value(_, let scalar) = column {
        (sort, isInstant) = (named(scalar), scalar == .time)
      }
      sorts[layout.rules.fields[index].owner.index].append(
        Column(field: UInt64(index), column: column, named: sort, isInstant: isInstant))
    }
    self.sorts = sorts
    globals = layout.globals.enumerated().compactMap { index, at in
      let scalar = layout.rules.globals[index].type.scalar
      return at.map { ($0, named(scalar), scalar == .time) }
    }
    var (rows, row): ([Int], Int) = ([], 0)
    for cap in layout.caps {
      rows.append(row)
      row += cap
    }
    self.rows = rows
    order = memory
    names = memory + row
    signatures = memory + 2 * row
    refined = memory + 3 * row
  }

  /// The least of the keys of all orders worth looking at.
  func key(of state: Words) -> CompactKey {
    let origin = countsFromNow ? state[CompactLayout.now] : 0
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
    permute(ties[...], &budget) {
      let key = keyInOrder(of: state, origin)
      if least.map({ CompactKey.precedes(key, $0) }) ?? true { least = key }
    }
    return least ?? keyInOrder(of: state, origin)
  }

  private func signature(_ sort: Int, at place: Int) -> Int64 {
    signatures[rows[sort] + Int(order[rows[sort] + place])]
  }

  /// Sorts few entities by their signatures, and then by their numbers.
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

  /// With more orders than this some positions that are alike have different keys, which costs
  /// time and nothing else.
  private static let mostOrders = 120

  /// Calls `visit` for every order in which those of each tie change places.
  private func permute(
    _ ties: ArraySlice<Range<Int>>, _ budget: inout Int, _ visit: () -> Void
  ) {
    guard let range = ties.first else {
      budget -= 1
      return visit()
    }
    guard range.count > 1 else { return permute(ties.dropFirst(), &budget, visit) }
    for other in range where budget > 0 {
      (order[range.lowerBound], order[other]) = (order[other], order[range.lowerBound])
      permute([range.dropFirst()] + ties.dropFirst(), &budget, visit)
      (order[range.lowerBound], order[other]) = (order[other], order[range.lowerBound])
    }
  }
}
