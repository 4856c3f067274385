internal import Checkpoints
internal import Replay
internal import Traces

extension ReplaySession {
  /// How many of the bytes that were fed are of a line whose end has not come.
  var unread: Int { offset - next.offset }

  /// Writes everything that decides what becomes of the lines to come, from ``next`` on.
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

  /// Goes on as another under the same circumstances did, before anything is fed; what is fed
  /// then begins at ``next``.
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
