import Basics
import Testing
import Traces

@Suite("Drafts of mappings")
struct DraftTests {
  private static func draft(_ text: String) -> MappingDraft {
    MappingDraft(of: Array(text.utf8), rules: Fixture.rules)
  }

  /// What the lines of a file say, read with the draft that is made of it.
  private func canonical(_ text: String) throws -> [String] {
    var documents = DocumentLines(isLines: false)
    var lines: [UInt8] = []
    documents.feed(Array(text.utf8)[...]) { lines += $0 }
    documents.finish { lines += $0 }
    let mapping = try Fixture.mapping(Self.draft(text).text)
    return Fixture.canonical(String(decoding: lines, as: UTF8.self), mapping)
  }

  private static let lines = [
    #"{"at":1456682400000,"event":"crosses","taxi":"T1"}"#,
    #"{"at":1456682460000,"event":"offer","request":"R1","taxi":"T1"}"#,
    #"{"at":1456682520000,"event":"expire","request":"R1"}"#,
  ]

  @Test("A list in an odd record is not taken for the records")
  func oddList() {
    let others = (1...7).map { #"{"at":\#($0),"what":"q\#($0)"}"# }
    let odd = #"{"at":8,"what":"q8","sent":[{"text":"offer","request":"R1","taxi":"T1"}]}"#
    let draft = Self.draft((others + [odd]).joined(separator: "\n") + "\n")
    #expect(!draft.text.contains("records "), "\(draft.text)")
    #expect(draft.text.contains("event PATH") && draft.read == 0, "\(draft.text)")
  }

  /// The lines above as various loggers write them.
  static let files: [(String, String)] = [
    ("lines", lines.joined(separator: "\n") + "\n"),
    ("an array", "[" + lines.joined(separator: ",") + "]"),
    (
      "CSV",
      """
      kind,when,taxi_id,requestID
      CROSSES,2016-02-28T18:00:00Z,T1,
      OFFER,2016-02-28T18:01:00Z,T1,R1
      EXPIRE,2016-02-28T18:02:00Z,,R1

      """
    ),
    (
      "CSV of another country",
      """
      Zeit;Aktion;Taxi;Request
      28.02.2016 18:00:00;org.desk.crossed;T1;
      28.02.2016 18:01:00,250;org.desk.offered;T1;R1
      28.02.2016 18:02:00;org.desk.expired;;R1

      """
    ),
    (
      "Kafka",
      """
      {"topic":"t","offset":7,"timestamp":1456682400000,"key":"T1","value":"{\\"event\\":\\"Crosses\\",\\"taxi\\":\\"T1\\"}"}
      {"topic":"t","offset":8,"timestamp":1456682460000,"key":"T1","value":"{\\"event\\":\\"Offer\\",\\"taxi\\":\\"T1\\",\\"request\\":\\"R1\\"}"}
      {"topic":"t","offset":9,"timestamp":1456682520000,"key":"R1","value":"{\\"event\\":\\"Expire\\",\\"request\\":\\"R1\\"}"}

      """
    ),
    (
      "lists of records",
      """
      {"batch":{"version":"2","rows":[
        {"t":1456682400,"ev":{"type":"crosses"},"who":{"taxi":"T1"}},
        {"t":1456682460,"ev":{"type":"offer"},"who":{"taxi":"T1","request":"R1"}},
        {"t":1456682520,"ev":{"type":"expire"},"who":{"request":"R1"}}]}}

      """.replacing("\"t\":", with: "\"time\":")
    ),
    (
      "a prefix",
      """
      18:00 desk[1]: {"at":1456682400000,"event":"crosses","taxi":"T1"}
      18:01 desk[22]: {"at":1456682460000,"event":"offer","request":"R1","taxi":"T1"}
      18:02 desk[1]: {"at":1456682520000,"event":"expire","request":"R1"}

      """
    ),
    (
      "pairs",
      """
      ts=1456682400.5 level=info action=crosses taxi=T1
      ts=1456682460.5 level=info action=offer taxi=T1 request=R1
      ts=1456682520.5 level=info action=expire request=R1

      """
    ),
    (
      "a date and a time of day",
      """
      day,clock,event,taxi,request
      2016-02-28,18:00:00,crosses,T1,
      2016-02-28,18:01:00,offer,T1,R1
      2016-02-28,18:02:00,expire,,R1

      """
    ),
  ]

  @Test("Read the records of many loggers as they are", arguments: files)
  func reads(name: String, text: String) throws {
    let plain = Self.files[0].1
    func withoutTimes(_ lines: [String]) -> [String] {
      lines.map { String($0.drop { $0 != "," }) }
    }
    let draft = Self.draft(text)
    #expect(draft.read == 3 && draft.records == 3, "\(draft.text)")
    #expect(withoutTimes(try canonical(text)) == withoutTimes(Fixture.canonical(plain)))
  }

  @Test("Instants are read by their forms")
  func instants() throws {
    for written in [
      "1456682400", "1456682400000", "1456682400000123", "1456682400000123456",
      "2016-02-28T19:00:00+01:00", "2016-02-28 19:00:00+01", "2016-02-28 18:00:00 UTC",
      "02/28/2016 06:00 PM", "28/02/2016 18:00:00", "28.2.2016 18:00", "20160228T18:00:00",
    ] {
      let text = "at,event,taxi\n\(written),crosses,T1\n"
      let lines = try canonical(text)
      #expect(lines.first?.contains(":1456682400000,") == true, "\(written): \(lines)")
    }
  }

  @Test("Values are matched by what they are")
  func values() throws {
    let text = """
      at,event,rating,driven,when,wait,is_free,count,taxi_status
      1456682400000,report,5,300,2016-02-28 17:00:00Z,5s,yes,7,BUSY
      1456682400000,report,4,200,2016-02-28 17:00:00Z,1min,no,7,open

      """
    let lines = try canonical(text)
    #expect(lines.count == 2 && !lines.contains { $0.contains("malformed") }, "\(lines)")
    #expect(lines.first?.contains(#""free":true"#) == true, "\(lines)")
    #expect(lines.first?.contains(#""status":"busy""#) == true)
  }

  @Test("What is not decided is said in comments")
  func comments() {
    let text = """
      {"clock":"28.02.2016 18:00:00","event":"crosses","taxi":"T1"}
      {"clock":"28.02.2016 18:01:00","event":"heartbeat"}
      {"clock":"28.02.2016 18:02:00","event":"offer","taxi":"T1"}

      """
    let draft = Self.draft(text)
    #expect(draft.text.contains(#"// "heartbeat" (1 record)"#), "\(draft.text)")
    #expect(draft.text.contains("// Undecided: argument offer.request (Request)"))
    #expect(draft.text.contains(#"offset "Z""#))
    #expect(draft.text.contains("// Assumed: the records do not say the offset from UTC"))
    #expect(draft.read == 1 && draft.records == 3)
  }

  @Test("Sensitive values are not shown")
  func sensitive() {
    let draft = Self.draft(#"{"at":1456682400000,"event":"enter","code":4321,"secret":"ALPHA"}"#)
    #expect(!draft.text.lowercased().contains("alpha") && !draft.text.contains("4321"))
  }

  static let odd: [String] = [
    "", "\n\n", "{", "{}", "[]", "[[[[", "null", "\u{FEFF}", "a,b", "a,b\n1,2\n", "=", "a= b=",
    #"{"event":"offer","is":1,"at":2}"#, #"{"is":"offer","at":1456682400000}"#,
    #"{"\"":"offer","a\\b":1456682400000}"#, #"{"":"offer","":3}"#, #"{"":"offer"," ":3}"#,
    #"{"a\nb":"offer","\u202E":1456682400000}"#, #"{"event":"offer\nformat csv","at":1}"#,
    #"{"event":"offer // x","at":1}"#, #"{"others":"offer","at":1456682400000}"#,
    #"{"event":{"event":{"event":"offer"}},"at":[[1]]}"#, #"{"event":["offer","expire"]}"#,
    "x \"{\"event\":\"offer\"}", "\u{0} {\"event\":\"offer\"}", "\" {\"event\":\"offer\"}",
    #"{"absent":"offer","skipped":"T","time":1456682400000}"#,
    #"{"event":"absent","taxi":"T","time":1456682400000}"#,
    String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200),
    "{\"event\":\"" + String(repeating: "offer", count: 10_000) + "\"}",
    "{" + (0..<2_000).map { "\"k\($0)\":\"offer\"" }.joined(separator: ",") + "}",
  ]

  @Test("Odd files have drafts that parse", arguments: odd)
  func parses(text: String) {
    let (mapping, diagnostics) = Fixture.parse(Self.draft(text).text)
    #expect(mapping != nil, "\(diagnostics)")
  }

  @Test("Files at random have drafts that parse", arguments: 0..<4)
  func fuzzed(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) &* 31 &+ 7)
    for _ in 0..<15 {
      for (_, text) in Self.files {
        let bytes = MappingFuzzTests.mutated(text, &random)
        let draft = MappingDraft(of: bytes, rules: Fixture.rules)
        let (mapping, diagnostics) = Fixture.parse(draft.text)
        #expect(mapping != nil, "\(diagnostics)\n\(draft.text)")
        #expect(draft.text.escapedForDisplay == draft.text || !draft.text.contains("\u{202E}"))
      }
    }
  }
}
