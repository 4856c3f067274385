import Basics
import Findings

/// A replayed trace as a person reads it: the verdict, then each finding in full.
package struct ReplayText: Sendable {
  /// The limits of parts that may be long.
  package struct Limits: Sendable {
    /// The number of rejected lines of one trace that are shown; the others are only counted.
    package var rejected: Int

    package init(rejected: Int = 20) {
      self.rejected = rejected
    }
  }

  let style: Style
  let limits: Limits

  package init(style: Style, limits: Limits = Limits()) {
    self.style = style
    self.limits = limits
  }

  /// The title, the rows, the findings as far as they are kept, and the rest.
  package func render(_ trace: TraceResult) -> String {
    var text = title(trace) + table(trace.rows)
    for finding in trace.findings { text += render(finding) }
    return text + more(trace) + rest(trace)
  }

  /// The traces that could not be read, a line each.
  package func unread(_ document: Replaying) -> String {
    (document.unread ?? []).map { trace in
      style(trace.path.escapedForDisplay, .bold) + ": " + style("not read", .red, .bold)
        + "  \(trace.message.escapedForDisplay)\n"
    }.joined()
  }

  /// The end of a trace whose findings were told one by one: the verdict, the rows and the rest.
  /// - Parameter toldRejected: true if its rejected lines were told as well.
  package func closing(_ trace: TraceResult, toldRejected: Bool) -> String {
    guard toldRejected else { return title(trace) + table(trace.rows) + more(trace) + rest(trace) }
    var frame = trace
    frame.rejected = []
    return title(trace) + table(trace.rows) + more(trace)
      + more(trace.rejected.count - limits.rejected, "rejected line") + rest(frame)
  }

  /// Returns everything but the findings.
  func frame(_ trace: TraceResult) -> String { title(trace) + rest(trace) }

  /// The line above the findings of one of several traces.
  package func heading(_ path: String) -> String {
    style(path.escapedForDisplay, .bold) + ":\n"
  }

  /// The verdict, and why.
  package func title(_ trace: TraceResult) -> String {
    var text = style(trace.path.escapedForDisplay, .bold) + ": "
    text += style(verdict(of: trace) + acceptance(of: trace), trace.verdict.mark, .bold)
    let size = "  \(counted(trace.events, "event")), \(counted(trace.lines, "line"))"
    let whole = trace.completeness.map { ", \($0.title)" } ?? ""
    text += style(size + whole, .dim) + "\n"
    if let digest = trace.digest { text += style("  sha256:\(digest)", .dim) + "\n" }
    // The place of missing lines is told behind the findings.
    if let reason = trace.reason, reason != trace.completeness?.sentence {
      text += "  \(reason.escapedForDisplay)\n"
    }
    return text
  }

  /// The number of places that are told at which lines are missing or altered.
  private static let mostBreaks = 3

  private func breaks(_ trace: TraceResult) -> String {
    guard let completeness = trace.completeness, completeness.status == .broken else { return "" }
    let told = completeness.breaks.prefix(Self.mostBreaks)
    var text = ""
    for (index, one) in told.enumerated() {
      let more = index == told.count - 1 ? completeness.others(behind: told.count) : ""
      text += style("  not whole: ", .yellow) + (one.sentence + more).escapedForDisplay + "\n"
    }
    return text
  }

  /// Returns the text after the findings.
  package func rest(_ trace: TraceResult) -> String {
    var text = breaks(trace)
    for rejection in trace.rejected.prefix(limits.rejected) { text += render(rejection) }
    text += more(trace.rejected.count - limits.rejected, "rejected line")
    for (rule, tolerated) in trace.tolerated.sorted(by: { $0.key < $1.key }) {
      text += style("  tolerated: ", .cyan) + rule.escapedForDisplay + ", "
      text += counted(tolerated.times, "line")
      if let most = tolerated.most { text += " by up to \(Instants.duration(most))" }
      text += "\n"
    }
    for (event, times) in trace.inferred.sorted(by: { $0.key < $1.key }) {
      text += style("  inferred: ", .cyan) + event.escapedForDisplay
      text += ", \(counted(times, "time")), which no line records\n"
    }
    for (event, undecided) in trace.undecided.sorted(by: { $0.key < $1.key }) {
      text += style("  undecided: ", .cyan) + event.escapedForDisplay
      text += ", \(counted(undecided.times, "line")), "
      text += "the last is line \(undecided.lastLine)\n"
    }
    for note in trace.notes { text += style("  note: ", .cyan) + note.escapedForDisplay + "\n" }
    return text
  }

  /// One line.
  package func render(_ rejection: TraceResult.Rejection) -> String {
    "  \(rejection.place): " + style("rejected", .yellow)
      + ", \(rejection.message.escapedForDisplay) [\(rejection.id)]\n"
  }

  private func more(_ trace: TraceResult) -> String { more(trace.unlisted ?? 0, "finding") }

  private func more(_ count: Int, _ noun: String) -> String {
    count > 0 ? style("  … " + counted(count, "more \(noun)"), .dim) + "\n" : ""
  }

  /// A trace whose violations are all accepted says so.
  private func acceptance(of trace: TraceResult) -> String {
    trace.verdict == .violates && trace.outcome != .violation ? ", all accepted" : ""
  }

  /// A trace that is legal only because instants may be off says so.
  private func verdict(of trace: TraceResult) -> String {
    guard trace.verdict == .conforms, trace.needsTolerance, let tolerance = trace.tolerance
    else { return trace.verdict.rawValue }
    return "\(trace.verdict.rawValue) within \(Instants.duration(tolerance))"
  }

  /// Returns the finding: a line with its kind and place, then one for each known detail.
  package func render(_ finding: Finding) -> String {
    let ids =
      finding.requirements.isEmpty ? "" : " [\(finding.requirements.joined(separator: " "))]"
    let mark: Style.Mark = finding.kind.isViolation ? .red : .yellow
    var text = "  \(finding.place)  " + style(Instants.timestamp(finding.at), .dim) + "  "
    text +=
      style(finding.kind.title, mark, .bold) + "  " + style(finding.rule.escapedForDisplay, .bold)
    text += style(ids, .cyan) + "\n"
    func row(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      text += "    " + style(name, .dim) + " " + value.escapedForDisplay + "\n"
    }
    for (position, sentence) in sentences(finding).enumerated() {
      row(position == 0 ? "rule     " : "         ", sentence)
    }
    row("entity   ", finding.entity)
    row("expected ", finding.expected)
    row("observed ", finding.observed)
    row("as well  ", alongside(finding))
    row("guard    ", finding.guard?.shown)
    row("rulebook ", finding.ruleLine.map { "line \($0)" })
    row("to go on ", finding.repair)
    row("see also ", places(finding))
    row("follows  ", followers(finding))
    row(
      "undecided",
      finding.undecidedBy.map { "by the rejected \(placeText($0, finding.undecidedByRecord))" })
    for line in finding.texts ?? [] { row("line     ", "\(line.line): \(line.text)") }
    return text
  }
}

