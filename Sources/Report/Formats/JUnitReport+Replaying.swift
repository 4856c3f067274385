import Basics
import Findings

extension JUnitReport.Suite {
  /// The number of findings of one rule that are told in full.
  private static let mostTold = 20

  /// Creates the suite of a trace: a case for each rule that a trace can exercise, one for each
  /// other kind of fault, and one that tells whether the evidence is sufficient.
  /// - Parameters:
  ///   - exercisable: The names of the rules, as ``TraceResult/exercised`` has them.
  ///   - required: The rules that had to be exercised and were not.
  ///   - accepts: True if an inconclusive trace counts as success.
  package init(
    replaying trace: TraceResult, rulebook: String, exercisable: [String],
    required: Set<String> = [], accepts: Bool = false
  ) {
    var broken: [String: [FindingRow]] = [:]
    let names = Names(exercisable)
    let rows = trace.rows.filter { $0.visible > 0 }
    for row in rows {
      for name in names.cases(of: row) { broken[name, default: []].append(row) }
    }
    let text = ReplayText(style: .plain)
    var cases = (exercisable + Other.allCases.map(\.rawValue)).map { name in
      let result: JUnitReport.Case.Result
      if let rows = broken[name] {
        result = Self.result(rows, trace, text)
      } else if Other(rawValue: name) != nil
        || trace.exercised[name, default: .init(times: 0)].times > 0
      {
        result = .passed
      } else if required.contains(name) {
        let message = "required, never put to the test"
        result = .error(type: "unexercised", message: message, details: message)
      } else {
        result = .skipped("never put to the test")
      }
      return JUnitReport.Case(name, in: rulebook, result)
    }
    cases.append(JUnitReport.Case("verdict", in: rulebook, Self.verdict(trace, accepts)))
    self.init(
      trace.path, cases,
      properties: rows.map { ($0.title, "\(counted($0.visible, "finding")), \($0.extent)") },
      output: text.frame(trace))
  }

  /// A trace that cannot be read: its verdict is an error.
  package init(unread trace: Replaying.Unread, rulebook: String) {
    self.init(
      trace.path,
      [
        JUnitReport.Case(
          "verdict", in: rulebook,
          .error(type: "unread", message: trace.message, details: trace.message))
      ])
  }

  /// Creates the suite of the remarks on accepted findings, a skipped case each: no remark is a
  /// failure. Nil if there are none.
  package init?(remarks summary: Replaying.Summary, rulebook: String) {
    guard let remarks = summary.remarks, !remarks.isEmpty else { return nil }
    self.init(
      "accepted findings",
      remarks.map { JUnitReport.Case($0, in: rulebook, .skipped("remove or renew the entry")) })
  }

  /// Returns the result for the whole trace: insufficient evidence is an error of it, while
  /// findings have their own cases.
  private static func verdict(_ trace: TraceResult, _ accepts: Bool) -> JUnitReport.Case.Result {
    let isShown = trace.rows.contains { $0.how.isViolation && $0.visible > 0 }
    if trace.verdict == .violates, trace.outcome == .violation, !isShown {
      let message = "a finding that the filter does not show is a violation"
      return .failure(type: trace.verdict.rawValue, message: message, details: message)
    }
    guard trace.verdict == .inconclusive else { return .passed }
    let reason = trace.reason ?? ""
    return accepts
      ? .skipped(reason)
      : .error(type: trace.verdict.rawValue, message: reason, details: reason)
  }

  private static func result(
    _ rows: [FindingRow], _ trace: TraceResult, _ text: ReplayText
  ) -> JUnitReport.Case.Result {
    guard
      let worst = rows.first(where: \.isFailure) ?? rows.first(where: { $0.how == .unknown })
        ?? rows.first
    else { return .passed }
    let count = rows.reduce(0) { $0 + $1.visible }
    let keys = Set(rows.map(\.key))
    var details = trace.findings.filter { keys.contains($0.key) }.prefix(mostTold)
      .map(text.render).joined()
    if count > mostTold { details += "  … \(count) findings in all\n" }
    let more = count > 1 ? " and \(count - 1) more" : ""
    let example = worst.example
    let message = "line \(example.line): \(worst.how.title)\(more): \(example.observed)"
    let type = worst.how.rawValue
    if let accepted = worst.accepted { return .skipped("accepted, \(accepted.reason): \(message)") }
    if worst.how.isViolation { return .failure(type: type, message: message, details: details) }
    // An assumption about the world that does not hold is no fault of the server's.
    return worst.how == .unknown
      ? .error(type: type, message: message, details: details) : .skipped(message)
  }
}

extension JUnitReport.Suite {
  /// The kinds of faults besides the rules that are counted. Every trace has these cases, so that
  /// one that fails was there before.
  private enum Other: String, CaseIterable {
    /// Instants that go back.
    case time
    /// The observations of the state in the trace.
    case observations
    case assumptions
    /// The properties that are not counted, and expressions that cannot be evaluated.
    case properties
  }

  /// The rules that have cases of their own.
  private struct Names {
    private let known: Set<String>
    private var guards: [String: [(text: String, name: String)]] = [:]

    init(_ exercisable: [String]) {
      known = Set(exercisable)
      for name in exercisable where name.hasPrefix("guard ") {
        let parts = name.dropFirst("guard ".count).split(separator: ": ", maxSplits: 1)
        guard parts.count == 2 else { continue }
        guards[String(parts[0]), default: []].append((String(parts[1]), name))
      }
    }

    /// The cases that a finding belongs to: its rule, and the guard that it says is false.
    func cases(of finding: FindingRow) -> [String] {
      let broken = guards[finding.rule]?.first { finding.guard == $0.text }
      return [rule(of: finding)] + (broken.map { [$0.name] } ?? [])
    }

    private func rule(of finding: FindingRow) -> String {
      let both = ["event \(finding.rule)", "property \(finding.rule)"]
      let isProperty = [.property, .tardy, .assumptionBroken].contains(finding.how)
      let own = (isProperty ? both.reversed() : both).first(where: known.contains)
      return own ?? other(finding).rawValue
    }

    private func other(_ finding: FindingRow) -> Other {
      if let other = Other(rawValue: finding.rule) { return other }
      return switch finding.how {
      case .assumptionBroken: .assumptions
      case .property, .tardy: .properties
      case .order: .time
      default: .observations
      }
    }
  }
}
