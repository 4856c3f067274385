import Basics
import Rulebook
import Testing
import Traces

/// Whatever the scanner reads by itself of records, the mapper reads alike.
@Suite("Records that the scanner reads")
struct ScannedRecordTests {
  /// A logger: how it writes the members of a line, and the mapping that reads that.
  struct Logger: CustomTestStringConvertible {
    let testDescription: String
    let mapping: String
    /// What stands in the place of `at`, `event`, `outcome`; the others are in `members`.
    let write: @Sendable (_ line: Line) -> String
  }

  struct Line {
    var at: String
    var event: String
    var isRefused = false
    /// Keys and values, as JSON.
    var members: [String]
    /// Of nothing that is read.
    var noise: String
    var joined: String { members.map { "," + $0 }.joined() }
  }

  static let loggers = [
    Logger(
      testDescription: "flat",
      mapping: """
        only level is "info" or "debug"
        only probe is absent
        event kind after "."
          "ON" is crosses
          "OFF" is skipped
        time ts
        outcome status
          "200" is ok
          "409" is refused
          "true" is ok
        source host
        id id
        notified notified
        ignore crc
        arguments .
        ignore others
        """,
      write: { line in
        let event = line.event == "crosses" ? "ON" : line.event
        return #"{"level":"info","ts":\#(line.at),"kind":"desk.\#(event)","host":"h1","#
          + #""speed":\#(line.noise)\#(line.joined),"status":\#(line.isRefused ? "409" : "200")}"#
      }),
    Logger(
      testDescription: "an object in an object",
      mapping: """
        event meta.name
        time meta.at
        outcome data.outcome
        notified data.notified
        ignore data.crc
        id data.id
        arguments data
        """,
      write: { line in
        #"{"meta":{"name":"\#(line.event)","at":\#(line.at),"trace":{"id":\#(line.noise)}},"#
          + #""data":{"outcome":"\#(line.isRefused ? "refused" : "ok")"\#(line.joined)}, "z":{}}"#
      }),
    Logger(
      testDescription: "JSON in a string",
      mapping: """
        event value.event
        time value.at
        outcome value.outcome
        notified value.notified
        id value.id
        ignore value.crc
        arguments value
        ignore others
        """,
      write: { line in
        var line = line
        // A list in a string is for the mapper.
        line.members.removeAll { $0.hasPrefix("\"notified\"") }
        let inner =
          #"{"at":\#(line.at),"event":"\#(line.event)""# + line.joined
          + #","outcome":"\#(line.isRefused ? "refused" : "ok")","n":\#(line.noise)}"# + "\n"
        return #"{"topic":"t","offset":\#(line.noise),"key":null,"value":\#(quoted(inner))}"#
      }),
    Logger(
      testDescription: "each by its own path",
      mapping: """
        event e | data.e
        time t
        outcome o
        id i
        argument taxi taxi
        argument offer.request request | req
        argument request request
        argument passenger passenger
        argument from from
        argument estimate estimate
        argument rating rating
        argument driven driven
        argument when when
        argument wait wait
        argument free free
        argument count count
        argument status status
        argument code code
        argument secret secret
        argument enter.code kode
        """,
      write: { line in
        #"{"t":\#(line.at),"e":"\#(line.event)"\#(line.joined),"x":[],"y":\#(line.noise),"#
          + #""o":"\#(line.isRefused ? "refused" : "ok")"}"#
      }),
  ]

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func records(_ mapping: Mapping) throws -> ScannedRecords {
    try #require(ScannedRecords(mapping, Fixture.rules))
  }

  /// Compares what is made of the bytes; the number of lines that the scanner read by itself.
  private static func compare(_ bytes: [UInt8], _ mapping: Mapping, pieces: [Int]) throws -> Int {
    var reader = TraceReader(rules: Fixture.rules, mapping: mapping)
    let expected = reader.feed(bytes[...]) + reader.finish()
    var least = Int.max
    for size in pieces {
      let (items, scanned, passedOver) = ScannerRun.scan(
        bytes, pieces: size, records: try records(mapping))
      #expect(ScannerRun.checksumAside(items) == ScannerRun.checksumAside(expected))
      #expect(passedOver == reader.tally.passedOver)
      least = min(least, scanned)
    }
    return least
  }

