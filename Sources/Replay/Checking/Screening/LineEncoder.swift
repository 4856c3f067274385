import Rulebook
import Traces

/// A line that was read strictly, as words.
struct LineEncoder {
  private let hasher: NameHasher
  private(set) var words: [Int64] = []
  /// The bytes of names, with room behind, so that eight bytes of the last can be read.
  private(set) var names: [UInt8] = []

  init(_ hasher: NameHasher) { self.hasher = hasher }

  /// - Returns: false: its names or numbers do not fit.
  mutating func encode(_ event: TraceEvent, results count: Int) -> Bool {
    words.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    var bits: Int64 = event.outcome == .refused ? LineWords.isRefused : 0
    if event.notified != nil { bits |= LineWords.isNotified }
    words += [
      Int64(event.event.index), event.instant, bits, Int64(event.notified?.count ?? 0),
    ]
    for value in event.arguments { guard encode(value) else { return false } }
    for position in 0..<count {
      let value = position < event.results.count ? event.results[position] : nil
      guard encode(value, otherwise: LineWords.missing) else { return false }
    }
    for message in event.notified ?? [] {
      words.append(Int64(message.message.index))
      guard encode(.name(message.recipient)) else { return false }
      for value in message.arguments {
        guard encode(value, otherwise: LineWords.open) else { return false }
      }
    }
    for _ in 0..<8 { names.append(0) }
    return true
  }

  private mutating func encode(
    _ value: TraceValue?, otherwise missing: Int64 = LineWords.missing
  ) -> Bool {
    switch value {
    case nil: words.append(missing)
    case .some(.none): words.append(LineWords.none)
    case .bool(let truth): words.append(truth ? 1 : 0)
    case .symbol(let index): words.append(Int64(index))
    case .number(let number):
      guard number >= LineWords.least else { return false }
      words.append(number)
    case .name(var name):
      let start = names.count
      let count = name.utf8.count
      guard count > 0, count <= LineWords.longest, start + count <= LineWords.farthest,
        !name.utf8.contains(0)
      else { return false }
      let hash = name.withUTF8 { bytes in
        bytes.baseAddress.map { hasher.hash($0, bytes.count) } ?? 0
      }
      names.append(contentsOf: name.utf8)
      words.append(LineWords.name(at: start, count, hash: hash))
    }
    return true
  }
}
