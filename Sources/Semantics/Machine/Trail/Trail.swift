/// The latest plainly correct lines without a gap, with the changes of each: the search for the
/// cause of a fault may return behind them.
///
/// In a long trace nothing is kept before something has been found: until then this costs nothing.
struct Trail {
  /// A line with its effects. Its words are, one after the other: arguments, results, and the
  /// messages, each with its recipient and its arguments.
  struct Line {
    /// The record of the line, counted from 1.
    let number: Int
    let event: Int
    /// The guard because of which it was refused; -1: it was performed.
    let refusal: Int
    /// True if it said which messages were sent.
    let isTold: Bool
    /// The instants of the line and of the line before it, in milliseconds.
    let instant: Int64
    let before: Int64
    /// The positions of its first word, its first message among these, and its first change.
    var words: Int
    var messages: Int
    var changes: Int
  }

  /// The number of records at the beginning for which the trail is kept in any case.
  static let beginning = 10_000
  /// The number of lines that are kept; there are up to twice as many before half of them are
  /// forgotten at once.
  static let length = 1_024
  /// The greatest number of changes that are kept: a line may change any number of entities.
  private static let mostChanges = 65_536

  private(set) var lines = Block<Line>()
  private(set) var words = Block<Int64>()
  private(set) var changes = Block<Journal.Entry>()
  /// True if a line is being performed: changes belong to it.
  var isOpen = false
  /// True if the trail is kept beyond the beginning of a trace.
  var isForGood = false

  func deallocate() {
    lines.deallocate()
    words.deallocate()
    changes.deallocate()
  }

  /// Empties the trail, after something that none of its lines accounts for.
  mutating func removeAll() {
    isOpen = false
    if lines.count == 0 { return }
    lines.removeAll()
    words.removeAll()
    changes.removeAll()
  }

  /// Adds a line.
  /// - Parameters:
  ///   - instant: The instant of the line.
  ///   - before: The instant of the line before it; nil: that is known, or the same.
  mutating func append(
    number: Int, event: Int, refusal: Int, isTold: Bool, at instant: Int64,
    after before: Int64? = nil, _ values: UnsafeBufferPointer<Int64>, _ messages: [Int64]
  ) {
    if lines.count == Self.length * 2 { forgetHalf() }
    let before = before ?? (lines.count > 0 ? lines[lines.count - 1].instant : instant)
    lines.append(
      Line(
        number: number, event: event, refusal: refusal, isTold: isTold, instant: instant,
        before: before, words: words.count, messages: words.count + values.count,
        changes: changes.count))
    for word in values { words.append(word) }
    for word in messages { words.append(word) }
    isOpen = refusal < 0
  }

  /// Adds a change by the line that is being performed: if there is none, nothing can be undone
  /// behind it.
  mutating func append(_ change: Journal.Entry) {
    if !isOpen || changes.count == Self.mostChanges { return removeAll() }
    changes.append(change)
  }

  /// Returns the end of the words of a line.
  func endOfWords(of index: Int) -> Int {
    index + 1 < lines.count ? lines[index + 1].words : words.count
  }

  /// Returns the end of the changes of a line.
  func endOfChanges(of index: Int) -> Int {
    index + 1 < lines.count ? lines[index + 1].changes : changes.count
  }

  private mutating func forgetHalf() {
    let (word, change) = (lines[Self.length].words, lines[Self.length].changes)
    for index in Self.length..<lines.count {
      var line = lines[index]
      line.words -= word
      line.messages -= word
      line.changes -= change
      lines[index - Self.length] = line
    }
    lines.removeAll(from: lines.count - Self.length)
    words.removeFirst(word)
    changes.removeFirst(change)
  }
}
