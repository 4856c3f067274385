/// What replaying one trace found; part of the JSON document `medallion.replay/2`.
public struct TraceResult: Codable, Sendable {
  /// Whether a trace keeps the rules.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    case conforms, violates, inconclusive

    /// What it counts for in the exit code of a command: inconclusive is open.
    public var outcome: Outcome {
      switch self {
      case .conforms: .success
      case .violates: .violation
      case .inconclusive: .open
      }
    }
  }

  /// How often a rule was put to the test.
  public struct Exercise: Codable, Sendable, Hashable {
    public var times: Int
    /// The least time left before a deadline, in milliseconds.
    public var leastMargin: Int64?

    public init(times: Int, leastMargin: Int64? = nil) {
      self.times = times
      self.leastMargin = leastMargin
    }

    /// Counts another trace in.
    public mutating func add(_ other: Exercise) {
      times += other.times
      leastMargin = [leastMargin, other.leastMargin].compactMap(\.self).min()
    }
  }

  /// What was off, and taken for right.
  public struct Tolerated: Codable, Sendable, Hashable {
    /// How often it was off.
    public var times: Int
    /// By how many milliseconds it was off, at most.
    public var most: Int64?

    public init(times: Int, most: Int64? = nil) {
      self.times = times
      self.most = most
    }
  }

  /// Lines that are right or wrong depending on what was before the trace.
  public struct Undecided: Codable, Sendable, Hashable {
    /// How many such lines there are.
    public var times = 0
    /// The greatest number of such a line, from 1; 0: there was none.
    public var lastLine = 0

    public init(times: Int = 0, lastLine: Int = 0) {
      self.times = times
      self.lastLine = lastLine
    }

    /// Counts one more line, given by its number from 1.
    public mutating func count(_ line: Int) {
      times += 1
      lastLine = max(lastLine, line)
    }

    /// Counts those of another trace in.
    public mutating func add(_ other: Undecided) {
      times += other.times
      lastLine = max(lastLine, other.lastLine)
    }
  }

  /// A line that cannot be read, with the place and the id of what is wrong with it.
  public struct Rejection: Codable, Sendable, Hashable {
    /// Counted from 1.
    public let line: Int
    /// Which record of its line it is, from 1; absent: the line has one.
    public let record: Int?
    /// The byte of the file at which the fault is, or the first of the line.
    public let offset: Int
    /// Which byte of the line that is, from 1; absent: the first, or that of one of several records.
    public let byte: Int?
    /// An identifier that survives rewording, such as `unknown-key`.
    public let id: String
    /// What is wrong, for the user; nothing sensitive is repeated.
    public let message: String

    public init(
      line: Int, record: Int? = nil, offset: Int, byte: Int? = nil, id: String, message: String
    ) {
      self.line = line
      self.record = record
      self.offset = offset
      self.byte = byte
      self.id = id
      self.message = message
    }
  }

  /// As it was given.
  public let path: String
  /// SHA-256 of the file as it is stored, packed or not, in hexadecimal; nil: not asked for.
  public var digest: String?
  /// How many lines that record events were taken.
  public var events = 0
  /// How many lines were taken, rejected ones included; blank lines and records that a mapping
  /// passes over do not count.
  public var lines = 0
  /// How many entities of each kind the trace named.
  public var entities: [String: Int] = [:]
  /// Rule by rule, counted without a limit; see ``Swift/Array/ranked``.
  public var rows: [FindingRow] = []
  /// The first findings of each row, as many as a replay keeps, in the order of the trace.
  public var findings: [Finding] = []
  /// The number of findings that ``rows`` counts and ``findings`` does not have; nil: none.
  public var unlisted: Int?
  /// Only so many as a replay keeps; a note tells how many more there are.
  public var rejected: [Rejection] = []
  /// What else a reader of the verdict should know, one thing each.
  public var notes: [String] = []
  /// How often each event, guard with citations and property was put to the test.
  public var exercised: [String: Exercise] = [:]
  /// Inconclusive until the replay has ended.
  public var verdict = Verdict.inconclusive
  /// Why a trace is inconclusive.
  public var reason: String?
  /// By how many milliseconds an instant may be off; none: instants were taken as exact.
  public var tolerance: Int64?
  /// What was tolerated, by what would not hold without: `event NAME` and `property NAME` for
  /// deadlines, `field NAME` for observed values, `time` for the order of instants, `reorder`,
  /// `doubled`, `clock SOURCE`.
  public var tolerated: [String: Tolerated] = [:]

  /// How often events that nobody logs were inferred, by their names.
  public var inferred: [String: Int] = [:]

  /// Of a trace that begins in mid-stream, by event: what could not be decided.
  public var undecided: [String: Undecided] = [:]

  /// The answer to whether the trace has all of its lines; nil: nothing was read of it.
  public var completeness: Completeness?

  /// Of a trace of which nothing was read yet: inconclusive.
  public init(path: String) { self.path = path }

  /// The same with at most so many findings listed; the others are still counted.
  public func listing(_ most: Int) -> TraceResult {
    guard findings.count > most else { return self }
    var result = self
    result.findings = Array(findings.prefix(most))
    result.unlisted = (unlisted ?? 0) + findings.count - most
    return result
  }

  /// The outcome of a command: a trace fails only by violations that are not accepted.
  public var outcome: Outcome {
    guard verdict == .violates, !rows.isEmpty, !rows.contains(where: \.isFailure) else {
      return verdict.outcome
    }
    return rejected.isEmpty && !rows.contains { $0.how == .unknown } ? .success : .open
  }

  /// Whether some line is legal only because instants may be off.
  public var needsTolerance: Bool {
    tolerated.keys.contains {
      $0 == "time" || ["event ", "property ", "field "].contains(where: $0.hasPrefix)
    }
  }
}

