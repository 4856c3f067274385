import Basics
import Findings
import Traces

extension LineChain {
  /// Writes the state that decides the answer, from the first line on that was not read to its end.
  package func write(to writer: inout CheckpointWriter) {
    writer.write(isOff)
    writer.write(optional: answer.reason) { $0.write($1) }
    guard !isOff else { return }
    writer.write(optional: opening) { writer, opening in
      writer.write(opening.line)
      writer.write(opening.sequence)
      writer.write(optional: opening.previous) { $0.write($1) }
      writer.write(optional: opening.instant) { $0.write($1) }
    }
    writer.write(optional: latest) { $0.write($1) }
    writer.write(latestLine)
    writer.write(hasDigests)
    writer.write(isAtFileStart)
    writer.write(optional: answer.first) { $0.write($1) }
    writer.write(optional: answer.last) { $0.write($1) }
    writer.write(answer.chains)
    writer.write(optional: answer.unlistedBreaks) { $0.write($1) }
    writer.write(list: answer.breaks) { $1.write(to: &$0) }
  }

  /// Continues from the state of another chain in the same circumstances, before anything is fed;
  /// the next byte is at `place`.
  package mutating func read(
    from reader: inout CheckpointReader, at place: TracePlace
  ) throws(CheckpointDamage) {
    let isOff = try reader.bool()
    let reason = try reader.optional { reader throws(CheckpointDamage) in try reader.text() }
    if isOff { return stop(reason ?? "") }
    splitter.begin(at: place)
    opening = try reader.optional { reader throws(CheckpointDamage) in
      Opening(
        line: try reader.count(), sequence: try reader.int64(),
        previous: try reader.optional { reader throws(CheckpointDamage) in try reader.content() },
        instant: try reader.optionalNumber())
    }
    latest = try reader.optional { reader throws(CheckpointDamage) in try reader.content() }
    latestLine = try reader.count()
    hasDigests = try reader.bool()
    isAtFileStart = try reader.bool()
    answer.first = try reader.optionalNumber()
    answer.last = try reader.optionalNumber()
    answer.chains = try reader.count()
    answer.unlistedBreaks = try reader.optionalCount()
    answer.breaks = try reader.list { reader throws(CheckpointDamage) in
      try Completeness.Break(from: &reader)
    }
  }
}

extension Completeness.Break {
  fileprivate func write(to writer: inout CheckpointWriter) {
    writer.write(kind.rawValue)
    writer.write(line)
    writer.write(expected)
    writer.write(found)
    for number in [missing, after, before] { writer.write(optional: number) { $0.write($1) } }
  }

  fileprivate init(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    guard let kind = Kind(rawValue: try reader.text()) else { throw CheckpointDamage() }
    self.init(
      kind, line: try reader.count(), expected: try reader.text(), found: try reader.text())
    missing = try reader.optionalNumber()
    after = try reader.optionalNumber()
    before = try reader.optionalNumber()
  }
}
