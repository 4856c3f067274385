import Glibc
import Rulebook

/// Reads a trace as fast as its lines are plain: events become words in a buffer, without an
/// object or a text in memory. Lines that are not so plain are handed to the strict reader, with
/// which this one agrees on every line that it reads itself.
package struct TraceScanner: ~Copyable {
  package enum Step {
    /// A line about an event; see ``words``.
    case event
    /// The items that the strict reader made of a line.
    case items([TraceReader.Item])
    /// The buffer holds no further whole line.
    case exhausted
  }

  /// The number of bytes that are read at once.
  private static let block = 1 << 20
  private static let padding = 64

  /// The line that was read last, as ``LineWords`` says. Places of names count from ``names``.
  package let words: UnsafeMutablePointer<Int64>
  package let names: UnsafeRawPointer
  /// The place of the current line.
  package private(set) var place = TracePlace(line: 0, offset: 0)

  let shapes: Shapes
  let nameWords: NameWords
  private var decoder: LineDecoder
  /// The counts of records and lines that a mapping leaves out.
  package internal(set) var tally = TraceReader.Tally()
  var objects: ObjectScanner
  var instants = InstantScanner()
  var positions: ScannedPositions?
  var forms: LineForms
  /// True if the line that was tried last begins as the forms say.
  var hasBegunAlike = false
  private let limit: Int
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// The number of bytes of the buffer that have been read; `count` are filled.
  private var position = 0
  private var count = 0
  /// The offset of the buffer in the file.
  private var offset = 0
  private var line = 0
  /// The start of a line that is too long, until its end has come.
  private var tooLong: TracePlace?

  /// - Parameters:
  ///   - records: The form of the records; nil: lines of a trace.
  ///   - positions: The entities that positions stand for; nil: a trace has no positions.
  ///   - lineLimit: The number of bytes that a line may have, up to 1 MiB.
  package init(
    rules: Core.Rules, hasher: NameHasher, records: ScannedRecords? = nil,
    positions: PositionNames? = nil, lineLimit: Int = 1 << 20
  ) {
    shapes = Shapes(rules, records)
    objects = ObjectScanner(isOfRecords: records != nil)
    forms = LineForms(
      events: rules.events.count,
      words: shapes.mostWords + Int(Self.mostOfForm) * shapes.mostWordsOfMessage)
    decoder = LineDecoder(rules: rules, mapping: records?.mapping, positions: positions)
    limit = min(max(0, lineLimit), 1 << 20)
    // Names that positions stand for are behind the lines, where words can tell of them.
    let room = positions.flatMap { ScannedPositions.byteCount(of: $0) } ?? 0
    capacity = min(limit + Self.block, LineWords.farthest - Self.padding - room)
    buffer = .allocate(capacity: capacity + Self.padding + room)
    // Only lines that came are read, with the padding behind them: most of the memory is never
    // touched.
    (buffer + capacity + Self.padding).initialize(repeating: 0, count: room)
    names = UnsafeRawPointer(buffer)
    nameWords = NameWords(hasher: hasher, base: buffer)
    if let positions, room > 0 {
      self.positions = ScannedPositions(
        positions, at: buffer + capacity + Self.padding, nameWords)
    }
    words = .allocate(
      capacity: shapes.mostWords + ObjectScanner.mostObjects * shapes.mostWordsOfMessage)
  }

  deinit {
    shapes.deallocate()
    objects.deallocate()
    forms.deallocate()
    buffer.deallocate()
    words.deallocate()
  }

  /// The place of the first line that has not been read to its end.
  package var nextPlace: TracePlace {
    tooLong ?? TracePlace(line: line + 1, offset: offset + position)
  }

  /// Sets the place of the first line that will be fed. To be called before anything is fed.
  package mutating func begin(at place: TracePlace) {
    line = place.line - 1
    offset = place.offset
  }

  /// Takes the next bytes of the trace, as many as there is room for. All lines that have come
  /// should have been read.
  /// - Returns: The number of bytes taken; at least one if there were any.
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
    (buffer + count).initialize(repeating: 0, count: Self.padding)
    return taken
  }

  /// Returns the word of the entity at a position, where a name of that shape is expected; nil:
  /// none.
  mutating func word(
    _ pair: PlainText.Pair, _ shape: UnsafeMutablePointer<Shapes.Shape>
  ) -> Int64? {
    guard positions?.names.sort.index == shape.pointee.sort else { return nil }
    return positions?.word(of: pair)
  }

  /// Reads the next line.
  package mutating func next() -> Step {
    positions?.count()
    let base = UnsafePointer(buffer)
    while position < count {
      let start = position
      if tooLong == nil, let end = readAlike(base + start) ?? readApart(base + start),
        end - base - start <= limit
      {
        // A record stands where it begins, a line where that does.
        var blanks = 0
        if shapes.isOfRecords { while base[start + blanks] <= 0x20 { blanks += 1 } }
        advance(to: end - base, blanks: blanks)
        return .event
      }
      positions?.forget()
      guard let end = memchr(base + start, 10, count - start) else { return .exhausted }
      let next = UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1
      advance(to: next)
      let items = items(start..<(next - 1), isTerminated: true)
      if !items.isEmpty { return .items(items) }
    }
    return .exhausted
  }

  /// Takes a line apart that looks like none before.
  private mutating func readApart(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    positions?.forget()
    guard let end = objects.scan(start), interpret() else { return nil }
    noteForm(start, end)
    return end
  }

  /// Has the line that was read last read strictly.
  package mutating func reread() -> [TraceReader.Item] {
    positions?.forget()
    let start = place.offset - offset
    return items(start..<(position - 1), isTerminated: true)
  }

  /// Ends the trace, and returns the items of its last line if that had no line end.
  package mutating func finish() -> [TraceReader.Item] {
    positions?.count()
    guard position < count || tooLong != nil else { return [] }
    let rest = position..<count
    advance(to: count)
    return items(rest, isTerminated: false)
  }

  private mutating func advance(to next: Int, blanks: Int = 0) {
    line += 1
    place = TracePlace(line: line, offset: offset + position + blanks)
    position = next
  }

  private mutating func items(_ range: Range<Int>, isTerminated: Bool) -> [TraceReader.Item] {
    if let start = tooLong {
      tooLong = nil
      return [.rejected(.tooLong(start, limit: limit))]
    }
    let bytes = Array(UnsafeBufferPointer(start: buffer + range.lowerBound, count: range.count))
    let line = LineSplitter.line(
      of: bytes[...], at: place, isTerminated: isTerminated, limit: limit)
    var items: [TraceReader.Item] = []
    decoder.decode(line) { decoded in
      switch decoded.result {
      case .item(let item): items.append(item)
      case .passedOver: tally.passedOver += 1
      case .empty: tally.empty += 1
      }
    }
    return items
  }
}
