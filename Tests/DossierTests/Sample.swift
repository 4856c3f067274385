import Findings
import Report

/// A small dossier with everything in it that a page can show.
enum Sample {
  static func property(
    _ name: String, _ verdict: Verdict, requirements: [String] = [], assumes: [String] = [],
    run: Run? = nil
  ) -> Verification.PropertyResult {
    var result = Verification.PropertyResult(
      name: name, requirements: requirements, statement: "What \(name) says.", kind: .invariant,
      verdict: verdict)
    result.assumes = assumes
    result.run = run
    return result
  }

  static func verification(_ properties: [Verification.PropertyResult]) -> Verification {
    Verification(
      rulebook: "Lift", digest: String(repeating: "a", count: 64),
      solver: Verification.Solver(name: "z3", version: "4.8.12", seed: 0, rlimit: 1),
      properties: properties, events: [], fault: nil, seconds: 1)
  }

  static func finding(
    _ rule: String = "leave", line: Int = 1, entity: String = "lift A",
    kind: Finding.Kind = .wronglyAccepted, requirements: [String] = ["R1"]
  ) -> Finding {
    var finding = Finding(
      line: line, offset: 0, at: Int64(line) * 1_000, kind: kind, rule: rule,
      requirements: requirements, statement: "Nobody leaves an empty lift.", entity: entity,
      expected: "\(rule) is refused", observed: "\(rule) was accepted")
    finding.entities = [Finding.Entity(sort: "Lift", name: entity)]
    finding.guard = Finding.Guard("lift.load > 0")
    return finding
  }

  static func replaying(_ findings: [Finding], exercised: [String: Int] = [:]) -> Replaying {
    var trace = TraceResult(path: "day.jsonl")
    trace.events = 10
    trace.findings = findings
    for finding in findings {
      var row = FindingRow(finding)
      row.count = 1
      row.entities = 1
      trace.rows.add(row)
    }
    trace.verdict = findings.isEmpty ? .conforms : .violates
    trace.exercised = exercised.mapValues { TraceResult.Exercise(times: $0) }
    return Replaying(rulebook: "Lift", digest: "", traces: [trace])
  }

  static func row(
    _ id: String, rules: [String] = [], properties: [String] = [], excused: String? = nil
  ) -> CitationMatrix.Row {
    CitationMatrix.Row(
      id: id, source: "1", kind: "rule", requirement: "What \(id) asks for.", excused: excused,
      rules: rules.map { CitationMatrix.Rule(what: $0, line: 1) },
      properties: properties.map { CitationMatrix.Property(name: $0, verdict: nil) }, traces: [])
  }

  static func dossier(
    properties: [Verification.PropertyResult] = [], replaying: Replaying? = nil,
    rows: [CitationMatrix.Row] = [], exercisable: [RequirementEvidence.Exercisable] = [],
    assumptions: [DossierAssumption.Stated] = [], own: [DossierFinding] = []
  ) -> Dossier {
    Dossier(
      made: "2027-03-31", arguments: ["medallion", "report", "lift.rulebook"], version: "0.2.0",
      files: [Dossier.File(role: .rulebook, path: "lift.rulebook", sha256: "aa")],
      programs: [
        Dossier.Program(role: .tool, name: "Medallion 0.2.0", sha256: "bb"),
        Dossier.Program(role: .solver, name: "z3 4.8.12", sha256: nil),
      ],
      verification: verification(properties), replaying: replaying, zoning: nil,
      citations: CitationMatrix(rulebook: "Lift", digest: "", rows: rows, unexercised: []),
      exercisable: exercisable, assumptions: assumptions, own: own)
  }

  static func page(_ dossier: Dossier) throws -> String {
    let rulebook = DossierPage.Rulebook(
      text: "rulebook Lift\nevent leave(lift: Lift) from rider [R1]\n", machines: [],
      events: [
        DossierPage.Rulebook.Event(
          name: "leave", line: 2, source: "rider",
          properties: dossier.verification.properties.map(\.name))
      ], propertyLines: [:])
    return try DossierPage(dossier, rulebook: rulebook, map: nil).html()
  }
}
