/// What a line about an event has looked like: the bytes that stood between its values, and what
/// each value was. A line that looks the same is read by comparing these bytes, eight at a time,
/// without being taken apart: whoever writes a trace writes one line like the other. (Reading on
/// the guess that the structure repeats is how Mison reads JSON: Li and others, PVLDB 10, 2017.)
///
/// The bytes hold keys, words (`null`, `true`, `false`) and the outcome, so a line that looks the
/// same says the same of these, and is as complete.
struct LineForm {
  struct Step {
    enum Kind: UInt8 {
      case name, number, symbol, instant, instantText, position
      /// Checksums, of which nothing is wanted.
      case otherText, otherNumber
      case messages
      /// The name of the event: what comes behind it differs from event to event.
      case event
      /// The end of the line.
      case end
    }

    var kind = Kind.end
    /// The bytes before the value: so many whole words of the form's, and what of the next one
    /// counts.
    var first: UInt16 = 0
    var whole: UInt16 = 0
    var mask: UInt64 = 0
    var count = 0
    /// Which of the event's values it is, and how that is written.
    var position = 0
    var shape: UnsafeMutablePointer<Shapes.Shape>?
  }

  static let mostSteps = 64
  private static let mostWords = 256

  let steps: UnsafeMutablePointer<Step>
  private let words: UnsafeMutablePointer<UInt64>
  private(set) var count = 0
  private var wordCount = 0
  /// What the values are that are no steps: not told, none, truth values.
  let initial: UnsafeMutablePointer<Int64>
  var flags: Int64 = 0
  /// Of which beginning of lines this is the rest; 0: of none.
  var beginning = 0

  init(values: Int) {
    steps = .allocate(capacity: Self.mostSteps)
    steps.initialize(repeating: Step(), count: Self.mostSteps)
    words = .allocate(capacity: Self.mostWords)
    words.initialize(repeating: 0, count: Self.mostWords)
    initial = .allocate(capacity: max(1, values))
    initial.initialize(repeating: LineWords.missing, count: values)
  }

  func deallocate() {
    steps.deallocate()
    words.deallocate()
    initial.deallocate()
  }

  mutating func clear(values: Int) {
    (count, wordCount, flags, beginning) = (0, 0, 0, 0)
    for index in 0..<values { initial[index] = LineWords.missing }
  }

  /// Adds the bytes before a value, and what it is.
  /// - Returns: false: there is no room.
  mutating func append(
    _ kind: Step.Kind, behind start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    position: Int = 0, shape: UnsafeMutablePointer<Shapes.Shape>? = nil
  ) -> Bool {
    let bytes = end - start
    let (whole, rest) = (bytes / 8, bytes % 8)
    guard bytes >= 0, count < Self.mostSteps, wordCount + whole < Self.mostWords else {
      return false
    }
    var step = Step(kind: kind, position: position, shape: shape)
    step.first = UInt16(truncatingIfNeeded: wordCount)
    step.whole = UInt16(truncatingIfNeeded: whole)
    step.mask = 1 << UInt64(rest * 8) - 1
    step.count = bytes
    for index in 0..<whole { words[wordCount + index] = NameHasher.short(start + index * 8, 8) }
    words[wordCount + whole] = NameHasher.short(start + whole * 8, rest)
    wordCount += whole + 1
    steps[count] = step
    count += 1
    return true
  }

  /// Whether the bytes of a step are what stands at `position`; goes behind them then.
  @inline(__always)
  func take(
    _ step: UnsafeMutablePointer<Step>, _ position: inout UnsafePointer<UInt8>
  ) -> Bool {
    var text = UnsafeRawPointer(position)
    var word = words + Int(step.pointee.first)
    // Bytes of a form are never zero, those behind the last line are.
    for _ in 0..<step.pointee.whole {
      if UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) != word.pointee {
        return false
      }
      text += 8
      word += 1
    }
    let rest = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self))
    guard (rest ^ word.pointee) & step.pointee.mask == 0 else { return false }
    position += step.pointee.count
    return true
  }
}
