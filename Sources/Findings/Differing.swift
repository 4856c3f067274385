/// The differences between two rulebooks; the JSON document `medallion.diff/1`.
public struct Differing: Codable, Sendable {
  /// One side of the comparison.
  public struct Side: Codable, Sendable, Hashable {
    /// The path as it was given; of a revision from the top of the repository.
    public let path: String
    /// The revision that it was read from, as it was given; nil: a file.
    public let revision: String?
    /// SHA-256 of the rulebook's bytes, in hexadecimal.
    public let digest: String

    public init(path: String, revision: String? = nil, digest: String) {
      self.path = path
      self.revision = revision
      self.digest = digest
    }

    /// `main:Models/Desk.rulebook`
    public var name: String { revision.map { "\($0):\(path)" } ?? path }
  }

  /// The respect in which an event, a `prompt` or an assumption differs, or a consequence of a
  /// difference.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case newlyPermitted = "newly-permitted"
    case noLongerPermitted = "no-longer-permitted"
    case deadline, effect, message, refusal, start
    case propertyWeaker = "property-weaker"
    case propertyChanged = "property-changed"
    case renamed, added, removed
    /// A property that is broken; only for consequences.
    case propertyBroken = "property-broken"
    /// A difference in a recorded trace.
    case trace
  }

  /// The certainty of a row.
  public enum Status: String, Codable, Sendable {
    /// Shown by a run.
    case different
    /// The solver does not exclude it, and no run was found.
    case open
    /// The texts differ, and they are proved to mean the same, for any number of entities.
    case equal
    /// A note about matched names; no difference in meaning.
    case note
  }

  /// The rulebooks under which the run is legal, up to its last step.
  public enum Reached: String, Codable, Sendable { case both, old, new }

  /// A respect in which one rule differs.
  public struct Row: Codable, Sendable {
    /// The event or property, or the declaration that was renamed, added or removed, by its old
    /// name if it has one.
    public let subject: String
    public let kind: Kind
    public var status: Status
    /// The requirement ids of both sides, each once.
    public var requirements: [String] = []
    /// The lines of the compared rules; nil: that side has none.
    public var oldLine: Int?
    public var newLine: Int?
    /// The differences, one a line.
    public var details: [String] = []
    /// The run that ends in the step on which the two rulebooks differ.
    public var run: Run?
    public var reached: Reached?
    /// A state in which the two would differ, one line for each place; only for an open row. No run
    /// is known that leads there.
    public var state: [String] = []
    /// The names of the invariants that the verdict `equal` rests on.
    public var because: [String] = []
    /// The key of an accepted change.
    public var sha256 = ""
    /// The reason for which the change is accepted.
    public var accepted: String?
    /// True if consequences were asked for, and no property and no recorded trace distinguishes the
    /// two rulebooks.
    public var unnoticed: Bool?

    public init(_ subject: String, _ kind: Kind, _ status: Status) {
      self.subject = subject
      self.kind = kind
      self.status = status
    }
  }

  /// A recorded trace on which the two rulebooks differ.
  public struct Trace: Codable, Sendable, Hashable {
    public let path: String
    public let old: TraceResult.Verdict
    public let new: TraceResult.Verdict
    /// The first line on which they differ, from 1; nil: they differ in no line.
    public let line: Int?
    /// The old rules' finding at that line, or the reason why the trace is inconclusive; nil: it
    /// has none.
    public let oldFinding: String?
    public let newFinding: String?

    public init(
      path: String, old: TraceResult.Verdict, new: TraceResult.Verdict, line: Int?,
      oldFinding: String?, newFinding: String?
    ) {
      self.path = path
      self.old = old
      self.new = new
      self.line = line
      self.oldFinding = oldFinding
      self.newFinding = newFinding
    }
  }

  /// A property or limit that differs between the two rulebooks.
  public struct Consequence: Codable, Sendable {
    public enum Change: String, Codable, Sendable {
      /// A run breaks it, or it cannot be reached; before, it held or was open.
      case breaks
      /// It held, and is open now.
      case opens
      /// It did not hold, or was open, and holds now.
      case holds
      /// A limit of time has changed.
      case moves
    }

    /// The property, by its old name.
    public let name: String
    public let change: Change
    /// The verdict of the old rulebook, or its limit.
    public let old: String
    public let new: String
    /// A run that breaks it in the new rulebook.
    public let run: Run?
    /// The line of the property in the new rulebook.
    public let line: Int?

    public init(
      _ name: String, _ change: Change, old: String, new: String, run: Run? = nil, line: Int? = nil
    ) {
      self.name = name
      self.change = change
      self.old = old
      self.new = new
      self.run = run
      self.line = line
    }
  }

  public private(set) var schema = "medallion.diff/1"
  public let old: Side
  public let new: Side
  public var rows: [Row]
  /// The number of events, prompts and assumptions whose texts are the same.
  public let same: Int
  /// The number of random steps on which both evaluators agreed.
  public var steps = 0
  /// The recorded traces with different results; nil: not asked for.
  public var traces: [Trace]?
  /// The number of recorded traces that were checked against both.
  public var judged: Int?
  /// The properties and limits, in the order of the old rulebook; nil: not asked for.
  public var consequences: [Consequence]?

  public init(old: Side, new: Side, rows: [Row], same: Int) {
    self.old = old
    self.new = new
    self.rows = rows
    self.same = same
  }

  /// Returns true if a difference counts.
  public static func counts(_ row: Row, _ kinds: Set<Kind>) -> Bool {
    row.accepted == nil && kinds.contains(row.kind)
      && (row.status == .different || row.kind == .renamed)
  }

  /// Returns 1 if a difference counts, 3 if something is open, otherwise 0.
  /// - Parameter kinds: The kinds that count; `open` always does.
  public func outcome(counting kinds: Set<Kind>) -> Outcome {
    let consequences = consequences ?? []
    let isDifferent =
      rows.contains { Self.counts($0, kinds) }
      || kinds.contains(.trace) && traces?.isEmpty == false
      || kinds.contains(.propertyBroken) && consequences.contains { $0.change == .breaks }
    if isDifferent { return .violation }
    let isOpen =
      rows.contains { $0.status == .open && $0.accepted == nil }
      || consequences.contains { $0.change == .opens }
    return isOpen ? .open : .success
  }
}

/// The differences of the rulebooks of two revisions; the JSON document `medallion.diff.git/1`.
public struct DifferingRevisions: Codable, Sendable {
  public private(set) var schema = "medallion.diff.git/1"
  /// The revision as it was given, or the first digits of the commit.
  public let old: String
  /// The revision; nil: the work tree.
  public let new: String?
  /// The rulebooks whose texts differ.
  public var rulebooks: [Differing] = []
  /// The paths of rulebooks that only the new revision has.
  public let added: [String]
  /// The paths of rulebooks that only the old revision has.
  public let removed: [String]

  public init(old: String, new: String?, added: [String], removed: [String]) {
    self.old = old
    self.new = new
    self.added = added
    self.removed = removed
  }

  /// Returns the worst outcome of all rulebooks; a removed one is a difference.
  public func outcome(counting kinds: Set<Differing.Kind>) -> Outcome {
    let outcome = rulebooks.map { $0.outcome(counting: kinds) }.max() ?? .success
    return removed.isEmpty || !kinds.contains(.removed) ? outcome : max(outcome, .violation)
  }
}
