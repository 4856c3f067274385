/// The latest lines that were plainly right, one directly after the other, with what each has
/// changed: whoever looks for the cause of a fault may go back behind them.
///
/// Of a long trace nothing is kept before something has been found: until then this costs nothing.
struct Trail {
  /// What a line did. Its words are, one after the other: arguments, results, and the messages,
  /// each with its recipient and its arguments.
  struct Line {
    /// The record that it is, counted from 1.
    let number: Int
    let event: Int
    /// The guard because of which it was refused; -1: it was done.
    let refusal: Int
    /// Whether it said which messages were sent.
    let isTold: Bool
    /// When it was, and the line before it, in milliseconds.
    let instant: Int64
    let before: Int64
    /// Where its words, and among these the messages, and its changes begin.
    var words: Int
    var messages: Int
    var changes: Int
  }

  /// Of so many records it is kept whatever is found.
  static let beginning = 10_000
  /// So many lines are kept; up to twice as many, before half of them are forgotten at once.
  static let length = 1_024
  /// More changes than this are not kept: a line may change any number of entities.
  private static let mostChanges = 65_536

  private(set) var lines = Block<Line>()
  private(set) var words = Block<Int64>()
  private(set) var changes = Block<Journal.Entry>()
  /// Whether a line is being done: what changes belongs to it.
  var isOpen = false
  /// Whether it is kept longer than of the beginning of a trace.
  var isForGood = false

  func deallocate() {
    lines.deallocate()
    words.deallocate()
    changes.deallocate()
  }

  /// Something has happened that no line on it accounts for.
  mutating func removeAll() {
    isOpen = false
    if lines.count == 0 { return }
    lines.removeAll()
    words.removeAll()
    changes.removeAll()
  }

  /// - Parameters:
  ///   - instant: When it was.
  ///   - before: When the line before it was; nil: that is known, or the same.
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

  /// What has changed, by the line that is being done: if there is none, nobody can go back behind
  /// it.
  mutating func append(_ change: Journal.Entry) {
    if !isOpen || changes.count == Self.mostChanges { return removeAll() }
    changes.append(change)
  }

  /// Where the words of a line end.
  func endOfWords(of index: Int) -> Int {
    index + 1 < lines.count ? lines[index + 1].words : words.count
  }

  /// Where its changes do.
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
