import Basics
import Replay
import Traces

extension ReplaySession {
  /// The number of fed bytes that belong to a line whose end has not come.
  var unread: Int { offset - next.offset }

  /// Writes the state that decides the results of later lines, from ``next`` on.
  func write(to writer: inout CheckpointWriter) {
    documents.write(to: &writer)
    reader.write(to: &writer)
    sorter.write(to: &writer)
    replayer.write(to: &writer)
    chain?.write(to: &writer)
    let counts = positions?.counts ?? before
    writer.write(counts.all - before.all)
    writer.write(counts.onBorders - before.onBorders)
    writer.write(counts.inOverlaps - before.inOverlaps)
    writer.write(counts.nowhere - before.nowhere)
  }

  /// Continues from the state of another session in the same circumstances, before anything is fed;
  /// the next bytes must begin at ``next``.
  mutating func read(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    try documents.read(from: &reader)
    try self.reader.read(from: &reader, rules)
    try sorter.read(from: &reader, rules)
    try replayer.read(from: &reader)
    let place = next
    try chain?.read(from: &reader, at: place)
    before.all -= try reader.count()
    before.onBorders -= try reader.count()
    before.inOverlaps -= try reader.count()
    before.nowhere -= try reader.count()
    offset = next.offset
    lastByte = offset > 0 ? UInt8(ascii: "\n") : nil
  }
}
