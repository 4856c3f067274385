import Testing
import Traces

@Suite("Timestamps")
struct TimestampTests {
  static let accepted: [(String, Int64)] = [
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01T00:00:00.001Z", 1),
    ("1969-12-31T23:00:00-01:30", 1_800_000),
    ("2016-02-28T17:52:07.120Z", 1_456_681_927_120),
    ("2016-02-28T18:03:07.120Z", 1_456_682_587_120),
    ("2016-02-28T19:03:07.12+01:00", 1_456_682_587_120),
    ("2016-02-28T12:33:07.1200000-05:30", 1_456_682_587_120),
    ("2016-02-28t18:03:07.120z", 1_456_682_587_120),
    ("2016-02-28T18:03:07.120-00:00", 1_456_682_587_120),
    ("2000-02-29T00:00:00Z", 951_782_400_000),
    ("2000-03-01T00:00:00+23:59", 951_868_800_000 - 86_340_000),
    ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
    ("2100-03-01T00:00:00Z", 4_107_542_400_000),
    ("2038-01-19T03:14:08Z", 2_147_483_648_000),
    ("9999-12-31T23:59:59.999Z", Timestamp.latest),
    ("2016-02-28T18:03:07.1209999Z", 1_456_682_587_120),
    ("9999-12-31T23:59:59.9999999999999Z", Timestamp.latest),
  ]

  @Test("are exact", arguments: accepted)
  func accepts(text: String, instant: Int64) throws {
    #expect(try Timestamp.milliseconds(of: text) == instant)
  }

  static let rejected: [(String, Timestamp.Failure)] = [
    ("", .malformed), ("2016-02-28", .malformed), ("2016-02-28T18:03:07", .malformed),
    ("2016-02-28 18:03:07Z", .malformed), ("2016-02-28T18:03Z", .malformed),
    ("2016-02-28T18:03:07.Z", .malformed), ("2016-02-28T18:03:07,1Z", .malformed),
    ("2016-2-28T18:03:07Z", .malformed), ("16-02-28T18:03:07Z", .malformed),
    ("12016-02-28T18:03:07Z", .malformed), ("-2016-02-28T18:03:07Z", .malformed),
    ("2016-02-28T18:03:07+01", .malformed), ("2016-02-28T18:03:07+0100", .malformed),
    ("2016-02-28T18:03:07Z ", .malformed), (" 2016-02-28T18:03:07Z", .malformed),
    ("2016-02-28T18:03:07\u{2212}01:00", .malformed), ("２016-02-28T18:03:07Z", .malformed),
    ("2016-02-28T18:03:07Zulu", .malformed), ("20160228T180307Z", .malformed),
    ("2016-02-28\u{14}18:03:07Z", .malformed),
    ("2015-02-29T00:00:00Z", .impossible), ("2100-02-29T00:00:00Z", .impossible),
    ("2016-02-30T00:00:00Z", .impossible), ("2016-04-31T00:00:00Z", .impossible),
    ("2016-00-01T00:00:00Z", .impossible), ("2016-13-01T00:00:00Z", .impossible),
    ("2016-01-00T00:00:00Z", .impossible), ("2016-01-32T00:00:00Z", .impossible),
    ("2016-01-01T24:00:00Z", .impossible), ("2016-01-01T00:60:00Z", .impossible),
    ("2016-01-01T00:00:61Z", .impossible), ("2016-01-01T00:00:00+24:00", .impossible),
    ("2016-01-01T00:00:00+00:60", .impossible), ("1969-02-29T00:00:00Z", .impossible),
    ("2016-12-31T23:59:60Z", .leapSecond), ("2016-12-31T23:59:60.5Z", .leapSecond),
    ("1969-12-31T23:59:59.999Z", .outOfRange), ("0000-01-01T00:00:00Z", .outOfRange),
    ("1970-01-01T00:00:00+00:01", .outOfRange), ("9999-12-31T23:59:59.999-00:01", .outOfRange),
  ]

  @Test("say what is wrong with them", arguments: rejected)
  func rejects(text: String, failure: Timestamp.Failure) {
    #expect(throws: failure) { try Timestamp.milliseconds(of: text) }
  }

  @Test("agree with a calendar that counts the days one by one, from 1970 to 9999")
  func everyMonth() throws {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    var days: Int64 = 0
    for year in 1970...9999 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      for (index, usual) in [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
        let length = index == 1 && isLeap ? 29 : usual
        let month = "\(year)-\(padded(index + 1, 2))"
        let first = try Timestamp.milliseconds(of: "\(month)-01T00:00:00Z")
        let last = try Timestamp.milliseconds(of: "\(month)-\(length)T23:59:59.999Z")
        #expect(first == days * 86_400_000)
        days += Int64(length)
        #expect(last == days * 86_400_000 - 1)
        #expect(throws: Timestamp.Failure.impossible) {
          try Timestamp.milliseconds(of: "\(month)-\(length + 1)T00:00:00Z")
        }
      }
    }
  }
}
