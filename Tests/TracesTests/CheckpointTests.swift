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
      var writer = CheckpointWriter()
      reader.write(to: &writer)
      var kept = CheckpointReader(writer.bytes[...])
      reader = begin()
      try reader.read(from: &kept, Fixture.rules)
      #expect(kept.isAtEnd)
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
      var writer = CheckpointWriter()
      order.write(to: &writer)
      var reader = CheckpointReader(writer.bytes[...])
      order = TraceOrder(options)
      try order.read(from: &reader, Fixture.rules)
      #expect(reader.isAtEnd)
    }
    order.finish(take)
    #expect(lines == expected.lines)
    #expect(order.tally == expected.tally)
    if seed > 0 { #expect(expected.tally.doubled + expected.tally.conflicting > 0) }
  }

  @Test func numbersTextsAndLists() throws {
    let numbers: [Int64] = [0, -1, 1, 63, 64, -64, -65, 1 << 40, .max, .min, .min + 1]
    var writer = CheckpointWriter()
    for number in numbers { writer.write(number) }
    writer.write("é\u{0}")
    writer.write(list: [true, false]) { $0.write($1) }
    writer.write(optional: Int?.none) { $0.write($1) }
    var reader = CheckpointReader(writer.bytes[...])
    for number in numbers { #expect(try reader.int64() == number) }
    #expect(try reader.text() == "é\u{0}")
    #expect(
      try reader.list { reader throws(CheckpointDamage) in try reader.bool() } == [true, false])
    #expect(try reader.optional { reader throws(CheckpointDamage) in try reader.int() } == nil)
    #expect(reader.isAtEnd)
    #expect(throws: CheckpointDamage.self) { try reader.byte() }
  }

  @Test(
    arguments: [
      [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
    ] as [[UInt8]]) func noNumber(_ bytes: [UInt8])
  {
    var reader = CheckpointReader(bytes[...])
    #expect(throws: CheckpointDamage.self) { try reader.int64() }
  }

  /// A list may not be longer than the bytes that are there, nor a text be no text.
  @Test(arguments: [[0x08, 1, 1], [0x01], [0x02, 0xFF]] as [[UInt8]])
  func noList(_ bytes: [UInt8]) {
    var reader = CheckpointReader(bytes[...])
    #expect(throws: CheckpointDamage.self) {
      try reader.list { reader throws(CheckpointDamage) in try reader.bool() }
    }
    reader = CheckpointReader(bytes[...])
    #expect(throws: CheckpointDamage.self) { try reader.text() }
  }
}
