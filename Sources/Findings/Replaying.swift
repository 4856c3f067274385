/// The result of replaying one trace; part of the JSON document `medallion.replay/2`.
package struct TraceResult: Codable, Sendable {
  /// The answer to whether a trace conforms to the rules.
  package enum Verdict: String, Codable, Sendable, CaseIterable {
    case conforms, violates, inconclusive

    /// The outcome for the exit code of a command: inconclusive is open.
    package var outcome: Outcome {
      switch self {
      case .conforms: .success
      case .violates: .violation
      case .inconclusive: .open
      }
    }
  }

  /// The exercise of a rule: the number of times that a trace tested it.
  package struct Exercise: Codable, Sendable, Hashable {
    package var times: Int
    /// The least time left before a deadline, in milliseconds.
    package var leastMargin: Int64?

    package init(times: Int, leastMargin: Int64? = nil) {
      self.times = times
      self.leastMargin = leastMargin
    }

    /// Adds the counts of another trace.
    package mutating func add(_ other: Exercise) {
      times += other.times
      leastMargin = [leastMargin, other.leastMargin].compactMap(\.self).min()
    }
  }

  /// A deviation that was tolerated.
  package struct Tolerated: Codable, Sendable, Hashable {
    /// The number of deviations.
    package var times: Int
    /// The greatest deviation in milliseconds.
    package var most: Int64?

    package init(times: Int, most: Int64? = nil) {
      self.times = times
      self.most = most
    }
  }

  /// Lines whose correctness depends on events before the beginning of the trace.
  package struct Undecided: Codable, Sendable, Hashable {
    /// The number of such lines.
    package var times = 0
    /// The greatest number of such a line, from 1; 0: there was none.
    package var lastLine = 0

    package init(times: Int = 0, lastLine: Int = 0) {
      self.times = times
      self.lastLine = lastLine
    }

    /// Counts another line, given by its number from 1.
    package mutating func count(_ line: Int) {
      times += 1
      lastLine = max(lastLine, line)
    }

    /// Adds the counts of another trace.
    package mutating func add(_ other: Undecided) {
      times += other.times
      lastLine = max(lastLine, other.lastLine)
    }
  }

  /// A line that cannot be read, with the place and the id of the fault.
  package struct Rejection: Codable, Sendable, Hashable {
    /// The line, counted from 1.
    package var line: Int
    /// The position of the record in its line, from 1; absent: the line has one.
    package var record: Int?
    /// The offset of the fault in the file, or of the line's first byte.
    package var offset: Int
    /// The position of that byte in the line, from 1; absent: the first, or that of one of several
    /// records.
    package var byte: Int?
    /// An identifier that survives rewording, such as `unknown-key`.
    package var id: String
    /// The fault as a message for the user; nothing sensitive is repeated.
    package var message: String

    package init(
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

  /// The path as it was given.
  package let path: String
  /// SHA-256 of the file as it is stored, packed or not, in hexadecimal; nil: not asked for.
  package var digest: String?
  /// The number of lines that were read as events.
  package var events = 0
  /// The number of lines read, rejected ones included; blank lines and records that a mapping
  /// passes over do not count.
  package var lines = 0
  /// The number of entities of each sort that the trace named.
  package var entities: [String: Int] = [:]
  /// The findings by rule, counted without a limit; see ``Swift/Array/ranked``.
  package var rows: [FindingRow] = []
  /// The first findings of each row, as many as a replay keeps, in the order of the trace.
  package var findings: [Finding] = []
  /// The number of findings that ``rows`` counts and ``findings`` does not have; nil: none.
  package var unlisted: Int?
  /// The first rejected lines, as many as a replay keeps; a note gives the number of further ones.
  package var rejected: [Rejection] = []
  /// The further facts that a reader of the verdict should know, one each.
  package var notes: [String] = []
  /// The number of times that each event, guard with citations and property was tested.
  package var exercised: [String: Exercise] = [:]
  /// Inconclusive until the replay has ended.
  package var verdict = Verdict.inconclusive
  /// The reason why a trace is inconclusive.
  package var reason: String?
  /// The tolerance of instants in milliseconds; nil: instants were taken as exact.
  package var tolerance: Int64?
  /// The tolerated deviations, by the rule that would otherwise fail: `event NAME` and `property NAME` for
  /// deadlines, `field NAME` for observed values, `time` for the order of instants, `reorder`,
  /// `doubled`, `clock SOURCE`.
  package var tolerated: [String: Tolerated] = [:]

  /// The number of inferred occurrences of events that are not logged, by name.
  package var inferred: [String: Int] = [:]

  /// The undecided lines of a trace that begins in mid-stream, by event.
  package var undecided: [String: Undecided] = [:]

  /// The answer to whether the trace has all of its lines; nil: nothing was read of it.
  package var completeness: Completeness?

  /// Makes the result of a trace that was not read yet: inconclusive.
  package init(path: String) { self.path = path }

  /// Returns the same result with a limited number of findings listed; the others are still
  /// counted.
  package func listing(_ most: Int) -> TraceResult {
    guard findings.count > most else { return self }
    var result = self
    result.findings = Array(findings.prefix(most))
    result.unlisted = (unlisted ?? 0) + findings.count - most
    return result
  }

  /// The outcome of a command: a trace fails only by violations that are not accepted.
  package var outcome: Outcome {
    guard verdict == .violates, !rows.isEmpty, !rows.contains(where: \.isFailure) else {
      return verdict.outcome
    }
    return rejected.isEmpty && !rows.contains { $0.how == .unknown } ? .success : .open
  }

  /// True if some line is legal only because instants may be off.
  package var needsTolerance: Bool {
    tolerated.keys.contains {
      $0 == "time" || ["event ", "property ", "field ", "order "].contains(where: $0.hasPrefix)
    }
  }
}

/// The result of a replay of several traces; the JSON document `medallion.replay/2`.
package struct Replaying: Codable, Sendable {
  /// The name and version of the format, which each document bears.
  package var schema = "medallion.replay/2"
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  package let digest: String
  /// The options of the command that differ from the rulebook and the defaults.
  package let options: [String]
  /// The results in the order in which the traces were given, without traces that cannot be read.
  package var traces: [TraceResult] { didSet { summarize() } }
  /// The result of all traces together.
  package private(set) var summary = Summary()
  /// The traces of which there is no result, because they cannot be read; nil: none.
  package var unread: [Unread]? { didSet { summarize() } }
  /// The required rules that none of the traces tested; nil: no rule was required.
  package var unexercised: [String]?

  /// A trace that cannot be read, or not to its end.
  package struct Unread: Codable, Sendable, Hashable {
    /// The path as it was given.
    package let path: String
    /// The reason, for the user.
    package let message: String

    package init(path: String, message: String) {
      self.path = path
      self.message = message
    }
  }

  /// The result of all traces together.
  package struct Summary: Codable, Sendable, Hashable {
    /// The numbers of traces by verdict.
    package var conform = 0
    package var violate = 0
    package var inconclusive = 0
    /// The number of traces that cannot be read.
    package var unread = 0
    /// The rows of all traces, added up by their keys.
    package var rows: [FindingRow] = []
    /// Entries of accepted findings that are expired or no longer occur, a sentence each.
    package var remarks: [String]?

    package init() {}
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

  /// Marks the rows that are accepted, and adds remarks about the entries.
  package mutating func accept(
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

  /// Makes a result. If there are options, each trace gets a note of them before its other notes.
  package init(rulebook: String, digest: String, options: [String] = [], traces: [TraceResult]) {
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

  /// The worst outcome of all traces; success if there are none. A trace that cannot be read is a
  /// wrong input.
  package var outcome: Outcome {
    if unread != nil { return .wrongInput }
    return traces.map(\.outcome).max() ?? .success
  }

  /// The number of times that all traces together tested each rule.
  package var exercised: [String: TraceResult.Exercise] {
    var all: [String: TraceResult.Exercise] = [:]
    for (rule, exercise) in traces.lazy.flatMap(\.exercised) {
      all[rule, default: TraceResult.Exercise(times: 0)].add(exercise)
    }
    return all
  }

  /// Requires that the traces together test these rules. If they do not, a conforming trace becomes
  /// inconclusive.
  package mutating func require(_ rules: [String]) {
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
