/// The result of a mapping for the first records of traces; the JSON document
/// `medallion.mapping/1`.
package struct ExplainedMapping: Codable, Sendable {
  /// The name and version of the format, which each document bears.
  package var schema = "medallion.mapping/1"
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// The traces in the order in which they were given.
  package var traces: [ExplainedTrace]

  package init(rulebook: String, traces: [ExplainedTrace]) {
    self.rulebook = rulebook
    self.traces = traces
  }
}

/// The result of a mapping for the first records of one trace.
package struct ExplainedTrace: Codable, Sendable {
  /// A record. One of `members`, `rejected` and `passedOver` is present.
  package struct Record: Codable, Sendable {
    /// The line of the record in the file, from 1.
    package let line: Int
    /// The position of the record in its line, from 1; absent: the line has one.
    package let record: Int?
    /// The members of the line of a trace that the record becomes.
    package var members: [Member]?
    /// The fault of the record, if it cannot be used.
    package var rejected: TraceResult.Rejection?
    /// The reason why the record is not part of the trace.
    package var passedOver: String?

    package init(line: Int, record: Int?) {
      self.line = line
      self.record = record
    }
  }

  /// A member of a line, and its origin in the record.
  package struct Member: Codable, Sendable {
    /// The key that a line of a trace has.
    package let key: String
    /// The value as JSON, or a placeholder if it is sensitive or long.
    package let value: String
    /// The path in the record.
    package let from: String?

    package init(key: String, value: String, from: String?) {
      self.key = key
      self.value = value
      self.from = from
    }
  }

  /// The path as it was given.
  package let path: String
  /// The first few records in the order of the file; empty if there is no mapping.
  package let records: [Record]

  package init(path: String, records: [Record]) {
    self.path = path
    self.records = records
  }
}
