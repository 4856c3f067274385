/// The form of a line about an event: the bytes that stood between its values, and the kind of each
/// value. A line of the same form is read by comparing these bytes, eight at a time, without being
/// parsed: a program writes one line like the other. (Reading on the guess that the structure
/// repeats is how Mison reads JSON: Li and others, PVLDB 10, 2017.)
///
/// The bytes hold keys, words (`null`, `true`, `false`) and the outcome, so a line of the same form
/// has the same of these, and is as complete.
struct LineForm {
  struct Step {
    enum Kind: UInt8 {
      case name, number, symbol, instant, instantText, position
      /// Values of records: a name that is a number, and an instant in units of its own.
      case numberName, units
      /// Values that are not read, such as checksums.
      case otherText, otherNumber, otherDecimal
      case messages
      /// The name of the event: the steps behind it differ from event to event.
      case event
      /// The end of the line.
      case end
    }

    var kind = Kind.end
    /// The number of pairs, from `first` on among the form's, that follow `head`: together they are
    /// the `count` bytes before the value.
    var pairs: UInt16 = 0
    var first = 0
    var head = Pair()
    var count = 0
    /// The position of the value among those of the event; `shape` says how it is written.
    var position = 0
    var shape: UnsafeMutablePointer<Shapes.Shape>?
  }

  /// At most sixteen bytes that a line must have. Few places have more between two values.
  struct Pair {
    var words: (UInt64, UInt64) = (0, 0)
    var masks: (UInt64, UInt64) = (0, 0)

    init() {}

    /// The next bytes of a text, at most sixteen.
    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
      let (low, high) = (min(count, 8), min(max(count - 8, 0), 8))
      words = (NameHasher.short(start, low), NameHasher.short(start + low, high))
      // Shifted by 64 bits, nothing is left.
      masks = (~(.max << UInt64(low * 8)), ~(.max << UInt64(high * 8)))
    }

    /// Returns true if these bytes stand at `text`; sixteen bytes must be readable.
    @inline(__always)
    func isAt(_ text: UnsafePointer<UInt8>) -> Bool {
      let low = UnsafeRawPointer(text).loadUnaligned(as: UInt64.self)
      let high = UnsafeRawPointer(text + 8).loadUnaligned(as: UInt64.self)
      return (UInt64(littleEndian: low) ^ words.0) & masks.0
        | (UInt64(littleEndian: high) ^ words.1) & masks.1 == 0
    }
  }

  static let mostSteps = 64
  private static let mostPairs = 128

  let steps: UnsafeMutablePointer<Step>
  private let pairs: UnsafeMutablePointer<Pair>
  private(set) var count = 0
  private var pairCount = 0
  /// The words of values and messages as the line had them from which this was made: those that no
  /// step reads are the same in all lines of this form.
  private let initial: UnsafeMutablePointer<Int64>
  private var width = 0
  /// The number of these words that no step reads.
  private var initialCount = 0
  var flags: Int64 = 0
  /// The number of messages, unless a step finds it.
  var messages: Int64 = 0
  /// The number of the beginning that this form continues; 0: none.
  var beginning = 0

  /// - Parameter words: The number of words that the values and messages of a line can have.
  init(words: Int) {
    steps = .allocate(capacity: Self.mostSteps)
    steps.initialize(repeating: Step(), count: Self.mostSteps)
    pairs = .allocate(capacity: Self.mostPairs)
    pairs.initialize(repeating: Pair(), count: Self.mostPairs)
    initial = .allocate(capacity: max(1, words))
    initial.initialize(repeating: 0, count: words)
  }

  func deallocate() {
    steps.deallocate()
    pairs.deallocate()
    initial.deallocate()
  }

  mutating func clear() {
    (count, pairCount, width, initialCount) = (0, 0, 0, 0)
    (flags, messages, beginning) = (0, 0, 0)
  }

  /// Takes note of the words of the line, before any step is added.
  mutating func keep(_ words: UnsafePointer<Int64>, _ count: Int) {
    (width, initialCount) = (count, count)
    for index in 0..<count { initial[index] = words[index] }
  }

  /// Puts the words that no step reads where those of a line are.
  @inline(__always)
  func putInitial(in words: UnsafeMutablePointer<Int64>) {
    if initialCount > 0 { words.update(from: initial, count: width) }
  }

  /// Adds the bytes before a value, and its kind.
  /// - Returns: False if there is no room.
  mutating func append(
    _ kind: Step.Kind, behind start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    position: Int = 0, shape: UnsafeMutablePointer<Shapes.Shape>? = nil
  ) -> Bool {
    let bytes = end - start
    guard bytes >= 0, count < Self.mostSteps, pairCount + bytes / 16 < Self.mostPairs else {
      return false
    }
    var step = Step(kind: kind, first: pairCount, position: position, shape: shape)
    step.head = Pair(start, min(bytes, 16))
    step.count = bytes
    var rest = 16
    while rest < bytes {
      pairs[pairCount] = Pair(start + rest, min(bytes - rest, 16))
      pairCount += 1
      step.pairs += 1
      rest += 16
    }
    if position >= LineWords.header { initialCount -= 1 }
    steps[count] = step
    count += 1
    return true
  }

  /// Returns true if the bytes of a step stand at `position`, and moves it behind them.
  @inline(__always)
  func take(
    _ step: UnsafeMutablePointer<Step>, _ position: inout UnsafePointer<UInt8>
  ) -> Bool {
    guard step.pointee.head.isAt(position),
      step.pointee.pairs == 0
        || Self.hasRest(pairs + step.pointee.first, Int(step.pointee.pairs), position)
    else { return false }
    position += step.pointee.count
    return true
  }

  /// Compares the bytes behind the first sixteen. Only the needed parts of the form are passed on:
  /// the whole would be copied for the call, at every step.
  private static func hasRest(
    _ pair: UnsafePointer<Pair>, _ count: Int, _ position: UnsafePointer<UInt8>
  ) -> Bool {
    var text = position
    for index in 0..<count {
      text += 16
      // Bytes of a form are never zero, those behind the last line are.
      guard pair[index].isAt(text) else { return false }
    }
    return true
  }
}