  @Test("agrees on written and damaged records", arguments: loggers, 0..<6)
  func random(logger: Logger, seed: UInt64) throws {
    let mapping = try Fixture.mapping(logger.mapping)
    var generator = LineGenerator(seed: seed)
    var random = SplitMix64(seed: seed &+ 17)
    let writer = TraceWriter(rules: Fixture.rules)
    var bytes: [UInt8] = []
    for number in 1...300 {
      let form = Int.random(in: 0..<20, using: &random)
      // Some have names with escapes, and ids; most look alike.
      generator.forms =
        form == 0 ? nil : SplitMix64(seed: seed &* 100 &+ UInt64(form * form / 60))
      var line: [UInt8] = []
      let event = generator.event(at: TracePlace(line: number, offset: 0))
      writer.write(.event(event), to: &line)
      let noise = form < 10 ? "1" : Self.noise.randomElement(using: &random) ?? "1"
      let text = logger.write(
        try Self.line(line, event, noise: noise, &random))
      line = Array((text + "\n").utf8)
      if Int.random(in: 0..<6, using: &random) == 0 {
        ScannerRun.damage(&line, &random, others: [9])
      }
      bytes += line
    }
    let scanned = try Self.compare(bytes, mapping, pieces: [1 << 20, 997])
    #expect(scanned > 60, "the scanner reads many records by itself")
  }

  /// What stands in places of which nothing is read, and in others now and then.
  private static let noise = [
    "1", "-1.5", "52.516272", "0", "\"text\"", "true", "null", "{}", #"{"a":{"b":1}}"#,
    #"{"a":1,"a":2}"#, "[1]", "1e5", "-0", #""{\"a\":1}""#, #""{""#, #""é""#, "01", "1.", "[]",
    "9223372036854775808", #"{"taxi":"T"}"#, "\"a\\nb\"", "{", "\"",
  ]

  private static func line(
    _ bytes: [UInt8], _ event: TraceEvent, noise: String, _ random: inout SplitMix64
  ) throws -> Line {
    guard case .object(let members) = try JSONParser.parse(bytes.dropLast()).content else {
      throw Unexpected()
    }
    var line = Line(
      at: "\(event.instant)", event: Fixture.rules[event.event].name,
      isRefused: event.outcome == .refused, members: [], noise: noise)
    for member in members where !["at", "event", "outcome"].contains(member.key) {
      if member.value.content == .null, Int.random(in: 0..<2, using: &random) == 0 { continue }
      line.members.append(
        String(decoding: bytes[member.keySpan.lower..<member.value.span.upper], as: UTF8.self))
    }
    if Int.random(in: 0..<30, using: &random) == 0, !line.members.isEmpty {
      let at = Int.random(in: line.members.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: line.members.append(line.members[at])
      case 1: line.members.remove(at: at)
      default:
        let key = line.members[at].prefix { $0 != ":" }
        line.members[at] = "\(key):\(Self.noise.randomElement(using: &random) ?? "1")"
      }
    }
    return line
  }

  private struct Unexpected: Error {}

  private static let flat = "event e\ntime t\noutcome o\n  \"200\" is ok\nid i\narguments .\n"
  private static let strict = flat + "ignore level"

