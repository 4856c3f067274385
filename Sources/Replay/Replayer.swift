public import Diagnostics
public import Findings
public import Rulebook
internal import Semantics
public import Traces

/// Replays a trace on the evaluator, line by line: what the server did against what it should.
///
/// After a finding it believes the server and goes on, as far as what the server did has a
/// meaning; the finding says so.
public struct Replayer {
  let rules: Core.Rules
  let evaluator: Evaluator
  let source: SourceText
  let options: ReplayOptions
  var state: State
  var clocks: Clocks
  var names: TraceNames
  var result: TraceResult
  var hasStarted = false
  /// Obligations that were missed and performed at their instant, with what they introduced:
  /// a late line names that, and is no second finding.
  var performed: [Performed: [Value]] = [:]
  /// Conditions of a `prompt` that have been reported and still last.
  var excused: Set<Performed> = []
  /// Properties that are broken now and have been reported.
  var broken: Set<Int> = []
  private var uncounted = 0

  struct Performed: Hashable {
    let rule: Int
    let arguments: [Value]
  }

  public init(_ rules: Core.Rules, path: String, source: SourceText, options: ReplayOptions) {
    self.rules = rules
    self.source = source
    self.options = options
    evaluator = Evaluator(rules)
    state = evaluator.initialState(counts: [:])
    clocks = (try? evaluator.clocks(startingAt: state)) ?? evaluator.noClocks
    names = TraceNames(rules)
    result = TraceResult(path: path)
  }

  public mutating func take(_ item: TraceReader.Item) {
    result.lines += 1
    switch item {
    case .line(.event(let event)):
      result.events += 1
      take(event)
    case .line(.observation(let observation)): take(observation)
    case .rejected(let rejection):
      guard result.rejected.count < options.mostFindings else { return }
      result.rejected.append(
        TraceResult.Rejection(
          line: rejection.line, offset: rejection.offset, id: rejection.id,
          message: rejection.message))
    case .torn(let place):
      result.notes.append("line \(place.line) is cut off; it is left out")
    }
  }

  public mutating func finish() -> TraceResult {
    for (index, entity) in rules.entities.enumerated() {
      let count = names.count(Core.ID(index))
      if count > 0 { result.entities[entity.name] = count }
    }
    if hasStarted, let deadline = try? evaluator.earliestDeadline(state, clocks) {
      result.notes.append("open at the end: \(describe(deadline.cause))")
    }
    if uncounted > 0 { result.notes.append("\(uncounted) more findings are not listed") }
    judge()
    return result
  }

  private mutating func judge() {
    if result.findings.contains(where: \.kind.isViolation) {
      result.verdict = .violates
    } else if !result.rejected.isEmpty {
      result.verdict = .inconclusive
      result.reason = "\(result.rejected.count) lines were rejected"
    } else if result.findings.contains(where: { $0.kind == .unknown }) {
      result.verdict = .inconclusive
      result.reason = "the evidence does not decide"
    } else if result.events == 0 {
      result.verdict = .inconclusive
      result.reason = "no event"
    } else {
      result.verdict = .conforms
    }
    let assumptions = Set(result.findings.filter { $0.kind == .assumptionBroken }.map(\.rule))
    if !assumptions.isEmpty {
      result.notes.append(
        "assumptions that did not hold: \(assumptions.sorted().joined(separator: ", "))")
    }
  }

  // MARK: Findings

  private static var mostConsequences: Int { 8 }

  /// One report a cause: what is found on a line after its first finding follows from that; and
  /// a property that breaks once the server has been believed in something that the rules forbid
  /// follows from this, since the properties follow from the rules.
  mutating func report(_ finding: Finding) {
    if let last = result.findings.indices.last,
      result.findings[last].line == finding.line || finding.kind == .property
    {
      result.findings[last].downstream += 1
      if result.findings[last].consequences.count < Self.mostConsequences {
        result.findings[last].consequences.append("\(finding.kind.rawValue) \(finding.rule)")
      }
      return
    }
    guard result.findings.count < options.mostFindings else {
      uncounted += 1
      return
    }
    result.findings.append(finding)
  }

  /// Adds what was assumed to go on to the finding of a line, if that is the last one.
  mutating func repair(_ line: Int, _ text: String) {
    guard let last = result.findings.indices.last, result.findings[last].line == line,
      result.findings[last].repair == nil
    else { return }
    result.findings[last].repair = text
  }

  func finding(
    _ kind: Finding.Kind, _ place: TracePlace, rule: String, requirements: [String] = [],
    statement: String, entity: String = "", expected: String, observed: String,
    span: SourceSpan? = nil
  ) -> Finding {
    var finding = Finding(
      line: place.line, offset: place.offset, at: state.now, kind: kind, rule: rule,
      requirements: requirements, statement: statement, entity: entity, expected: expected,
      observed: observed)
    finding.ruleLine = span.map { source.line(at: $0.lower) }
    return finding
  }

  mutating func exercise(_ key: String, margin: Int64? = nil) {
    var exercise = result.exercised[key] ?? TraceResult.Exercise(times: 0)
    exercise.times += 1
    if let margin { exercise.leastMargin = min(exercise.leastMargin ?? margin, margin) }
    result.exercised[key] = exercise
  }

  /// `request R1, taxi T4`
  func describe(_ parameters: [Core.Variable], _ values: [Value]) -> String {
    zip(parameters, values).map { "\($0.name) \(names.text($1, $0.type.scalar))" }
      .joined(separator: ", ")
  }

  func describe(_ cause: Deadline.Cause) -> String {
    switch cause {
    case .event(let id, let arguments):
      "\(rules[id].name)(\(describe(rules[id].parameters, arguments)))"
    case .prompt(let property, let binding):
      "\(rules.properties[property].name)(\(describe(binders(property), binding)))"
    }
  }

  func binders(_ property: Int) -> [Core.Variable] {
    guard case .lasts(let lasting) = rules.properties[property].body else { return [] }
    return lasting.binders.map(\.variable)
  }
}
