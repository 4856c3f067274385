/// Items that wait for their turn, the one of the least instant first; of several that of the
/// earlier place in the file. A binary heap: O(log items) each.
struct HeldItems: Sendable {
  private struct Entry {
    let instant: PreciseInstant
    /// The number of the item in the order of arrival.
    let turn: Int
    let item: TraceReader.Item

    func precedes(_ other: Entry) -> Bool { (instant, turn) < (other.instant, other.turn) }
  }

  private var heap: [Entry] = []
  private var turns = 0

  var count: Int { heap.count }

  /// The instant of the item that is next.
  var first: PreciseInstant? { heap.first?.instant }

  /// All items in order, the first one first.
  var inOrder: [(instant: PreciseInstant, item: TraceReader.Item)] {
    heap.sorted { $0.precedes($1) }.map { ($0.instant, $0.item) }
  }

  mutating func insert(_ item: TraceReader.Item, at instant: PreciseInstant) {
    heap.append(Entry(instant: instant, turn: turns, item: item))
    turns += 1
    var child = heap.count - 1
    while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Hands over all of them, the first first.
  mutating func takeAll() -> [TraceReader.Item] {
    defer { heap = [] }
    return inOrder.map(\.item)
  }

  mutating func popFirst() -> TraceReader.Item? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return first.item }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].precedes(heap[least]) { least = child }
      }
      if least == parent { return first.item }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
