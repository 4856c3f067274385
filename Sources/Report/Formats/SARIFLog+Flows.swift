import Findings

/// The way to a result, step by step.
extension SARIFLog {
  struct CodeFlow: Encodable, Sendable {
    let message: Message?
    let threadFlows: [ThreadFlow]
  }

  struct ThreadFlow: Encodable, Sendable {
    let locations: [Step]

    /// The number of steps of one result that code scanning takes.
    static let mostSteps = 10_000

    /// Keeps the last steps if there are more than allowed: they lead to the result.
    init(_ steps: [Step]) { locations = Array(steps.suffix(Self.mostSteps)) }
  }

  /// A `threadFlowLocation`.
  struct Step: Encodable, Sendable {
    let location: Location
    /// The number of the step, from 1.
    let executionOrder: Int
    /// The places that are different afterwards, with their values.
    var state: [String: Message]?
    var importance = Importance.important

    enum Importance: String, Encodable, Sendable { case important, essential, unimportant }
  }
}

extension SARIFLog.CodeFlow {
  /// - Parameter place: Returns the place of an event in the rulebook, by its name; nil is the
  ///   passing of time.
  /// - Returns: Nil if the start itself is the result.
  init?(_ run: Run, place: (String?) -> (path: String, line: Int?)) {
    guard !run.steps.isEmpty else { return nil }
    let last = run.steps.count - 1
    threadFlows = [
      SARIFLog.ThreadFlow(
        run.steps.enumerated().map { index, step in
          let (path, line) = place(step.event)
          return SARIFLog.Step(
            location: SARIFLog.Location(path, line: line, step.sentence),
            executionOrder: index + 1,
            state: step.changes.isEmpty
              ? nil
              : Dictionary(
                step.changes.map { ($0.place, SARIFLog.Message($0.after)) },
                uniquingKeysWith: { $1 }),
            importance: index == last
              ? .essential : step.event == nil ? .unimportant : .important)
        })
    ]
    message = SARIFLog.Message(
      "a run with \(run.scope.joined(separator: ", "))"
        + (run.start.isEmpty ? "" : ", from " + run.start.joined(separator: ", ")))
  }

  /// The lines that led to a finding, and its own.
  /// - Returns: nil: there is no line but its own.
  init?(_ finding: Finding, trace: String) {
    let before = finding.because.filter { $0 < finding.line }.sorted()
    guard !before.isEmpty else { return nil }
    message = nil
    let own = SARIFLog.Step(
      location: SARIFLog.Location(
        trace, line: finding.line, "\(finding.rule): \(finding.kind.title)"),
      executionOrder: before.count + 1, importance: .essential)
    threadFlows = [
      SARIFLog.ThreadFlow(
        before.enumerated().map { index, line in
          SARIFLog.Step(
            location: SARIFLog.Location(trace, line: line, "a line that led here"),
            executionOrder: index + 1)
        } + [own])
    ]
  }
}

extension Run.Step {
  /// `2min: offer(taxi T1) from system`
  fileprivate var sentence: String {
    "\(Instants.duration(at)): \(title)" + (event == nil ? "" : source.map { " from \($0)" } ?? "")
  }
}
