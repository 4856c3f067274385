/// The differences between two rulebooks; the JSON document `medallion.diff/1`.
package struct Differing: Codable, Sendable {
  /// One side of the comparison.
  package struct Side: Codable, Sendable, Hashable {
    /// The path as it was given; of a revision from the top of the repository.
    package let path: String
    /// The revision that it was read from, as it was given; nil: a file.
    package let revision: String?
    /// SHA-256 of the rulebook's bytes, in hexadecimal.
    package let digest: String

    package init(path: String, revision: String? = nil, digest: String) {
      self.path = path
      self.revision = revision
      self.digest = digest
    }

    /// `main:Models/Desk.rulebook`
    package var name: String { revision.map { "\($0):\(path)" } ?? path }
  }

  /// The respect in which an event, a `prompt` or an assumption differs, or a consequence of a
  /// difference.
  package enum Kind: String, Codable, Sendable, CaseIterable {
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
  package enum Status: String, Codable, Sendable {
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
  package enum Reached: String, Codable, Sendable { case both, old, new }

  /// A respect in which one rule differs.
  package struct Row: Codable, Sendable {
    /// The event or property, or the declaration that was renamed, added or removed, by its old
    /// name if it has one.
    package let subject: String
    package let kind: Kind
    package var status: Status
    /// The requirement ids of both sides, each once.
    package var requirements: [String] = []
    /// The lines of the compared rules; nil: that side has none.
    package var oldLine: Int?
    package var newLine: Int?
    /// The differences, one a line.
    package var details: [String] = []
    /// The run that ends in the step on which the two rulebooks differ.
    package var run: Run?
    package var reached: Reached?
    /// A state in which the two would differ, one line for each place; only for an open row. No run
    /// is known that leads there.
    package var state: [String] = []
    /// The names of the invariants that the verdict `equal` rests on.
    package var because: [String] = []
    /// The key of an accepted change.
    package var sha256 = ""
    /// The reason for which the change is accepted.
    package var accepted: String?
    /// True if consequences were asked for, and no property and no recorded trace distinguishes the
    /// two rulebooks.
    package var unnoticed: Bool?

    package init(_ subject: String, _ kind: Kind, _ status: Status) {
      self.subject = subject
      self.kind = kind
      self.status = status
    }
  }

  /// A recorded trace on which the two rulebooks differ.
  package struct Trace: Codable, Sendable, Hashable {
    package let path: String
    package let old: TraceResult.Verdict
    package let new: TraceResult.Verdict
    /// The first line on which they differ, from 1; nil: they differ in no line.
    package let line: Int?
    /// The old rules' finding at that line, or the reason why the trace is inconclusive; nil: it
    /// has none.
    package let oldFinding: String?
    package let newFinding: String?

    package init(
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
  package struct Consequence: Codable, Sendable {
    package enum Change: String, Codable, Sendable {
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
    package let name: String
    package let change: Change
    /// The verdict of the old rulebook, or its limit.
    package let old: String
    package let new: String
    /// A run that breaks it in the new rulebook.
    package let run: Run?
    /// The line of the property in the new rulebook.
    package let line: Int?

    package init(
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

  package private(set) var schema = "medallion.diff/1"
  package let old: Side
  package let new: Side
  package var rows: [Row]
  /// The number of events, prompts and assumptions whose texts are the same.
  package let same: Int
  /// The number of random steps on which both evaluators agreed.
  package var steps = 0
  /// The recorded traces with different results; nil: not asked for.
  package var traces: [Trace]?
  /// The number of recorded traces that were checked against both.
  package var judged: Int?
  /// The properties and limits, in the order of the old rulebook; nil: not asked for.
  package var consequences: [Consequence]?

  package init(old: Side, new: Side, rows: [Row], same: Int) {
    self.old = old
    self.new = new
    self.rows = rows
    self.same = same
  }

  /// Returns true if a difference counts.
  package static func counts(_ row: Row, _ kinds: Set<Kind>) -> Bool {
    row.accepted == nil && kinds.contains(row.kind)
      && (row.status == .different || row.kind == .renamed)
  }

  /// Returns 1 if a difference counts, 3 if something is open, otherwise 0.
  /// - Parameter kinds: The kinds that count; `open` always does.
  package func outcome(counting kinds: Set<Kind>) -> Outcome {
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
package struct DifferingRevisions: Codable, Sendable {
  package private(set) var schema = "medallion.diff.git/1"
  /// The revision as it was given, or the first digits of the commit.
  package let old: String
  /// The revision; nil: the work tree.
  package let new: String?
  /// The rulebooks whose texts differ.
  package var rulebooks: [Differing] = []
  /// The paths of rulebooks that only the new revision has.
  package let added: [String]
  /// The paths of rulebooks that only the old revision has.
  package let removed: [String]

  package init(old: String, new: String?, added: [String], removed: [String]) {
    self.old = old
    self.new = new
    self.added = added
    self.removed = removed
  }

  /// Returns the worst outcome of all rulebooks; a removed one is a difference.
  package func outcome(counting kinds: Set<Differing.Kind>) -> Outcome {
    let outcome = rulebooks.map { $0.outcome(counting: kinds) }.max() ?? .success
    return removed.isEmpty || !kinds.contains(.removed) ? outcome : max(outcome, .violation)
  }
}
