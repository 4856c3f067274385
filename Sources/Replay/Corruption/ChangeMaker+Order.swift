import Basics
import Semantics
import Traces

extension ChangeMaker {
  func swapped(
    _ event: TraceEvent, _ position: Int
  ) throws(RecordedLines.Unusable) -> Edit? {
    guard position + 1 < trace.count, case .event(var next)? = try trace.line(position + 1)
    else { return nil }
    var event = event
    swap(&event.instant, &next.instant)
    return Edit(
      range: position..<(position + 2), lines: [.event(next), .event(event)], place: 0)
  }

  /// The event at a later instant, where lines of that instant stand.
  mutating func later(
    _ event: TraceEvent, _ position: Int
  ) throws(RecordedLines.Unusable) -> Edit? {
    var event = event
    event.instant += delays[random.below(delays.count)] + Int64(random.below(3))
    guard event.instant <= Timestamp.latest else { return nil }
    var lines: [TraceLine] = []
    for next in (position + 1)..<min(trace.count, position + Self.farthest) {
      if let line = try trace.line(next) {
        if let instant = line.instant, instant > event.instant {
          return Edit(
            range: position..<next, lines: lines + [.event(event)], place: lines.count)
        }
        lines.append(line)
      }
    }
    return nil
  }

  /// The line some lines later, with an instant that is over by then.
  mutating func moved(
    _ event: TraceEvent, _ position: Int
  ) throws(RecordedLines.Unusable) -> Edit? {
    var lines: [TraceLine] = []
    let most = position + 2 + random.below(4)
    guard most <= trace.count else { return nil }
    for next in (position + 1)..<most {
      if let line = try trace.line(next) { lines.append(line) }
    }
    guard let last = lines.last?.instant, last > event.instant else { return nil }
    return Edit(
      range: position..<most, lines: lines + [.event(event)], place: lines.count)
  }
}
