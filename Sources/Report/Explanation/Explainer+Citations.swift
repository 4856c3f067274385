import Findings
import Rulebook

extension Explainer {
  /// Returns every requirement of the table, with the rules that state it and the evidence that it
  /// is kept. O(requirements × parts of the rulebook).
  ///
  /// - Parameters:
  ///   - verification: The verdicts on the properties; nil: they were not verified.
  ///   - traces: The results of replaying the shipped traces.
  ///   - exercisable: The names of the rules that these could have tested.
  package func citations(
    _ verification: Verification?, _ traces: [TraceResult], exercisable: [String]
  ) -> CitationMatrix {
    var verdicts: [String: Verdict] = [:]
    for property in verification?.properties ?? [] { verdicts[property.name] = property.verdict }
    var reasons: [String: String] = [:]
    for omission in rules.omissions {
      for id in omission.ids { reasons[id] = omission.reason }
    }
    let rows = rules.requirements.map { requirement in
      CitationMatrix.Row(
        id: requirement.id, source: requirement.source, kind: requirement.kind,
        requirement: requirement.text, excused: reasons[requirement.id],
        rules: parts.citing(requirement.id).filter { !$0.isProperty }.map {
          CitationMatrix.Rule(what: $0.what, line: $0.line)
        },
        properties: rules.properties.filter { $0.citations.contains(requirement.id) }
          .map { CitationMatrix.Property(name: $0.name, verdict: verdicts[$0.name]) },
        traces: traces.filter { trace in
          trace.findings.contains { $0.requirements.contains(requirement.id) }
        }.map(\.path))
    }
    let exercised = Set(traces.flatMap(\.exercised.keys))
    return CitationMatrix(
      rulebook: rules.name, digest: rules.digest, rows: rows,
      unexercised: traces.isEmpty ? [] : exercisable.filter { !exercised.contains($0) })
  }
}
