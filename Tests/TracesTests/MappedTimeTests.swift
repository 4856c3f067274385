import Testing
import Traces

/// Instants as loggers write them.
@Suite("Times of records")
struct MappedTimeTests {
  /// The instant of an event whose time is written so; nil: it is rejected.
  private static func instant(_ text: String, _ form: String) throws -> PreciseInstant? {
    let mapping = try Fixture.mapping(
      "event is \"crosses\"\ntime t \(form)\nargument taxi is \"T\"")
    let item = Fixture.items("{\"t\":\(text)}\n", mapping).first
    guard case .line(let line)? = item else { return nil }
    return line.preciseInstant
  }

  static let same: [(String, String, String)] = [
    (#""2016-02-28 18:03:07""#, "YYYY-MM-DD hh:mm:ss[.f]\" offset \"Z", "2016-02-28T18:03:07Z"),
    (
      #""2016-02-28 18:03:07.5""#, "YYYY-MM-DD hh:mm:ss[.f]\" offset \"Z", "2016-02-28T18:03:07.5Z"
    ),
    (#""2016-02-28 18:03""#, "YYYY-MM-DD hh:mm[:ss]\" offset \"Z", "2016-02-28T18:03:00Z"),
    (#""2/8/2016 6:03:07 PM""#, "MM/DD/YYYY hh:mm:ss a\" offset \"Z", "2016-02-08T18:03:07Z"),
    (#""02/28/2016 12:01:00 am""#, "MM/DD/YYYY hh:mm:ss a\" offset \"Z", "2016-02-28T00:01:00Z"),
    (#""02/28/2016 12:01 PM""#, "MM/DD/YYYY hh:mm a\" offset \"Z", "2016-02-28T12:01:00Z"),
    (#""20160228 25:30:00""#, "YYYYMMDD hh:mm:ss\" offset \"+01:00", "2016-02-29T00:30:00Z"),
    (#""2016-12-31 48:00:00""#, "YYYY-MM-DD hh:mm:ss\" offset \"Z", "2017-01-02T00:00:00Z"),
    (#""2016-02-28 18:03:07.120+00""#, "YYYY-MM-DD hh:mm:ss[.f]Z", "2016-02-28T18:03:07.12Z"),
    (#""2016-02-28 18:03:07 -0530""#, "YYYY-MM-DD hh:mm:ss[.f] Z", "2016-02-28T23:33:07Z"),
    (
      #""2016-02-28 18:03:07""#, "YYYY-MM-DD hh:mm:ss\" zone \"America/New_York",
      "2016-02-28T23:03:07Z"
    ),
    (
      #""2016-07-28 18:03:07""#, "YYYY-MM-DD hh:mm:ss\" zone \"America/New_York",
      "2016-07-28T22:03:07Z"
    ),
    (
      #""2077-07-28 18:03:07""#, "YYYY-MM-DD hh:mm:ss\" zone \"Europe/Berlin",
      "2077-07-28T16:03:07Z"
    ),
    (
      #""2016-01-28 18:03:07""#, "YYYY-MM-DD hh:mm:ss\" zone \"Australia/Sydney",
      "2016-01-28T07:03:07Z"
    ),
    (
      #""2016-01-28 18:03:07""#, "YYYY-MM-DD hh:mm:ss\" zone \"Asia/Kathmandu",
      "2016-01-28T12:18:07Z"
    ),
    // 25:30 of the day before the clocks are put forward is by the clock of the day after.
    (
      #""2016-03-12 27:30:00""#, "YYYY-MM-DD hh:mm:ss\" zone \"America/New_York",
      "2016-03-13T07:30:00Z"
    ),
  ]

  @Test("patterns", arguments: same)
  func patterns(text: String, pattern: String, expected: String) throws {
    #expect(
      try Self.instant(text, "written \"\(pattern)\"")
        == (try Self.instant("\"\(expected)\"", "")))
  }

  static let numbers: [(String, String, Int64, Int32)] = [
    ("1.7e9", "in seconds", 1_700_000_000_000, 0), ("1.7E12", "", 1_700_000_000_000, 0),
    ("1700000000000e-3", "in seconds", 1_700_000_000_000, 0),
    ("1.5e0", "in milliseconds", 1, 500_000), ("17e-1", "in seconds", 1_700, 0),
  ]

  @Test("numbers with exponents", arguments: numbers)
  func exponents(text: String, form: String, milliseconds: Int64, nanoseconds: Int32) throws {
    #expect(
      try Self.instant(text, form)
        == PreciseInstant(milliseconds: milliseconds, nanoseconds: nanoseconds))
  }

  static let rejected: [(String, String)] = [
    (#""2016-02-30 10:00:00""#, "written \"YYYY-MM-DD hh:mm:ss\" offset \"Z\""),
    (#""13:00 AM 2016-02-03""#, "written \"hh:mm a YYYY-MM-DD\" offset \"Z\""),
    (#""10:00 XM 2016-02-03""#, "written \"hh:mm a YYYY-MM-DD\" offset \"Z\""),
    // Summer time leaves this hour out.
    (#""2016-03-13 02:30:00""#, "written \"YYYY-MM-DD hh:mm:ss\" zone \"America/New_York\""),
    (#""٢016-03-13 02:30:00""#, "written \"YYYY-MM-DD hh:mm:ss\" offset \"Z\""),
    (#""2016-٠٣-13 02:30:00""#, "written \"YYYY-MM-DD hh:mm:ss\" offset \"Z\""),
    ("1e400", "in seconds"), ("1e", "in seconds"), ("1e-400", "in seconds"),
    ("1e-9223372036854775808", "in seconds"), ("-1e3", "in seconds"),
    (#""1e1e1""#, "in seconds"), (#""""#, "in seconds"),
  ]

  @Test("what is no instant is rejected", arguments: rejected)
  func reject(text: String, form: String) throws {
    #expect(try Self.instant(text, form) == nil)
  }

  @Test("the repeated hour goes by the order of the records, also from a checkpoint on")
  func repeatedHour() throws {
    let mapping = try Fixture.mapping(
      "event is \"crosses\"\ntime t written \"YYYY-MM-DD hh:mm\" zone \"America/New_York\"\n"
        + "argument taxi is \"T\"")
    let times = ["00:30", "01:10", "01:50", "01:20", "01:40", "02:10"]
    let text = times.map { "{\"t\":\"2016-11-06 \($0)\"}\n" }.joined()
    let minutes = Fixture.items(text, mapping).map { item -> Int64 in
      guard case .line(let line) = item, let instant = line.instant else { return -1 }
      return (instant - 1_478_404_800_000) / 60_000
    }
    // 1478404800 is midnight in New York, four hours behind UTC.
    #expect(minutes == [30, 70, 110, 140, 160, 190])
  }

  @Test("a form for arguments that are instants")
  func arguments() throws {
    let mapping = try Fixture.mapping(
      """
      event e
      time t
      argument when w written "YYYY-MM-DD hh:mm" zone "Europe/Berlin"
      arguments .
      """)
    let record =
      #"{"e":"report","t":5,"rating":5,"driven":3,"w":"2016-07-01 02:00","wait":1,"free":true,"count":2,"status":"busy"}"#
    #expect(
      Fixture.canonical(record + "\n", mapping) == [
        #"{"at":5,"event":"report","rating":5,"driven":3,"when":1467331200000,"wait":1,"free":true,"count":2,"status":"busy","outcome":"ok"}"#
      ])
  }

  @Test("date and time in two places")
  func twoPlaces() throws {
    let mapping = try Fixture.mapping(
      "event is \"crosses\"\ntime d + t written \"YYYY-MM-DD hh:mm\" offset \"Z\"\n"
        + "argument taxi is \"T\"")
    #expect(
      Fixture.canonical("{\"d\":\"1970-01-01\",\"t\":\"24:01\"}\n{\"d\":\"1970-01-01\"}\n", mapping)
        == [#"{"at":86460000,"event":"crosses","taxi":"T","outcome":"ok"}"#, "2 missing-time"])
  }
}
