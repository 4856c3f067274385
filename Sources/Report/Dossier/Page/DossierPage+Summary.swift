import Basics
import Findings

extension DossierPage {
  var summary: Values {
    let outcome = dossier.outcome
    let high = dossier.findings.count { $0.harm == .high }
    let medium = dossier.findings.count { $0.harm == .medium }
    let (tone, verdict): (String, String)
    switch outcome {
    case .success where high == 0:
      (tone, verdict) = ("good", "Everything that was checked is as the rules ask for.")
    case .open where high == 0:
      (tone, verdict) = ("open", "No rule was found broken; \(counted(medium, "question")) open.")
    case .internalFault:
      (tone, verdict) = ("bad", "Medallion contradicts itself; the verdicts here mean nothing.")
    default:
      (tone, verdict) = ("bad", "Rules are broken: \(counted(high, "finding")) of high harm.")
    }
    var values: Values = [
      "rulebook": dossier.verification.rulebook, "made": dossier.made, "version": dossier.version,
      "tone": tone, "verdict": verdict, "cards": cards, "checked": checked,
      "found": found, "unchecked": unchecked, "whole": whole, "hasTraces": dossier.replaying != nil,
      "hasMap": dossier.zoning != nil,
    ]
    if let changes = dossier.changes { values["changes"] = self.changes(changes) }
    return values
  }

  private var cards: [Values] {
    func card(_ title: String, _ big: Int, _ rest: String) -> Values {
      ["title": title, "big": "\(big)", "rest": rest]
    }
    let properties = dossier.verification.properties
    let good = properties.count { $0.verdict.outcome == .success }
    var cards = [
      card("properties that hold", good, "of \(properties.count)"),
      card(
        "requirements shown to be kept",
        dossier.requirements.count {
          $0.assurance.rank >= RequirementEvidence.Assurance.observed.rank
            && $0.assurance != .leftOut
        },
        "of \(dossier.requirements.count)"),
      card(
        "findings", dossier.findings.count,
        "of which \(dossier.findings.count { $0.harm == .high }) high"),
    ]
    if let replaying = dossier.replaying {
      cards.append(
        card(
          "traces that conform", replaying.summary.conform,
          "of \(replaying.traces.count + replaying.summary.unread)"))
    }
    return cards
  }

  private var checked: [String] {
    var texts = [
      "The rules of \(dossier.verification.rulebook): \(counted(dossier.verification.properties.count, "property", plural: "properties")), for any number of entities where it says proved."
    ]
    if let replaying = dossier.replaying {
      let events = replaying.traces.reduce(0) { $0 + $1.events }
      texts.append(
        "\(counted(replaying.traces.count, "recorded trace")) with \(counted(events, "event")), line by line against the rules."
      )
    }
    if let zoning = dossier.zoning {
      texts.append("The map \(zoning.path) with \(counted(zoning.zones.count, "zone")), exactly.")
    }
    return texts
  }

  private var found: [String] {
    var texts: [String] = []
    for harm in DossierFinding.Harm.allCases {
      let count = dossier.findings.count { $0.harm == harm }
      if count > 0 { texts.append("\(counted(count, "finding")) of \(harm.rawValue) harm.") }
    }
    texts += dossier.findings.prefix(3).map(\.title)
    return texts.isEmpty ? ["Nothing that is wrong."] : texts
  }

  private var unchecked: [String] {
    var texts: [String] = []
    func say(_ count: Int, _ noun: String, _ rest: String) {
      if count > 0 { texts.append("\(counted(count, noun)) \(rest)") }
    }
    func requirements(_ assurance: RequirementEvidence.Assurance, _ rest: String) {
      say(dossier.requirements.count { $0.assurance == assurance }, "requirement", rest)
    }
    requirements(.nothing, "that no rule states, without a reason.")
    requirements(.leftOut, "left out with a reason.")
    requirements(.stated, "that a rule states and nothing tests.")
    say(dossier.assumptions.count(where: \.isOpen), "assumption", "that nothing discharges.")
    if let replaying = dossier.replaying {
      let idle = dossier.requirements.count { $0.observed == 0 }
      say(idle, "requirement", "that no trace put to the test.")
      for trace in replaying.unread ?? [] {
        texts.append("The trace \(trace.path): \(trace.message).")
      }
      let rejected = replaying.traces.reduce(0) { $0 + $1.rejected.count }
      say(rejected, "line", "of traces that cannot be read.")
      let unsure = replaying.traces.count { $0.completeness?.status != .complete }
      say(unsure, "trace", "of which it was not shown that all lines are there.")
    } else {
      texts.append("No trace was given: nothing is said of any server.")
    }
    if dossier.zoning == nil { texts.append("No map was given: nothing is said of the zones.") }
    return texts
  }

  /// The number of traces of which the first page says whether they are whole.
  private static let mostWhole = 20

  private var whole: [String] {
    let traces = dossier.replaying?.traces ?? []
    let told = traces.prefix(Self.mostWhole).map { trace in
      "\(trace.path): \(trace.completeness?.sentence ?? Completeness().title)."
    }
    guard traces.count > told.count else { return told }
    let rest = traces.dropFirst(told.count)
    let complete = rest.count { $0.completeness?.status == .complete }
    return told + ["Of \(counted(rest.count, "more trace")) \(complete) are complete."]
  }

  private func changes(_ changes: DossierChanges) -> Values {
    func group(_ title: String, _ rows: [DossierChanges.Change]) -> Values? {
      rows.isEmpty
        ? nil
        : [
          "title": title,
          "rows": rows.map { ["name": $0.name, "before": $0.before, "after": $0.after] as Values },
        ]
    }
    func findings(_ title: String, _ names: [String], _ before: String, _ after: String) -> Values?
    {
      group(title, names.map { DossierChanges.Change(name: $0, before: before, after: after) })
    }
    let groups = [
      findings("New findings", changes.newFindings, "not there", "found"),
      findings("Findings that are gone", changes.goneFindings, "found", "not there"),
      group("How often", changes.counts), group("Properties", changes.properties),
      group("Requirements", changes.requirements), group("Files", changes.files),
    ].compactMap(\.self)
    return ["since": changes.since, "isEmpty": changes.isEmpty, "groups": groups]
  }
}
