import Basics
import Findings

/// Gathers the results of one run of the tool, rule by rule as SARIF wants it.
package struct SARIFRunBuilder {
  let rulebookPath: String
  private let version: String
  var artifacts: [SARIFLog.Artifact]
  private var rules: [SARIFLog.Rule] = []
  private var indices: [String: Int] = [:]
  var results: [SARIFLog.Result] = []
  private var notifications: [SARIFLog.Notification] = []
  private var seen: [String: Int] = [:]
  /// The unit that columns count, once there are columns.
  private var columnKind: String?
  /// The rows of the traces, as far as they were added.
  private var rows: [FindingRow] = []

  /// - Parameters:
  ///   - rulebook: the path of the rulebook.
  ///   - digest: of its bytes, by SHA-256.
  ///   - version: of the tool.
  package init(rulebook: String, digest: String, version: String) {
    rulebookPath = rulebook
    self.version = version
    artifacts = [
      SARIFLog.Artifact(
        location: SARIFLog.ArtifactLocation(path: rulebook), roles: ["userSpecifiedConfiguration"],
        hashes: ["sha-256": digest])
    ]
  }

  /// Creates the builder of a run that has no rulebook.
  /// - Parameter version: The version of the tool.
  package init(version: String) {
    rulebookPath = ""
    self.version = version
    artifacts = []
  }

  /// The run as a whole, when the tool ends with this outcome.
  package func run(_ outcome: Outcome) -> SARIFLog.Run {
    var tool = SARIFLog.Tool(driver: SARIFLog.Tool.Driver(version: version))
    tool.driver.rules = rules
    let invocation = SARIFLog.Invocation(
      executionSuccessful: outcome != .internalFault, exitCode: outcome.rawValue,
      exitCodeDescription: outcome.title, toolExecutionNotifications: notifications)
    return SARIFLog.Run(
      tool: tool, invocations: [invocation], artifacts: artifacts, results: results,
      columnKind: columnKind,
      properties: rows.isEmpty ? nil : SARIFLog.Run.Summary(rows: rows.ranked))
  }

  // MARK: Mistakes

  /// A result for each error and warning that has a place.
  mutating func add(_ mistakes: Mistakes) {
    let source = mistakes.source
    columnKind = "unicodeCodePoints"
    artifacts.append(
      SARIFLog.Artifact(
        location: SARIFLog.ArtifactLocation(path: source.path), roles: ["analysisTarget"]))
    for diagnostic in mistakes.diagnostics where diagnostic.severity != .note {
      let level: SARIFLog.Level = diagnostic.severity == .error ? .error : .warning
      let index = index(of: diagnostic.id, diagnostic.id, "", level, [])
      let start = diagnostic.span?.lower ?? 0
      var result = SARIFLog.Result(
        ruleId: diagnostic.id, ruleIndex: index, kind: .fail, level: level,
        message: SARIFLog.Message(
          ([diagnostic.message] + diagnostic.notes.map(\.message)).joined(separator: "; ")),
        locations: [
          SARIFLog.Location(
            source.path, line: source.line(at: start), column: source.column(at: start),
            offset: start)
        ])
      result.partialFingerprints["mistake/v1"] = identity([diagnostic.id, diagnostic.message])
      results.append(result)
    }
  }

  // MARK: Traces

  /// A result for each finding; rejected lines and notes become notifications.
  package mutating func add(_ trace: TraceResult) {
    let isStandardInput = trace.path == "-"
    artifacts.append(
      SARIFLog.Artifact(
        location: SARIFLog.ArtifactLocation(path: trace.path),
        roles: isStandardInput ? ["analysisTarget", "standardStream"] : ["analysisTarget"],
        hashes: trace.digest.map { ["sha-256": $0] }))
    let accepted = Dictionary(
      trace.rows.compactMap { row in row.accepted.map { (row.key, $0) } },
      uniquingKeysWith: { first, _ in first })
    for finding in trace.findings { add(finding, trace.path, accepted[finding.key]) }
    for row in trace.rows { rows.add(row) }
    for rejection in trace.rejected {
      notify(
        rejection.message, id: rejection.id, .warning,
        SARIFLog.Location(trace.path, line: rejection.line, offset: rejection.offset))
    }
    let reason = trace.reason.map { ["\(trace.verdict.rawValue): \($0)"] } ?? []
    for note in reason + trace.notes { notify(note, .note, SARIFLog.Location(trace.path)) }
  }

  private mutating func add(
    _ finding: Finding, _ path: String, _ accepted: FindingRow.Acceptance?
  ) {
    let id = "\(finding.rule)/\(finding.kind.rawValue)"
    let level = finding.kind.level
    let index = index(
      of: id, "\(finding.rule): \(finding.kind.title)", finding.statement, level,
      finding.requirements)
    let about = finding.entity.isEmpty ? "" : " (\(finding.entity))"
    var result = SARIFLog.Result(
      ruleId: id, ruleIndex: index, kind: finding.kind == .unknown ? .open : .fail, level: level,
      message: SARIFLog.Message(
        "\(finding.kind.title)\(about): expected \(finding.expected); "
          + "observed \(finding.observed)"
          + (finding.alongside.map { "; as well: \(text(of: $0))" } ?? "")
          + (finding.record.map { "; record \($0) of the line" } ?? "")),
      locations: [SARIFLog.Location(path, line: finding.line, offset: finding.offset)])
    if let line = finding.ruleLine {
      result.relatedLocations.append(SARIFLog.Location(rulebookPath, line: line, "the rule"))
    }
    for (position, line) in finding.because.enumerated() {
      let record = finding.becauseRecords.map { "record \($0[position]) of the line led here" }
      result.relatedLocations.append(
        SARIFLog.Location(path, line: line, record ?? "a line that led here"))
    }
    result.numberRelatedLocations()
    result.codeFlows = SARIFLog.CodeFlow(finding, trace: path).map { [$0] }
    result.partialFingerprints["finding/v1"] = identity(
      [finding.rule, finding.kind.rawValue, finding.entity, String(finding.at)])
    result.suppressions = accepted.map { [SARIFLog.Suppression(justification: $0.reason)] }
    result.properties = properties(finding)
    results.append(result)
  }

  private func text(of others: [Finding.Alongside]) -> String {
    others.map { $0.rule + ($0.entity.isEmpty ? "" : " (\($0.entity))") }.joined(separator: ", ")
  }

  private func properties(_ finding: Finding) -> [String: SARIFLog.Property] {
    var properties: [String: SARIFLog.Property] = [
      "at": .text(Instants.timestamp(finding.at)), "entity": .text(finding.entity),
      "expected": .text(finding.expected), "observed": .text(finding.observed),
      "downstream": .number(finding.downstream),
    ]
    if let record = finding.record { properties["record"] = .number(record) }
    if let text = finding.guard { properties["guard"] = .text(text.shown) }
    if let repair = finding.repair { properties["repair"] = .text(repair) }
    return properties
  }

  // MARK: Proofs

  /// - Parameter lines: The line of each property and event in the rulebook, by name.
  package mutating func add(_ verification: Verification, lines: [String: Int]) {
    for property in verification.properties where property.verdict.outcome != .success {
      let isOpen = property.verdict.outcome == .open
      let level: SARIFLog.Level = isOpen ? .none : .error
      let id = "\(property.name)/\(property.verdict.rawValue)"
      let reason = property.reason ?? property.run?.failure.joined(separator: "; ")
      let index = index(
        of: id, "\(property.name): \(property.verdict.rawValue)", property.statement, level,
        property.requirements)
      var result = SARIFLog.Result(
        ruleId: id, ruleIndex: index, kind: isOpen ? .open : .fail, level: level,
        message: SARIFLog.Message(
          "\(property.kind.rawValue) \(property.name) is \(property.verdict.rawValue)"
            + (reason.map { ": \($0)" } ?? "")),
        locations: [SARIFLog.Location(rulebookPath, line: lines[property.name] ?? 1)])
      if let run = property.run, property.verdict == .refuted {
        result.codeFlows = SARIFLog.CodeFlow(run) { event in
          (rulebookPath, event.flatMap { lines[$0] } ?? 1)
        }.map { [$0] }
        if let event = run.steps.last(where: { $0.event != nil })?.event {
          result.relatedLocations.append(
            SARIFLog.Location(
              rulebookPath, line: lines[event] ?? 1, "the event that does not keep it"))
          result.numberRelatedLocations()
        }
      }
      result.partialFingerprints["property/v1"] = identity([
        property.name, property.verdict.rawValue,
      ])
      results.append(result)
    }
    for event in verification.events where event.possibility != .possible {
      notify(
        "the event \(event.name) is \(event.possibility.rawValue)"
          + (event.reason.map { ": \($0)" } ?? ""),
        .warning, SARIFLog.Location(rulebookPath, line: lines[event.name] ?? 1))
    }
    if let fault = verification.fault {
      notify(fault, .error, SARIFLog.Location(rulebookPath))
    }
    if let note = verification.note { notify(note, .note, SARIFLog.Location(rulebookPath)) }
  }

  // MARK: Parts

  /// Notes that a trace cannot be read.
  package mutating func add(_ trace: Replaying.Unread) {
    notify(trace.message, id: "unread", .error, SARIFLog.Location(trace.path))
  }

  /// Notes a remark on the run as a whole, which is no result.
  package mutating func notify(_ text: String) {
    notify(text, .warning, rulebookPath.isEmpty ? nil : SARIFLog.Location(rulebookPath))
  }

  private mutating func notify(
    _ text: String, id: String? = nil, _ level: SARIFLog.Level, _ location: SARIFLog.Location?
  ) {
    notifications.append(
      SARIFLog.Notification(
        descriptor: id.map { SARIFLog.Notification.Descriptor(id: $0) }, level: level,
        message: SARIFLog.Message(text), locations: location.map { [$0] } ?? []))
  }

  mutating func index(
    of id: String, _ title: String, _ statement: String, _ level: SARIFLog.Level,
    _ requirements: [String]
  ) -> Int {
    if let index = indices[id] { return index }
    indices[id] = rules.count
    rules.append(
      SARIFLog.Rule(
        id: id, shortDescription: SARIFLog.Message(title),
        fullDescription: statement.isEmpty ? nil : SARIFLog.Message(statement),
        defaultConfiguration: SARIFLog.Rule.Configuration(level: level),
        properties: SARIFLog.Rule.Properties(tags: requirements.uniqued)))
    return rules.count - 1
  }

  /// Returns the identity of a result, which stays the same from one run to the next even if its
  /// line moves; of several equal ones the later ones are numbered.
  mutating func identity(_ parts: [String]) -> String {
    let hash = SARIFLog.fingerprint(parts)
    seen[hash, default: 0] += 1
    return "\(hash):\(seen[hash, default: 1])"
  }
}

extension SARIFLog.Result {
  mutating func numberRelatedLocations() {
    for index in relatedLocations.indices { relatedLocations[index].id = index }
  }
}

extension Finding.Kind {
  fileprivate var level: SARIFLog.Level {
    switch self {
    case .unknown: .none
    case .assumptionBroken: .warning
    default: .error
    }
  }
}

extension Outcome {
  fileprivate var title: String {
    switch self {
    case .success: "everything holds"
    case .open: "something is open"
    case .violation: "something is violated"
    case .wrongInput: "the input is wrong"
    case .internalFault: "our own fault"
    }
  }
}
