package import Checkpoints
internal import Findings
internal import Machine
internal import Rulebook
package import Traces

/// Between two calls everything that decides what becomes of the lines to come is in memory. It
/// can be written, and read by another replayer of the same rules and options, which then goes on
/// as this one would.
extension Replayer {
  /// Where the first line of the trace stands that was fed as bytes and not read to its end; its
  /// bytes are to be fed again.
  package var nextPlace: TracePlace { scanner.nextPlace }

  /// Writes everything. O(what is known of the service).
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

  /// Goes on as another of the same rules and options did. Nothing of what is read is believed:
  /// it may have been changed. After an error this replayer is of no use.
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
