internal import Semantics

/// What a compiled expression is evaluated in.
struct CompactFrame {
  /// Why an evaluation gave no value.
  enum Failure: UInt8 {
    case none
    /// The evaluator would throw: nothing is defined here.
    case undefined
    /// Something is not known, or has no form in words: the evaluator is to be asked.
    case escape
  }

  /// The state; of a step, the one after it.
  var here: Words
  /// The state before the step.
  var before: Words
  /// By the variable's id.
  let variables: Words
  /// Of the latest step: message, sort and position of the recipient, arguments.
  var messages: [[Int64]] = []
  /// The first since it was cleared; what is computed after it has no meaning.
  private(set) var failure = Failure.none
  /// Set to find out how long, while only time passes, everything keeps its truth.
  var watchesTime = false
  /// The first instant after now at which some comparison that was looked at may turn.
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

  /// A word where a value is needed is none, or is not known.
  mutating func fail(for word: Int64) { fail(word == Word.none ? .undefined : .escape) }

  mutating func clearFailure() { failure = .none }
}

/// In memory of its own, since every part of every expression looks at it.
typealias Frame = UnsafeMutablePointer<CompactFrame>

/// A compiled expression: gives its word, or notes a failure in the frame.
typealias Code = (Frame) -> Int64

extension Frame {
  /// The word if it is a number, a truth, a case or an entity.
  @inline(__always)
  func valued(_ word: Int64) -> Int64 {
    if word >= Word.least { return word }
    pointee.fail(for: word)
    return 0
  }

  /// The result of an operation, if the evaluator and a word can hold it.
  @inline(__always)
  func result(_ number: Int64, _ overflow: Bool) -> Int64 {
    if !overflow, number >= Word.least { return number }
    pointee.fail(overflow ? .undefined : .escape)
    return 0
  }
}
