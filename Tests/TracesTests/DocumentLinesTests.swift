import Basics
import Testing
import Traces

/// Files that are JSON documents instead of lines.
@Suite("JSON documents as lines")
struct DocumentLinesTests {
  /// The lines that are made of a file, fed in pieces of some size, without their white space.
  private static func lines(_ text: String, pieces: Int = 1 << 20) -> [String] {
    var documents = DocumentLines(isLines: false)
    var bytes: [UInt8] = []
    let all = Array(text.utf8)
    for start in stride(from: 0, to: all.count, by: pieces) {
      documents.feed(all[start..<min(all.count, start + pieces)]) { bytes += $0 }
    }
    documents.finish { bytes += $0 }
    #expect(bytes.count == all.count)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.filter { !" \t\r".contains($0) }
    }.filter { !$0.isEmpty }
  }

  static let files: [(String, [String])] = [
    (#"[{"a":1},{"a":[2,3]},{"a":"],["}]"#, [#"{"a":1}"#, #"{"a":[2,3]}"#, #"{"a":"],["}"#]),
    ("[\n {\"a\":\n 1},\n\n {\"b\":{}}\n]\n", [#"{"a":1}"#, #"{"b":{}}"#]),
    ("{\n\"a\":1\n}\n{\n\"b\":2\n}\n", [#"{"a":1}"#, #"{"b":2}"#]),
    ("\u{FEFF}{\r\n\"a\":1\r\n}", ["\u{FEFF}" + #"{"a":1}"#]),
    ("[]\n", []), ("[[1],[2]]", ["[1]", "[2]"]),
    // One array a line.
    ("[{\"a\":1},{\"a\":2}]\n[{\"a\":3}]\n", [#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#]),
    // Lines stay as they are.
    ("{\"a\":1}\n[1\n{\"b\":2}\n", [#"{"a":1}"#, "[1", #"{"b":2}"#]),
    ("[INFO] x\n{\"a\":1}\n", ["[INFO]x", #"{"a":1}"#]), ("at,event\n1,x\n", ["at,event", "1,x"]),
    // The first line is cut off: the next one is a document by itself.
    ("{\"a\":1,\n{\"b\":2}\n{\"c\":3}\n", [#"{"a":1,"#, #"{"b":2}"#, #"{"c":3}"#]),
    ("{\"a\":\n{\"b\":2}\n{\"c\":3}\n", [#"{"a":"#, #"{"b":2}"#, #"{"c":3}"#]),
    ("{\"a\":{\n{\"b\":2}\n{\"c\":3}\n", [#"{"a":{"#, #"{"b":2}"#, #"{"c":3}"#]),
    ("{\"a\":[\n{\"b\":2}\n{\"c\":3}\n", [#"{"a":["#, #"{"b":2}"#, #"{"c":3}"#]),
    ("{\n{\"b\":2}\n{\"c\":3}\n", ["{", #"{"b":2}"#, #"{"c":3}"#]),
    // It and the next one are, or it is within a string.
    ("{\"a\":1,\n{\"b\":\n{\"c\":3}\n", [#"{"a":1,"#, #"{"b":"#, #"{"c":3}"#]),
    ("{\"a\":1,\n\u{1}\u{2}\n{\"c\":3}\n", [#"{"a":1,"#, "\u{1}\u{2}", #"{"c":3}"#]),
    ("{\"at\":\"09:\n{\"b\":2}\n", [#"{"at":"09:"#, #"{"b":2}"#]),
    ("{\"a\":\"x,\n\"b\":2}\n", [#"{"a":"x,"#, #""b":2}"#]),
    // Documents whose first line looks so.
    ("{\"a\":\n{\"b\":2}\n}\n{\"a\":3}", [#"{"a":{"b":2}}"#, #"{"a":3}"#]),
    ("{\"a\":[\n{\"b\":2},\n{\"b\":3}\n]}\n", [#"{"a":[{"b":2},{"b":3}]}"#]),
    ("{\"a\":1,\n\"b\":{\n}}\n", [#"{"a":1,"b":{}}"#]), ("{\n}\n{\n}\n", ["{}", "{}"]),
    ("[2016-02-28] x\n[\n", ["[2016-02-28]x", "["]), ("", []), ("\n", []), ("{", ["{"]),
    // A bracket too many, a string that never ends.
    (#"[{"a":1}]]}{"b":2}"#, [#"{"a":1}"#, #"]}{"b":2}"#]),
    ("[{\"a\":\"x\n},{\"b\":1}]", [#"{"a":"x"#, "}", #"{"b":1}"#]),
  ]

  @Test("each document and each element is a line", arguments: files)
  func lines(text: String, expected: [String]) {
    for pieces in [1, 2, 3, 7, 1 << 20] { #expect(Self.lines(text, pieces: pieces) == expected) }
  }

  @Test("go on between any two lines as they would have", arguments: 0..<20)
  func checkpoints(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let elements = (0..<30).map { #"{ "event" : "crosses", "at": \#($0), "taxi": "T[\#($0)" }"# }
    let text =
      seed % 2 == 0
      ? "[\n" + elements.joined(separator: ",\n") + "]\n"
      : elements.map { $0.replacing("{ ", with: "{\n") }.joined(separator: "\n") + "\n"
    let bytes = Array(text.utf8)
    var items: [TraceReader.Item] = []
    var documents = DocumentLines(isLines: false)
    var reader = TraceReader(rules: Fixture.rules)
    var place = 0
    while place < bytes.count {
      let end = min(bytes.count, place + Int.random(in: 100...300, using: &random))
      documents.feed(bytes[place..<end]) { items += reader.feed($0) }
      let kept = CheckpointCoder.bytes { coder in
        try documents.code(with: &coder)
        try reader.code(with: &coder)
      }
      documents = DocumentLines(isLines: false)
      reader = TraceReader(rules: Fixture.rules)
      try CheckpointTests.read(kept) { coder in
        try documents.code(with: &coder)
        try reader.code(with: &coder)
      }
      place = end == bytes.count ? end : reader.nextPlace.offset
    }
    items += reader.finish()
    #expect(items.count == 30)
    for (number, item) in items.enumerated() {
      guard case .line(let line) = item else {
        Issue.record("\(item)")
        continue
      }
      #expect(line.instant == Int64(number) && line.place.line >= number + 1)
    }
  }
}
