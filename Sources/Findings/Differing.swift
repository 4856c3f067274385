/// How two rulebooks differ; the JSON document `medallion.diff/1`.
public struct Differing: Codable, Sendable {
  /// One of the two rulebooks.
  public struct Side: Codable, Sendable, Hashable {
    public let path: String
    /// SHA-256 of the rulebook's bytes, in hexadecimal.
    public let digest: String

    public init(path: String, digest: String) {
      self.path = path
      self.digest = digest
    }
  }

  /// In which respect an event, a `prompt` or an assumption differs.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    case newlyPermitted = "newly-permitted"
    case noLongerPermitted = "no-longer-permitted"
    case deadline, effect, message, refusal, start
    case propertyWeaker = "property-weaker"
    case propertyChanged = "property-changed"
    case renamed, added, removed
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

    public init(_ subject: String, _ kind: Kind, _ status: Status) {
      self.subject = subject
      self.kind = kind
      self.status = status
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

  public init(old: Side, new: Side, rows: [Row], same: Int) {
    self.old = old
    self.new = new
    self.rows = rows
    self.same = same
  }

  /// 1 if some row is different, 3 if one is open, otherwise 0.
  /// - Parameter kinds: what counts; `open` always does.
  public func outcome(counting kinds: Set<Kind>) -> Outcome {
    let isDifferent = rows.contains {
      $0.accepted == nil && kinds.contains($0.kind)
        && ($0.status == .different || $0.kind == .renamed && kinds.contains(.renamed))
    }
    if isDifferent { return .violation }
    return rows.contains { $0.status == .open && $0.accepted == nil } ? .open : .success
  }
}
