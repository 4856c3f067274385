import Basics
import Findings

/// A requirement with the evidence on which it is kept.
package struct RequirementEvidence: Codable, Sendable {
  /// The strength of the evidence that a requirement is kept, the weakest first.
  package enum Assurance: String, Codable, Sendable, CaseIterable {
    /// A property is refuted, or a trace or the map breaks it.
    case violated
    /// No rule states it, and nothing says why.
    case nothing
    /// A property is neither proved nor refuted.
    case open
    /// A rule states it; nothing shows that it is kept.
    case stated
    /// Traces put it to the test and kept it.
    case observed
    /// A run shows that it can be done.
    case reached
    /// No run of a stated scope breaks it.
    case bounded
    /// The map shows the result.
    case measured
    /// A proof shows that it holds in the rules for any number of entities.
    case proved
    /// The requirement is left out, with a reason.
    case leftOut

    package var title: String {
      switch self {
      case .violated: "violated"
      case .nothing: "nothing"
      case .open: "open"
      case .stated: "stated only"
      case .observed: "observed"
      case .reached: "shown by a run"
      case .bounded: "bounded"
      case .measured: "measured on the map"
      case .proved: "proved for any number"
      case .leftOut: "left out"
      }
    }

    /// The assurance in a sentence, for a reader of the page.
    var meaning: String {
      switch self {
      case .violated: "A property of it is refuted, or a trace or the map breaks it."
      case .nothing: "No rule states it, and the rulebook does not say why."
      case .open: "A property of it is neither proved nor refuted."
      case .stated: "A rule states it; no property says that it is kept, and no trace tested it."
      case .observed: "Traces put it to the test and kept it."
      case .reached: "A run shows that it can be done."
      case .bounded: "No run of the scope that is named breaks it; all of them were looked through."
      case .measured: "It was decided on the map, which names it."
      case .proved: "It holds in the rules for any number of entities."
      case .leftOut: "The rulebook leaves it out, for the reason that is shown."
      }
    }

    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// A rule that a trace can put to the test.
  package struct Exercisable: Sendable {
    /// The name in the exercise of a trace.
    package let key: String
    package let requirements: [String]

    package init(key: String, requirements: [String]) {
      self.key = key
      self.requirements = requirements
    }
  }

  package let id: String
  package let source: String
  package let kind: String
  package let requirement: String
  /// The weakest assurance of all evidence.
  package let assurance: Assurance
  /// The reason why it is left out, open or violated; nil: there is nothing more to say.
  package let reason: String?
  package let rules: [CitationMatrix.Rule]
  package let properties: [CitationMatrix.Property]
  /// The number of times that traces exercise a rule that states it; nil: there were no traces, or
  /// no trace can exercise such a rule.
  package let observed: Int?
  /// The number of findings in traces that break it.
  package let violations: Int
  /// The assumptions on which its proofs rest.
  package let restsOn: [String]

  init(
    _ row: CitationMatrix.Row, _ verification: Verification, _ replaying: Replaying?,
    _ exercised: [String: TraceResult.Exercise]?, _ zoning: Zoning?, _ exercisable: [Exercisable]
  ) {
    id = row.id
    source = row.source
    kind = row.kind
    requirement = row.requirement
    rules = row.rules
    properties = row.properties
    let results = verification.properties.filter { $0.requirements.contains(row.id) }
    restsOn = Set(results.filter { $0.verdict == .proved }.flatMap(\.assumes)).sorted()
    let keys = exercisable.filter { $0.requirements.contains(row.id) }.map(\.key)
    observed =
      keys.isEmpty ? nil : exercised.map { all in keys.reduce(0) { $0 + (all[$1]?.times ?? 0) } }
    violations = Self.violations(of: row.id, replaying)
    var classes = results.map(Self.assurance)
    if let zoning, zoning.requirements.contains(row.id) {
      classes.append(zoning.outcome == .success ? (.measured, nil) : (.violated, "the map"))
    }
    if violations > 0 { classes.append((.violated, "\(counted(violations, "finding")) in traces")) }
    if classes.isEmpty {
      if let excused = row.excused {
        classes = [(.leftOut, excused)]
      } else if !row.isCited {
        classes = [(.nothing, "no rule states it, and nothing says why")]
      } else if observed ?? 0 > 0 {
        classes = [(.observed, nil)]
      } else {
        classes = [(.stated, observed == 0 ? "no trace put it to the test" : nil)]
      }
    }
    let weakest = classes.min { $0.0.rank < $1.0.rank } ?? (.nothing, nil)
    assurance = weakest.0
    reason = weakest.1
  }

  /// Returns the number of violations of a requirement: those in rows of the traces whose listed
  /// findings cite it.
  private static func violations(of id: String, _ replaying: Replaying?) -> Int {
    (replaying?.traces ?? []).reduce(0) { sum, trace in
      let keys = Set(
        trace.findings.lazy.filter { $0.kind.isViolation && $0.requirements.contains(id) }
          .map(\.key))
      return sum + trace.rows.filter { keys.contains($0.key) }.reduce(0) { $0 + $1.count }
    }
  }

  private static func assurance(
    _ property: Verification.PropertyResult
  ) -> (Assurance, String?) {
    switch property.verdict {
    case .proved, .unneeded, .assumed: return (.proved, nil)
    case .reached: return (.reached, nil)
    case .refuted, .unreachable: return (.violated, "\(property.name) is \(property.verdict)")
    case .notInductive, .undecided:
      guard let scope = property.scope, property.run == nil, property.onlySomeOf == nil else {
        return (.open, property.reason ?? "\(property.name) is not decided")
      }
      return (.bounded, "\(property.name): no run with \(scope) breaks it")
    }
  }
}
