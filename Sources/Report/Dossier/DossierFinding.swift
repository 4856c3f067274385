import Findings

/// An entry of the schedule of findings.
package struct DossierFinding: Codable, Sendable, Hashable {
  /// The part of the evidence that a finding comes from.
  package enum Source: String, Codable, Sendable, CaseIterable { case proof, replay, zones, own }

  /// The harm that a finding stands for.
  package enum Harm: String, Codable, Sendable, CaseIterable {
    /// A rule is broken.
    case high
    /// It is not known if a rule is broken.
    case medium
    /// No rule is broken, but people should know of it.
    case low

    /// 0 for the worst.
    var rank: Int {
      switch self {
      case .high: 0
      case .medium: 1
      case .low: 2
      }
    }
  }

  package let source: Source
  package let harm: Harm
  package let title: String
  /// The rule that is concerned, in a sentence.
  package let statement: String
  /// The actors or entities that it is about; empty: none in particular.
  package let who: String
  /// A sentence for each piece of evidence.
  package let evidence: [String]
  package let recommendation: String
  package let requirements: [String]
  /// The number of occurrences, at least 1.
  package let count: Int
  /// The property or rule that it is about; empty in findings of the user's own.
  package let rule: String

  package init(
    source: Source, harm: Harm, title: String, statement: String, who: String, evidence: [String],
    recommendation: String, requirements: [String], count: Int = 1, rule: String = ""
  ) {
    self.source = source
    self.harm = harm
    self.title = title
    self.statement = statement
    self.who = who
    self.evidence = evidence
    self.recommendation = recommendation
    self.requirements = requirements
    self.count = count
    self.rule = rule
  }

  /// The text by which a finding is known again in a later dossier.
  var key: String { "\(source.rawValue)/\(title)" }
}

extension [DossierFinding] {
  /// The worst first; those of one harm by their number, then as they came.
  var ranked: [DossierFinding] {
    enumerated().sorted { a, b in
      (a.element.harm.rank, -a.element.count, a.offset)
        < (b.element.harm.rank, -b.element.count, b.offset)
    }.map(\.element)
  }
}
