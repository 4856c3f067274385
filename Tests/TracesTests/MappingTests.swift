import Testing
import Traces

@Suite("Records that a mapping reads")
struct MappingTests {
  static let offer = #"{"at":1000,"event":"offer","request":"R1","taxi":"T1","outcome":"ok"}"#

  static let sameOffer: [(String, String)] = [
    (
      "event a.b[1]\ntime t\narguments p",
      #"{"a":{"b":[0,"offer"]},"t":1000,"p":{"request":"R1","taxi":"T1"}}"#
    ),
    (
      "event \"e v\"\n  \"OFF\" is offer\ntime t\nargument taxi v | w\nargument request r",
      #"{"e v":"OFF","t":1000,"w":"T1","r":"R1"}"#
    ),
    (
      "event e after \".\"\ntime t in seconds\narguments .",
      #"{"e":"com.example.offer","t":1.000,"request":"R1","taxi":"T1"}"#
    ),
    (
      "event e\ntime t in nanoseconds\nargument request r\nargument offer.taxi x\nargument taxi y",
      #"{"e":"offer","t":"1000000000","r":"R1","x":"T1","y":"T9"}"#
    ),
    (
      "event e\ntime t written \"DD.MM.YYYY hh:mm:ss,f Z\"\narguments .",
      #"{"e":"offer","t":"01.01.1970 01:00:01,000 +0100","request":"R1","taxi":"T1"}"#
    ),
    (
      "event e\ntime t\narguments p\nignore p.note\nignore p.at",
      #"{"e":"offer","t":"1970-01-01T00:00:01Z","p":{"request":"R1","taxi":"T1","note":1,"at":2}}"#
    ),
    (
      "event e\ntime t\narguments p\noutcome s\n  \"200\" is ok\n  else is refused",
      #"{"e":"offer","t":1000,"s":200,"p":{"request":"R1","taxi":"T1","other":null}}"#
    ),
    (
      "records l[].m[]\nevent e\ntime ^t\narguments p\nargument taxi ^^v",
      #"{"v":"T1","l":[{"t":1000,"m":[{"e":"offer","p":{"request":"R1"}}]}]}"#
    ),
    (
      "unwrap s, i\npairs k, v\nevent e\ntime t\narguments a",
      #"{"e":{"s":"offer"},"t":{"i":"1000"},"a":[{"k":"request","v":{"s":"R1"}},{"k":"taxi","v":{"s":"T1"}}]}"#
    ),
  ]

  @Test("fields, paths, translations and times", arguments: sameOffer)
  func fields(mapping: String, record: String) throws {
    #expect(Fixture.canonical(record + "\n", try Fixture.mapping(mapping)) == [Self.offer])
  }

