/// What replaying one trace found; part of the JSON document `medallion.replay/1`.
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
  /// Only so many as a replay keeps; a note tells how many more there are.
  public var findings: [Finding] = []
  /// How many more there are; nil: none.
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
  /// deadlines, `time` for the order of instants, `reorder`, `doubled`, `clock SOURCE`.
  public var tolerated: [String: Tolerated] = [:]

  /// How often events that nobody logs were inferred, by their names.
  public var inferred: [String: Int] = [:]

  /// Of a trace that begins in mid-stream, by event: what could not be decided.
  public var undecided: [String: Undecided] = [:]

  /// Of a trace of which nothing was read yet: inconclusive.
  public init(path: String) { self.path = path }

  /// Whether some line is legal only because instants may be off.
  public var needsTolerance: Bool {
    tolerated.keys.contains {
      $0 == "time" || $0.hasPrefix("event ") || $0.hasPrefix("property ")
    }
  }
}

/// One thing that a trace shows, which the rulebook does not allow, or does not decide.
public struct Finding: Codable, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Accepted, or done, although a guard is false.
    case wronglyAccepted
    /// Refused although every guard holds.
    case wronglyRefused
    /// The server did what it may not do now.
    case forbidden
    /// A deadline passed without its event.
    case missed
    /// The event of a deadline came before its instant.
    case early
    /// The server owed a decision, and time passed.
    case tardy
    /// Messages were sent that should not have been, or were not sent.
    case notification
    /// An observation differs from the state that the rules give.
    case observation
    /// A property does not hold after this line.
    case property
    /// What the rulebook assumes of the world does not hold: no fault of the server's.
    case assumptionBroken
    /// An entity is introduced twice, or used before it is introduced.
    case identity
    /// Time goes back.
    case order
    /// The evidence does not decide.
    case unknown

    /// Whether it is a violation by the server.
    public var isViolation: Bool { self != .assumptionBroken && self != .unknown }
  }

  /// Counted from 1.
  public let line: Int
  /// Which record of its line it is, from 1; absent: the line has one.
  public let record: Int?
  /// The first byte of the line, or of the record, in the file.
  public let offset: Int
  /// Milliseconds.
  public let at: Int64
  public let kind: Kind
  /// The event, guard or property that is not kept.
  public let rule: String
  /// The ids that the rule cites.
  public let requirements: [String]
  /// The sentence or formula of a property; of other rules the sentences of the requirements, one a
  /// line.
  public let statement: String
  /// Whom or what it is about: `request R1, taxi T4`; empty: nobody in particular.
  public let entity: String
  /// What the rules ask for, or the value that they give.
  public let expected: String
  /// What the trace has in its place.
  public let observed: String
  /// The guard that is false, with its values.
  public var `guard`: String?
  /// Where the rule stands in the rulebook, from 1.
  public var ruleLine: Int?
  /// What was assumed to go on.
  public var repair: String?
  /// The lines before that were about the same entities; ascending, the latest few.
  public var because: [Int] = []
  /// Which records of these lines they are, from 1; absent: each of the lines has one.
  public var becauseRecords: [Int]?
  /// What else should have happened in the same pause between two lines, at most
  /// ``mostAlongside``; absent: nothing.
  public var alongside: [Alongside]?
  /// How many more rules are broken in consequence, or in the same pause; they are not reported.
  public var downstream = 0

  /// An obligation or a decision that was missed together with another.
  public struct Alongside: Codable, Sendable, Hashable {
    public let kind: Kind
    /// The event or property that is not kept.
    public let rule: String
    /// Whom or what it is about; empty: nobody in particular.
    public let entity: String
    /// Until when it should have happened, in milliseconds.
    public let at: Int64

    public init(kind: Kind, rule: String, entity: String, at: Int64) {
      self.kind = kind
      self.rule = rule
      self.entity = entity
      self.at = at
    }
  }

  /// More of what was missed together is counted only.
  public static let mostAlongside = 16

  public init(
    line: Int, record: Int? = nil, offset: Int, at: Int64, kind: Kind, rule: String,
    requirements: [String],
    statement: String, entity: String, expected: String, observed: String
  ) {
    self.line = line
    self.record = record
    self.offset = offset
    self.at = at
    self.kind = kind
    self.rule = rule
    self.requirements = requirements
    self.statement = statement
    self.entity = entity
    self.expected = expected
    self.observed = observed
  }
}

/// What a replay of several traces found; the JSON document `medallion.replay/1`.
public struct Replaying: Codable, Sendable {
  /// The name and version of the format, which each document bears.
  public var schema = "medallion.replay/1"
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  public let digest: String
  /// What was judged otherwise than by the rulebook and the defaults, as options of the command.
  public let options: [String]
  /// In the order in which they were given, without those that cannot be read.
  public var traces: [TraceResult]
  /// The traces of which there is no result, because they cannot be read; nil: none.
  public var unread: [Unread]?
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

  /// Where there are options, each trace gets a note of them before its other notes.
  public init(rulebook: String, digest: String, options: [String] = [], traces: [TraceResult]) {
    self.rulebook = rulebook
    self.digest = digest
    self.options = options
    self.traces = traces
    if options.isEmpty { return }
    let note = "judged with " + options.joined(separator: " ")
    for index in traces.indices { self.traces[index].notes.insert(note, at: 0) }
  }

  /// The worst of all traces; success if there are none. One that cannot be read is a wrong input.
  public var outcome: Outcome {
    if unread != nil { return .wrongInput }
    return traces.map(\.verdict.outcome).max() ?? .success
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
    for index in traces.indices where traces[index].verdict == .conforms {
      traces[index].verdict = .inconclusive
      traces[index].reason =
        "\(missing.count) required \(missing.count == 1 ? "rule was" : "rules were") never put to "
        + "the test"
    }
  }
}
