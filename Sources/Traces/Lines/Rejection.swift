import Basics

/// A line of a trace that cannot be used, with the first reason why.
///
/// Messages never show a value whose type is sensitive. Parts of the line that they show are
/// shortened and escaped for display.
package struct Rejection: Error, Hashable, Sendable {
  /// The number of the line, counted from 1.
  package var line: Int
  /// The number of the record within its line, from 1; nil: the line has only one.
  package var record: Int?
  /// The byte of the file at which the fault is; of a missing member, the object that lacks it.
  package var offset: Int
  /// The byte of the line where the fault is, from 1; nil: the first byte, or the start of one of
  /// several records.
  package var byte: Int?
  /// An identifier that survives rewording, of a ``Fault`` or of a ``JSONError/Reason``.
  package var id: String
  package var message: String
  /// The number of its record in the trace, from 1, as ``TracePlace/record`` counts.
  package var number: Int
  /// The members that can be read all the same, by their keys; empty under a mapping.
  package var members: [String: String] = [:]

  init(
    line: Int, record: Int? = nil, offset: Int, byte: Int? = nil, id: String, message: String,
    number: Int
  ) {
    self.number = number
    self.line = line
    self.record = record
    self.offset = offset
    self.byte = byte
    self.id = id
    self.message = message
  }

  init(_ error: JSONError, at place: TracePlace) {
    self.init(place, offset: error.offset, id: error.reason.rawValue, message: error.message)
  }

  init(_ error: InterpretationError, at place: TracePlace) {
    self.init(place, offset: error.offset, id: error.fault.rawValue, message: error.message)
  }

  private init(_ place: TracePlace, offset: Int, id: String, message: String) {
    let isWithin = place.recordInLine == nil && offset > place.offset
    self.init(
      line: place.line, record: place.recordInLine, offset: offset,
      byte: isWithin ? offset - place.offset + 1 : nil, id: id, message: message,
      number: place.record)
  }

  /// - Parameter limit: in bytes.
  static func tooLong(_ place: TracePlace, limit: Int) -> Rejection {
    let most = limit % (1 << 20) == 0 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    return Rejection(
      line: place.line, offset: place.offset, id: Fault.lineTooLong.rawValue,
      message: "the line is longer than a line of a trace may be (\(most)); it was skipped",
      number: place.record)
  }
}

/// The faults that a line can have besides not being JSON. The raw value is an identifier that
/// survives rewording.
package enum Fault: String, Hashable, Sendable, CaseIterable {
  case lineTooLong = "line-too-long"
  case notAnObject = "not-an-object"
  case noEvent = "no-event"
  case eventAndObservation = "event-and-observation"
  case unknownEvent = "unknown-event"
  case unknownKey = "unknown-key"
  case missingTime = "missing-time"
  case missingArgument = "missing-argument"
  case missingResult = "missing-result"
  case resultInRefusal = "result-in-refusal"
  case unknownOutcome = "unknown-outcome"
  case notRefusable = "not-refusable"
  case wrongType = "wrong-type"
  case nullValue = "null-value"
  case emptyName = "empty-name"
  case unknownSymbol = "unknown-symbol"
  case fractionalNumber = "fractional-number"
  case numberOutOfRange = "number-out-of-range"
  case malformedDuration = "malformed-duration"
  case malformedTimestamp = "malformed-timestamp"
  case impossibleTimestamp = "impossible-timestamp"
  case leapSecond = "leap-second"
  case instantOutOfRange = "instant-out-of-range"
  case missingRecipient = "missing-recipient"
  case missingMessage = "missing-message"
  case unknownMessage = "unknown-message"
  case unknownFact = "unknown-fact"
  case unfitFact = "unfit-fact"
  case repeatedFact = "repeated-fact"
  case repeatedMember = "repeated-member"
  /// A line lacks the records that a mapping reads.
  case missingRecords = "missing-records"
  case tooManyRecords = "too-many-records"
  case unmetCondition = "unmet-condition"
  case malformedEmbedding = "malformed-embedding"
  /// The header of a CSV file is unusable.
  case csvHeader = "csv-header"
  case csvColumns = "csv-columns"
  case csvQuote = "csv-quote"
  case csvEncoding = "csv-encoding"
}

/// A fault at its place, before it is known as a ``Rejection``.
struct InterpretationError: Error {
  let fault: Fault
  let offset: Int
  let message: String

  init(_ fault: Fault, at offset: Int, _ message: String) {
    self.fault = fault
    self.offset = offset
    self.message = message
  }
}
