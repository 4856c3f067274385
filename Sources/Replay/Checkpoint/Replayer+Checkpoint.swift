import Basics
import Findings
import Rulebook
import Semantics
import Traces

/// Checkpoints of a replay. Between two calls all state that decides the results of later lines is
/// in memory. It can be written, and read by another replayer of the same rules and options, which
/// then continues in the same way.
extension Replayer {
  /// The place of the first line of the trace that was fed as bytes and not read to its end; its
  /// bytes must be fed again.
  package var nextPlace: TracePlace { scanner.nextPlace }

  /// Writes the whole state. O(state).
  package func write(to writer: inout CheckpointWriter) {
    scanner.write(to: &writer)
    judge.write(to: &writer)
    ledger.write(to: &writer)
    writer.write(optional: screen) { writer, screen in
      writer.write(list: screen.tally.counts) { $0.write($1) }
      writer.write(screen.machine.endedWaivers != endedWaivers)
    }
    writer.write(list: waiting.items) { $0.write($1) }
  }

  /// Continues from the state of another replayer of the same rules and options. All input is
  /// checked, as it may have been changed. After an error this replayer cannot be used.
  package mutating func read(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    let rules = rules
    try scanner.read(from: &reader)
    try judge.read(from: &reader)
    try ledger.read(from: &reader, findings: judge.result.findings.count)
    let own = screen
    let isKnown: Void? = try reader.optional { reader throws(CheckpointDamage) in
      guard let own else { throw CheckpointDamage() }
      own.tally.put(
        try reader.list(of: own.tally.counts.count) { reader throws(CheckpointDamage) in
          try reader.count()
        })
      endedWaivers = own.machine.endedWaivers - (try reader.bool() ? 1 : 0)
    }
    guard (isKnown != nil) == (own != nil) else { throw CheckpointDamage() }
    let items = try reader.list { reader throws(CheckpointDamage) in try reader.item(rules) }
    waiting.removeAll()
    for item in items { waiting.append(item) }
    guard waiting.count <= Judge.farthest else { throw CheckpointDamage() }
    if let first = waiting.first {
      guard case .line = first else { throw CheckpointDamage() }
    }
  }
}
