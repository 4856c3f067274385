/// What a mapping makes of the first records of traces; the JSON document `medallion.mapping/1`.
public struct ExplainedMapping: Codable, Sendable {
  /// The name and version of the format, which each document bears.
  public var schema = "medallion.mapping/1"
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// In the order in which they were given.
  public var traces: [ExplainedTrace]

  public init(rulebook: String, traces: [ExplainedTrace]) {
    self.rulebook = rulebook
    self.traces = traces
  }
}

/// What a mapping makes of the first records of one trace.
public struct ExplainedTrace: Codable, Sendable {
  /// Of `members`, `rejected` and `passedOver` one is there.
  public struct Record: Codable, Sendable {
    /// Where the record stands in the file, from 1.
    public let line: Int
    /// Which record of its line it is, from 1; absent: the line has one.
    public let record: Int?
    /// Of the line of a trace that the record becomes.
    public var members: [Member]?
    /// What is wrong with the record, if it cannot be used.
    public var rejected: TraceResult.Rejection?
    /// Why the record is none of the trace.
    public var passedOver: String?

    public init(line: Int, record: Int?) {
      self.line = line
      self.record = record
    }
  }

  /// One member of a line, and where in the record it comes from.
  public struct Member: Codable, Sendable {
    /// The key that a line of a trace has.
    public let key: String
    /// As JSON, or what stands for it where it is sensitive or long.
    public let value: String
    /// The path in the record.
    public let from: String?

    public init(key: String, value: String, from: String?) {
      self.key = key
      self.value = value
      self.from = from
    }
  }

  /// As it was given.
  public let path: String
  /// In the order of the file, only the first few; empty if there is no mapping.
  public let records: [Record]

  public init(path: String, records: [Record]) {
    self.path = path
    self.records = records
  }
}
