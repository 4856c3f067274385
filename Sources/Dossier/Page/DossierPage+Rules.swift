internal import Explanation
internal import Findings

extension DossierPage {
  var properties: Values {
    let results = dossier.verification.properties
    return [
      "verdicts": Verdict.allCases.filter { v in results.contains { $0.verdict == v } }
        .map(\.rawValue),
      "properties": results.map { property -> Values in
        var values: Values = [
          "name": property.name, "kind": property.kind.rawValue,
          "verdict": property.verdict.rawValue, "statement": property.statement,
          "seconds": seconds(property.seconds),
        ]
        if let line = rulebook.propertyLines[property.name] { values["line"] = "\(line)" }
        if property.run != nil { values["run"] = id(ofRun: property.name) }
        if let reason = property.reason { values["reason"] = reason }
        return values
      },
      "runs": propertiesWithRuns.enumerated().map(run),
    ]
  }

  private func seconds(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private func run(_ index: Int, _ property: Verification.PropertyResult) -> Values {
    let run = property.run
    let steps = run?.steps ?? []
    return [
      "id": id(ofRun: property.name), "index": "\(index)", "name": property.name,
      "verdict": property.verdict.rawValue, "statement": property.statement,
      "count": steps.count == 1 ? "1 step" : "\(steps.count) steps",
      "isOpen": property.verdict == .refuted, "scope": run?.scope.joined(separator: " ") ?? "",
      "start": run?.start.joined(separator: ", ") ?? "", "failure": run?.failure ?? [],
      "steps": steps.map { step in
        [
          "at": Instants.clock(step.at), "event": step.event ?? "time passes",
          "arguments": step.arguments.map { "\($0.name) \($0.value)" }.joined(separator: ", "),
          "changes": step.changes.map {
            ["place": $0.place, "before": $0.before, "after": $0.after] as Values
          },
          "messages": step.messages.map { message in
            let arguments = message.arguments.map(\.value).joined(separator: ", ")
            return "\(message.name)(\(arguments)) to \(message.recipient)"
          },
        ] as Values
      },
    ]
  }

  var rules: Values {
    let exercised = dossier.replaying?.exercised ?? [:]
    let rows = dossier.replaying?.summary.rows ?? []
    return [
      "machines": rulebook.machines.map { machine in
        [
          "place": machine.place, "svg": Markup(StateDiagram(machine).svg),
          "edges": machine.edges.map {
            ["from": $0.from, "to": $0.to, "events": $0.events.joined(separator: ", ")] as Values
          },
        ] as Values
      },
      "events": rulebook.events.map { event -> Values in
        let findings = rows.filter { $0.rule == event.name }.reduce(0) { $0 + $1.count }
        return [
          "name": event.name, "line": "\(event.line)", "source": event.source,
          "properties": event.properties,
          "times": "\(exercised["event \(event.name)"]?.times ?? 0)", "findings": "\(findings)",
        ]
      },
      "lines": lines,
    ]
  }

  /// The lines of the rulebook, each with the requirements that it cites.
  private var lines: [Values] {
    let known = Set(dossier.requirements.map(\.id))
    return rulebook.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      index, line in
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }
      let cites = line.contains("[") ? words.map(String.init).filter(known.contains) : []
      return ["number": "\(index + 1)", "text": String(line), "refs": cites]
    }
  }
}
