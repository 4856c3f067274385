import Basics
import Rulebook
import Testing
import Traces

/// Whatever the scanner reads by itself, the strict reader reads alike; what it hands over comes
/// out as from the strict reader, whole traces in pieces of any size.
@Suite struct ScannerTests {
  @Test(arguments: 0..<8) func agreesOnWrittenAndDamagedLines(seed: UInt64) {
    var generator = LineGenerator(seed: seed)
    var random = SplitMix64(seed: seed &+ 99)
    let writer = TraceWriter(rules: Fixture.rules)
    var bytes: [UInt8] = []
    for number in 1...400 {
      var line: [UInt8] = []
      writer.write(generator.next(at: TracePlace(line: number, offset: 0)), to: &line)
      if Int.random(in: 0..<3, using: &random) == 0 { ScannerRun.damage(&line, &random) }
      bytes += line
    }
    let expected = Array(TraceSequence(bytes, rules: Fixture.rules))
    for size in [1 << 20, 4_099, 777] {
      let (items, scanned, _) = ScannerRun.scan(bytes, pieces: size)
      #expect(
        ScannerRun.checksumAside(items) == ScannerRun.checksumAside(expected), "pieces of \(size)")
      #expect(scanned > 10, "the scanner reads some lines by itself")
    }
  }

  /// A logger writes the members of its lines in an order of its own, line after line the same.
  @Test(arguments: 0..<12) func agreesInAnyOrderOfKeys(seed: UInt64) throws {
    var generator = LineGenerator(seed: seed)
    var random = SplitMix64(seed: seed &+ 7)
    let writer = TraceWriter(rules: Fixture.rules)
    var ranks: [String: Int] = [:]
    var bytes: [UInt8] = []
    for number in 1...400 {
      if number % 40 == 1 { ranks = [:] }
      var line: [UInt8] = []
      writer.write(generator.next(at: TracePlace(line: number, offset: 0)), to: &line)
      guard case .object(let members) = try JSONParser.parse(line.dropLast()).content else {
        continue
      }
      for member in members where ranks[member.key] == nil {
        ranks[member.key] = Int.random(in: 0..<1_000, using: &random)
      }
      let texts = members.sorted { ranks[$0.key, default: 0] < ranks[$1.key, default: 0] }
        .map { line[$0.keySpan.lower..<$0.value.span.upper] }
      bytes += Array("{".utf8) + texts.joined(separator: [UInt8(ascii: ",")]) + Array("}\n".utf8)
    }
    let expected = Array(TraceSequence(bytes, rules: Fixture.rules))
    let (items, scanned, _) = ScannerRun.scan(bytes, pieces: 1 << 20)
    #expect(ScannerRun.checksumAside(items) == ScannerRun.checksumAside(expected))
    #expect(scanned > 10, "the scanner reads some lines by itself")
  }

  /// Who writes a trace writes one line like the other: most lines look like one of a few, and
  /// say something else.
  @Test(arguments: 0..<12) func agreesOnLinesThatLookAlike(seed: UInt64) {
    var generator = LineGenerator(seed: seed)
    var random = SplitMix64(seed: seed &+ 31)
    let writer = TraceWriter(rules: Fixture.rules)
    var bytes: [UInt8] = []
    for number in 1...600 {
      // More forms than are kept, most of them seldom.
      let form = Int.random(in: 0..<30, using: &random)
      generator.forms = SplitMix64(seed: seed &* 100 &+ UInt64(form * form / 60))
      var line: [UInt8] = []
      let event = generator.event(at: TracePlace(line: number, offset: 0))
      writer.write(.event(event), to: &line)
      if Int.random(in: 0..<8, using: &random) == 0 { ScannerRun.damage(&line, &random) }
      bytes += line
    }
    let expected = Array(TraceSequence(bytes, rules: Fixture.rules))
    for size in [1 << 20, 999] {
      let (items, scanned, _) = ScannerRun.scan(bytes, pieces: size)
      #expect(
        ScannerRun.checksumAside(items) == ScannerRun.checksumAside(expected), "pieces of \(size)")
      #expect(scanned > 100, "the scanner reads most lines by itself")
    }
  }

  /// Most instants begin as the one before, and are read by that.
  @Test func instantsThatBeginAlike() {
    let zeros = String(repeating: "\0", count: 8)
    let instants = [
      "1700000000000", "1700000000001", "17000000", "170000001", "1700000000000000000",
      "17000000000000000000", "17000000x", "1700000000000.5", "0170000000000", "1700000000400",
      "10000000", "1000000012345", "\(zeros)00000", "\(zeros)", "00000000", "0000000012345", "0",
      "-1700000000000", "1800000000000", "1800000000007", "17", "1700000099999",
      "99999999999999999",
      "1800000000008", "12345678é", "1234567812345",
    ]
    let lines = instants.map { #"{"at":\#($0),"event":"crosses","taxi":"T1"}"# + "\n" }
    let bytes = Array(lines.joined().utf8)
    let expected = Array(TraceSequence(bytes, rules: Fixture.rules))
    let (items, scanned, _) = ScannerRun.scan(bytes, pieces: bytes.count)
    #expect(items == expected)
    #expect(scanned == 14)
  }

  /// What came before the name of the event once was read, and then forgotten; and that of an
  /// unknown event was read as of the event before.
  @Test func messagesBeforeTheEvent() {
    let sent = #"{"to":"P","message":"codeSent","code":1000}"#
    let lines = [
      ("", "crosses"), (sent, "crosses"), (sent + "," + sent, "nonsense"), (sent, "order"),
    ]
    .map { #"{"notified":[\#($0)],"at":5,"event":"\#($1)","taxi":"T"}"# + "\n" }
    let bytes = Array(lines.joined().utf8)
    let expected = Array(TraceSequence(bytes, rules: Fixture.rules))
    #expect(ScannerRun.scan(bytes, pieces: bytes.count).items == expected)
  }

  @Test(arguments: [
    #"{"event":"crosses","taxi":"T1","at":5}"#,
    #" { "taxi" : "T1" , "event" : "crosses" , "at" : 5 } "#,
    #"{"at":"2016-02-28T18:03:07.120Z","event":"crosses","taxi":"T1","crc":12}"#,
    #"{"at":"2016-02-28T18:03:07Z","event":"crosses","taxi":"a name of more than eight bytes"}"#,
    #"{"at":5,"event":"order","passenger":"P","from":null,"request":"R","outcome":"ok"}"#,
    #"{"at":5,"event":"order","passenger":"P","from":"Z","outcome":"refused"}"#,
    #"{"notified":[{"code":1000,"message":"codeSent","to":"P"}],"at":5,"event":"crosses","taxi":"T"}"#,
    #"{"at":5,"event":"crosses","taxi":"T","notified":[ ]}"#,
  ]) func readsByItself(line: String) {
    let bytes = Array((line + "\r\n").utf8)
    let (items, scanned, _) = ScannerRun.scan(bytes, pieces: bytes.count)
    #expect(scanned == 1)
    #expect(
      ScannerRun.checksumAside(items)
        == ScannerRun.checksumAside(Array(TraceSequence(bytes, rules: Fixture.rules))))
  }

  @Test(arguments: [
    #"{"at":5,"event":"crosses","taxi":"T1","taxi":"T2"}"#,
    #"{"at":5,"event":"crosses","taxi":""}"#, #"{"at":5,"event":"crosses","taxi":"T\u0031"}"#,
    #"{"at":05,"event":"crosses","taxi":"T1"}"#, #"{"at":5,"event":"crosses"}"#,
    #"{"at":5.0,"event":"crosses","taxi":"T1"}"#, #"{"at":5,"event":"crosses","taxi":"T1"},"#,
    #"{"at":-1,"event":"crosses","taxi":"T1"}"#,
    #"{"at":5,"event":"crosses","taxi":"T1","id":"a"}"#,
    #"{"at":5,"event":"crosses","taxi":"T1","outcome":"refused"}"#,
    #"{"at":5,"event":"order","passenger":"P","from":"Z","outcome":"refused","request":"R"}"#,
    #"{"at":5,"event":"crosses","taxi":"é"}"#, #"{"at":5,"event":"crosses","taxi":nulL}"#,
    #"{"at":5,"event":"enter","code":999,"secret":"alpha"}"#, "", "{", #"{"at":5,"event":"#,
    #"{"at":5,"event":"crosses","taxi":"T","notified":[{"to":"P","message":"codeSent","to":"P"}]}"#,
  ]) func leavesToTheStrictReader(line: String) {
    let bytes = Array((line + "\n").utf8)
    let (items, scanned, _) = ScannerRun.scan(bytes, pieces: bytes.count)
    #expect(scanned == 0)
    #expect(
      ScannerRun.checksumAside(items)
        == ScannerRun.checksumAside(Array(TraceSequence(bytes, rules: Fixture.rules))))
  }

  @Test func linesThatAreTooLongAreDropped() {
    let long =
      #"{"at":5,"event":"crosses","taxi":""# + String(repeating: "x", count: 3_000) + #""}"#
    let bytes = Array("\(long)\n{\"at\":5,\"event\":\"crosses\",\"taxi\":\"T\"}\n\(long)".utf8)
    let expected = Array(TraceSequence(bytes, rules: Fixture.rules, lineLimit: 1_000))
    #expect(ScannerRun.scan(bytes, pieces: 100, limit: 1_000).items == expected)
  }
}
