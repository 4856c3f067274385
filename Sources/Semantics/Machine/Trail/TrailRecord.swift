import Basics
import Rulebook

/// A trail in the form in which it is written and read.
struct TrailRecord {
  struct Line {
    /// The record, counted from 1; the event; the guard because of which it was refused, or -1; the
    /// instants of the line and of the line before it.
    var number, event, refusal: Int
    var isTold: Bool
    var instant, before: Int64
    var values, messages: [Int64]
    var changes: [Journal.Entry]
  }

  var isForGood: Bool
  var lines: [Line]
}

extension TrailRecord: Checkpointed {
  static var blank: Self { Self(isForGood: false, lines: []) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&isForGood, &lines)
  }
}

extension TrailRecord.Line: Checkpointed {
  static var blank: Self {
    Self(
      number: 0, event: 0, refusal: 0, isTold: false, instant: 0, before: 0, values: [],
      messages: [], changes: [])
  }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&number, &event)
    try coder.require(event < coder.rules.events.count)
    refusal = try coder.coded(refusal + 1) - 1
    try coder.code(&isTold, &instant, &before, &values, &messages)
    try coder.code(&changes)
  }
}

extension Trail {
  var record: TrailRecord {
    TrailRecord(
      isForGood: isForGood,
      lines: (0..<lines.count).map { index in
        let line = lines[index]
        return TrailRecord.Line(
          number: line.number, event: line.event, refusal: line.refusal, isTold: line.isTold,
          instant: line.instant, before: line.before,
          values: (line.words..<line.messages).map { words[$0] },
          messages: (line.messages..<endOfWords(of: index)).map { words[$0] },
          changes: (line.changes..<endOfChanges(of: index)).map { changes[$0] })
      })
  }

  mutating func put(_ record: TrailRecord) {
    removeAll()
    for line in record.lines {
      line.values.withUnsafeBufferPointer { values in
        append(
          number: line.number, event: line.event, refusal: line.refusal, isTold: line.isTold,
          at: line.instant, after: line.before, values, line.messages)
      }
      isOpen = true
      for change in line.changes { append(change) }
      isOpen = false
    }
  }
}
