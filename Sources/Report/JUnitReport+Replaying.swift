internal import Diagnostics
public import Findings

extension JUnitReport.Suite {
  /// How many findings of one rule are told in full.
  private static let mostTold = 20

  /// A trace: a case for each rule that a trace can put to the test, one for each other rule that
  /// is broken, and one that tells whether the evidence decides.
  /// - Parameters:
  ///   - exercisable: the names of the rules, as ``TraceResult/exercised`` has them.
  ///   - required: rules that had to be put to the test and were not.
  ///   - accepts: whether a trace that is inconclusive counts as success.
  public init(
    replaying trace: TraceResult, rulebook: String, exercisable: [String],
    required: Set<String> = [], accepts: Bool = false
  ) {
    var broken: [String: [Finding]] = [:]
    var others: [String] = []
    let known = Set(exercisable)
    for finding in trace.findings {
      let name = Self.name(of: finding, known)
      if broken[name] == nil, !known.contains(name) { others.append(name) }
      broken[name, default: []].append(finding)
    }
    let text = ReplayText(style: .plain)
    var cases = (exercisable + others).map { name in
      let result: JUnitReport.Case.Result
      if let findings = broken[name] {
        result = Self.result(findings, text)
      } else if trace.exercised[name, default: .init(times: 0)].times > 0 {
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
    self.init(trace.path, cases, output: text.frame(trace))
  }

  /// What the evidence does not decide is an error of the whole trace; findings have their cases.
  private static func verdict(_ trace: TraceResult, _ accepts: Bool) -> JUnitReport.Case.Result {
    if trace.verdict == .violates, !trace.findings.contains(where: \.kind.isViolation) {
      let message = "a finding that is not kept is a violation"
      return .failure(type: trace.verdict.rawValue, message: message, details: message)
    }
    guard trace.verdict == .inconclusive else { return .passed }
    let reason = trace.reason ?? ""
    return accepts
      ? .skipped(reason)
      : .error(type: trace.verdict.rawValue, message: reason, details: reason)
  }

  private static func result(
    _ findings: [Finding], _ text: ReplayText
  ) -> JUnitReport.Case.Result {
    guard
      let worst = findings.first(where: \.kind.isViolation)
        ?? findings.first(where: { $0.kind == .unknown }) ?? findings.first
    else { return .passed }
    var details = findings.prefix(mostTold).map(text.render).joined()
    if findings.count > mostTold { details += "  … \(findings.count) findings in all\n" }
    let more = findings.count > 1 ? " and \(findings.count - 1) more" : ""
    let message = "line \(worst.line): \(worst.kind.title)\(more): \(worst.observed)"
    let type = worst.kind.rawValue
    if worst.kind.isViolation { return .failure(type: type, message: message, details: details) }
    // What the world did is no fault of the server's.
    return worst.kind == .unknown
      ? .error(type: type, message: message, details: details) : .skipped(message)
  }

  /// The case that a finding belongs to.
  private static func name(of finding: Finding, _ known: Set<String>) -> String {
    let both = ["event \(finding.rule)", "property \(finding.rule)"]
    let isProperty = [.property, .tardy, .assumptionBroken].contains(finding.kind)
    return (isProperty ? both.reversed() : both).first(where: known.contains) ?? finding.rule
  }
}
