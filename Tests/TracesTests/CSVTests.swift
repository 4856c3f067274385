import Testing
import Traces

@Suite("CSV")
struct CSVTests {
  static func canonical(_ text: String) throws -> [String] {
    Fixture.canonical(text, try Fixture.builtIn("csv"))
  }

  @Test("quoted cells, empty cells, columns of other events, either line end")
  func rows() throws {
    let text =
      "at,event,taxi,request,notified\r\n"
      + "1970-01-01T00:00:01Z,\"crosses\",\"T \"\"1\"\", x\",,\n"
      + "2,offer,T2,R1,\"[{\"\"to\"\":\"\"T2\"\",\n\"\"message\"\":\"\"codeSent\"\",\"\"code\"\":4711}]\"\r\n\r\n"
      + "3,expire,,R1,"
    #expect(
      try Self.canonical(text) == [
        #"{"at":1000,"event":"crosses","taxi":"T \"1\", x","outcome":"ok"}"#,
        #"{"at":2,"event":"offer","request":"R1","taxi":"T2","outcome":"ok","notified":[{"to":"T2","message":"codeSent","code":4711}]}"#,
        #"{"at":3,"event":"expire","request":"R1","outcome":"ok"}"#,
      ])
  }

  static let hostile: [(String, [String])] = [
    ("at,event,taxi\n1,cro\"sses,T\n2,crosses,T\n", ["2 csv-quote", crosses]),
    ("at,event,taxi\n1,\"crosses\"x,T\n2,crosses,T\n", ["2 csv-quote", crosses]),
    (
      "at,event,taxi\n1,crosses\n2,crosses,T\n1,crosses,T,\n",
      ["2 csv-columns", crosses, "4 csv-columns"]
    ),
    ("at,event,taxi\n2,crosses,T\n1,\"crosses,T\n2,crosses,T\n", [crosses, "3 csv-quote"]),
    ("at,event,taxi\n2,crosses,T\n1,\"cros", [crosses, "3 torn"]),
    ("at,event,taxi\n2,crosses,T\n1,cros", [crosses, "3 torn"]),
    ("at,event,at\n2,crosses,T\n", ["1 csv-header"]),
    ("at,,event,taxi\n2,7,crosses,T\n", [crosses]), (",,\n2,crosses,T\n", ["1 csv-header"]),
    (
      "at,event,taxi\n1,crosses,T,\"a\nb\n\"\n2,crosses,T\n1,x,T\n",
      ["2 csv-columns", crosses, "6 unknown-event"]
    ),
    ("at,event,colour\n1,crosses,red\n", ["2 missing-argument"]),
    ("", []), ("at,event\n", []), ("\u{FEFF}at,event,taxi\n2,crosses,T", [crosses]),
  ]

  static let crosses = #"{"at":2,"event":"crosses","taxi":"T","outcome":"ok"}"#

  @Test("what is malformed is one rejection, and the next row is read again", arguments: hostile)
  func malformed(text: String, expected: [String]) throws {
    #expect(try Self.canonical(text) == expected)
  }

  @Test("a cell that is no UTF-8, and one without end")
  func bytes() throws {
    let mapping = try Fixture.builtIn("csv")
    let latin = Array("at,event,taxi\n1,crosses,".utf8) + [0xE9, 0x0A]
    guard
      case .rejected(let rejection)? = Array(
        TraceSequence(latin, rules: Fixture.rules, mapping: mapping)
      ).first
    else { throw TraceReaderTests.Rejected() }
    #expect(rejection.id == "csv-encoding")
    var reader = TraceReader(rules: Fixture.rules, mapping: mapping, lineLimit: 100)
    _ = reader.feed(Array("at,event,taxi\n1,\"".utf8)[...])
    for _ in 0..<1_000 { #expect(reader.feed(Array("no end\n".utf8)[...]).isEmpty) }
    #expect(reader.bufferCapacity < 1_000)
    guard case .rejected(let long)? = reader.finish().first else {
      throw TraceReaderTests.Rejected()
    }
    #expect(long.id == "line-too-long")
  }

  @Test("another separator")
  func separator() throws {
    let mapping = try Fixture.mapping("format csv \"tab\"\nevent e\ntime t\narguments .")
    #expect(Fixture.canonical("t\te\ttaxi\n2\tcrosses\tT\n", mapping) == [Self.crosses])
  }

  @Test("however it is cut into blocks")
  func blocks() throws {
    let text = Array("at,event,taxi\n1,crosses,\"T\n\"\"1\"\"\"\r\n2,crosses,T\n".utf8)
    let mapping = try Fixture.builtIn("csv")
    let whole = Array(TraceSequence(text, rules: Fixture.rules, mapping: mapping))
    #expect(whole.count == 2)
    for size in 1...7 {
      var reader = TraceReader(rules: Fixture.rules, mapping: mapping)
      var items: [TraceReader.Item] = []
      for start in stride(from: 0, to: text.count, by: size) {
        items += reader.feed(text[start..<min(text.count, start + size)])
      }
      #expect(items + reader.finish() == whole)
    }
  }
}
