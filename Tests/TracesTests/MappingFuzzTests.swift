import Basics
import FoundationEssentials
import Rulebook
import Testing
import Traces

/// Nothing that is read may bring the reader down, nor make it say different things of the same
/// bytes.
@Suite("Mappings and records at random")
struct MappingFuzzTests {
  /// Every construct of the language of mappings.
  static let mapping: String = {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = FileManager.default.contents(
      atPath: "\(root)/Tests/Fixtures/every-construct.mapping")
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }()

  static let record =
    #"{"t":"1000000","r":[{"kind":"a","s":[{"e":"OFF","request":{"x":"R1"},"T\"1":"T","n":[{"w":"T","m":"RIDE","rest":[{"k":"deadline","v":9}]}]}]}]}"#
    + "\n"

  static let pieces: [[UInt8]] = [
    "\"", "\\", "[", "]", "[]", ".", ",", "|", "^", "//", " is ", "\n", "\n  ", "{", "}", ":",
    "null",
    "0", "9223372036854775808", "1e400", "\r\n", "\u{FEFF}", "\t", "csv", "format csv \";\"\n",
    "records ", "else is ", "absent", "written \"YYYY-MM-DDThh:mm:ss.fZ\"", "\u{202E}", ";", "{}",
  ].map { Array($0.utf8) }

  /// The text with some changes: bytes set, cut, doubled, pieces put in.
  static func mutated(_ text: String, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1:
        bytes.insert(
          contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 2: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
      }
    }
    return bytes
  }

  @Test("mapping files", arguments: 0..<8)
  func mappings(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var usable = 0
    for _ in 0..<1_500 {
      let source = SourceText(path: "m", bytes: Self.mutated(Self.mapping, &random))
      let (mapping, diagnostics) = MappingParser.parse(source, rules: Fixture.rules)
      #expect((mapping == nil) == diagnostics.containsError)
      if String(validating: source.bytes, as: UTF8.self) != nil {
        #expect(!DiagnosticRenderer(source: source).render(diagnostics).contains("\u{202E}"))
      }
      guard let mapping else { continue }
      usable += 1
      _ = Array(
        TraceSequence(Self.mutated(Self.record, &random), rules: Fixture.rules, mapping: mapping))
    }
    #expect(usable > 20)
  }

  @Test("records of every format, in blocks of any size", arguments: 0..<8)
  func records(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &* 977)
    let formats: [(Mapping?, String)] = [
      (try Fixture.mapping(Self.mapping), Self.record),
      (
        try Fixture.builtIn("csv"),
        "at,event,taxi,notified\n1,crosses,\"T \"\"1\",\"[{\"\"to\"\":\"\"T\"\"}]\"\r\n2,offer,T,\n"
      ),
      (
        try Fixture.builtIn("cloudevents"),
        #"{"specversion":"1.0","id":"1","source":"s","type":"a.crosses","time":"1970-01-01T00:00:00.0005Z","data":{"taxi":"T"}}"#
          + "\n"
      ),
      (
        try Fixture.builtIn("otlp"),
        #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"5000000","eventName":"crosses","attributes":[{"key":"taxi","value":{"stringValue":"T"}}]}]}]}]}"#
          + "\n"
      ),
    ]
    for (mapping, text) in formats {
      for _ in 0..<300 {
        let bytes = Self.mutated(text, &random)
        let whole = Array(TraceSequence(bytes, rules: Fixture.rules, mapping: mapping))
        let size = Int.random(in: 1...40, using: &random)
        var reader = TraceReader(rules: Fixture.rules, mapping: mapping)
        var items: [TraceReader.Item] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
          items += reader.feed(bytes[start..<min(bytes.count, start + size)])
        }
        #expect(items + reader.finish() == whole)
        var order = TraceOrder(.init(window: 10, dropsDoubled: true, clockOffsets: ["s": 3]))
        for item in whole { try order.take(item) { _ in } }
        order.finish { _ in }
      }
    }
  }

  /// Every line that the native reader accepts, the csv and cloudevents mappings read alike.
  @Test("the same lines in every envelope say the same", arguments: 0..<4)
  func envelopes(seed: Int) throws {
    var generator = LineGenerator(seed: UInt64(seed))
    let writer = TraceWriter(rules: Fixture.rules)
    let cloud = try Fixture.builtIn("cloudevents")
    var compared = 0
    for _ in 0..<300 {
      guard case .event(var event) = generator.next(at: TracePlace(line: 1, offset: 0)) else {
        continue
      }
      event.id = nil
      event.checksum = nil
      var bytes: [UInt8] = []
      writer.write(.event(event), to: &bytes)
      let native = String(decoding: bytes.dropLast(), as: UTF8.self)
      let name = Fixture.rules[event.event].name
      // The data may hold neither instant nor event of its own.
      let data =
        "{" + native.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)[2]
      let envelope =
        #"{"specversion":"1.0","id":"1","source":"s","type":"org.x.\#(name)","time":"\#(event.instant)","data":\#(data)}"#
      let read = Fixture.items(envelope + "\n", cloud)
      guard case .line(.event(var same))? = read.first else {
        Issue.record("\(read) of \(envelope)")
        return
      }
      same.id = nil
      same.source = nil
      same.place = event.place
      #expect(same == event)
      compared += 1
    }
    #expect(compared > 100)
  }
}
