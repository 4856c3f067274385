import Findings

extension DossierPage {
  var properties: Values {
    let results = dossier.verification.properties
    return [
      "verdicts": Verdict.allCases.compactMap { verdict -> Values? in
        let count = results.count { $0.verdict == verdict }
        return count == 0
          ? nil
          : ["name": verdict.rawValue, "count": "\(count)", "meaning": verdict.meaning]
      },
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
        var values: Values = [
          "name": event.name, "line": "\(event.line)", "source": event.source,
          "properties": event.properties,
          "times": "\(exercised["event \(event.name)"]?.times ?? 0)", "findings": "\(findings)",
        ]
        if let row = rows.firstIndex(where: { $0.rule == event.name }) {
          values["row"] = "row-\(row + 1)"
        }
        return values
      },
      "lines": lines,
    ]
  }

  /// The lines of the rulebook, in which each requirement that is cited is a link.
  private var lines: [Values] {
    let known = Set(dossier.requirements.map(\.id))
    return rulebook.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      ["number": "\($0 + 1)", "parts": parts($1, known)]
    }
  }

  /// A line in parts: each a text, and the requirement that follows it.
  private func parts(_ line: Substring, _ known: Set<String>) -> [Values] {
    var parts: [Values] = []
    var rest = line[...]
    let words =
      line.contains("[")
      ? line.split { !($0.isLetter || $0.isNumber || "._-".contains($0)) } : []
    for word in words where known.contains(String(word)) {
      let text = String(rest[..<word.startIndex])
      parts.append(["text": text, "ref": String(word)])
      rest = line[word.endIndex...]
    }
    return parts + [["text": String(rest)]]
  }
}

extension Verdict {
  /// The verdict in a sentence, for a reader of the page.
  fileprivate var meaning: String {
    switch self {
    case .proved: "Holds for any number of entities."
    case .reached: "A run shows that it can happen."
    case .refuted: "A run from the start breaks it."
    case .unreachable: "It is proved that no run gets there."
    case .notInductive:
      "Neither proved nor refuted: a step may break it, from a state that perhaps no run reaches."
    case .undecided: "The solver gave no answer; the reason is shown."
    case .unneeded: "An auxiliary measure without which all is proved."
    case .assumed: "Taken for granted."
    }
  }
}
