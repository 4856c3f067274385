/// A trail in the form in which it is written and read.
package struct TrailRecord {
  package struct Line {
    /// The record, counted from 1; the event; the guard because of which it was refused, or -1; the
    /// instants of the line and of the line before it.
    package var number, event, refusal: Int
    package var isTold: Bool
    package var instant, before: Int64
    package var values, messages: [Int64]
    package var changes: [Change]

    package init(
      number: Int, event: Int, refusal: Int, isTold: Bool, instant: Int64, before: Int64,
      values: [Int64], messages: [Int64], changes: [Change]
    ) {
      (self.number, self.event, self.refusal) = (number, event, refusal)
      (self.isTold, self.instant, self.before) = (isTold, instant, before)
      (self.values, self.messages, self.changes) = (values, messages, changes)
    }
  }

  package struct Change {
    package var kind: UInt8
    package var place, owner, member, previous: Int32
    package var word: Int64

    package init(
      kind: UInt8, place: Int32, owner: Int32, member: Int32, previous: Int32, word: Int64
    ) {
      (self.kind, self.place, self.owner) = (kind, place, owner)
      (self.member, self.previous, self.word) = (member, previous, word)
    }
  }

  package var isForGood: Bool
  package var lines: [Line]

  package init(isForGood: Bool, lines: [Line]) {
    self.isForGood = isForGood
    self.lines = lines
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
          changes: (line.changes..<endOfChanges(of: index)).map { TrailRecord.Change(changes[$0]) })
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
      for change in line.changes { change.entry.map { append($0) } }
      isOpen = false
    }
  }
}

extension TrailRecord.Change {
  init(_ entry: Journal.Entry) {
    self.init(
      kind: entry.kind.rawValue, place: entry.place, owner: entry.owner, member: entry.member,
      previous: entry.previous, word: entry.word)
  }

  var entry: Journal.Entry? {
    Journal.Entry.Kind(rawValue: kind).map {
      Journal.Entry(
        kind: $0, place: place, owner: owner, member: member, previous: previous, word: word)
    }
  }
}
