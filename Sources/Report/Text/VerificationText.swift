import Basics
import Findings

/// A verification, for people: a line for each property, then the problems in full.
package struct VerificationText: Sendable {
  let style: Style
  /// Durations are shown only where a person watches.
  let showsDurations: Bool
  /// True if runs that reach a goal are shown, because it was asked for by name.
  let showsWitnesses: Bool
  let runs: RunText.Form

  package init(
    style: Style, showsDurations: Bool, showsWitnesses: Bool = false,
    runs: RunText.Form = .changes
  ) {
    self.style = style
    self.runs = runs
    self.showsWitnesses = showsWitnesses
    self.showsDurations = showsDurations
  }

  /// Returns lines of text, each ended by a line end; the last of them sum up.
  ///
  /// - Parameters:
  ///   - table: The table whose columns are used, if some rows were shown before.
  ///   - told: The rows that were shown, with the heading; empty: none were.
  package func render(
    _ verification: Verification, in table: VerdictTable? = nil,
    after told: Set<VerdictTable.Row> = []
  ) -> String {
    var text = ""
    if table == nil {
      text += style.heading(
        verification.rulebook, digest: verification.digest, settings: verification.settings)
    }
    let columns = table ?? VerdictTable(verification.properties, style)
    for rank in 0...2 {
      for property in verification.properties
      where property.rank == rank && !told.contains(VerdictTable.Row(property)) {
        text += columns.row(property)
      }
    }
    for event in verification.events where event.possibility != .possible {
      text += style("  warning: ", .yellow)
      text += "the event '\(event.name)' is \(event.possibility.rawValue)"
      text += event.reason.map { ": \($0.escapedForDisplay)" } ?? ""
      text += "\n"
    }
    text += cost(verification.replay)
    text += open(verification)
    if let surplus = verification.surplus {
      text += SurplusText(style: style).render(surplus)
    }
    if let note = verification.note {
      text += style("note: ", .bold) + note.escapedForDisplay + "\n"
    }
    if let ended = verification.ended {
      text += "\n" + style("ended: ", .yellow, .bold)
      text += ended == .time ? "the time was over" : "a signal asked for it"
      text += "; what is open was not looked at to its end\n"
    }
    if let fault = verification.fault { text += style("fault: ", .red, .bold) + fault + "\n" }
    return text + summary(verification)
  }

  /// Returns the details of properties: root causes first, then their consequences, which are only
  /// named if there are many.
  private func open(_ verification: Verification) -> String {
    var text = ""
    let shared = sharedReasons(verification)
    let alone = verification.properties.filter { property in
      !shared.contains { $0.reason == property.reason }
    }
    let consequences = alone.filter(\.isOpenConsequence)
    let roots = alone.filter { !$0.isOpenConsequence }
    for property in roots { text += details(property, verification.suggestion) }
    for (reason, names) in shared {
      text += "\n" + style("\(names.count) undecided", .yellow, .bold) + "\n  "
      text +=
        reason.escapedForDisplay + "\n  " + names.joined(separator: ", ").escapedForDisplay + "\n"
    }
    guard consequences.count > Self.mostConsequences,
      roots.contains(where: { $0.verdict.outcome != .success })
    else { return text + consequences.map { details($0, verification.suggestion) }.joined() }
    text += "\n" + style("\(consequences.count) more rest on these", .yellow, .bold) + "\n"
    let names = consequences.map(\.name.escapedForDisplay)
    return text + names.wrapped(to: 96).map { "  \($0)\n" }.joined()
  }

  /// The number of consequences that are told one by one.
  private static let mostConsequences = 2

  private func cost(_ replay: Verification.ReplayCost?) -> String {
    guard let replay else { return "" }
    let slow = replay.evaluatedEachLine.map {
      "'\($0.escapedForDisplay)' is evaluated for all entities after each line of a trace"
    }
    let kept = replay.keptForEver.map {
      "by the rules no \($0.escapedForDisplay) is ever over, so each of a trace stays in memory"
    }
    return (slow + kept).map { style("  replay: ", .yellow) + $0 + "\n" }.joined()
  }

  /// Reasons that several undecided properties share: told once, not for each.
  private func sharedReasons(
    _ verification: Verification
  ) -> [(reason: String, names: [String])] {
    var result: [(reason: String, names: [String])] = []
    for property in verification.properties where property.verdict == .undecided {
      guard let reason = property.reason else { continue }
      if let index = result.firstIndex(where: { $0.reason == reason }) {
        result[index].names.append(property.name)
      } else {
        result.append((reason, [property.name]))
      }
    }
    return result.filter { $0.names.count > 2 }
  }

  /// - Parameter suggestion: lemmas that are shown with it.
  func details(
    _ property: Verification.PropertyResult, _ suggestion: Suggestion? = nil
  ) -> String {
    var lines: [String] = []
    if property.verdict == .unneeded, let reason = property.reason {
      lines.append(reason.escapedForDisplay)
    }
    let isShown = property.verdict == .reached && showsWitnesses && property.run != nil
    if isShown || property.verdict.outcome != .success {
      if !saysSentenceLast(property) { lines.append(property.statement.escapedForDisplay) }
      if let reason = property.reason { lines.append(reason.escapedForDisplay) }
      if let restsOn = property.restsOn, !restsOn.isEmpty {
        lines.append("rests on: \(restsOn.joined(separator: ", "))")
      }
      if let run = property.run { lines += RunText(style: style, form: runs).lines(run) }
      if saysSentenceLast(property) { lines.append(RunFileText.sentence(property, style)) }
      if let state = property.state {
        let excluded = suggestion?.proves.contains(property.name) == true
        lines.append(
          "a state from which one step breaks it, not "
            + (excluded ? "reachable, by the lemmas below:" : "shown to be reachable:"))
        lines += state.map { "  " + $0.escapedForDisplay }
      }
      if let searched = searched(property) { lines.append(searched) }
      if let opinion = property.secondOpinion { lines.append(told(opinion)) }
    }
    if property.isVacuous { lines.append("vacuous: its condition never holds") }
    if let parts = property.vacuousParts, let count = property.parts {
      let names = parts.map(String.init).joined(separator: ", ")
      lines.append(
        parts.count == 1
          ? "part \(names) of \(count) says nothing: its condition never holds"
          : "parts \(names) of \(count) say nothing: their conditions never hold")
    }
    guard !lines.isEmpty else { return "" }
    let title = style("\(property.verdict.rawValue) ", property.verdict.mark, .bold)
    return "\n" + title + style(property.name.escapedForDisplay, .bold) + "\n"
      + lines.map { "  \($0)\n" }.joined()
  }

  /// Returns true if a run is told at length: the sentence of the property then stands at its end.
  private func saysSentenceLast(_ property: Verification.PropertyResult) -> Bool {
    runs != .changes && property.run != nil
  }

  private func summary(_ verification: Verification) -> String {
    var parts: [String] = []
    if verification.properties.isEmpty { parts.append("no property: the rulebook claims nothing") }
    for verdict in Verdict.allCases {
      let count = verification.properties.count { $0.verdict == verdict }
      if count > 0 { parts.append(style("\(count) \(verdict.rawValue)", verdict.mark)) }
    }
    let impossible = verification.events.count { $0.possibility == .impossible }
    if impossible > 0 {
      parts.append(style(counted(impossible, "impossible event"), .yellow))
    }
    let vacuous = verification.properties.count(where: \.isVacuous)
    if vacuous > 0 { parts.append("\(vacuous) vacuous") }
    let partly = verification.properties.count { $0.vacuousParts != nil }
    if partly > 0 { parts.append("\(partly) vacuous in part") }
    var text = "\n" + parts.joined(separator: ", ")
    text += "; \(verification.solver.name) \(verification.solver.version)"
    if showsDurations { text += ", \(seconds(verification.seconds))" }
    text += "\n"
    let proved = verification.properties.count { $0.verdict == .proved }
    for (name, proofs) in verification.assumptions {
      text += "assumed: \(name.escapedForDisplay), by \(proofs) of \(counted(proved, "proof"))\n"
    }
    if let stability = verification.stability { text += self.stability(stability) }
    if let suggestion = verification.suggestion {
      text += SuggestionText(style: style, showsDurations: showsDurations).render(suggestion)
    } else if verification.mayWantLemmas {
      text +=
        style("hint: ", .bold) + "--suggest-lemmas looks for lemmas with which more is proved\n"
    }
    return text
  }

  private func stability(_ stability: Stability) -> String {
    guard !stability.moved.isEmpty else {
      return style("stable", .green) + ": the same verdicts with \(stability.seeds.count) seeds\n"
    }
    return stability.moved.map { moved in
      let verdicts = moved.seeds.sorted { $0.key < $1.key }.map { verdict, seeds in
        "\(verdict) with seed \(seeds.map(String.init).joined(separator: ", "))"
      }
      return style("moved: ", .yellow, .bold) + moved.name.escapedForDisplay + ": "
        + verdicts.joined(separator: "; ") + "\n"
    }.joined()
  }

  private func seconds(_ seconds: Double) -> String {
    "\((seconds * 10).rounded() / 10) s"
  }
}

extension Verification {
  /// True if something is open that a lemma may help.
  fileprivate var mayWantLemmas: Bool {
    properties.contains { property in
      property.verdict == .notInductive && property.isConsequence != true
        && (property.kind == .invariant || property.kind == .step || property.kind == .defined
          || property.kind == .bounded || property.kind == .progress)
    }
  }
}

extension Verification.PropertyResult {
  /// The rank in the table: first the properties that the proof settles, then those that runs do,
  /// then the open ones.
  fileprivate var rank: Int {
    isSettledByProof ? 0 : verdict == .reached || verdict == .refuted ? 1 : 2
  }

  fileprivate var isOpenConsequence: Bool { isConsequence == true && verdict.outcome == .open }
}

extension Verdict {
  /// Green where nothing is wrong, yellow where a question is open, else red.
  package var mark: Style.Mark {
    switch outcome {
    case .success: .green
    case .open: .yellow
    default: .red
    }
  }
}
