import Findings

extension DossierFinding {
  /// Returns a finding for each row of all traces, and for traces that were not read or not
  /// decided.
  static func of(_ replaying: Replaying) -> [DossierFinding] {
    let all = replaying.traces.flatMap(\.findings)
    var found = replaying.summary.rows.map { row in
      DossierFinding(row, first: all.first { $0.key == row.key })
    }
    for trace in replaying.unread ?? [] {
      found.append(
        DossierFinding(
          source: .replay, harm: .medium, title: "\(trace.path) was not read",
          statement: trace.message, who: "", evidence: ["Nothing of this trace was checked."],
          recommendation: "Mend the file, and make the dossier again.", requirements: []))
    }
    for trace in replaying.traces where !trace.rejected.isEmpty {
      found.append(
        DossierFinding(
          source: .replay, harm: .medium,
          title: "\(trace.path) has lines that cannot be read",
          statement: "A line that is not read may hold a violation.", who: "",
          evidence: trace.rejected.prefix(5).map { "line \($0.line): \($0.message)" },
          recommendation: "Find out what wrote these lines; a mapping may be needed.",
          requirements: [], count: trace.rejected.count))
    }
    return found + replaying.traces.compactMap(brokenChain)
  }

  private static func brokenChain(_ trace: TraceResult) -> DossierFinding? {
    guard let answer = trace.completeness, answer.status == .broken else { return nil }
    return DossierFinding(
      source: .replay, harm: .medium, title: "\(trace.path) is not whole",
      statement: "Lines are missing, repeated or altered; what they say was not checked.", who: "",
      evidence: answer.breaks.prefix(5).map(\.sentence),
      recommendation: "Have the recorder supply the lines, or explain why they are not there.",
      requirements: [], count: answer.breaks.count + (answer.unlistedBreaks ?? 0))
  }

  private init(_ row: FindingRow, first: Finding?) {
    let place = row.first.trace.map { "\($0), " } ?? ""
    var evidence = ["\(place)line \(row.example.line): \(row.example.observed)"]
    if let text = row.guard { evidence.append("not kept: \(text)") }
    if row.count > 1 {
      let traces = row.traces.map { $0 > 1 ? " in \($0) traces" : "" } ?? ""
      evidence.append(
        "\(row.count) times\(traces), \(row.entities)"
          + (row.hasMoreEntities == true ? " or more" : "") + " different entities")
    }
    if let accepted = row.accepted { evidence.append("accepted: \(accepted.reason)") }
    let harm: Harm = row.accepted != nil ? .low : row.how.isViolation ? .high : .medium
    self.init(
      source: .replay, harm: harm,
      title: row.key.title,
      statement: first?.statement ?? row.example.expected, who: row.example.entity,
      evidence: evidence, recommendation: row.how.recommendation(row.rule),
      requirements: first?.requirements ?? [], count: row.count, rule: row.rule)
  }
}

extension FindingRow.Key {
  /// The title of the entry that stands for its findings.
  var title: String { "\(rule): \(how.words)" + (`guard`.map { " (\($0))" } ?? "") }
}

extension Finding.Kind {
  /// The words for people, to follow the name of a rule.
  var words: String {
    switch self {
    case .wronglyAccepted: "accepted although the rules refuse it"
    case .wronglyRefused: "refused although the rules allow it"
    case .forbidden: "done although the rules forbid it"
    case .missed: "not done in time"
    case .early: "done too early"
    case .tardy: "decided too late"
    case .notification: "other messages than the rules ask for"
    case .observation: "the server reports another state than the rules give"
    case .property: "a property does not hold"
    case .assumptionBroken: "the world did what the rules assume it does not"
    case .identity: "an entity is introduced twice, or never"
    case .order: "time goes back"
    case .unknown: "not decided"
    }
  }

  fileprivate func recommendation(_ rule: String) -> String {
    switch self {
    case .wronglyAccepted: "Have the server refuse \(rule) while the guard is false."
    case .wronglyRefused: "Find out why the server refuses \(rule); every guard holds."
    case .forbidden: "Have the server hold \(rule) back until its guards hold."
    case .missed, .tardy: "Find out what kept the server from \(rule) until its deadline."
    case .early: "Compare the server's clock and its waiting time with the rule."
    case .notification: "Compare the messages of \(rule) with those that the rules name."
    case .observation: "Find the event after which state and report part."
    case .property: "Look at the last event before the line: it broke the property."
    case .assumptionBroken: "Decide whether the assumption is realistic; proofs may rest on it."
    case .identity: "Have the log introduce every entity once, before it is used."
    case .order: "Sort the log by time, or state how far clocks differ (`--tolerance`)."
    case .unknown: "Supply the lines that are missing, or say what the log leaves out (`--hidden`)."
    }
  }
}
