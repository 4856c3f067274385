internal import DequeModule
internal import HeapModule

/// An instant at which something is due, unless it was settled before.
struct Deadline: Hashable, Sendable, Comparable {
  var instant: Milliseconds
  var subject: Int

  static func < (a: Deadline, b: Deadline) -> Bool {
    (a.instant, a.subject) < (b.instant, b.subject)
  }
}

/// All deadlines. Those with a constant delay come in order by themselves; only the first attempts
/// of reservations need a heap.
struct Deadlines: Sendable {
  enum Kind: UInt8, Sendable, CaseIterable { case answer, hold, attempt, retry, retell }

  private var answers = Deque<Deadline>()
  private var holds = Deque<Deadline>()
  private var retries = Deque<Deadline>()
  private var retellings = Deque<Deadline>()
  private var attempts = Heap<Deadline>()

  mutating func add(_ kind: Kind, at instant: Milliseconds, _ subject: Int) {
    let deadline = Deadline(instant: instant, subject: subject)
    switch kind {
    case .answer: answers.append(deadline)
    case .hold: holds.append(deadline)
    case .retry: retries.append(deadline)
    case .retell: retellings.append(deadline)
    case .attempt: attempts.insert(deadline)
    }
  }

  /// Adds retellings that are due at an instant before which nothing is due.
  mutating func retellFirst(_ subjects: [Int], at instant: Milliseconds) {
    retellings.prepend(contentsOf: subjects.map { Deadline(instant: instant, subject: $0) })
  }

  /// Takes out and returns the earliest deadline up to an instant; those of one instant come in the
  /// order of kinds.
  ///
  /// - Parameter attempting: True if attempts for reservations count; otherwise they stay.
  mutating func next(
    upTo limit: Milliseconds, attempting: Bool
  ) -> (kind: Kind, deadline: Deadline)? {
    var kind = Kind.answer
    var earliest = Milliseconds.max
    func consider(_ other: Kind, _ deadline: Deadline?) {
      guard let instant = deadline?.instant, instant < earliest else { return }
      (kind, earliest) = (other, instant)
    }
    consider(.answer, answers.first)
    consider(.hold, holds.first)
    if attempting {
      consider(.attempt, attempts.min)
      consider(.retry, retries.first)
    }
    consider(.retell, retellings.first)
    guard earliest <= limit, earliest != .max else { return nil }
    let deadline =
      switch kind {
      case .answer: answers.removeFirst()
      case .hold: holds.removeFirst()
      case .attempt: attempts.removeMin()
      case .retry: retries.removeFirst()
      case .retell: retellings.removeFirst()
      }
    return (kind, deadline)
  }

  /// Returns the instant of the first deadline, settled or not.
  ///
  /// - Parameter attempting: True if attempts for reservations count.
  func earliest(attempting: Bool) -> Milliseconds? {
    var instants = [answers.first, holds.first, retellings.first]
    if attempting { instants += [attempts.min, retries.first] }
    return instants.lazy.compactMap { $0?.instant }.min()
  }

  /// All deadlines, settled or not, in their order.
  var all: [(kind: Kind, deadline: Deadline)] {
    answers.map { (.answer, $0) } + holds.map { (.hold, $0) }
      + attempts.unordered.sorted().map { (.attempt, $0) } + retries.map { (.retry, $0) }
      + retellings.map { (.retell, $0) }
  }
}
