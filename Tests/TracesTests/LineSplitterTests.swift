import Testing
import Traces

@Suite("Lines in blocks")
struct LineSplitterTests {
  struct Line: Hashable {
    let number: Int
    let offset: Int
    let text: String?
    let isTerminated: Bool

    init(_ number: Int, _ offset: Int, _ text: String?, _ isTerminated: Bool = true) {
      self.number = number
      self.offset = offset
      self.text = text
      self.isTerminated = isTerminated
    }
  }

  static func lines(_ text: String, limit: Int, block: Int) -> [Line] {
    var lines: [Line] = []
    func take(_ line: LineSplitter.Line) {
      let text = line.bytes.map { String(decoding: $0, as: UTF8.self) }
      lines.append(Line(line.place.line, line.place.offset, text, line.isTerminated))
    }
    var splitter = LineSplitter(limit: limit)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: block) {
      splitter.feed(bytes[start..<min(start + block, bytes.count)], take)
    }
    splitter.finish(take)
    splitter.finish(take)
    return lines
  }

  static let cases: [(String, [Line])] = [
    ("", []),
    ("a", [Line(1, 0, "a", false)]),
    ("a\n", [Line(1, 0, "a")]),
    ("a\r\n\r\nbc\r", [Line(1, 0, "a"), Line(2, 3, ""), Line(3, 5, "bc", false)]),
    ("\n\nx\n", [Line(1, 0, ""), Line(2, 1, ""), Line(3, 2, "x")]),
    ("a\rb\n", [Line(1, 0, "a\rb")]),
    ("\u{FEFF}a\n\u{FEFF}b\n", [Line(1, 3, "a"), Line(2, 5, "\u{FEFF}b")]),
    ("\u{FEFF}", [Line(1, 3, "", false)]),
    ("12345678\r\nx", [Line(1, 0, "12345678"), Line(2, 10, "x", false)]),
    ("123456789\nx\n", [Line(1, 0, nil), Line(2, 10, "x")]),
    ("\u{FEFF}12345678\r\nx\n", [Line(1, 3, "12345678"), Line(2, 13, "x")]),
    ("\u{FEFF}123456789\r\nx\n", [Line(1, 0, nil), Line(2, 14, "x")]),
    ("x\n1234567890123456789\ny\n", [Line(1, 0, "x"), Line(2, 2, nil), Line(3, 22, "y")]),
    ("12345678901234567", [Line(1, 0, nil, false)]),
  ]

  @Test("are the same however the file is cut", arguments: cases)
  func cuts(text: String, expected: [Line]) {
    for block in 1...25 {
      #expect(Self.lines(text, limit: 8, block: block) == expected, "in blocks of \(block)")
    }
  }

  @Test("a line of 100 MB needs no more memory than the limit allows")
  func endlessLine() {
    var reader = TraceReader(rules: Fixture.rules)
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    var items: [TraceReader.Item] = []
    var most = 0
    for _ in 0..<1600 {
      items += reader.feed(block[...])
      most = max(most, reader.bufferCapacity)
    }
    items += reader.feed(Array("\n{\"observe\":{}}\n".utf8)[...])
    items += reader.finish()
    // An array grows by doubling.
    #expect(most > 1 << 19 && most <= 1 << 21)
    guard case .rejected(let rejection)? = items.first else {
      Issue.record("the line was not rejected")
      return
    }
    #expect(rejection.id == Fault.lineTooLong.rawValue && rejection.line == 1)
    let observation = Observation(place: .init(line: 2, offset: 1600 << 16 + 1), facts: [])
    #expect(items.dropFirst() == [.line(.observation(observation))])
  }
}
