import Findings

extension DossierPage {
  var traces: Values {
    guard let replaying = dossier.replaying else { return [:] }
    let all = allFindings
    let shown = findingsInFull
    let rest = all.dropFirst(Self.mostInFull)
    let counted = replaying.summary.rows.reduce(0) { $0 + $1.count }
    let unlisted = counted - min(all.count, Self.mostInFull + Self.mostRows)
    return [
      "traces": replaying.traces.map { trace in
        [
          "path": trace.path, "verdict": trace.verdict.rawValue, "reason": trace.reason ?? "",
          "notes": trace.notes,
          "events": "\(trace.events)", "findings": "\(trace.rows.reduce(0) { $0 + $1.count })",
          "rejected": "\(trace.rejected.count)",
        ] as Values
      },
      "journeys": journeyedTraces.enumerated().map { index, trace in
        ["id": id(ofJourney: index), "path": trace.path] as Values
      },
      "hasRows": !replaying.summary.rows.isEmpty, "rows": rows(replaying),
      "occurrences": shown.enumerated().map(occurrence),
      "hasEntities": shown.contains { !$0.finding.entities.isEmpty }, "entities": entities(shown),
      "hasMore": !rest.isEmpty,
      "moreNote": "Beyond the first \(Self.mostInFull), a row each"
        + (unlisted > 0 ? "; \(unlisted) more are only counted above." : "."),
      "more": rest.prefix(Self.mostRows).map { path, finding in
        ["path": path, "line": "\(finding.line)", "rule": finding.rule, "entity": finding.entity]
          as Values
      },
    ]
  }

  private func rows(_ replaying: Replaying) -> [Values] {
    let listed = replaying.traces.flatMap(\.findings)
    let instants = listed.map(\.at)
    let byKey = Dictionary(grouping: listed, by: \.key)
    let span = (instants.min() ?? 0)...(instants.max() ?? 0)
    return replaying.summary.rows.enumerated().map { index, row in
      let own = (byKey[row.key] ?? []).map(\.at)
      let label =
        "\(own.count) listed findings from \(Instants.timestamp(span.lowerBound)) to "
        + Instants.timestamp(span.upperBound)
      return [
        "id": "row-\(index + 1)", "rule": row.rule, "how": row.how.words, "guard": row.guard ?? "",
        "count": "\(row.count)",
        "entities": "\(row.entities)" + (row.hasMoreEntities == true ? " or more" : ""),
        "chart": Markup(OccurrenceChart(own, over: span).svg(label)),
      ]
    }
  }

  private func occurrence(_ index: Int, _ item: (path: String, finding: Finding)) -> Values {
    let finding = item.finding
    var values: Values = [
      "id": id(ofOccurrence: index), "path": item.path, "line": "\(finding.line)",
      "rule": finding.rule,
      "how": finding.kind.words, "entity": finding.entity, "at": Instants.timestamp(finding.at),
      "statement": finding.statement, "expected": finding.expected, "observed": finding.observed,
    ]
    if let line = finding.ruleLine { values["ruleLine"] = "\(line)" }
    if let condition = finding.guard {
      values["guard"] = condition.text
      values["values"] = condition.values.map { ["path": $0.path, "value": $0.value] as Values }
    }
    if let repair = finding.repair { values["repair"] = repair }
    if let trace = journeyedTraces.firstIndex(where: { $0.path == item.path }),
      let step = journeyedTraces[trace].journey.steps.lastIndex(where: {
        $0.line == finding.line
      })
    {
      values["journey"] = id(ofJourney: trace)
      values["step"] = "\(step)"
    }
    if finding.downstream > 0 { values["follows"] = "\(finding.downstream) more" }
    if let texts = finding.texts, !texts.isEmpty {
      values["hasTexts"] = true
      values["texts"] = texts.map { line in
        ["line": "\(line.line)", "text": line.text, "isOwn": line.line == finding.line] as Values
      }
    }
    return values
  }

  /// The entities with the most findings, each with its findings in the order of time.
  private func entities(_ shown: ArraySlice<(path: String, finding: Finding)>) -> [Values] {
    var byName: [String: [(index: Int, finding: Finding)]] = [:]
    for (index, item) in shown.enumerated() {
      for entity in item.finding.entities {
        byName["\(entity.sort) \(entity.name)", default: []].append((index, item.finding))
      }
    }
    let most = byName.sorted { a, b in
      a.value.count != b.value.count ? a.value.count > b.value.count : a.key < b.key
    }
    return most.prefix(100).map { name, items in
      [
        "name": name,
        "findings": items.sorted { ($0.finding.at, $0.index) < ($1.finding.at, $1.index) }.map {
          [
            "id": id(ofOccurrence: $0.index), "at": Instants.timestamp($0.finding.at),
            "rule": $0.finding.rule,
          ] as Values
        },
      ]
    }
  }

  var zones: Values {
    guard let zoning = dossier.zoning else { return [:] }
    let verdict =
      switch zoning.verdict {
      case .partition: "The zones are a partition of the city: every place is in exactly one."
      case .partitionWithinTolerance:
        "The zones are a partition but for slivers within the tolerance."
      case .notAPartition: "The zones are no partition of the city."
      }
    return [
      "zonesVerdict": verdict, "map": zoning.path, "picture": Markup(map?.svg ?? ""),
      "hasFaults": !zoning.faults.isEmpty,
      "faults": zoning.faults.prefix(1_000).map { fault in
        [
          "kind": fault.kind.rawValue, "zones": fault.zones.joined(separator: ", "),
          "area": "\(fault.area.atMost)",
          "place": fault.witness.map { "\($0.longitude), \($0.latitude)" } ?? "",
        ] as Values
      },
    ]
  }
}
