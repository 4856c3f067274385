/// The effects of changing a rulebook, one piece at a time: the document of `mutate`.
package struct Mutating: Codable, Sendable {
  /// The name and version of the format, which each document bears.
  package var schema = "medallion.mutate/1"
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  package let digest: String
  /// The number of traces on which each change was tried.
  package let traces: Int
  /// The names, in order, of the properties that the unchanged rulebook does not keep: they detect
  /// no change. Nil if it keeps all.
  package let unkept: [String]?
  /// The changes of pieces, followed by those that are ``MutantResult/Change/added``.
  package var mutants: [MutantResult]
  /// The ids that the rulebook cites, in the order of the requirements table.
  package var citations: [Citation]

  package init(
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

  /// The changes that nothing detected; redundant pieces do not count.
  package var unnoticed: [MutantResult] { mutants.filter { $0.fate == .unnoticed } }

  /// The outcome: open if a piece could be removed undetected, or if a property is not kept anyway
  /// and so can detect nothing; never a violation.
  package var outcome: Outcome { unnoticed.isEmpty && unkept == nil ? .success : .open }

  /// An id with the checks that guard it: one of them fails if the piece with the id is changed.
  package struct Citation: Codable, Sendable {
    /// The id as the rulebook cites it: `G9.9`.
    package let id: String
    /// The checks that detect a change of a piece with this id; empty: stated, not guarded.
    package var guardedBy: [String]

    package init(id: String, guardedBy: [String]) {
      self.id = id
      self.guardedBy = guardedBy
    }
  }
}

/// A changed piece of a rulebook, and the check that detected the change.
package struct MutantResult: Codable, Hashable, Sendable {
  /// The kind of change.
  package enum Change: String, Codable, Sendable, CaseIterable {
    case withoutGuard, withoutDue, withoutEffect, withoutNotification, withoutRow
    /// One of the conditions that a definition joins by `and` is removed.
    case withoutCondition
    /// A field, a type or a definition is removed as a whole.
    case withoutDeclaration
    /// The value at the start is left open.
    case withoutInitial
    /// A field of pairs has another value at first.
    case otherInitial
    /// An event becomes the server's own decision, or is one no longer.
    case otherActor
    /// An event assigns a field that it otherwise does not assign.
    case added
    /// A parameter or the end of a range is changed by the least step.
    case raised, lowered
    /// A parameter that is true or false is inverted.
    case inverted
  }

  /// The first check that detected the change.
  package enum Fate: String, Codable, Sendable {
    /// The language does not allow the rulebook without it.
    case rejected
    /// A property that was proved is no longer kept.
    case property
    /// The result of a shipped trace is different.
    case trace
    /// Other rules say the same, which is proved: no run is different.
    case redundant
    /// The language, the proofs and the traces all accept it, and it is not redundant.
    case unnoticed
  }

  package let change: Change
  /// The place of the piece: `event offer`, `effect join`, `parameter answerWindow`.
  package let place: String
  /// The line in the rulebook, from 1.
  package let line: Int
  /// The text of the piece.
  package let text: String
  /// The ids that the piece cites.
  package let requirements: [String]
  /// The first that detected the change: the language, the proofs, the traces; or none.
  package var fate: Fate
  /// The properties or the trace that detect the change, or the id of the diagnostic.
  package var by: [String]
  /// A run that only one of both rulebooks allows, or that ends differently, for an undetected
  /// change; nil: none was found, which does not show that there is none.
  package var run: Run?

  package init(
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
