internal import Rulebook
internal import Semantics
internal import Traces

extension Judge {
  /// The latest instant up to that of a line at which nothing has been missed yet: when at the
  /// latest happened what is written behind the line and belongs before it.
  func lastChance(before record: TraceEvent) -> Int64 {
    guard let next = (try? world.nextDeadline())?.next,
      next.instant < record.instant - options.tolerance, !world.isOpen(next.cause)
    else { return record.instant }
    if case .event(let event, _) = next.cause, isHidden(event) { return record.instant }
    return max(next.instant, world.now)
  }
}
