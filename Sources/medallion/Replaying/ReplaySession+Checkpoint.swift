import Basics
import Replay
import Rulebook
import Traces

extension ReplaySession {
  /// The number of fed bytes that belong to a line whose end has not come.
  var unread: Int { offset - next.offset }

  /// Codes the state that decides the results of later lines, from ``next`` on. Reading continues
  /// from the state of another session in the same circumstances, before anything is fed; the next
  /// bytes must begin at ``next``.
  mutating func code(with coder: inout CheckpointCoder) throws {
    coder.context = CheckpointBounds(rules)
    try documents.code(with: &coder)
    try reader.code(with: &coder)
    try sorter.code(with: &coder)
    try replayer.code(with: &coder)
    let place = next
    try chain?.code(with: &coder, at: place)
    let counts = positions?.counts ?? before
    try coder.difference(counts.all, &before.all)
    try coder.difference(counts.onBorders, &before.onBorders)
    try coder.difference(counts.inOverlaps, &before.inOverlaps)
    try coder.difference(counts.nowhere, &before.nowhere)
    guard coder.isReading else { return }
    offset = next.offset
    lastByte = offset > 0 ? UInt8(ascii: "\n") : nil
  }
}

extension CheckpointCoder {
  /// Codes by how much a count has grown since `before`.
  fileprivate mutating func difference(_ count: Int, _ before: inout Int) throws {
    var difference = count - before
    try code(&difference)
    before = count - difference
  }
}
