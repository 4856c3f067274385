import Basics
import Rulebook
import Testing
import Traces

@Suite("Lines that are read")
struct TraceReaderTests {
  static let place = TracePlace(line: 1, offset: 0)

  static func only(_ text: String) throws -> TraceLine {
    let items = Fixture.items(text)
    guard case .line(let line)? = items.first, items.count == 1 else {
      Issue.record("not one line: \(items)")
      throw Rejected()
    }
    return line
  }

  struct Rejected: Error {}

  @Test("an event with everything")
  func fullEvent() throws {
    let text =
      #"{"crc": 1e2, "notified": [{"request": "R1", "to": "T42", "message": "rideOffered"}],"#
      + #" "id": "x", "estimate": "2min", "request": "R1", "from": null,"#
      + #" "passenger": "Ada\u0020L", "outcome": "ok", "event": "order", "at": "2016-02-28T18:03:07.120Z"}"#
    let sent = TraceNotification(
      recipient: "T42", message: Core.ID(0), arguments: [.name("R1"), nil])
    let expected = TraceEvent(
      place: Self.place, instant: 1_456_682_587_120, event: Core.ID(1),
      arguments: [.name("Ada L"), .none], outcome: .ok, results: [.name("R1"), .number(120_000)],
      notified: [sent], id: "x", checksum: .number("1e2"))
    #expect(try Self.only(text) == .event(expected))
  }

  @Test("an outcome that is left out is ok, results that are not new may be unknown")
  func defaults() throws {
    let text = #"{"at":5,"event":"order","passenger":"P","from":"Z","request":"R"}"#
    let expected = TraceEvent(
      place: Self.place, instant: 5, event: Core.ID(1), arguments: [.name("P"), .name("Z")],
      results: [.name("R"), nil])
    #expect(try Self.only(text) == .event(expected))
  }

  @Test("a refusal has no results, but may notify")
  func refusal() throws {
    let text =
      #"{"at":5,"event":"order","passenger":"P","from":"Z","outcome":"refused","notified":[]}"#
    let expected = TraceEvent(
      place: Self.place, instant: 5, event: Core.ID(1), arguments: [.name("P"), .name("Z")],
      outcome: .refused, results: [nil, nil], notified: [])
    #expect(try Self.only(text) == .event(expected))
  }

  static let waits: [(String, Int64)] = [
    ("0", 0), ("-5", -5), (#""15s""#, 15_000), (#""2 min""#, 120_000), (#""250ms""#, 250),
    (#""1h""#, 3_600_000), (#""1day""#, 86_400_000), (#""3days""#, 259_200_000), (#""-1s""#, -1000),
  ]

  @Test("values of every type", arguments: waits)
  func values(wait: String, expected: Int64) throws {
    let text =
      #"{"at":0,"event":"report","rating":5,"driven":-3,"when":"1970-01-01T00:00:01Z","wait":"#
      + wait + #","free":true,"count":9223372036854775807,"status":"busy"}"#
    guard case .event(let event) = try Self.only(text) else { throw Rejected() }
    #expect(
      event.arguments == [
        .number(5), .number(-3), .number(1000), .number(expected), .bool(true), .number(.max),
        .symbol(1),
      ])
  }

  @Test("an observation: plain, qualified and ambiguous fields, sets, queues and states")
  func observation() throws {
    let text =
      #"{"observe":{"status":{"T1":"busy","X":"open"},"Request.status":{"R1":"held"},"#
      + #""zone":{"T1":null},"queue":{"Z":["T2","T1"]},"refusedBy":{"R1":[]},"dataEntered":true,"#
      + #""limit":"15s","code":{"P":1234}}}"#
    func value(_ field: Int, _ value: TraceValue) -> Observation.Reading {
      .init(Core.ID(field), .value(value))
    }
    let expected: [Observation.Fact] = [
      .field(of: "T1", [value(0, .symbol(1))]),
      .field(of: "X", [value(0, .symbol(2)), value(4, .symbol(0))]),
      .field(of: "R1", [value(4, .symbol(1))]),
      .field(of: "T1", [value(1, .none)]),
      .field(of: "Z", [.init(Core.ID(7), .members(["T2", "T1"]))]),
      .field(of: "R1", [.init(Core.ID(5), .members([]))]),
      .global(Core.ID(0), .bool(true)),
      .global(Core.ID(1), .number(15_000)),
      .field(of: "P", [value(2, .number(1234)), value(6, .number(1234))]),
    ]
    let observation = Observation(place: Self.place, facts: expected)
    #expect(try Self.only(text) == .observation(observation))
  }

  @Test("line ends, blank lines and a byte order mark; lines and offsets count them all")
  func lines() {
    let line = #"{"observe":{}}"#
    let items = Fixture.items("\u{FEFF}\(line)\r\n \t\r\n\n\(line)\n\u{FEFF}\(line)\n\(line)")
    func item(_ number: Int, _ offset: Int) -> TraceReader.Item {
      .line(.observation(Observation(place: .init(line: number, offset: offset), facts: [])))
    }
    #expect(items.count == 4)
    #expect(items.first == item(1, 3))
    #expect(items.dropFirst().first == item(4, 24))
    guard case .rejected(let rejection)? = items.dropFirst(2).first else {
      Issue.record("a byte order mark in mid-file was accepted")
      return
    }
    #expect(rejection.id == JSONError.Reason.byteOrderMark.rawValue)
    #expect(rejection.line == 5 && rejection.offset == 39)
    #expect(items.last == item(6, 57))
  }

  @Test(
    "a last line that is the beginning of none is rejected",
    arguments: [
      "Shutting down.", #"{"at":1}}"#, #"{"at":1}x"#, #"{"at":NaN}"#, #"{"at":T1}"#, "[1,2}",
      #"{"at":1 {"at":2}"#, "{\"at\":1}\r{\"at\":2}", "\0\0", "nullx", #"{"at":trua"#,
    ])
  func notTorn(last: String) {
    let items = Fixture.items(#"{"observe":{"dataEntered":true}}"# + "\n" + last)
    #expect(items.count == 2)
    guard case .rejected? = items.last else {
      Issue.record("\(String(describing: items.last))")
      return
    }
  }

  @Test("a last line that was cut anywhere is torn, unless all of it is there")
  func torn() {
    let first = #"{"observe":{"dataEntered":true}}"# + "\n"
    let last = #"{"at":12,"event":"crosses","taxi":"T\ud83d\ude95é","crc":-1.5}"#
    for length in 1..<last.utf8.count {
      let bytes = Array(first.utf8) + last.utf8.prefix(length)
      let items = Array(TraceSequence(bytes, rules: Fixture.rules))
      #expect(items.count == 2)
      #expect(items.last == .torn(TracePlace(line: 2, offset: first.utf8.count)))
    }
    let items = Fixture.items(first + last)
    guard case .line(.event(let event))? = items.last else {
      Issue.record("the whole line was not read")
      return
    }
    #expect(event.arguments == [.name("T🚕é")])
  }

  @Test("a last line that is JSON is judged like any other")
  func unterminatedRejection() {
    guard case .rejected(let rejection)? = Fixture.items(#"{"at":1}"#).last else {
      Issue.record("not rejected")
      return
    }
    #expect(rejection.id == Fault.noEvent.rawValue)
  }
}
