import Rulebook
import Semantics
import Traces
import Verification

/// A run that was found, as a trace: the whole state at its start, its events, and the whole state
/// at its end, so that a replay checks every property there.
enum RunTrace {
  static func bytes(
    _ recording: Recording, _ rules: Core.Rules
  ) throws(TraceTelling.Untellable) -> [UInt8] {
    let writer = TraceWriter(rules: rules)
    let telling = TraceTelling(rules)
    var bytes: [UInt8] = []
    let start = try telling.observation(of: recording.start, line: 1)
    writer.write(.observation(start), to: &bytes)
    var line = 1
    for case .event(let step) in recording.moments {
      line += 1
      writer.write(.event(try telling.event(step, line: line)), to: &bytes)
    }
    if let undefined = recording.undefined {
      let attempt = try telling.attempt(
        undefined.event, undefined.arguments, at: recording.end.now, line: line + 1)
      writer.write(.event(attempt), to: &bytes)
    } else {
      let end = try telling.observation(of: recording.end, line: line + 1)
      writer.write(.observation(end), to: &bytes)
    }
    return bytes
  }
}
