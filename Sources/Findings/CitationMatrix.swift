/// The requirements, each with the rules that state it and the evidence that it is kept. The
/// document of `matrix`.
package struct CitationMatrix: Codable, Sendable {
  /// A requirement.
  package struct Row: Codable, Sendable {
    /// The id, as in the requirements table: `G9.9`.
    package let id: String
    /// The origin of the requirement, in the words of the requirements table.
    package let source: String
    /// The kind, in the words of the requirements table.
    package let kind: String
    /// The sentence of the requirements table.
    package let requirement: String
    /// The reason why nothing in the rulebook states it.
    package let excused: String?
    /// The pieces that cite it, without properties.
    package let rules: [Rule]
    /// The properties that cite it, in the order of the rulebook.
    package let properties: [Property]
    /// The shipped traces with findings that cite it.
    package let traces: [String]
    /// The checks that fail if a piece with this id is changed; nil: that was not tried.
    package var guardedBy: [String]?

    package init(
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

    /// True if any piece of the rulebook, properties included, cites it.
    package var isCited: Bool { !rules.isEmpty || !properties.isEmpty }

    /// True if nothing states it and no reason is given.
    package var isGap: Bool { !isCited && excused == nil }
  }

  /// A piece of the rulebook that cites a requirement.
  package struct Rule: Codable, Sendable, Hashable {
    /// `guard of offer`.
    package let what: String
    /// The line in the rulebook, from 1.
    package let line: Int

    package init(what: String, line: Int) {
      self.what = what
      self.line = line
    }
  }

  /// A property that cites a requirement, with its verdict.
  package struct Property: Codable, Sendable, Hashable {
    package let name: String
    /// The verdict; nil: it was not verified.
    package let verdict: Verdict?

    package init(name: String, verdict: Verdict?) {
      self.name = name
      self.verdict = verdict
    }
  }

  /// The name and version of the format, which each document bears.
  package var schema = "medallion.matrix/1"
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  package let digest: String
  /// The requirements in the order of the requirements table.
  package var rows: [Row]
  /// The events, guards with citations and properties that no shipped trace exercises.
  package let unexercised: [String]

  package init(rulebook: String, digest: String, rows: [Row], unexercised: [String]) {
    self.rulebook = rulebook
    self.digest = digest
    self.rows = rows
    self.unexercised = unexercised
  }

  /// The requirements that nothing in the rulebook states or excuses.
  package var gaps: [Row] { rows.filter(\.isGap) }

  /// The requirements that are cited, but whose pieces can change without any check failing.
  package var ineffective: [Row] { rows.filter { $0.guardedBy?.isEmpty == true } }

  /// The outcome: a gap is open, and so is an id that nothing guards. Rules that no trace exercises
  /// are only listed: they depend on the traces.
  package var outcome: Outcome {
    let verdicts = rows.flatMap(\.properties).compactMap(\.verdict?.outcome)
    let isOpen = !gaps.isEmpty || !ineffective.isEmpty
    return (verdicts + [isOpen ? .open : .success]).max() ?? .success
  }
}
