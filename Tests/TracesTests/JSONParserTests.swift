import Basics
import Testing
import Traces

@Suite("JSON, strictly")
struct JSONParserTests {
  static let accepted: [(String, JSONValue.Content)] = [
    ("null", .null), ("true", .bool(true)), (" \t\r\n false \n", .bool(false)),
    ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number("9223372036854775808")),
    ("1.0", .number("1.0")), ("-0.5e-3", .number("-0.5e-3")), ("1E+2", .number("1E+2")),
    ("1e308", .number("1e308")), ("1e-400", .number("1e-400")), ("0e0", .number("0e0")),
    (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u0041\u00e9\u20AC\u0000""#, .string("Aé€\u{0}")),
    (#""\ud83d\ude95""#, .string("🚕")), (#""\uD800\uDC00""#, .string("\u{10000}")),
    ("\"é€🚕\u{10FFFF}\u{7F}\"", .string("é€🚕\u{10FFFF}\u{7F}")),
    ("\"a\u{FEFF}b\"", .string("a\u{FEFF}b")),
    ("\"\u{2028}\"", .string("\u{2028}")),
    ("[]", .array([])), ("{}", .object([])), ("[ ]", .array([])), ("{ }", .object([])),
  ]

  @Test("accepts what the standard's grammar does", arguments: accepted)
  func accepts(text: String, content: JSONValue.Content) throws {
    #expect(try JSONParser.parse(Array(text.utf8)).content == content)
  }

  /// `▸` stands before the byte that is reported.
  static let rejected: [(String, JSONError.Reason)] = [
    ("▸", .unexpectedEnd), ("  ▸", .unexpectedEnd), ("[1,▸", .unexpectedEnd),
    ("[1▸", .unexpectedEnd), (#"{"a"▸"#, .unexpectedEnd), (#"{"a":▸"#, .unexpectedEnd),
    (#"{"a":1▸"#, .unexpectedEnd), ("{▸", .unexpectedEnd), (#""ab▸"#, .unexpectedEnd),
    (#""ab\▸"#, .unexpectedEnd), (#""\u00▸"#, .unexpectedEnd), (#""\ud83d▸"#, .unexpectedEnd),
    (#""\ud83d\▸"#, .unexpectedEnd), ("tru▸", .unexpectedEnd), ("-▸", .unexpectedEnd),
    ("1.▸", .unexpectedEnd), ("1e+▸", .unexpectedEnd),
    ("▸True", .expectedValue), ("▸nul ", .expectedValue), ("▸+1", .expectedValue),
    ("▸.5", .expectedValue), ("▸'a'", .expectedValue), ("[▸,1]", .expectedValue),
    ("▸]", .expectedValue), ("▸undefined", .expectedValue), ("▸// x", .expectedValue),
    ("[1,▸,2]", .expectedValue), (#"{"a":▸}"#, .expectedValue), ("▸nullx", .expectedValue),
    ("{▸a:1}", .expectedKey), ("{▸1:1}", .expectedKey), ("{▸'a':1}", .expectedKey),
    (#"{"a" ▸1}"#, .expectedColon), (#"{"a"▸,1}"#, .expectedColon),
    ("[1 ▸2]", .expectedComma), (#"{"a":1 ▸"b":2}"#, .expectedComma), ("[1▸}", .expectedComma),
    ("[1▸,]", .trailingComma), (#"{"a":1▸, }"#, .trailingComma),
    ("1 ▸2", .trailingGarbage), ("{}▸}", .trailingGarbage), ("null▸,", .trailingGarbage),
    ("0▸x10", .trailingGarbage), ("{} ▸// x", .trailingGarbage),
    ("▸NaN", .notFinite), ("▸Infinity", .notFinite), ("[▸-Infinity]", .notFinite),
    ("▸007", .leadingZero), ("-▸01", .leadingZero), ("▸00", .leadingZero),
    ("-▸a", .malformedNumber), ("1.▸e3", .malformedNumber), ("1e▸ ", .malformedNumber),
    ("▸1e400", .hugeNumber), ("[▸-1e309]", .hugeNumber),
    ("\"a▸\nb\"", .controlCharacter), ("\"▸\u{0}\"", .controlCharacter),
    ("\"▸\t\"", .controlCharacter), ("\"▸\u{1F}\"", .controlCharacter),
    (#""a▸\x""#, .malformedEscape), (#""▸\u12G4""#, .malformedEscape),
    (#""▸\U0041""#, .malformedEscape), (#""\ud83d▸\uzzzz""#, .malformedEscape),
    (#""▸\ud83d""#, .unpairedSurrogate), (#""▸\ude95""#, .unpairedSurrogate),
    (#""a▸\ud83dx""#, .unpairedSurrogate), (#""▸\ud83d\n""#, .unpairedSurrogate),
    (#""▸\ud83d\ud83d""#, .unpairedSurrogate), (#""▸\ude95\ud83d""#, .unpairedSurrogate),
    ("▸\u{FEFF}{}", .byteOrderMark), ("[1,▸\u{FEFF}2]", .byteOrderMark),
    ("{}▸\u{FEFF}", .byteOrderMark),
    (#"{"a":1,▸"a":2}"#, .duplicateKey), (#"{"a":1,"b":{"a":1},▸"\u0061":2}"#, .duplicateKey),
  ]

  @Test("says where a text is not JSON, and why", arguments: rejected)
  func rejects(marked: String, reason: JSONError.Reason) {
    let marked = Marked(marked)
    let key = reason == .duplicateKey ? "a" : nil
    #expect(throws: JSONError(reason, at: marked.offset + 100, key: key)) {
      try JSONParser.parse(Array(marked.text.utf8), offset: 100)
    }
  }

  @Test("a key that occurs twice is named, but only where it can be no name of somebody")
  func repeatedKeys() {
    func message(_ text: String) -> String? {
      do throws(JSONError) {
        _ = try JSONParser.parse(Array(text.utf8), offset: 0)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(message(#"{"at":1,"at":2}"#) == "the key `at` occurs twice in one object")
    #expect(message(#"{"status":{"Ann":1,"Ann":2}}"#) == "this key occurs twice in one object")
    let hostile = message(#"{"\u202e\u001b[2J":1,"\u202E\u001B[2J":2}"#)
    #expect(hostile == "the key `\\u{202E}\\u{1B}[2J` occurs twice in one object")
    let long = String(repeating: "k", count: 10_000)
    #expect(message("{\"\(long)\":1,\"\(long)\":2}")?.count ?? 0 < 120)
  }

  static let illFormed: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF],
    [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x9A], [0xF0, 0x9F, 0x9A, 0x28],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
  ]

  @Test("ill-formed UTF-8 is found at its first byte", arguments: illFormed)
  func rejectsIllFormed(bytes: [UInt8]) {
    for start in ["\"ab", "\"\\n\\t"] {
      let text = Array(start.utf8) + bytes + Array("\"".utf8)
      #expect(throws: JSONError(.invalidUTF8, at: start.utf8.count)) { try JSONParser.parse(text) }
    }
    #expect(throws: JSONError(.expectedValue, at: 1)) { try JSONParser.parse([0x5B] + bytes) }
  }

  @Test("every scalar is read as itself, as bytes and as an escape")
  func everyScalar() throws {
    for value in UInt32(0x20)...0x10FFFF where value % 37 == 0 || value < 0x900 {
      guard let scalar = Unicode.Scalar(value), !"\"\\".unicodeScalars.contains(scalar) else {
        continue
      }
      let units = Array(String(scalar).utf16).map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      let expected = JSONValue.Content.string(String(scalar))
      #expect(try JSONParser.parse(Array("\"\(scalar)\"".utf8)).content == expected)
      #expect(try JSONParser.parse(Array("\"\(units.joined())\"".utf8)).content == expected)
    }
  }

  @Test("keys that only look alike are two keys")
  func equivalentKeys() throws {
    let value = try JSONParser.parse(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    guard case .object(let members) = value.content else {
      Issue.record("not an object")
      return
    }
    #expect(members.count == 2)
  }

  @Test("members keep their order, and every value knows its bytes")
  func spans() throws {
    let text = #" {"b": [1, "é"], "a": -2.5 } "#
    let value = try JSONParser.parse(Array(text.utf8), offset: 10)
    func span(_ part: String) throws -> SourceSpan {
      let range = try #require(text.firstRange(of: part))
      let lower = text.utf8.distance(from: text.startIndex, to: range.lowerBound) + 10
      return SourceSpan(lower, lower + part.utf8.count)
    }
    let array = JSONValue.Content.array([
      JSONValue(.integer(1), at: try span("1")), JSONValue(.string("é"), at: try span(#""é""#)),
    ])
    let members: [JSONValue.Member] = [
      .init(
        key: "b", keySpan: try span(#""b""#),
        value: JSONValue(array, at: try span(#"[1, "é"]"#))),
      .init(
        key: "a", keySpan: try span(#""a""#),
        value: JSONValue(.number("-2.5"), at: try span("-2.5"))),
    ]
    #expect(value == JSONValue(.object(members), at: try span(#"{"b": [1, "é"], "a": -2.5 }"#)))
  }

  @Test("nesting has a limit, and what is beyond it does no harm")
  func depth() throws {
    let limit = JSONParser.depthLimit
    func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
      Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONParser.parse(nested(limit, "[", "]")) }
    for depth in [limit + 1, 100_000] {
      #expect(throws: JSONError(.tooDeep, at: limit)) {
        try JSONParser.parse(nested(depth, "[", "]"))
      }
      #expect(throws: JSONError(.tooDeep, at: 5 * limit)) {
        try JSONParser.parse(nested(depth, #"{"a":"#, "}"))
      }
    }
  }

  @Test("how many values there may be can be limited, at all depths together")
  func many() throws {
    let text = Array(#"{"a":[1,{"b":2}],"c":{}}"#.utf8)
    #expect(throws: Never.self) { try JSONParser.parse(text, mostValues: 6) }
    #expect(throws: JSONError(.tooMany, at: 21)) { try JSONParser.parse(text, mostValues: 5) }
    #expect(throws: JSONError(.tooMany, at: 0)) { try JSONParser.parse(text, mostValues: 0) }
  }

  @Test("every reason has a case above and a message of its own")
  func complete() {
    let tested = Set(Self.rejected.map(\.1)).union([.invalidUTF8, .tooDeep, .tooMany])
    #expect(tested == Set(JSONError.Reason.allCases))
    let messages = Set(JSONError.Reason.allCases.map { JSONError($0, at: 0).message })
    #expect(messages.count == JSONError.Reason.allCases.count)
  }
}
