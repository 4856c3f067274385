import Basics
import Findings
import Rulebook
import Semantics
import Traces

extension Replayer {
  /// The place of the first line of the trace that was fed as bytes and not read to its end; its
  /// bytes must be fed again.
  package var nextPlace: TracePlace { scanner.nextPlace }

  /// Codes the state between two calls: all of it that decides the results of later lines is in
  /// memory. O(state).
  ///
  /// Reading continues from the state of another replayer of the same rules and options. All input
  /// is checked, as it may have been changed. After an error this replayer cannot be used.
  ///
  /// - Parameter coder: One with ``CheckpointBounds`` of the rules.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try scanner.code(with: &coder)
    try judge.code(with: &coder)
    try ledger.code(with: &coder)
    try coder.agree(on: screen != nil)
    if let screen { try code(screen, with: &coder) }
    let items = try coder.coded(waiting.items)
    guard coder.isReading else { return }
    try coder.require(items.count <= Limits.waiting)
    if let first = items.first {
      guard case .line = first else { throw CheckpointDamage() }
    }
    waiting.removeAll()
    for item in items { waiting.append(item) }
    for key in ledger.byKey.keys { noteFull(key) }
  }

  private mutating func code(_ screen: Screen, with coder: inout CheckpointCoder) throws {
    let counts = try coder.coded(screen.tally.counts)
    try coder.require(counts.count == screen.tally.counts.count)
    let hasNews = try coder.coded(screen.machine.endedWaivers != endedWaivers)
    guard coder.isReading else { return }
    screen.tally.put(counts)
    endedWaivers = screen.machine.endedWaivers - (hasNews ? 1 : 0)
  }
}
