/// What becomes of a rulebook when one piece of it is changed: the document of `mutate`.
public struct Mutating: Codable, Sendable {
  /// The name and version of the format, which each document bears.
  public var schema = "medallion.mutate/1"
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  public let digest: String
  /// How many traces each change was tried on.
  public let traces: Int
  /// The names of what the rulebook does not keep as it is, in order: it notices nothing. Nil if
  /// it keeps all.
  public let unkept: [String]?
  /// Changes of pieces first; those that are ``MutantResult/Change/added`` come last.
  public var mutants: [MutantResult]
  /// Every id that the rulebook cites, in the order of the requirements table.
  public var citations: [Citation]

  public init(
    rulebook: String, digest: String, traces: Int, unkept: [String]?, mutants: [MutantResult],
    citations: [Citation]
  ) {
    self.rulebook = rulebook
    self.digest = digest
    self.traces = traces
    self.unkept = unkept
    self.mutants = mutants
    self.citations = citations
  }

  /// The changes that nothing noticed; pieces that are redundant do not count.
  public var unnoticed: [MutantResult] { mutants.filter { $0.fate == .unnoticed } }

  /// A piece that could vanish without anybody noticing is open, as is what nobody could notice
  /// because it is not kept anyway; it breaks nothing.
  public var outcome: Outcome { unnoticed.isEmpty && unkept == nil ? .success : .open }

  /// Whether an id is more than a word: something fails without what bears it.
  public struct Citation: Codable, Sendable {
    /// As the rulebook cites it: `G9.9`.
    public let id: String
    /// What notices that a piece with this id is changed; empty: stated, not guarded.
    public var guardedBy: [String]

    public init(id: String, guardedBy: [String]) {
      self.id = id
      self.guardedBy = guardedBy
    }
  }
}

/// One piece of a rulebook, changed, and who noticed.
public struct MutantResult: Codable, Hashable, Sendable {
  /// What was done to the piece.
  public enum Change: String, Codable, Sendable, CaseIterable {
    case withoutGuard, withoutDue, withoutEffect, withoutNotification, withoutRow
    /// One of the conditions that a definition joins by `and`.
    case withoutCondition
    /// A field, a type or a definition as a whole.
    case withoutDeclaration
    /// The value at the start is left open.
    case withoutInitial
    /// An event assigns a field that it does not.
    case added
    /// A parameter or the end of a range, by the least step.
    case raised, lowered
    /// A parameter that is true or false.
    case inverted
  }

  /// Who noticed.
  public enum Fate: String, Codable, Sendable {
    /// The language does not allow the rulebook without it.
    case rejected
    /// Something that was proved is not kept.
    case property
    /// A shipped trace is judged differently.
    case trace
    /// Other rules say the same, which is proved: no run is different.
    case redundant
    /// Neither the language nor a proof nor a trace minds, and it is not redundant.
    case unnoticed
  }

  public let change: Change
  /// `event offer`, `effect join`, `parameter answerWindow`.
  public let place: String
  /// In the rulebook, from 1.
  public let line: Int
  /// The piece as it stands there.
  public let text: String
  /// The ids that the piece cites.
  public let requirements: [String]
  /// The first that noticed: the language, the proofs, the traces; or that nobody did.
  public var fate: Fate
  /// The properties or the trace that notice, or the id of the diagnostic.
  public var by: [String]
  /// Of a change that nobody notices, a run that is legal by one of both rulebooks, or ends otherwise;
  /// nil: none was found, and that there is none is not shown.
  public var run: Run?

  public init(
    change: Change, place: String, line: Int, text: String, requirements: [String], fate: Fate,
    by: [String]
  ) {
    self.change = change
    self.place = place
    self.line = line
    self.text = text
    self.requirements = requirements
    self.fate = fate
    self.by = by
  }
}