  static let scanned: [(String, String)] = [
    (strict, #"{"t":5,"e":"crosses","taxi":"T1"}"#),
    (strict, #"  { "t" : 5, "e":"crosses" ,"taxi":"T1","level":{"a":[ ]} } "#),
    (strict, #"{"t":5,"e":"crosses","taxi":17,"o":200}"#),
    (strict, #"{"t":"2016-02-28T18:03:07.120Z","e":"crosses","taxi":"T1"}"#),
    (strict, #"{"t":5,"e":"order","passenger":"P","request":"R"}"#),
    (strict, #"{"t":5,"e":"order","passenger":"P","from":null,"request":"R","seq":7}"#),
    ("event e\ntime t in seconds\narguments .", #"{"t":5,"e":"crosses","taxi":"T1"}"#),
    ("event e\ntime t in microseconds\narguments .", #"{"t":5000,"e":"crosses","taxi":"T1"}"#),
    ("event e\ntime t in nanoseconds\narguments .", #"{"t":5000000,"e":"crosses","taxi":"T1"}"#),
    ("event e after \".\"\ntime t\narguments .", #"{"t":5,"e":"a.b.crosses","taxi":"T1"}"#),
    (
      "event e\ntime t\nargument taxi a.b\nsource s",
      #"{"e":"crosses","t":5,"a":{"b":"T","c":1.5}}"#
    ),
    ("event e\ntime t\nargument taxi a.b | c", #"{"e":"crosses","t":5,"a":"{\"b\" :\"T\"}\n"}"#),
    ("event v.e\ntime v.t\narguments v", #"{"v":"{\"e\":\"crosses\",\"t\":5,\"taxi\":\"T\"}\n"}"#),
    (
      "only k is not \"p\"\nevent e\ntime t\narguments p",
      #"{"e":"crosses","t":5,"p":{"taxi":"T"}}"#
    ),
    ("only v is present\nevent e\ntime t\narguments .", #"{"e":"crosses","t":5,"v":1,"taxi":"T"}"#),
  ]

  @Test("is read by the scanner itself", arguments: scanned)
  func readsByItself(mapping: String, record: String) throws {
    let bytes = Array("\(record)\n\(record)\r\n".utf8)
    #expect(try Self.compare(bytes, try Fixture.mapping(mapping), pieces: [bytes.count]) == 2)
  }

  static let left: [(String, String)] = [
    (strict, #"{"t":5,"e":"crosses","taxi":"T1","x":1}"#),
    (strict, #"{"t":5,"e":"crosses","taxi":"T1","level":1,"level":1}"#),
    (strict, #"{"t":5,"e":"crosses","taxi":"T1","level":{"a":1,"a":1}}"#),
    (strict, #"{"t":5,"e":"crosses","taxi":"T1","i":"7"}"#),
    (strict, #"{"t":5,"e":"crosses","taxi":"T1","at":5}"#),
    (strict, #"{"t":5,"e":"crosses","taxi":"T1","o":"409"}"#),
    (strict, #"{"t":5,"e":"crosses","taxi":-1}"#), (strict, #"{"t":5,"e":"crosses","taxi":1.5}"#),
    (strict, #"{"t":5,"e":"crosses","taxi":null}"#), (strict, #"{"t":5,"e":"crosses"}"#),
    (strict, #"{"t":5,"e":"order","passenger":"P","request":"R","estimate":null}"#),
    (strict, #"{"t":null,"e":"crosses","taxi":"T1"}"#), (strict, #"{"t":5,"e":3,"taxi":"T1"}"#),
    ("event e\ntime t in seconds\narguments .", #"{"t":253402300800,"e":"crosses","taxi":"T"}"#),
    ("event e\ntime t in microseconds\narguments .", #"{"t":5001,"e":"crosses","taxi":"T1"}"#),
    ("event e\ntime t\narguments p", #"{"e":"crosses","t":5,"p":7}"#),
    ("event e\ntime t\nargument taxi a | b", #"{"e":"crosses","t":5,"a":"T1","b":"T2"}"#),
    ("event e | f\ntime t\narguments p", #"{"e":"crosses","f":"offer","t":5,"p":{"taxi":"T"}}"#),
    ("event v.e\ntime v.t\narguments v", #"{"v":"{\"e\":\"crosses\",\"t\":5,\"taxi\":\"T\"} x"}"#),
    (
      "event v.e\ntime v.t\narguments v",
      "{\"v\":\"{\\\"e\\\":\\\"crosses\\\",\t\\\"t\\\":5,\\\"taxi\\\":\\\"T\\\"}\"}"
    ),
    ("only k is not \"p\"\nevent e\ntime t\narguments p", #"{"k":"p","e":"crosses","t":5}"#),
    ("only v is present\nevent e\ntime t\narguments p", #"{"v":null,"e":"crosses","t":5}"#),
  ]

  @Test("is left to the mapper", arguments: left)
  func leavesToTheMapper(mapping: String, record: String) throws {
    let bytes = Array("\(record)\n".utf8)
    #expect(try Self.compare(bytes, try Fixture.mapping(mapping), pieces: [bytes.count]) == 0)
  }

  @Test(
    "what says more than where things stand is for the mapper alone",
    arguments: [
      "records r[]\nevent e\ntime t", "event e[]\ntime t", "event is \"offer\"\ntime t",
      "event e\ntime t written \"YYYY-MM-DD hh:mm:ss\" offset \"Z\"",
      "event e\ntime a + b", "event e\ntime t\n  \"0\" is absent", "format csv\nevent e\ntime t",
      "after \"x\"\nevent e\ntime t", "event e\ntime t\nargument taxi e",
      "event e\ntime t\nargument taxi l[0]",
      "event e\ntime t\nargument taxi v\nargument request v.r",
      "event e\ntime t\nargument taxi v\n  \"-\" is absent", "event e\ntime e.t",
      "event e\ntime t\nargument taxi c after \":\"", "event e\ntime t\nargument taxi is \"T\"",
      "event e\ntime t\nfact dataEntered d", "only e is \"offer\"\nevent e\ntime t",
      "event e\ntime t\nargument when w in seconds", "event e after \"::\"\ntime t",
    ])
  func notScanned(mapping: String) throws {
    #expect(ScannedRecords(try Fixture.mapping(mapping), Fixture.rules) == nil)
  }
}
