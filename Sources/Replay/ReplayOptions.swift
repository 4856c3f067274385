/// The options of a replay.
package struct ReplayOptions: Sendable, Hashable {
  /// The error that a recorded instant may have, in milliseconds. Lateness, and earliness of
  /// obligations, up to it is counted and is no finding; guards are checked with the instant that
  /// remains. From 0 to ten years; taken as the nearest of these.
  package let tolerance: Int64
  /// The resolution of the recorded instants in milliseconds: the true instant of a line lies
  /// anywhere from the recorded one to that plus the resolution, exclusive, and lines of one
  /// recorded instant may be in any order. 0: instants are exact. The tolerance is at least one
  /// millisecond less.
  package let resolution: Int64
  /// True if the first line that cannot be used ends the replay.
  package let isStrict: Bool
  /// The number of findings that the checker keeps to lay later ones to, and of rejected lines that
  /// are kept; more are only counted.
  package let mostFindings: Int
  /// The number of findings of each row that the result lists.
  package private(set) var limit: Int
  /// The findings that the result lists; nil: all.
  package private(set) var filter: FindingLedger.Filter?

  /// True if the evaluator alone checks every line: much slower, with the same result, but no
  /// entity is ever forgotten (see ``remembered``), and no line before a fault is revised (see
  /// ``looksBack``).
  package let usesEvaluator: Bool
  /// True if every line is checked against every property, even a right one; by the evaluator
  /// alone. For rules that are not all proved.
  package let judgesProperties: Bool
  /// The number of entities of each sort that are remembered after they are over, so that late
  /// records about them are checked with their state. At least 0.
  package let remembered: Int

  /// The lines whose changes are kept, so that a fault may be attributed to one of them although it
  /// was legal. Keeping them makes right lines slower by a seventh.
  package enum LookingBack: Sendable, Hashable {
    /// The changes of no line are kept.
    case never
    /// The changes of the first ten thousand lines are kept, and of all once there is a finding. If
    /// that is not enough ``Replayer/lacksLinesAt`` tells.
    case onceFound
    /// The changes of all lines behind this many are kept.
    case behind(lines: Int)
  }

  /// The lines whose changes are kept. None are if faults are not explained, or if a trace begins
  /// in mid-stream, since plainly right lines are not certain without the state before; nor with
  /// the evaluator.
  package private(set) var looksBack: LookingBack
  /// True if the lines that last changed each place are noted for the whole trace, and not only for
  /// the first ten thousand lines and once there is a finding. Right lines take a few percent more
  /// time by it.
  package private(set) var notesAllSetters: Bool

  /// True if the cause of a line that is not allowed is searched in the lines behind it and before
  /// it. Otherwise it is believed and counted, and each later line that is not allowed is a finding
  /// of its own.
  package let diagnoses: Bool

  /// The names of the hidden events, which are never logged: they are inferred.
  package let hidden: Set<String>
  /// The names of the sorts whose entities lines name, all of them: hidden events are about no
  /// others.
  package let closed: Set<String>
  /// True if the trace begins in mid-stream: nothing is known of the state before, and no fault
  /// that depends on it is reported.
  package let startsUnknown: Bool

  /// Creates options. A value out of range becomes the nearest allowed one; `properties` implies
  /// `evaluator`.
  package init(
    tolerance: Int64 = 0, resolution: Int64 = 0, strict: Bool = false, mostFindings: Int = 10_000,
    evaluator: Bool = false,
    properties: Bool = false, remembered: Int = 10_000, hidden: Set<String> = [],
    closed: Set<String> = [], startsUnknown: Bool = false, looksBack: LookingBack = .onceFound,
    limit: Int = 10_000, filter: FindingLedger.Filter? = nil, diagnoses: Bool = true
  ) {
    self.diagnoses = diagnoses
    self.hidden = hidden
    self.closed = closed
    self.startsUnknown = startsUnknown
    self.resolution = min(max(0, resolution), Self.greatestTolerance)
    self.tolerance = min(max(0, tolerance, self.resolution - 1), Self.greatestTolerance)
    isStrict = strict
    usesEvaluator = evaluator || properties
    judgesProperties = properties
    self.remembered = max(0, remembered)
    self.mostFindings = max(1, mostFindings)
    self.limit = max(0, limit)
    self.filter = filter
    self.looksBack =
      startsUnknown || !diagnoses
      ? .never : self.resolution > 0 && looksBack == .onceFound ? .behind(lines: 0) : looksBack
    if case .behind = self.looksBack { notesAllSetters = true } else { notesAllSetters = false }
  }

  /// Ten years in milliseconds.
  private static let greatestTolerance: Int64 = 10 * 366 * 86_400_000

  /// The number of findings of each row that a part of a trace keeps until the parts are merged.
  package static let mostOfAPart = 10_000

  /// Returns the same options with another limit and without a filter.
  package func listing(_ limit: Int) -> ReplayOptions {
    var options = self
    options.limit = max(0, limit)
    options.filter = nil
    return options
  }

  /// Returns the same options, except that what would be kept once there is a finding is kept
  /// before: the lines behind this many, and what last changed each place from the start.
  package func lookingBack(behind lines: Int) -> ReplayOptions {
    var options = self
    options.notesAllSetters = true
    if looksBack == .onceFound { options.looksBack = .behind(lines: lines) }
    return options
  }
}
