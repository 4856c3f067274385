import Basics
import Rulebook

/// A stepper that goes back, that facts are written into, and that remembers how it came to be where
/// it is: what a replay needs to try explanations and to tell of them.
package protocol ReversibleStepper: Stepper, AnyObject {
  /// O(state).
  var state: State { get }
  var clocks: Clocks { get }
  /// The reason why the clocks could not be kept at the last change; nil if they could.
  var timeError: EvaluationError? { get }

  // MARK: Places

  /// The value of a field of an entity that exists. ``settle()`` must follow a write.
  subscript(field: Core.ID<Core.Field>, of owner: Int) -> Value { get set }
  /// ``settle()`` must follow a write.
  subscript(global: Core.ID<Core.Global>) -> Value { get set }
  /// Replaces a queue, given from its front, or a set; of entities that exist. ``settle()`` must
  /// follow.
  func setMembers(_ field: Core.ID<Core.Field>, owner: Int, to members: [Int32])
  /// Returns the members of a queue, from the front, or of a set, in ascending order.
  func members(of field: Core.ID<Core.Field>, owner: Int) -> [Int32]
  /// Calls a closure with each entity that refers to some of these by a field, and with that one.
  /// O(owners × numbers).
  func forEachReference(
    by field: Core.ID<Core.Field>, to numbers: [Int32], _ body: (_ owner: Int, Int32) -> Void)
  /// Adds an entity that existed from the start, with the next number of its sort.
  /// - Parameter settles: True to bring obligations and clocks up to date; otherwise ``settle()``
  ///   must follow.
  func learn(_ sort: Core.ID<Core.Entity>, settles: Bool)
  /// Brings obligations and clocks up to date after a change; see ``timeError``.
  func settle()
  /// Begins a run in the present state, at an instant: the clocks of all that holds start.
  func begin(at instant: Int64) throws(EvaluationError)
  /// Goes to another state. Waived causes must be waived again. Former values are forgotten, also
  /// those from before a mark.
  func load(_ state: State, _ clocks: Clocks)

  // MARK: Deadlines

  /// Returns the deadlines that stop time, waived ones included, the earliest first and then in the
  /// order of the rules; and the next instant, if there is one, at which that may change by itself.
  func deadlines() throws(EvaluationError) -> (deadlines: [Deadline], until: Int64?)
  /// Returns the first of them that is not waived.
  /// - Parameter waived: The causes that are.
  func nextDeadline(
    besides waived: Set<Deadline.Cause>
  ) throws(EvaluationError) -> (next: Deadline?, until: Int64?)
  /// The decisions that are owed at once; none where they cannot be found out.
  var prompts: Set<Deadline.Cause> { get }
  /// Waives a deadline or an exceeded limit while it lasts, or ends the waiver.
  /// - Returns: True if it lasts, and would keep time from passing some day; where that is not
  ///   known without going through all, true.
  @discardableResult
  func waive(_ cause: Deadline.Cause, _ isWaived: Bool) -> Bool
  /// Returns those of some waived causes that still stop time.
  func lasting(_ causes: Set<Deadline.Cause>) throws(EvaluationError) -> Set<Deadline.Cause>
  /// The deadlines that stop time now.
  func deadlineRecord() throws(EvaluationError) -> DeadlineRecord
  /// Returns the deadlines that stopped time then and do not now, and the obligation to do an
  /// event, if that was one; in no order.
  func ended(
    since record: DeadlineRecord, orOwn event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [Deadline]
  /// False if certainly no condition lasts too long.
  var mayExceedLimits: Bool { get }
  /// Returns the bindings for which the condition of a `bounded` property lasts too long, with
  /// their properties, by property and then in the order of the values.
  func exceededLimits() -> [(property: Int, binding: [Value], since: Int64)]

  /// Returns the properties of states that may be false at touched places; nil: any of them.
  func doubtfulProperties(touching touched: Touched) -> Set<Int>?

  // MARK: Going back

  /// Remembers the present moment. Marks nest.
  func mark()
  /// Forgets the latest mark, and keeps the changes since then.
  func unmark()
  /// Returns to the latest mark, which stays. Causes waived before or since must be waived again.
  func rollback()
  /// The state at the latest mark. O(state).
  var markedState: State { get }

  // MARK: How it came about

  /// The record of the line that is being performed, counted from 1; 0: what follows was so from the
  /// start.
  var line: Int { get set }
  /// Returns the line before the present one that last changed a place.
  func line(lastChanging place: Place) -> Setters.Answer
  /// The number of milliseconds for which former values are remembered; 0: not at all.
  var rememberedSpan: Int64 { get set }
  /// Returns the values that a place held at an instant or later and has lost since, each with the
  /// instant at which it was lost, latest first.
  func formerValues(at place: Place, since instant: Int64) -> [(value: Value, lost: Int64)]
  /// Returns the same of the members of a queue, from its front, or a set.
  func formerMembers(at place: Place, since instant: Int64) -> [(value: [Int32], lost: Int64)]

  /// Codes what affects later lines, and neither its state nor its clocks contain. Reading goes to
  /// these; the stepper must be new. O(state).
  func code(_ state: State, _ clocks: Clocks, with coder: inout CheckpointCoder) throws
}

/// The deadlines that stopped time at a moment.
package enum DeadlineRecord {
  case ofMachine(Machine.InstanceRecord)
  case all([Deadline])
}

/// The answers that go through all deadlines.
extension ReversibleStepper {
  package var prompts: Set<Deadline.Cause> { promptsAmongDeadlines }

  package func lasting(
    _ causes: Set<Deadline.Cause>
  ) throws(EvaluationError) -> Set<Deadline.Cause> {
    try stillStopping(causes)
  }

  var promptsAmongDeadlines: Set<Deadline.Cause> {
    let causes = (try? deadlines().deadlines.map(\.cause)) ?? []
    return Set(causes.filter { if case .prompt = $0 { true } else { false } })
  }

  func stillStopping(
    _ causes: Set<Deadline.Cause>
  ) throws(EvaluationError) -> Set<Deadline.Cause> {
    causes.intersection(try deadlines().deadlines.map(\.cause))
  }

  func first(
    besides waived: Set<Deadline.Cause>
  ) throws(EvaluationError) -> (next: Deadline?, until: Int64?) {
    let view = try deadlines()
    return (view.deadlines.first { !waived.contains($0.cause) }, view.until)
  }

  func ended(
    of before: [Deadline], orOwn event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [Deadline] {
    let own = Deadline.Cause.event(event, arguments: arguments)
    let remaining = Set(try deadlines().deadlines.map(\.cause))
    return before.filter { $0.cause == own || !remaining.contains($0.cause) }
  }
}

extension Evaluator {
  /// Returns ``deadlines(_:_:)``, the earliest first.
  func sortedDeadlines(
    _ state: State, _ clocks: Clocks
  ) throws(EvaluationError) -> (deadlines: [Deadline], until: Int64?) {
    let view = try deadlines(state, clocks)
    let sorted = view.deadlines.enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    return (sorted.map(\.element), view.until)
  }
}