extension ReplayText {
  /// The number of folded lines that a person is shown.
  private static let mostFolded = 5

  /// `7 more: finish at line 12, pay at line 15, …`
  private func followers(_ finding: Finding) -> String? {
    guard finding.downstream > 0 else { return nil }
    let folded = finding.folded ?? []
    var shown = folded.prefix(Self.mostFolded).map { "\($0.rule) at line \($0.line)" }
    if !shown.isEmpty, finding.downstream > shown.count { shown.append("…") }
    return "\(finding.downstream) more" + (shown.isEmpty ? "" : ": ")
      + shown.joined(separator: ", ")
  }

  /// The number of requirements of a rule that are shown; the headline has the ids of all.
  private static let mostSentences = 4

  /// Returns the statement of the rule, one requirement each; several stand behind their ids.
  private func sentences(_ finding: Finding) -> [String] {
    let sentences = finding.statement.split(separator: "\n").map(String.init)
    let ids = finding.requirements
    guard sentences.count > 1 else { return sentences }
    // Not each id has a sentence in the table.
    let width = ids.map(\.count).max() ?? 0
    let named =
      sentences.count == ids.count
      ? zip(ids, sentences).map { id, sentence in
        id.padded(to: width) + " " + sentence
      } : sentences
    let more = named.count - Self.mostSentences
    return more > 1 ? named.prefix(Self.mostSentences) + ["… \(more) more"] : named
  }

  /// Returns the deadlines that were also missed in the same pause, or the other places in which a
  /// reading differs; nil: there are none.
  private func alongside(_ finding: Finding) -> String? {
    finding.alongside?.map { other in
      other.rule + (other.entity.isEmpty ? "" : " of \(other.entity)")
        + (other.kind == .observation ? "" : ", due \(Instants.timestamp(other.at))")
    }.joined(separator: "; ")
  }

  /// The lines before that were about the same; nil: there are none.
  private func places(_ finding: Finding) -> String? {
    if finding.because.isEmpty { return nil }
    if let records = finding.becauseRecords {
      return zip(finding.because, records).map { placeText($0, $1) }.joined(separator: "; ")
    }
    let lines = finding.because.map(String.init).joined(separator: ", ")
    return "\(finding.because.count == 1 ? "line" : "lines") \(lines)"
  }
}

extension TraceResult.Verdict {
  /// The colour in which a terminal shows it.
  package var mark: Style.Mark {
    switch self {
    case .conforms: .green
    case .violates: .red
    case .inconclusive: .yellow
    }
  }
}

extension Finding.Kind {
  /// The kind in words.
  package var title: String {
    switch self {
    case .wronglyAccepted: "wrongly accepted"
    case .wronglyRefused: "wrongly refused"
    case .forbidden: "forbidden"
    case .missed: "missed"
    case .early: "too early"
    case .tardy: "too late"
    case .notification: "wrong messages"
    case .observation: "state differs"
    case .property: "property broken"
    case .assumptionBroken: "assumption broken"
    case .identity: "wrong identity"
    case .order: "out of order"
    case .unknown: "not decided"
    }
  }
}
