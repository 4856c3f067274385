import Rulebook

/// Where the evaluator keeps time, it answers what is asked about deadlines.
extension Machine: ReversibleStepper {
  package func nextDeadline(
    besides waived: Set<Deadline.Cause>
  ) throws(EvaluationError) -> (next: Deadline?, until: Int64?) {
    isOnItsOwn ? (try nextDeadline(), nil) : try first(besides: waived)
  }

  package func lasting(
    _ causes: Set<Deadline.Cause>
  ) throws(EvaluationError) -> Set<Deadline.Cause> {
    // A continuing obligation may have been taken for another one, and is waived again.
    isOnItsOwn ? causes.filter { waive($0, true) } : try stillStopping(causes)
  }

  package var prompts: Set<Deadline.Cause> {
    isOnItsOwn ? Set(promptInstances) : promptsAmongDeadlines
  }

  package var mayExceedLimits: Bool { !isOnItsOwn || hasExceededLimits }

  package func deadlineRecord() throws(EvaluationError) -> DeadlineRecord {
    if let record = ownDeadlineRecord { return .ofMachine(record) }
    return .all(try deadlines().deadlines)
  }

  package func ended(
    since record: DeadlineRecord, orOwn event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [Deadline] {
    switch record {
    case .ofMachine(let record):
      if let ended = ownEnded(since: record, orOwn: event, arguments) { return ended }
      return try ended(of: deadlines(in: record), orOwn: event, arguments)
    case .all(let before): return try ended(of: before, orOwn: event, arguments)
    }
  }
}
