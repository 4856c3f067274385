/// Further lines that records make at instants of their own, such as the ends of trips, held until
/// a record of that instant or later has come.
struct LaterLines: Sendable {
  /// Beyond that the earliest is handed over before its turn.
  static let mostHeld = 1 << 20

  /// By instant, the earliest last; of one instant the first that came is last.
  private var held: [(instant: Int64, item: TraceReader.Item)] = []

  /// - Returns: Whether it is held; what has no instant is not.
  mutating func hold(_ item: TraceReader.Item) -> Bool {
    guard case .line(let line) = item, let instant = line.instant, held.count < Self.mostHeld else {
      return false
    }
    var (lower, upper) = (0, held.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if held[middle].instant > instant { lower = middle + 1 } else { upper = middle }
    }
    held.insert((instant, item), at: lower)
    return true
  }

  /// Hands over what is not later than an item.
  mutating func take(before item: TraceReader.Item, into items: inout [TraceReader.Item]) {
    guard !held.isEmpty, case .line(let line) = item, let instant = line.instant else { return }
    while let next = held.last, next.instant <= instant {
      items.append(next.item)
      held.removeLast()
    }
  }

  /// Hands over all that is left.
  mutating func takeAll() -> [TraceReader.Item] {
    defer { held = [] }
    return held.reversed().map(\.item)
  }
}
