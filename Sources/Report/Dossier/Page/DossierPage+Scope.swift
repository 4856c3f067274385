import Basics
import Findings

extension DossierPage {
  var scope: Values {
    [
      "command": dossier.command, "methods": methods,
      "programs": (dossier.programs ?? []).map {
        [
          "role": $0.role.rawValue, "name": $0.name,
          "sha256": $0.sha256 ?? "linked into the tool",
        ] as Values
      },
      "files": dossier.files.map {
        ["role": $0.role.rawValue, "path": $0.path, "sha256": $0.sha256] as Values
      },
      "assumptions": dossier.assumptions.map { assumption in
        [
          "by": assumption.isOfTheRules ? "rules" : "tool", "name": assumption.name,
          "sentence": assumption.sentence, "discharged": assumption.discharged,
          "isOpen": assumption.isOpen, "proofs": assumption.proofs.map(String.init) ?? "all",
        ] as Values
      },
    ]
  }

  private var methods: [String] {
    var methods = [
      "A property is proved by induction over the events of the rules: it holds at the start, and "
        + "no event and no passing of time breaks it. The solver is asked about every step, for "
        + "any number of entities.",
      "A property that is not proved is looked for in runs from the start; a run that is shown was "
        + "done step by step by the evaluator of the rules.",
    ]
    if dossier.replaying != nil {
      methods.append(
        "A trace is judged line by line: each event against its guards, each deadline, each "
          + "message, each observation. A line that is not allowed is one finding; what follows "
          + "from it is counted with it.")
    }
    if dossier.zoning != nil {
      methods.append(
        "The map is decided in exact arithmetic on the decimals of the file; areas are bounds.")
    }
    return methods
  }

  var findings: Values {
    [
      "findings": dossier.findings.enumerated().map { index, finding -> Values in
        var values: Values = [
          "id": "finding-\(index + 1)", "number": "\(index + 1).", "title": finding.title,
          "harm": finding.harm.rawValue, "harmTitle": "\(finding.harm.rawValue) harm",
          "statement": finding.statement, "who": finding.who, "evidence": finding.evidence,
          "recommendation": finding.recommendation, "requirements": finding.requirements,
          "hasRequirements": !finding.requirements.isEmpty,
        ]
        if finding.count > 1 { values["times"] = "\(finding.count) times" }
        if let (link, title) = link(finding) {
          values["link"] = link
          values["linkTitle"] = title
        }
        return values
      }
    ]
  }

  private func link(_ finding: DossierFinding) -> (String, String)? {
    switch finding.source {
    case .proof:
      let hasRun = propertiesWithRuns.contains { $0.name == finding.rule }
      return hasRun
        ? (id(ofRun: finding.rule), "the run, step by step") : ("p-\(finding.rule)", "the property")
    case .replay:
      guard !finding.rule.isEmpty else { return nil }
      let first = findingsInFull.firstIndex { $0.finding.key.title == finding.title }
      return first.map { (id(ofOccurrence: $0), "the lines of the trace and the values") }
        ?? ("rows", "all findings by rule")
    case .zones: return ("zones", "the map")
    case .own: return nil
    }
  }

  var requirements: Values {
    let classes = RequirementEvidence.Assurance.allCases.compactMap { assurance -> Values? in
      let count = dossier.requirements.count { $0.assurance == assurance }
      return count == 0
        ? nil
        : [
          "name": assurance.rawValue, "title": assurance.title, "count": "\(count)",
          "meaning": assurance.meaning,
        ]
    }
    let open = Set(dossier.assumptions.filter { $0.isOfTheRules && $0.isOpen }.map(\.name))
    return [
      "classes": classes,
      "requirementRows": dossier.requirements.map { row -> Values in
        var values: Values = [
          "id": row.id, "requirement": row.requirement, "source": row.source, "kind": row.kind,
          "class": row.assurance.title, "className": row.assurance.rawValue,
          "rules": row.rules.map { ["what": $0.what, "line": "\($0.line)"] as Values },
          "properties": row.properties.map { ["name": $0.name] as Values },
          "observed": row.observed.map { times in
            times == 0
              ? "never put to the test"
              : counted(times, "time")
                + (row.violations > 0 ? ", \(counted(row.violations, "finding"))" : "")
          } ?? "",
          "restsOn": row.restsOn.map { ["name": $0, "isOpen": open.contains($0)] as Values },
        ]
        if let reason = row.reason { values["reason"] = reason }
        return values
      },
    ]
  }
}
