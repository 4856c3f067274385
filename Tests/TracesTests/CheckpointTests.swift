import Basics
import Rulebook
import Testing
import Traces

/// What is written and read again between any two bytes, or lines, goes on as before.
@Suite struct CheckpointTests {
  @Test(arguments: CSVTests.hostile.map(\.0))
  func rowsOfCSV(_ text: String) throws {
    let bytes = Array(text.utf8)
    let mapping = try Fixture.builtIn("csv")
    func begin() -> TraceReader { TraceReader(rules: Fixture.rules, mapping: mapping) }
    var whole = begin()
    let expected = whole.feed(bytes[...]) + whole.finish()

    var items: [TraceReader.Item] = []
    var reader = begin()
    for end in 0...bytes.count {
      let kept = CheckpointCoder.bytes { try reader.code(with: &$0) }
      reader = begin()
      try Self.read(kept) { try reader.code(with: &$0) }
      items += reader.feed(bytes[reader.nextPlace.offset..<end])
    }
    items += reader.finish()
    #expect(items == expected)
    #expect(reader.tally == whole.tally)
  }

  @Test(arguments: 0..<40)
  func linesInAndOutOfOrder(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let items = (1...60).map { line in
      TraceOrderTests.event(
        Int64.random(in: 0...200, using: &random), line: line,
        id: Bool.random(using: &random) ? "\(Int.random(in: 0...9, using: &random))" : nil,
        taxi: "T\(Int.random(in: 0...2, using: &random))")
    }
    let options = TraceOrder.Options(
      window: Int64(seed % 4) * 20, dropsDoubled: seed % 3 == 0)
    let expected = try TraceOrderTests.order(items, options)

    var lines: [Int] = []
    func take(_ item: TraceReader.Item) {
      if case .line(let line) = item { lines.append(line.place.line) }
    }
    var order = TraceOrder(options)
    for item in items {
      try order.take(item, take)
      let kept = CheckpointCoder.bytes { try order.code(with: &$0) }
      order = TraceOrder(options)
      try Self.read(kept) { try order.code(with: &$0) }
    }
    order.finish(take)
    #expect(lines == expected.lines)
    #expect(order.tally == expected.tally)
    if seed > 0 { #expect(expected.tally.doubled + expected.tally.conflicting > 0) }
  }

  /// Reads all of the bytes.
  static func read(_ bytes: [UInt8], _ body: (inout CheckpointCoder) throws -> Void) throws {
    var coder = CheckpointCoder(reading: bytes)
    coder.context = CheckpointBounds(Fixture.rules)
    try body(&coder)
    try coder.finish()
  }
}
