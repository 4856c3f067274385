/// Requirement by requirement: what in a rulebook states it, and on what evidence it is kept. The
/// document of `matrix`.
public struct CitationMatrix: Codable, Sendable {
  /// One requirement.
  public struct Row: Codable, Sendable {
    /// As the requirements table has it: `G9.9`.
    public let id: String
    /// Where the requirement comes from, in the words of the requirements table.
    public let source: String
    /// In the words of the requirements table.
    public let kind: String
    /// Its sentence in the requirements table.
    public let requirement: String
    /// Why nothing in the rulebook states it.
    public let excused: String?
    /// What cites it, but for properties.
    public let rules: [Rule]
    /// The properties that cite it, in the order of the rulebook.
    public let properties: [Property]
    /// The shipped traces whose findings cite it.
    public let traces: [String]
    /// What notices that a piece with this id is changed; nil: that was not tried.
    public var guardedBy: [String]?

    public init(
      id: String, source: String, kind: String, requirement: String, excused: String?,
      rules: [Rule], properties: [Property], traces: [String]
    ) {
      self.id = id
      self.source = source
      self.kind = kind
      self.requirement = requirement
      self.excused = excused
      self.rules = rules
      self.properties = properties
      self.traces = traces
    }

    /// Whether any piece of the rulebook, properties included, cites it.
    public var isCited: Bool { !rules.isEmpty || !properties.isEmpty }

    /// Nothing states it and nothing says why.
    public var isGap: Bool { !isCited && excused == nil }
  }

  /// A piece of the rulebook that cites a requirement.
  public struct Rule: Codable, Sendable, Hashable {
    /// `guard of offer`.
    public let what: String
    /// In the rulebook, from 1.
    public let line: Int

    public init(what: String, line: Int) {
      self.what = what
      self.line = line
    }
  }

  /// A property that cites a requirement, with its verdict.
  public struct Property: Codable, Sendable, Hashable {
    public let name: String
    /// nil: it was not verified.
    public let verdict: Verdict?

    public init(name: String, verdict: Verdict?) {
      self.name = name
      self.verdict = verdict
    }
  }

  /// The name and version of the format, which each document bears.
  public var schema = "medallion.matrix/1"
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  public let digest: String
  /// In the order of the requirements table.
  public var rows: [Row]
  /// Events, guards with citations and properties that no shipped trace puts to the test.
  public let unexercised: [String]

  public init(rulebook: String, digest: String, rows: [Row], unexercised: [String]) {
    self.rulebook = rulebook
    self.digest = digest
    self.rows = rows
    self.unexercised = unexercised
  }

  /// The requirements that nothing in the rulebook states or excuses.
  public var gaps: [Row] { rows.filter(\.isGap) }

  /// Cited, and nothing notices when what bears the id is changed.
  public var ineffective: [Row] { rows.filter { $0.guardedBy?.isEmpty == true } }

  /// A gap is open, and so is an id that nothing guards. What no trace puts to the test is told
  /// and no more: it is a matter of the traces.
  public var outcome: Outcome {
    let verdicts = rows.flatMap(\.properties).compactMap(\.verdict?.outcome)
    let isOpen = !gaps.isEmpty || !ineffective.isEmpty
    return (verdicts + [isOpen ? .open : .success]).max() ?? .success
  }
}