  static let rejected: [(String, String, String)] = [
    ("event e\ntime t", #"{"t":1}"#, "no-event"),
    ("event e\ntime t", #"{"e":"ofer","t":1}"#, "unknown-event"),
    ("event e\ntime t", #"{"e":"offer"}"#, "missing-time"),
    ("event e\ntime t", #"{"e":"offer","t":1}"#, "missing-argument"),
    ("event e\ntime t", #"{"e":"offer","t":"noon"}"#, "malformed-timestamp"),
    ("event e\ntime t", #"{"e":"offer","t":[1]}"#, "wrong-type"),
    ("event e\ntime t in seconds", #"{"e":"offer","t":"1e"}"#, "malformed-timestamp"),
    ("event e\ntime t in seconds", #"{"e":"offer","t":999999999999}"#, "instant-out-of-range"),
    ("event e\ntime t in seconds", #"{"e":"offer","t":-1}"#, "malformed-timestamp"),
    (
      "event e\ntime t\narguments .", #"{"e":"offer","t":1,"request":"R","taxi":"T","x":1}"#,
      "unknown-key"
    ),
    ("event e\ntime t\narguments p", #"{"e":"offer","t":1,"p":{"at":2}}"#, "unknown-key"),
    ("event e\ntime t\nrequire v is \"1.0\"", #"{"v":"0.3"}"#, "unmet-condition"),
    ("event e\ntime t\nrequire v is \"1.0\"", #"{}"#, "unmet-condition"),
    ("records r[]\nevent e\ntime t", #"{"other":[]}"#, "missing-records"),
    ("records r[]\nevent e\ntime t", #"{"r":{"e":"offer"}}"#, "missing-records"),
    ("records r[].s[]\nevent e\ntime t", #"{"r":["damaged"]}"#, "missing-records"),
    ("event e\ntime t\narguments p", #"{"e":"crosses","t":1,"p":"taxi=T"}"#, "not-an-object"),
    (
      "pairs k, v\nevent e\ntime t\narguments p",
      #"{"e":"crosses","t":1,"p":[{"k":"taxi","v":"T"},{"k":"taxi","v":"U"}]}"#, "repeated-member"
    ),
    (
      "pairs k, v\nevent e\ntime t\narguments p",
      #"{"e":"crosses","t":1,"p":[{"k":"taxi","v":"T"},7]}"#, "wrong-type"
    ),
    ("observe o json", #"{"o":"{\"limit\""}"#, "malformed-embedding"),
    (
      "event e\ntime t\narguments p\nnotified n", #"{"e":"crosses","t":1,"p":{"taxi":"T"},"n":3}"#,
      "wrong-type"
    ),
  ]

  @Test("a member that is no argument is told with what passes over it")
  func otherMember() throws {
    let mapping = try Fixture.mapping("event v.e\ntime t\narguments v\nignore others")
    let item = Fixture.items(
      #"{"t":5,"v":{"e":"crosses","taxi":"T","at":5}}"# + "\n", mapping
    ).first
    guard case .rejected(let rejection)? = item else {
      Issue.record("\(String(describing: item))")
      return
    }
    #expect(rejection.message.hasSuffix("`ignore v.at` passes over it"), "\(rejection.message)")
  }

  @Test("what cannot be used is told", arguments: rejected)
  func rejections(mapping: String, record: String, id: String) throws {
    #expect(Fixture.canonical(record + "\n", try Fixture.mapping(mapping)) == ["1 \(id)"])
  }

  @Test("a line of many records may be longer than one record may, but has its bounds")
  func manyRecords() throws {
    func line(_ records: Int, _ record: String) -> String {
      #"{"r":[\#(Array(repeating: record, count: records).joined(separator: ","))]}"# + "\n"
    }
    let record =
      #"{"e":"crosses","t":1,"taxi":"T","note":"\#(String(repeating: "-", count: 180))"}"#
    let long = line(8_192, record)
    #expect(long.utf8.count > LineSplitter.usualLimit)
    let list = try Fixture.mapping("records r[]\nevent e\ntime t\nignore note\narguments .")
    #expect(Fixture.canonical(long, list).count == 8_192)
    let one = try Fixture.mapping("event e\ntime t\nignore note\narguments .")
    #expect(Fixture.canonical(long, one) == ["1 line-too-long"])
    #expect(Fixture.canonical(line(65_537, "{}"), list) == ["1 too-many-records"])
    let endless = #"{"r":[\#(String(repeating: "0,", count: 8 << 20))0]}"# + "\n"
    #expect(Fixture.canonical(endless, list) == ["1 line-too-long"])
    #expect(Fixture.canonical(line(1 << 20, "0"), list) == ["1 json-too-many"])
  }

  @Test(
    "a line may hold no record, and a pair no value",
    arguments: [
      ("records r[].s[]\nevent e\ntime t", #"{}"#, []),
      ("records r[].s[]\nevent e\ntime t", #"{"r":null}"#, []),
      ("records r[].s[]\nevent e\ntime t", #"{"r":[{"s":[]},{"s":null},{}]}"#, []),
      (
        "pairs k, v\nevent e\ntime t\narguments p",
        #"{"e":"crosses","t":1,"p":[{"k":"note"},{"k":"taxi","v":"T"}]}"#,
        [#"{"at":1,"event":"crosses","taxi":"T","outcome":"ok"}"#]
      ),
    ])
  func nothing(mapping: String, record: String, lines: [String]) throws {
    let mapping = try Fixture.mapping(mapping)
    #expect(Fixture.canonical(record + "\n", mapping) == lines)
    var reader = TraceReader(rules: Fixture.rules, mapping: mapping)
    _ = reader.feed(Array((record + "\n").utf8)[...])
    #expect(reader.tally.empty == (lines.isEmpty ? 1 : 0) && reader.tally.passedOver == 0)
  }

  @Test("what wraps a number, or an object, says so where no type of an argument does")
  func wrapped() throws {
    let mapping = try Fixture.mapping(
      "unwrap s, i as number, o as object, l[]\npairs k, v\nobserve facts")
    #expect(
      Fixture.canonical(#"{"facts":{"o":{"l":[{"k":"limit","v":{"i":"5"}}]}}}"#, mapping)
        == [#"{"observe":{"limit":5}}"#])
    #expect(
      Fixture.canonical(#"{"facts":{"o":{"l":[{"k":"limit","v":{"s":"5"}}]}}}"#, mapping)
        != [#"{"observe":{"limit":5}}"#])
    for empty in [#"{"o":{"l":[]}}"#, #"{"o":{}}"#] {
      #expect(Fixture.canonical(#"{"facts":\#(empty)}"#, mapping) == [#"{"observe":{}}"#])
    }
  }

  @Test("values are fitted to the types of the rulebook, where loggers write them otherwise")
  func fitting() throws {
    let mapping = try Fixture.mapping("event e\ntime t\narguments .")
    let record =
      #"{"e":"report","t":"5","rating":"5","driven":"-3","when":"1000","wait":"2min","free":"true","count":"12","status":"busy"}"#
    #expect(
      Fixture.canonical(record, mapping) == [
        #"{"at":5,"event":"report","rating":5,"driven":-3,"when":1000,"wait":120000,"free":true,"count":12,"status":"busy","outcome":"ok"}"#
      ])
    #expect(
      Fixture.canonical(#"{"e":"offer","t":5,"request":7,"taxi":42}"#, mapping) == [
        #"{"at":5,"event":"offer","request":"7","taxi":"42","outcome":"ok"}"#
      ])
    // Nothing else is guessed.
    #expect(
      Fixture.canonical(#"{"e":"offer","t":5,"request":7.5,"taxi":true}"#, mapping) == [
        "1 wrong-type"
      ])
  }

  @Test("an optional argument that is left out is none, a result is not told")
  func optional() throws {
    let mapping = try Fixture.mapping("event e\ntime t\narguments .")
    let record = #"{"e":"order","t":1,"passenger":"P","request":"R1","estimate":null}"#
    #expect(
      Fixture.canonical(record, mapping) == [
        #"{"at":1,"event":"order","passenger":"P","from":null,"request":"R1","outcome":"ok"}"#
      ])
  }

  @Test("messages, theirs and those that are none of ours")
  func notified() throws {
    let mapping = try Fixture.mapping(
      """
      event e
      time t
      arguments p
      notified sent
        to whom.id
        message template
          "RIDE" is rideOffered
          "ADVERT" is skipped
        argument rideOffered.request r
        arguments rest
      """)
    let record =
      #"{"e":"crosses","t":1,"p":{"taxi":"T1"},"sent":[{"whom":{"id":42},"template":"RIDE","r":"R1","rest":{"deadline":"9"}},{"template":"ADVERT"}]}"#
    #expect(
      Fixture.canonical(record, mapping) == [
        #"{"at":1,"event":"crosses","taxi":"T1","outcome":"ok","notified":[{"to":"42","message":"rideOffered","request":"R1","deadline":9}]}"#
      ])
    let lacks = #"{"e":"crosses","t":1,"p":{"taxi":"T1"},"sent":[{"template":"RIDE"}]}"#
    #expect(Fixture.canonical(lacks, mapping) == ["1 missing-recipient"])
  }

  @Test("records that are none of the trace are passed over and counted")
  func passedOver() throws {
    let mapping = try Fixture.mapping(
      "only kind is \"a\" or \"b\"\nevent e\n  \"beat\" is skipped\ntime t in microseconds rounded\narguments p"
    )
    var reader = TraceReader(rules: Fixture.rules, mapping: mapping)
    let text = #"""
      {"kind":"c"}
      {"e":"crosses"}
      {"kind":"b","e":"beat"}
      {"kind":"a","e":"crosses","t":1999,"p":{"taxi":"T"}}
      {"kind":"a","e":"crosses","t":2000,"p":{"taxi":"T"}}

      """#
    let items = reader.feed(Array(text.utf8)[...])
    #expect(items.count == 2)
    #expect(reader.tally.passedOver == 3)
    let instants = items.map { item -> PreciseInstant? in
      if case .line(let line) = item { line.preciseInstant } else { nil }
    }
    #expect(
      instants == [
        PreciseInstant(milliseconds: 1, nanoseconds: 999_000), PreciseInstant(milliseconds: 2),
      ])
  }

  @Test("places are those of the records, however they are wrapped")
  func places() throws {
    let mapping = try Fixture.mapping("records r[]\nevent e\ntime t\narguments .")
    let text = #"""

      {"r":[{"e":"crosses","t":1,"taxi":"T"},{"e":"crosses","t":1,"taxi":3.5}]}
      """#
    let items = Fixture.items(text + "\n", mapping)
    guard case .line(let line) = items.first, case .rejected(let rejection) = items.last else {
      Issue.record("\(items)")
      return
    }
    #expect(line.place == TracePlace(line: 2, offset: 7, recordInLine: 1))
    #expect(rejection.line == 2 && rejection.record == 2)
    #expect(Array(text.utf8)[rejection.offset...].starts(with: "3.5".utf8))
  }

  @Test(
    "what is no word where one is wanted is told by where it stands in the record",
    arguments: [
      (#"{"m":{"n":▸{"x":1}},"t":1}"#, "`m.n` must be the name of an event, this is an object"),
      (#"{"m":{"n":"offer"},"t":1,"o":▸[]}"#, "`o` must be an outcome, this is an array"),
      (#"{"m":{"n":"offer"},"t":1,"i":▸{}}"#, "`i` must be an id, this is an object"),
    ])
  func noWord(marked: String, message: String) throws {
    let mapping = try Fixture.mapping("event m.n\ntime t\noutcome o\nid i\narguments .")
    let text = marked.replacing("▸", with: "")
    guard case .rejected(let rejection) = Fixture.items(text + "\n", mapping).first else {
      Issue.record("nothing is rejected")
      return
    }
    #expect(rejection.message == message)
    #expect(rejection.offset == marked.prefix { $0 != "▸" }.utf8.count)
  }

  @Test("a sensitive value is shown by no explanation and no message")
  func sensitive() throws {
    let mapping = try Fixture.mapping("event e\ntime t\narguments p")
    var explainer = MappingExplainer(rules: Fixture.rules, mapping: mapping, limit: 2)
    let text = #"""
      {"e":"enter","t":1,"p":{"code":4711,"secret":"alpha"}}
      {"e":"enter","t":1,"p":{"code":4711,"secret":"hidden"}}
      {"e":"enter","t":1,"p":{"code":4711,"secret":"alpha"}}

      """#
    explainer.feed(Array(text.utf8)[...])
    #expect(explainer.isDone)
    #expect(explainer.records.map(\.line) == [1, 2])
    let shown = "\(explainer.records)"
    #expect(shown.contains("‹Code›") && shown.contains("p.secret"))
    #expect(!shown.contains("4711") && !shown.contains("hidden") && !shown.contains("\"alpha"))
  }
}
