/// How two rulebooks differ; the JSON document `medallion.diff/1`.
public struct Differing: Codable, Sendable {
  /// One of the two rulebooks.
  public struct Side: Codable, Sendable, Hashable {
    /// As it was given; of a revision from the top of the repository.
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

  /// In which respect an event, a `prompt` or an assumption differs, or what comes of it.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case newlyPermitted = "newly-permitted"
    case noLongerPermitted = "no-longer-permitted"
    case deadline, effect, message, refusal, start
    case propertyWeaker = "property-weaker"
    case propertyChanged = "property-changed"
    case renamed, added, removed
    /// Of consequences only.
    case propertyBroken = "property-broken"
    /// Of recorded traces only.
    case trace
  }

  /// How sure it is.
  public enum Status: String, Codable, Sendable {
    /// Shown by a run.
    case different
    /// The solver does not exclude it, and no run was found.
    case open
    /// The texts differ, and they are proved to mean the same, for any number of entities.
    case equal
    /// Says what was matched; no difference in meaning.
    case note
  }

  /// By whom the run is one, up to its last step.
  public enum Reached: String, Codable, Sendable { case both, old, new }

  /// One respect in which one rule differs.
  public struct Row: Codable, Sendable {
    /// An event, a property, or what was renamed, added or removed, by its old name if it has one.
    public let subject: String
    public let kind: Kind
    public var status: Status
    /// The ids of both sides, each once.
    public var requirements: [String] = []
    /// Lines of the rules compared; nil: that side has none.
    public var oldLine: Int?
    public var newLine: Int?
    /// The differences, a line each.
    public var details: [String] = []
    /// Ends in the step that the two judge differently.
    public var run: Run?
    public var reached: Reached?
    /// Of an open row: a state, a line for each place, in which the two would part. No run is known
    /// that leads there.
    public var state: [String] = []
    /// The names of the invariants on which `equal` rests.
    public var because: [String] = []
    /// The key of an accepted change.
    public var sha256 = ""
    /// The reason for which the change is accepted.
    public var accepted: String?
    /// True if consequences were asked for, and neither a property nor a recorded trace tells the
    /// two rulebooks apart.
    public var unnoticed: Bool?

    public init(_ subject: String, _ kind: Kind, _ status: Status) {
      self.subject = subject
      self.kind = kind
      self.status = status
    }
  }

  /// A recorded trace that the two judge otherwise.
  public struct Trace: Codable, Sendable, Hashable {
    public let path: String
    public let old: TraceResult.Verdict
    public let new: TraceResult.Verdict
    /// The first line of which they say something else, from 1; nil: they differ in no line.
    public let line: Int?
    /// The old rules' finding at that line, or why the trace is inconclusive; nil: it has none.
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

  /// Something that holds of one of the two rulebooks, and not so of the other.
  public struct Consequence: Codable, Sendable {
    public enum Change: String, Codable, Sendable {
      /// A run breaks it, or it cannot be reached; before it held, or was open.
      case breaks
      /// It held, and is open.
      case opens
      /// It did not hold, or was open, and holds.
      case holds
      /// A limit of time is another.
      case moves
    }

    /// The property, by its old name.
    public let name: String
    public let change: Change
    /// The verdict of the old rulebook, or its limit.
    public let old: String
    public let new: String
    /// Breaks it in the new rulebook.
    public let run: Run?
    /// Of the property in the new rulebook.
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
  /// How many events, prompts and assumptions are the same as they stand.
  public let same: Int
  /// How many random steps both evaluators did alike.
  public var steps = 0
  /// The recorded traces that are judged otherwise; nil: not asked for.
  public var traces: [Trace]?
  /// The number of recorded traces that both judged.
  public var judged: Int?
  /// Properties and limits first to last as the old rulebook has them; nil: not asked for.
  public var consequences: [Consequence]?

  public init(old: Side, new: Side, rows: [Row], same: Int) {
    self.old = old
    self.new = new
    self.rows = rows
    self.same = same
  }

  /// True if a difference counts.
  public static func counts(_ row: Row, _ kinds: Set<Kind>) -> Bool {
    row.accepted == nil && kinds.contains(row.kind)
      && (row.status == .different || row.kind == .renamed)
  }

  /// 1 if something differs that counts, 3 if something is open, otherwise 0.
  /// - Parameter kinds: what counts; `open` always does.
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
  /// As it was given, or the first digits of the commit.
  public let old: String
  /// nil: the work tree.
  public let new: String?
  /// Those whose texts differ.
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

  /// The worst of all rulebooks; one that is removed is a difference.
  public func outcome(counting kinds: Set<Differing.Kind>) -> Outcome {
    let outcome = rulebooks.map { $0.outcome(counting: kinds) }.max() ?? .success
    return removed.isEmpty || !kinds.contains(.removed) ? outcome : max(outcome, .violation)
  }
}
