package import Rulebook

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a trace as fast as its lines are plain: events become words in a buffer, without an
/// object or a text in memory. Lines that are not so plain are handed to the strict reader, with
/// which this one agrees on every line that it reads itself.
package struct TraceScanner: ~Copyable {
  package enum Step {
    /// A line about an event; see ``words``.
    case event
    /// What the strict reader made of a line.
    case items([TraceReader.Item])
    /// More of the trace is needed.
    case exhausted
  }

  /// How much is read at once.
  private static let block = 1 << 20
  private static let padding = 64

  /// The line that was read last, as ``LineWords`` says. Places of names count from ``names``.
  package let words: UnsafeMutablePointer<Int64>
  package let names: UnsafeRawPointer
  /// Where it stands.
  package private(set) var place = TracePlace(line: 0, offset: 0)

  let shapes: Shapes
  private let hasher: NameHasher
  private var decoder: LineDecoder
  var objects = ObjectScanner()
  var instants = InstantScanner()
  private let limit: Int
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// What of the buffer is read, and filled.
  private var position = 0
  private var count = 0
  /// The offset of the buffer in the file.
  private var offset = 0
  private var line = 0
  /// Where a line starts that is too long, while its end has not come.
  private var tooLong: TracePlace?

  /// - Parameter lineLimit: The number of bytes that a line may have, up to 1 MiB.
  package init(rules: Core.Rules, hasher: NameHasher, lineLimit: Int = 1 << 20) {
    shapes = Shapes(rules)
    decoder = LineDecoder(rules: rules, mapping: nil)
    self.hasher = hasher
    limit = min(max(0, lineLimit), 1 << 20)
    capacity = min(limit + Self.block, LineWords.farthest)
    buffer = .allocate(capacity: capacity + Self.padding)
    buffer.initialize(repeating: 0, count: capacity + Self.padding)
    names = UnsafeRawPointer(buffer)
    words = .allocate(
      capacity: shapes.mostWords + ObjectScanner.mostObjects * shapes.mostWordsOfMessage)
  }

  deinit {
    shapes.deallocate()
    objects.deallocate()
    buffer.deallocate()
    words.deallocate()
  }

  /// Where the first line stands that has not been read to its end.
  package var nextPlace: TracePlace {
    tooLong ?? TracePlace(line: line + 1, offset: offset + position)
  }

  /// Before anything is fed: the trace is fed from this line on.
  package mutating func begin(at place: TracePlace) {
    line = place.line - 1
    offset = place.offset
  }

  /// Takes the next bytes of the trace, as many as there is room for. All lines that have come
  /// should have been read.
  /// - Returns: How many were taken; at least one if there were any.
  package mutating func feed(_ bytes: UnsafeRawBufferPointer) -> Int {
    if position > 0 {
      count -= position
      UnsafeMutableRawPointer(buffer).copyMemory(from: buffer + position, byteCount: count)
      offset += position
      position = 0
    }
    // A line longer than the buffer is longer than a line may be.
    if count == capacity {
      tooLong = tooLong ?? TracePlace(line: line + 1, offset: offset)
      offset += count
      count = 0
    }
    let taken = min(bytes.count, capacity - count)
    if taken > 0, let start = bytes.baseAddress {
      UnsafeMutableRawPointer(buffer + count).copyMemory(from: start, byteCount: taken)
    }
    count += taken
    for index in 0..<Self.padding { buffer[count + index] = 0 }
    return taken
  }

  /// Reads the next line.
  package mutating func next() -> Step {
    let base = UnsafePointer(buffer)
    while position < count {
      let start = position
      if tooLong == nil, let end = objects.scan(base + start), end - base - start <= limit,
        interpret()
      {
        advance(to: end - base)
        return .event
      }
      guard let end = memchr(base + start, 10, count - start) else { return .exhausted }
      let next = UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1
      advance(to: next)
      let items = items(start..<(next - 1), isTerminated: true)
      if !items.isEmpty { return .items(items) }
    }
    return .exhausted
  }

  /// Has the line that was read last read strictly.
  package mutating func reread() -> [TraceReader.Item] {
    let start = place.offset - offset
    return items(start..<(position - 1), isTerminated: true)
  }

  /// Says that the trace has ended, and returns what its last line says if it had no line end.
  package mutating func finish() -> [TraceReader.Item] {
    guard position < count || tooLong != nil else { return [] }
    let rest = position..<count
    advance(to: count)
    return items(rest, isTerminated: false)
  }

  private mutating func advance(to next: Int) {
    line += 1
    place = TracePlace(line: line, offset: offset + position)
    position = next
  }

  private mutating func items(_ range: Range<Int>, isTerminated: Bool) -> [TraceReader.Item] {
    if let start = tooLong {
      tooLong = nil
      return [.rejected(.tooLong(start))]
    }
    let bytes = Array(UnsafeBufferPointer(start: buffer + range.lowerBound, count: range.count))
    let line = LineSplitter.line(
      of: bytes[...], at: place, isTerminated: isTerminated, limit: limit)
    var items: [TraceReader.Item] = []
    decoder.decode(line) { decoded in
      if case .item(let item) = decoded.result { items.append(item) }
    }
    return items
  }

  /// The place and hash of a name; nil: it has none.
  @inline(__always)
  func name(_ member: ObjectScanner.Member) -> Int64? {
    let count = Int(truncatingIfNeeded: member.number)
    guard member.kind == .text, count > 0, count <= LineWords.longest else { return nil }
    return LineWords.name(
      at: member.start - UnsafePointer(buffer), count, hash: hasher.hash(member.start, count))
  }
}