/// What a replay of several traces found; the JSON document `medallion.replay/2`.
public struct Replaying: Codable, Sendable {
  /// The name and version of the format, which each document bears.
  public var schema = "medallion.replay/2"
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  public let digest: String
  /// What was judged otherwise than by the rulebook and the defaults, as options of the command.
  public let options: [String]
  /// In the order in which they were given, without those that cannot be read.
  public var traces: [TraceResult] { didSet { summarize() } }
  /// The result of all traces together.
  public private(set) var summary = Summary()
  /// The traces of which there is no result, because they cannot be read; nil: none.
  public var unread: [Unread]? { didSet { summarize() } }
  /// What was required to be put to the test and was not, by none of the traces; nil: nothing was
  /// required.
  public var unexercised: [String]?

  /// A trace that cannot be read, or not to its end.
  public struct Unread: Codable, Sendable, Hashable {
    /// As it was given.
    public let path: String
    /// Why, for the user.
    public let message: String

    public init(path: String, message: String) {
      self.path = path
      self.message = message
    }
  }

  /// The result of all traces together.
  public struct Summary: Codable, Sendable, Hashable {
    /// The numbers of traces by verdict.
    public var conform = 0
    public var violate = 0
    public var inconclusive = 0
    /// The number of traces that cannot be read.
    public var unread = 0
    /// The rows of all traces, added up by their keys.
    public var rows: [FindingRow] = []
    /// Entries of accepted findings that are expired or no longer occur, a sentence each.
    public var remarks: [String]?

    public init() {}
  }

  private mutating func summarize() {
    var summary = Summary()
    summary.remarks = self.summary.remarks
    summary.unread = unread?.count ?? 0
    for trace in traces {
      switch trace.verdict {
      case .conforms: summary.conform += 1
      case .violates: summary.violate += 1
      case .inconclusive: summary.inconclusive += 1
      }
      for row in trace.rows { summary.rows.add(row.of(trace.path)) }
    }
    summary.rows = summary.rows.ranked
    self.summary = summary
  }

  /// Marks the rows that are accepted, and what is to be said of the entries.
  public mutating func accept(
    remarks: [String], _ entry: (FindingRow.Key) -> FindingRow.Acceptance?
  ) {
    var traces = traces
    for index in traces.indices {
      for row in traces[index].rows.indices {
        traces[index].rows[row].accepted = entry(traces[index].rows[row].key)
      }
    }
    summary.remarks = remarks.isEmpty ? nil : remarks
    self.traces = traces
  }

  /// Where there are options, each trace gets a note of them before its other notes.
  public init(rulebook: String, digest: String, options: [String] = [], traces: [TraceResult]) {
    self.rulebook = rulebook
    self.digest = digest
    self.options = options
    self.traces = traces
    let note = "judged with " + options.joined(separator: " ")
    if !options.isEmpty {
      for index in traces.indices { self.traces[index].notes.insert(note, at: 0) }
    }
    summarize()
  }

  /// The worst of all traces; success if there are none. One that cannot be read is a wrong input.
  public var outcome: Outcome {
    if unread != nil { return .wrongInput }
    return traces.map(\.outcome).max() ?? .success
  }

  /// How often all traces together put each rule to the test.
  public var exercised: [String: TraceResult.Exercise] {
    var all: [String: TraceResult.Exercise] = [:]
    for (rule, exercise) in traces.lazy.flatMap(\.exercised) {
      all[rule, default: TraceResult.Exercise(times: 0)].add(exercise)
    }
    return all
  }

  /// Requires that the traces together put these rules to the test. If they do not, what conforms
  /// is inconclusive: that it conforms says too little.
  public mutating func require(_ rules: [String]) {
    let exercised = exercised
    let missing = rules.filter { exercised[$0, default: TraceResult.Exercise(times: 0)].times == 0 }
    unexercised = missing
    guard !missing.isEmpty else { return }
    var traces = traces
    defer { self.traces = traces }
    for index in traces.indices where traces[index].verdict == .conforms {
      traces[index].verdict = .inconclusive
      traces[index].reason =
        "\(missing.count) required \(missing.count == 1 ? "rule was" : "rules were") never put to "
        + "the test"
    }
  }
}
