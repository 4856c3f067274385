import Basics
import Rulebook
import Testing
import Traces

@Suite("Rejected lines")
struct RejectionTests {
  /// `▸` stands before the byte that is reported; then the fault, and part of the message.
  static let rejected: [(String, Fault, String)] = [
    (#" ▸[1]"#, .notAnObject, "this is an array"),
    (#"▸{"at":1}"#, .noEvent, "neither"),
    (#"{"observe":{},▸"event":"offer"}"#, .eventAndObservation, "not both"),
    (#"{"at":1,"event":▸"ofer"}"#, .unknownEvent, "no event `ofer`; did you mean `offer`?"),
    (#"{"at":1,"event":▸"xyzzy"}"#, .unknownEvent, "no event `xyzzy`"),
    (#"{"at":1,"event":▸7}"#, .wrongType, "`event` must be a string, this is a number"),
    (
      #"{"at":1,"event":"offer","request":"R","taxi":"T",▸"taxy":"T"}"#, .unknownKey,
      "the event `offer` has no key `taxy`; did you mean `taxi`?"
    ),
    (#"{"event":"crosses","taxi":"T","at":1,▸"outcom":"ok"}"#, .unknownKey, "mean `outcome`?"),
    (#"{"event":"crosses","taxi":"T","at":1,"notified":[],▸"zone":1}"#, .unknownKey, "`zone`"),
    (#"{"observe":{},▸"outcome":"ok"}"#, .unknownKey, "an observation has no key `outcome`"),
    (#"▸{"event":"crosses","taxi":"T"}"#, .missingTime, "(`at`)"),
    (
      #" ▸{"at":1,"event":"offer","request":"R"}"#,
      .missingArgument, "lacks `taxi`, the name of a Taxi"
    ),
    (
      #"▸{"at":1,"event":"order","passenger":"P","request":"R"}"#, .missingArgument,
      "lacks `from`, the name of a Zone or null"
    ),
    (#"▸{"at":1,"event":"order","passenger":"P","from":"Z"}"#, .missingResult, "lacks `request`"),
    (
      #"{"at":1,"event":"order","passenger":"P",▸"request":"R","from":"Z","outcome":"refused"}"#,
      .resultInRefusal, "has no results"
    ),
    (
      #"{"at":1,"event":"order","passenger":"P","from":"Z","outcome":"refused",▸"estimate":1}"#,
      .resultInRefusal, "has no results"
    ),
    (
      #"{"at":1,"event":"expire","request":"R","outcome":▸"refuse"}"#, .unknownOutcome,
      "not `refuse`; did you mean `refused`?"
    ),
    (#"{"at":1,"event":"expire","request":"R","outcome":▸true}"#, .wrongType, "a truth value"),
    (#"{"at":1,"event":"expire","outcome":▸"refused"}"#, .notRefusable, "an obligation"),
    (#"{"at":1,"event":"crosses","outcome":▸"refused"}"#, .notRefusable, "a fact"),
    (#"{"at":1,"event":"offer","outcome":▸"refused"}"#, .notRefusable, "a decision"),
    (
      #"{"at":1,"event":"offer","taxi":▸42}"#,
      .wrongType, "`taxi` must be the name of a Taxi, this is a number"
    ),
    (#"{"at":1,"event":"offer","taxi":▸null}"#, .nullValue, "cannot be null"),
    (#"{"at":1,"event":"offer","taxi":▸""}"#, .emptyName, "empty"),
    (#"{"at":▸null,"event":"offer"}"#, .wrongType, "`at` must be an instant"),
    (#"{"at":▸1.5,"event":"offer"}"#, .fractionalNumber, "not `1.5`"),
    (#"{"at":▸1e3,"event":"offer"}"#, .fractionalNumber, "not `1e3`"),
    (#"{"at":▸-1,"event":"offer"}"#, .instantOutOfRange, "not -1"),
    (#"{"at":▸1456682587120000,"event":"offer"}"#, .instantOutOfRange, "in milliseconds"),
    (
      #"{"at":▸1456682587120000000000,"event":"offer"}"#,
      .numberOutOfRange, "not `1456682587120000000000`"
    ),
    (#"{"at":▸"yesterday","event":"offer"}"#, .malformedTimestamp, "not `yesterday`"),
    (#"{"at":▸"2015-02-29T00:00:00Z","event":"offer"}"#, .impossibleTimestamp, "exist"),
    (#"{"at":▸"2016-12-31T23:59:60Z","event":"offer"}"#, .leapSecond, "leap seconds"),
    (#"{"at":▸"1969-12-31T23:59:59Z","event":"offer"}"#, .instantOutOfRange, "1970"),
    (#"{"at":1,"event":"report","when":▸-5}"#, .instantOutOfRange, "`when`"),
    (#"{"at":1,"event":"report","rating":▸6}"#, .numberOutOfRange, "from 1 to 5, not `6`"),
    (#"{"at":1,"event":"report","rating":▸0}"#, .numberOutOfRange, "not `0`"),
    (#"{"at":1,"event":"report","rating":▸2.0}"#, .fractionalNumber, "without fraction"),
    (#"{"at":1,"event":"report","driven":▸"2 km"}"#, .wrongType, "whole number of metres"),
    (#"{"at":1,"event":"report","count":▸9223372036854775808}"#, .numberOutOfRange, "whole"),
    (#"{"at":1,"event":"report","wait":▸"2 weeks"}"#, .malformedDuration, "not `2 weeks`"),
    (#"{"at":1,"event":"report","wait":▸"min"}"#, .malformedDuration, "units are"),
    (#"{"at":1,"event":"report","wait":▸"--2min"}"#, .malformedDuration, "units are"),
    (#"{"at":1,"event":"report","wait":▸"2  min"}"#, .malformedDuration, "units are"),
    (#"{"at":1,"event":"report","wait":▸"15"}"#, .malformedDuration, "units are"),
    (#"{"at":1,"event":"report","wait":▸"9223372036854775807s"}"#, .malformedDuration, "units"),
    (#"{"at":1,"event":"report","wait":▸"99999999999999999999ms"}"#, .malformedDuration, "units"),
    (#"{"at":1,"event":"report","wait":▸[]}"#, .wrongType, "an array"),
    (#"{"at":1,"event":"report","free":▸0}"#, .wrongType, "true or false"),
    (
      #"{"at":1,"event":"report","status":▸"avialable"}"#, .unknownSymbol,
      "a TaxiStatus (available, busy, open), not `avialable`; did you mean `available`?"
    ),
    (#"{"at":1,"event":"report","status":▸1}"#, .wrongType, "TaxiStatus"),
    (#"{"at":1,"event":"offer","id":▸1}"#, .wrongType, "`id` must be a string"),
    (#"{"at":1,"event":"offer","crc":▸null}"#, .wrongType, "`crc`"),
    (#"{"at":1,"event":"offer","notified":▸{}}"#, .wrongType, "`notified`"),
    (#"{"at":1,"event":"offer","notified":[▸1]}"#, .wrongType, "`notified`"),
    (
      #"{"at":1,"event":"offer","notified":[▸{"message":"rideOffered"}]}"#,
      .missingRecipient, "`to`"
    ),
    (#"{"at":1,"event":"offer","notified":[▸{"to":"T"}]}"#, .missingMessage, "`message`"),
    (
      #"{"at":1,"event":"offer","notified":[{"to":"T","message":▸"rideOfered"}]}"#,
      .unknownMessage, "did you mean `rideOffered`?"
    ),
    (
      #"{"at":1,"event":"offer","notified":[{"message":"rideOffered","to":"T",▸"requst":"R"}]}"#,
      .unknownKey, "the message `rideOffered` has no key `requst`; did you mean `request`?"
    ),
    (
      #"{"at":1,"event":"offer","notified":[{"message":"rideOffered","to":▸""}]}"#, .emptyName,
      "`to`"
    ),
    (
      #"{"at":1,"event":"offer","notified":[{"message":"rideOffered","deadline":▸"soon"}]}"#,
      .malformedTimestamp, "`deadline`"
    ),
    (#"{"observe":▸[]}"#, .wrongType, "an object of facts"),
    (#"{"observe":{▸"statu":{}}}"#, .unknownFact, "`statu`; did you mean `status`?"),
    (#"{"observe":{▸"Zone.status":{}}}"#, .unknownFact, "`Zone.status`"),
    (#"{"observe":{"status":▸"open"}}"#, .wrongType, "an object from entities to values"),
    (#"{"observe":{"stage":{▸"":"open"}}}"#, .emptyName, "without a name"),
    (#"{"observe":{"stage":{"R":▸"opn"}}}"#, .unknownSymbol, "did you mean `open`?"),
    (#"{"observe":{"dataEntered":▸1}}"#, .wrongType, "`dataEntered`"),
    (#"{"observe":{"dataEntered":▸{"a":true}}}"#, .wrongType, "an object"),
    (#"{"observe":{"queue":{"Z":▸"T"}}}"#, .wrongType, "an array, each element the name of a Taxi"),
    (#"{"observe":{"queue":{"Z":["T",▸1]}}}"#, .wrongType, "the name of a Taxi"),
    (#"{"observe":{"queue":{"Z":["T","U",▸"T"]}}}"#, .repeatedMember, "twice"),
    (
      #"{"observe":{"status":{"X":▸"none"}}}"#, .unfitFact,
      "fits none: `Taxi.status`, `Request.status`"
    ),
    (
      #"{"observe":{"Request.status":{"R":"held"},"status":{▸"R":"held"}}}"#, .repeatedFact,
      "stated twice"
    ),
  ]

  @Test("say what is wrong, where, and what was expected", arguments: rejected)
  func rejects(marked: String, fault: Fault, part: String) throws {
    let marked = Marked(marked)
    let items = Fixture.items("\n" + marked.text + "\n")
    guard case .rejected(let rejection)? = items.first, items.count == 1 else {
      Issue.record("not rejected: \(items)")
      return
    }
    #expect(rejection.id == fault.rawValue)
    #expect(rejection.line == 2)
    #expect(rejection.offset == marked.offset + 1)
    #expect(rejection.byte == (marked.offset > 0 ? marked.offset + 1 : nil))
    #expect(rejection.message.contains(part), "\(rejection.message)")
  }

  @Test("every fault has a case, and no identifier means two things")
  func complete() {
    let mapped = MappingTests.rejected.map(\.2) + CSVTests.hostile.flatMap(\.1)
    // Of a row the number of the line comes first.
    let others = mapped.compactMap {
      $0.split(separator: " ").last.flatMap { Fault(rawValue: String($0)) }
    }
    let tested = Set(Self.rejected.map(\.1) + others)
      .union([.lineTooLong, .tooManyRecords, .csvEncoding])
    #expect(tested == Set(Fault.allCases))
    let ids = Fault.allCases.map(\.rawValue) + JSONError.Reason.allCases.map(\.rawValue)
    #expect(Set(ids).count == ids.count)
  }

  /// In each, `hidden` or 70707 stands where a sensitive value does.
  static let sensitive: [String] = [
    #"{"at":1,"event":"enter","code":70707,"secret":"alpha"}"#,
    #"{"at":1,"event":"enter","code":70707.5,"secret":"alpha"}"#,
    #"{"at":1,"event":"enter","code":70707707070707070707,"secret":"alpha"}"#,
    #"{"at":1,"event":"enter","code":"hidden","secret":"alpha"}"#,
    #"{"at":1,"event":"enter","code":1234,"secret":"hidden"}"#,
    #"{"at":1,"event":"enter","code":1234,"secret":{"hidden":70707}}"#,
    #"{"at":1,"event":"offer","notified":[{"to":"hidden","message":"codeSent","code":70707}]}"#,
    #"{"observe":{"Passenger.code":{"hidden":70707}}}"#,
    #"{"observe":{"code":{"hidden":70707.5}}}"#,
    #"{"observe":{"code":{"hidden":1234},"Passenger.code":{"hidden":70707}}}"#,
    #"{"observe":{"Passenger.code":{"hidden":1234,"hidden":1234}}}"#,
    #"{"at":1,"event":"order","passenger":"hidden"#,
    #"{"at":1,"event":"order","passenger":"hidden\x"}"#,
  ]

  @Test("never show what is sensitive", arguments: sensitive)
  func hides(text: String) {
    guard case .rejected(let rejection)? = Fixture.items(text + "\n").first else {
      Issue.record("not rejected")
      return
    }
    #expect(!rejection.message.contains("hidden") && !rejection.message.contains("70707"))
  }

  @Test("the nearest name of a sensitive value stays hidden too")
  func hidesNearest() {
    let text = #"{"at":1,"event":"enter","code":1234,"secret":"alpah"}"# + "\n"
    guard case .rejected(let rejection)? = Fixture.items(text).first else {
      Issue.record("not rejected")
      return
    }
    #expect(rejection.message == "`secret` must be a Secret (alpha, beta)")
  }

  @Test("what they show is short and cannot deceive a terminal")
  func shown() {
    let name = "\u{1B}[31m\u{202E}" + String(repeating: "x", count: 1000)
    let text = "{\"event\":\"\\u001b" + name.dropFirst() + "\"}\n"
    guard case .rejected(let rejection)? = Fixture.items(text).first else {
      Issue.record("not rejected")
      return
    }
    #expect(rejection.message.hasPrefix(#"the rulebook has no event `\u{1B}[31m\u{202E}xxx"#))
    #expect(rejection.message.count < 100)
  }

  @Test("names that the format needs itself are reported before any line is read")
  func conflicts() {
    var rules = Fixture.rules
    #expect(TraceInterpreter.conflicts(in: rules).isEmpty)
    rules.events.append(Fixture.event("x", .world, [("at", Fixture.time), ("to", Fixture.taxi)]))
    rules.messages.append(.init(name: "m", parameters: [.init(name: "to", type: Fixture.taxi)]))
    let messages = TraceInterpreter.conflicts(in: rules).map(\.message)
    #expect(messages.count == 2)
    #expect(messages.first?.hasPrefix("`at` of the event `x` cannot be recorded") == true)
    #expect(messages.last?.hasPrefix("`to` of the message `m` cannot be recorded") == true)
  }
}
