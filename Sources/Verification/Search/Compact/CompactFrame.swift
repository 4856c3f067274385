import Semantics

/// The context of the evaluation of a compiled expression.
struct CompactFrame {
  /// The reason why an evaluation gave no value.
  enum Failure: UInt8 {
    case none
    /// The evaluator would throw: nothing is defined here.
    case undefined
    /// Something is not known, or cannot be represented in words: the evaluator decides.
    case escape
  }

  /// The state; for a step, the one after it.
  var here: Words
  /// The state before the step.
  var before: Words
  /// The values by variable id.
  let variables: Words
  /// The messages of the latest step: message, sort and position of the recipient, arguments.
  var messages: [[Int64]] = []
  /// The first failure since it was cleared; values computed after it have no meaning.
  private(set) var failure = Failure.none
  /// True to find out how long everything keeps its truth while only time passes.
  var watchesTime = false
  /// The first instant after now at which some evaluated comparison may change its truth.
  var nextChange = Int64.max

  init(_ state: Words, variables count: Int) {
    here = state
    before = state
    variables = .allocate(capacity: count)
    variables.initialize(repeating: 0, count: count)
  }

  var hasFailed: Bool { failure != .none }

  mutating func fail(_ failure: Failure) {
    if self.failure == .none { self.failure = failure }
  }

  /// Fails for a word that is none, or not known, where a value is needed.
  mutating func fail(for word: Int64) { fail(word == Word.none ? .undefined : .escape) }

  mutating func clearFailure() { failure = .none }
}

/// A frame in memory of its own, since every part of every expression reads it.
typealias Frame = UnsafeMutablePointer<CompactFrame>

/// A compiled expression: returns its word, or notes a failure in the frame.
typealias Code = (Frame) -> Int64

extension Frame {
  /// Returns the word if it is a number, a truth, a case or an entity.
  @inline(__always)
  func valued(_ word: Int64) -> Int64 {
    if word >= Word.least { return word }
    pointee.fail(for: word)
    return 0
  }

  /// Returns the result of an operation, if the evaluator and a word can hold it.
  @inline(__always)
  func result(_ number: Int64, _ overflow: Bool) -> Int64 {
    if !overflow, number >= Word.least { return number }
    pointee.fail(overflow ? .undefined : .escape)
    return 0
  }
}
