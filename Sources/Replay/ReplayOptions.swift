/// How a trace is replayed.
public struct ReplayOptions: Sendable, Hashable {
  /// By how many milliseconds a recorded instant may be off. Lateness, and earliness of
  /// obligations, up to it is counted and is no finding; guards are judged by the instant that
  /// remains. From 0 to ten years; taken as the nearest of these.
  public let tolerance: Int64
  /// Whether the first line that cannot be used ends the replay.
  public let isStrict: Bool
  /// The number of findings that the checker keeps to lay later ones to, and of rejected lines that
  /// are kept; more are only counted.
  public let mostFindings: Int
  /// The number of findings of each row that the result lists.
  public let limit: Int
  /// The findings that the result lists; nil: all.
  public let filter: FindingLedger.Filter?

  /// Whether every line is judged by the evaluator alone: much slower, with the same result, but
  /// that it forgets nobody (see ``remembered``) and never looks back (see ``looksBack``).
  public let usesEvaluator: Bool
  /// Whether every line is held against every property, also where it is right in every respect;
  /// by the evaluator alone. For rules of which not everything is proved.
  public let judgesProperties: Bool
  /// How many entities of each sort are remembered after they are over, so that what is recorded
  /// of them late is judged by what they were. At least 0.
  public let remembered: Int

  /// Of which lines it is kept what they have changed, so that a fault may be laid to one of them
  /// although it was legal. Keeping it slows lines that are right by a seventh.
  public enum LookingBack: Sendable, Hashable {
    /// Of none.
    case never
    /// Of the first ten thousand, and of all once something has been found. Where that is not
    /// enough ``Replayer/lacksLinesAt`` tells.
    case onceFound
    /// Of all behind so many.
    case behind(lines: Int)
  }

  /// Never where nothing is diagnosed, nor where a trace begins in mid-stream, for what was plainly
  /// right is not where nobody knows what was before; nor by the evaluator.
  public private(set) var looksBack: LookingBack

  /// Whether it is looked for what went wrong where a line is not allowed, in the lines behind it
  /// and before it. Otherwise it is believed and counted, and each later line that is not allowed
  /// is a finding of its own.
  public let diagnoses: Bool

  /// The names of the events that nobody logs: they are inferred.
  public let hidden: Set<String>
  /// The names of the sorts whose entities lines name, all of them: hidden events are about no
  /// others.
  public let closed: Set<String>
  /// Whether the trace begins in mid-stream: nothing is known of what was before, and nothing
  /// that depends on it is held against the server.
  public let startsUnknown: Bool

  /// What is out of range becomes the nearest that is allowed; `properties` implies `evaluator`.
  public init(
    tolerance: Int64 = 0, strict: Bool = false, mostFindings: Int = 10_000, evaluator: Bool = false,
    properties: Bool = false, remembered: Int = 10_000, hidden: Set<String> = [],
    closed: Set<String> = [], startsUnknown: Bool = false, looksBack: LookingBack = .onceFound,
    limit: Int = 10_000, filter: FindingLedger.Filter? = nil, diagnoses: Bool = true
  ) {
    self.diagnoses = diagnoses
    self.hidden = hidden
    self.closed = closed
    self.startsUnknown = startsUnknown
    self.tolerance = min(max(0, tolerance), 10 * 366 * 86_400_000)
    isStrict = strict
    usesEvaluator = evaluator || properties
    judgesProperties = properties
    self.remembered = max(0, remembered)
    self.mostFindings = max(1, mostFindings)
    self.limit = max(0, limit)
    self.filter = filter
    self.looksBack = startsUnknown || !diagnoses ? .never : looksBack
  }

  /// The number of findings of each row that a part of a trace keeps until the parts are merged.
  public static let mostOfAPart = 10_000

  /// The same with another limit and without a filter.
  public func listing(_ limit: Int) -> ReplayOptions {
    ReplayOptions(
      tolerance: tolerance, strict: isStrict, mostFindings: mostFindings,
      evaluator: usesEvaluator, properties: judgesProperties, remembered: remembered,
      hidden: hidden, startsUnknown: startsUnknown, looksBack: looksBack, limit: limit,
      diagnoses: diagnoses)
  }

  /// The same, but that where lines are kept once something has been found, all behind so many are.
  public func lookingBack(behind lines: Int) -> ReplayOptions {
    guard looksBack == .onceFound else { return self }
    var options = self
    options.looksBack = .behind(lines: lines)
    return options
  }
}
