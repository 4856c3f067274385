import Basics
import Rulebook
import Testing
import Traces

/// Records inside of other records, and several lines of one record.
@Suite("Records in strings, behind prefixes and in pairs")
struct EmbeddedRecordTests {
  static let offer = MappingTests.offer
  static let members = #"\"event\":\"offer\",\"request\":\"R1\",\"taxi\":\"T1\""#

  static let sameOffer: [(String, String)] = [
    // Kafka: JSON in `value`, the instant beside it.
    (
      "event value.event\ntime timestamp\narguments value",
      #"{"topic":"t","offset":7,"timestamp":1000,"value":"{\#(members)}"}"#
    ),
    // Docker: a line end within the string.
    (
      "event log.event\ntime log.at\narguments log",
      #"{"log":"{\"at\":1000,\#(members)}\n","stream":"stdout"}"#
    ),
    (
      "event m.e\ntime t\narguments m.body[last].p",
      #"{"t":1000,"m":"{\"body\":\"[{},{\\\"p\\\":{\\\"request\\\":\\\"R1\\\",\\\"taxi\\\":\\\"T1\\\"}}]\",\"e\":\"offer\"}"}"#
    ),
    (
      "after \"dispatch: \"\nevent event\ntime at\narguments .",
      #"Feb 28 18:00:01 host dispatch: {"at":1000,"event":"offer","request":"R1","taxi":"T1"}"#
    ),
    (
      "format logfmt\nevent msg\ntime ts\narguments .\nignore others",
      #"ts=1000 level=info msg=offer request=R1 taxi="T1" caller=main.go:7 empty= word"#
    ),
    (
      "event is \"offer\"\ntime t\nargument request a + b with \"\"\nargument taxi l[last]",
      #"{"t":1000,"a":"R","b":1,"l":["T9","T1"]}"#
    ),
    (
      "event e\ntime t\narguments .\nignore others",
      #"{"e":"offer","t":1000,"request":"R1","taxi":"T1","thread":{"id":7},"other":null}"#
    ),
    (
      "only v is present\nonly w is absent\nonly s is not \"probe\" or \"test\"\nevent e\ntime t\narguments p",
      #"{"v":{},"s":"live","e":"offer","t":1000,"p":{"request":"R1","taxi":"T1"}}"#
    ),
  ]

  @Test("each is read", arguments: sameOffer)
  func read(mapping: String, record: String) throws {
    #expect(Fixture.canonical(record + "\n", try Fixture.mapping(mapping)) == [Self.offer])
  }

