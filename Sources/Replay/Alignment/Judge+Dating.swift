import Rulebook
import Semantics
import Traces

extension Judge {
  /// Returns the latest instant, up to that of a line, at which no deadline has been missed yet:
  /// the latest at which an event happened that is written behind the line and belongs before it.
  func lastChance(before record: TraceEvent) -> Int64 {
    guard let next = (try? world.nextDeadline())?.next,
      next.instant < record.instant - options.tolerance, !world.isOpen(next.cause)
    else { return record.instant }
    if case .event(let event, _) = next.cause, isHidden(event) { return record.instant }
    return max(next.instant, world.now)
  }
}
