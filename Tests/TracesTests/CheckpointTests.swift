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

  /// Nothing of what is read is believed: there is an error, or lines go on.
  @Test func anyByteMayBeAnother() throws {
    let lines = [
      #"{"at":10,"observe":{"Zone.queue":{"Z1":["T1","T2"]},"dataEntered":true},"id":"a"}"#,
      #"{"at":9,"event":"order","passenger":"P","from":null,"request":"R","estimate":5}"#,
      #"{"at":9,"event":"crosses","taxi":"T1","outcome":"ok","notified":"#
        + #"[{"to":"42","message":"rideOffered","request":"R1","deadline":9}]}"#,
      #"{"at":8,"event":"nonsense"}"#,
    ]
    var reader = TraceReader(rules: Fixture.rules)
    var order = TraceOrder(TraceOrder.Options(window: 1_000))
    let items = reader.feed(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
    for item in items { try order.take(item) { Issue.record("\($0) does not wait") } }
    #expect(items.filter { if case .line = $0 { true } else { false } }.count == 3)
    #expect(order.heldCount == 4)
    let kept = CheckpointCoder.bytes { try order.code(with: &$0) }
    var (read, refused) = (0, 0)
    for index in kept.indices {
      for bit in 0..<8 {
        var changed = kept
        changed[index] ^= 1 << bit
        var other = TraceOrder()
        do {
          try Self.read(changed) { try other.code(with: &$0) }
        } catch {
          #expect(error is CheckpointDamage)
          refused += 1
          continue
        }
        read += 1
        other.finish { _ in }
      }
      #expect(throws: CheckpointDamage.self) {
        try Self.read(Array(kept[..<index])) { try order.code(with: &$0) }
      }
    }
    #expect(read > 100)
    #expect(refused > 100)
  }

  /// Reads all of the bytes.
  static func read(_ bytes: [UInt8], _ body: (inout CheckpointCoder) throws -> Void) throws {
    var coder = CheckpointCoder(reading: bytes)
    coder.context = CheckpointBounds(Fixture.rules)
    try body(&coder)
    try coder.finish()
  }
}