  static let rejected: [(String, String, String)] = [
    ("event m.e\ntime t", #"{"t":1,"m":"{\"e\":\"offer\""}"#, "malformed-embedding"),
    ("event m.e\ntime t", #"{"t":1,"m":"e=offer"}"#, "no-event"),
    ("event l[]\ntime t", #"{"t":1,"l":"offer"}"#, "wrong-type"),
    ("event l[]\ntime t", #"{"t":1,"l":[]}"#, "no-event"),
    ("format logfmt\nevent e\ntime t", #"e=offer e=offer"#, "repeated-member"),
    ("format logfmt\nevent e\ntime t", #"e="offer"#, "csv-quote"),
    ("after \"x\"\nevent e\ntime t", "x{", "json-unexpected-end"),
  ]

  @Test("records are those of the first list that is there, or the line itself")
  func alternatives() throws {
    let mapping = try Fixture.mapping(
      "records data.events[] | events[] | []\nevent event\ntime at\noutcome outcome\narguments .")
    for text in [
      Self.offer, #"{"events":[\#(Self.offer)]}"#,
      #"{"version":"2.0","data":{"events":[\#(Self.offer)]}}"#,
      #"{"events":[{"event":"other"}],"data":{"events":[\#(Self.offer)]}}"#,
    ] {
      #expect(Fixture.canonical(text + "\n", mapping) == [Self.offer])
    }
    #expect(Fixture.canonical(#"{"data":{"events":[]}}"# + "\n", mapping) == [])
    #expect(Fixture.canonical(#"{"data":{"events":7}}"# + "\n", mapping) == ["1 missing-records"])
    #expect(Fixture.canonical(#"{"data":{}}"# + "\n", mapping) == ["1 no-event"])
  }

  @Test("what cannot be read is rejected", arguments: rejected)
  func reject(mapping: String, record: String, id: String) throws {
    let read = Fixture.canonical(record + "\n", try Fixture.mapping(mapping))
    #expect(read.count == 1 && read.allSatisfy { $0.hasPrefix("1 \(id)") }, "\(read)")
  }

  @Test("what lies deep in strings is rejected, and costs no more than its length")
  func deep() throws {
    let mapping = try Fixture.mapping("event m.e\ntime t")
    let nested = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
    #expect(
      Fixture.canonical(#"{"t":1,"m":"\#(nested)"}"# + "\n", mapping) == ["1 malformed-embedding"])
  }

  @Test("lines without the text before the JSON are passed over and counted")
  func prefix() throws {
    let mapping = try Fixture.mapping(
      "after \" - \"\nevent event\ntime at\noutcome outcome\narguments .")
    var reader = TraceReader(rules: Fixture.rules, mapping: mapping)
    let text = "starting\nINFO - \(Self.offer)\n  at frame 1\n - \n"
    let items = reader.feed(Array(text.utf8)[...]) + reader.finish()
    #expect(items.count == 2)
    #expect(reader.tally.passedOver == 2)
    guard case .line(let line)? = items.first else {
      Issue.record("\(items)")
      return
    }
    #expect(line.place == TracePlace(line: 2, offset: 16, record: 2))
  }

  @Test("each event of a list, and what holds after the last of them")
  func eventsAndFacts() throws {
    let mapping = try Fixture.mapping(
      """
      event kinds[]
        "NOISE" is skipped
      time t
      id i
      source s
      argument taxi v
      fact Taxi.status v status
        "ON_TRIP" is busy
      fact Taxi.code v code
      fact dataEntered entered
      """)
    let record =
      #"{"kinds":["crosses","NOISE","crosses"],"t":5,"i":"a","s":"x","v":"T1","status":"ON_TRIP","code":"7","entered":"true"}"#
    #expect(
      Fixture.canonical(record + "\n", mapping) == [
        #"{"at":5,"event":"crosses","taxi":"T1","outcome":"ok","id":"a"}"#,
        #"{"at":5,"event":"crosses","taxi":"T1","outcome":"ok","id":"a (2)"}"#,
        #"{"at":5,"observe":{"Taxi.status":{"T1":"busy"},"Taxi.code":{"T1":7},"dataEntered":true},"id":"a (3)"}"#,
      ])
    // An observation alone needs no event, and what is not there is not told.
    #expect(
      Fixture.canonical(#"{"t":5,"v":"T1","status":"open"}"# + "\n", mapping) == [
        #"{"at":5,"observe":{"Taxi.status":{"T1":"open"}}}"#
      ])
    #expect(Fixture.canonical(#"{"t":5,"v":"T1"}"# + "\n", mapping) == ["1 no-event"])
  }

  @Test("a record without facts, where the mapping has nothing but facts")
  func noFact() throws {
    let mapping = try Fixture.mapping(
      """
      time t
      fact Taxi.status v.id v.status
        "ON_TRIP" is busy
      """)
    let items = Fixture.items(#"{"t":5,"v":{"id":"T1"}}"# + "\n", mapping)
    guard case .rejected(let rejection)? = items.first else {
      Issue.record("\(items)")
      return
    }
    #expect(rejection.message == "the record has no fact at `v.status`")
  }

  static let trips = """
    format csv
    event is "offer"
    time begin
    id trip
    argument request trip
    argument taxi cab
    also
    event is "expire"
    time end
    """

  @Test("the beginnings and ends of rows come in the order of their instants")
  func rows() throws {
    let text = "trip,cab,begin,end\nR1,T1,10,40\nR2,T2,20,30\nR3,T3,35,\nR4,T4,60,50\nR5,T5,70,80\n"
    func events(_ items: [TraceReader.Item]) -> [String] {
      items.map { item in
        guard case .line(.event(let event)) = item else { return "\(item)" }
        return "\(Fixture.rules[event.event].name) \(event.instant) \(event.id ?? "")"
      }
    }
    let mapping = try Fixture.mapping(Self.trips)
    let items = Fixture.items(text, mapping)
    #expect(
      events(items) == [
        "offer 10 R1", "offer 20 R2", "expire 30 R2 (2)", "offer 35 R3", "expire 40 R1 (2)",
        "expire 50 R4 (2)", "offer 60 R4", "offer 70 R5", "expire 80 R5 (2)",
      ])
  }

  @Test("the further lines that wait are many, each handed over in O(log)")
  func manyRows() throws {
    let mapping = try Fixture.mapping(Self.trips)
    let count = 20_000
    let text = (0..<count).map { "R\($0),T,\($0 + 1),\(2 * count - $0)\n" }
    let items = Fixture.items("trip,cab,begin,end\n" + text.joined(), mapping)
    #expect(items.count == 2 * count)
    let instants = items.map { item -> Int64 in
      if case .line(let line) = item { line.instant ?? 0 } else { -1 }
    }
    #expect(instants == instants.sorted())
  }

  @Test("mistakes in what is new are told where they stand")
  func mistakes() throws {
    let wrong: [(String, String, String)] = [
      ("fact ▸nothing a b", "unknown-fact", "no field and no state"),
      ("fact Taxi.▸", "unexpected", "name of a field"),
      ("after ▸\"\"", "empty-text", "cannot be empty"),
      ("only a is ▸here", "unexpected", "`present`"),
      ("event e ▸written \"x\"", "unexpected", "end of the line"),
      ("event a[▸x]", "wrong-index", "`last`"),
      ("event is ▸offer", "unexpected", "between quotes"),
      ("time t written ▸\"hh:mm\" offset \"Z\"", "wrong-pattern", "`YYYY`"),
      ("time t written \"YYYY-MM-DD hh:mm\" zone ▸\"Mars/Olympus\"", "unknown-zone", "New_York"),
      ("time t written \"YYYY-MM-DD hh:mm\" zone ▸\"../../etc/passwd\"", "unknown-zone", "zone"),
      ("time t written \"YYYY-MM-DD hh:mm\" zone ▸\"/etc/localtime\"", "unknown-zone", "zone"),
    ]
    for (marked, id, words) in wrong {
      let place = Marked(marked)
      let first = try #require(Fixture.parse(place.text).diagnostics.first)
      #expect(first.id == id, "\(marked)")
      #expect(
        id == "wrong-index" || first.message.contains(words), "\(marked): \(first.message)")
      #expect(first.span?.lower == place.offset, "\(marked)")
    }
  }
}
