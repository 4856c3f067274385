/// The forms that lines had so far: one of how they begin, up to the name of the event, and by
/// event a few of how they go on.
struct LineForms {
  private static let most = 8

  let beginning: UnsafeMutablePointer<LineForm>
  /// The rests of lines, by event; the one that fitted last is tried first.
  private let rests: UnsafeMutablePointer<LineForm>
  private let made: UnsafeMutablePointer<Int>
  private let events: Int
  private let words: Int
  private var beginnings = 0

  /// - Parameter words: The number of words that the values and messages of a form can have.
  init(events: Int, words: Int) {
    (self.events, self.words) = (events, words)
    beginning = .allocate(capacity: 1)
    beginning.initialize(to: LineForm(words: 0))
    rests = .allocate(capacity: max(1, events * Self.most))
    made = .allocate(capacity: max(1, events))
    made.initialize(repeating: 0, count: events)
  }

  func deallocate() {
    beginning.pointee.deallocate()
    beginning.deallocate()
    for event in 0..<events {
      for index in 0..<made[event] { rests[event * Self.most + index].deallocate() }
    }
    rests.deallocate()
    made.deallocate()
  }

  /// The first form of the rest of a line about an event, and how many follow it.
  @inline(__always)
  func rests(of event: Int) -> (first: UnsafeMutablePointer<LineForm>, count: Int) {
    (rests + event * Self.most, made[event])
  }

  /// Lets a form be tried before the one that was tried before it.
  func prefer(_ form: UnsafeMutablePointer<LineForm>) {
    (form[0], form[-1]) = (form[-1], form[0])
  }

  /// No line fits.
  func forgetBeginning() { beginning.pointee.clear() }

  /// Lets lines begin as a form says, which has the memory of the one before. Forms of how they
  /// go on after another beginning are void.
  mutating func keepBeginning(_ form: LineForm) {
    beginnings += 1
    beginning.pointee = form
    beginning.pointee.beginning = beginnings
  }

  /// Returns true if an event has as many forms as are kept: one form must then fit many lines.
  func isFull(_ event: Int) -> Bool { made[event] == Self.most }

  /// An empty form for the rest of lines about an event, in the place of the one that has been
  /// of the least use if there are as many as there may be.
  func fresh(for event: Int) -> UnsafeMutablePointer<LineForm> {
    let first = rests + event * Self.most
    if made[event] < Self.most {
      let form = first + made[event]
      form.initialize(to: LineForm(words: words))
      made[event] += 1
      return form
    }
    let form = first + (Self.most - 1)
    form.pointee.clear()
    return form
  }
}
