import Basics
import Rulebook

/// The machine's slow twin: the evaluator, with copies of what there was. Replays with it are held
/// against those with the machine.
package final class SlowMachine: ReversibleStepper {
  /// All that a mark remembers.
  private struct Content {
    var stepper: EvaluatorStepper
    /// The states before the latest lines that changed something, each with the instant at which
    /// it did.
    var former: [(state: State, lost: Int64, line: UInt32)] = []
    /// How often another state was loaded.
    var loads = 0
    /// The lines that last changed each place, the state up to which they are noted, and the record
    /// of the line that changes it.
    var setters: (all: Setters, state: State, line: UInt32)
    var timeError: EvaluationError?
  }

  /// The number of former states at which old ones are dropped. The machine keeps as many changes.
  private static let mostFormer = 1_024

  private var content: Content
  private var marks: [Content] = []
  package var rememberedSpan: Int64 = 0

  /// Begins in the state at the start, without entities.
  package init(_ evaluator: Evaluator) {
    let state = evaluator.initialState(counts: [:])
    content = Content(
      stepper: EvaluatorStepper(evaluator, at: state, evaluator.noClocks),
      setters: (Setters(evaluator.rules, areAll: true), state, 0))
  }

  private var evaluator: Evaluator { content.stepper.evaluator }
  package var rules: Core.Rules { evaluator.rules }
  package var now: Int64 { content.stepper.now }
  package var state: State { content.stepper.state }
  package var clocks: Clocks { content.stepper.clocks }
  package var timeError: EvaluationError? { content.timeError }
  package var notifications: [SentMessage] { content.stepper.notifications }
  package var changedPlaces: [Place]? { content.stepper.changedPlaces }

  // MARK: Places

  package func count(of sort: Core.ID<Core.Entity>) -> Int { content.stepper.count(of: sort) }
  package func value(at place: Place) -> Value { content.stepper.value(at: place) }
  package func members(at place: Place) -> [Int32] { content.stepper.members(at: place) }

  package func members(of field: Core.ID<Core.Field>, owner: Int) -> [Int32] {
    content.stepper.state.members(of: field, owner: owner)
  }

  package subscript(field: Core.ID<Core.Field>, of owner: Int) -> Value {
    get { content.stepper.state[field, of: owner] }
    set { change { $0[field, of: owner] = newValue } }
  }

  package subscript(global: Core.ID<Core.Global>) -> Value {
    get { content.stepper.state[global] }
    set { change { $0[global] = newValue } }
  }

  package func setMembers(_ field: Core.ID<Core.Field>, owner: Int, to members: [Int32]) {
    let isQueue = rules.isQueue(.field(field, of: Int32(clamping: owner)))
    change {
      if isQueue {
        $0.setQueue(field, owner: owner, to: members)
      } else {
        $0.setSet(field, owner: owner, to: members)
      }
    }
  }

  package func forEachReference(
    by field: Core.ID<Core.Field>, to numbers: [Int32], _ body: (_ owner: Int, Int32) -> Void
  ) {
    for owner in 0..<count(of: rules[field].owner) {
      guard case .entity(let number) = self[field, of: owner] else { continue }
      if numbers.contains(number) { body(owner, number) }
    }
  }

  package func learn(_ sort: Core.ID<Core.Entity>, settles: Bool) {
    if rules[sort].isIntroduced {
      remember()
    } else if isRemembered {
      // It was there before the line, too.
      let latest = content.former.count - 1
      content.former[latest].state = evaluator.adding(sort, to: content.former[latest].state)
    }
    content.stepper.state = evaluator.adding(sort, to: state)
    if settles { settle() }
  }

  private func change(_ body: (inout State) -> Void) {
    remember()
    body(&content.stepper.state)
  }

  package func settle() {
    do {
      try content.stepper.settle()
      content.timeError = nil
    } catch {
      content.timeError = error
    }
  }

  package func begin(at instant: Int64) throws(EvaluationError) {
    try content.stepper.begin(at: instant)
  }

  package func load(_ state: State, _ clocks: Clocks) {
    content.stepper = EvaluatorStepper(evaluator, at: state, clocks)
    content.former.removeAll()
    content.loads += 1
  }

  // MARK: Steps

  package func earliestDeadline() throws(EvaluationError) -> Deadline? {
    try content.stepper.earliestDeadline()
  }

  package func isFree(to instant: Int64) -> Bool { content.stepper.isFree(to: instant) }

  package func advance(to instant: Int64) throws(EvaluationError) {
    try content.stepper.advance(to: instant)
  }

  package func legality(of event: Core.ID<Core.Event>, _ arguments: [Value]) -> Legality {
    content.stepper.legality(of: event, arguments)
  }

  package func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage] {
    try content.stepper.refusal(of: event, arguments)
  }

  package func perform(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value]
  ) throws(EvaluationError) -> [Value] {
    let before = content
    do throws(EvaluationError) {
      remember()
      let step = try content.stepper.fire(event, arguments, results: results)
      try content.stepper.settle()
      content.setters.all.note(queues: step.queues, by: content.setters.line)
      return step.results
    } catch {
      content = before
      throw error
    }
  }

  // MARK: Deadlines

  package func deadlines() throws(EvaluationError) -> (deadlines: [Deadline], until: Int64?) {
    try evaluator.sortedDeadlines(state, clocks)
  }

  package func nextDeadline(
    besides waived: Set<Deadline.Cause>
  ) throws(EvaluationError) -> (next: Deadline?, until: Int64?) {
    try first(besides: waived)
  }

  package func waive(_ cause: Deadline.Cause, _ isWaived: Bool) -> Bool { true }

  package func deadlineRecord() throws(EvaluationError) -> DeadlineRecord {
    .all(try deadlines().deadlines)
  }

  package func ended(
    since record: DeadlineRecord, orOwn event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [Deadline] {
    guard case .all(let before) = record else { return [] }
    return try ended(of: before, orOwn: event, arguments)
  }

  package var mayExceedLimits: Bool { true }

  package func exceededLimits() -> [(property: Int, binding: [Value], since: Int64)] {
    evaluator.exceededLimits(in: clocks, at: now)
  }

  package func doubtfulProperties(touching touched: Touched) -> Set<Int>? { nil }

  // MARK: Going back

  package func mark() { marks.append(content) }
  package func unmark() { marks.removeLast() }
  package func rollback() {
    guard let mark = marks.last else { return }
    let loads = content.loads
    content = mark
    guard content.loads != loads else { return }
    content.former.removeAll()
    content.loads = loads
  }
  package var markedState: State { marks.last?.stepper.state ?? state }

  // MARK: How it came about

  package var line: Int {
    get { Int(content.setters.line) }
    set {
      let (before, former) = (content.setters.state, content.setters.line)
      content.setters.all.note(changesFrom: before, to: state, by: former, rules)
      (content.setters.state, content.setters.line) = (state, UInt32(clamping: newValue))
    }
  }

  package func line(lastChanging place: Place) -> Setters.Answer {
    content.setters.all.line(of: place, rules)
  }

  package func formerValues(
    at place: Place, since instant: Int64
  ) -> [(value: Value, lost: Int64)] {
    former(at: place, since: instant) { $0.value(at: place) }
  }

  package func formerMembers(
    at place: Place, since instant: Int64
  ) -> [(value: [Int32], lost: Int64)] {
    former(at: place, since: instant) { $0.members(at: place) }
  }

  private func former<Content: Equatable>(
    at place: Place, since instant: Int64, _ read: (State) -> Content
  ) -> [(value: Content, lost: Int64)] {
    func isThere(_ state: State) -> Bool {
      guard case .field(let field, let owner) = place else { return true }
      return Int(owner) < state.count(of: rules[field].owner)
    }
    var next: Content? = isThere(state) ? read(state) : nil
    return content.former.reversed().prefix { $0.lost >= instant }.compactMap { former in
      let value = isThere(former.state) ? read(former.state) : nil
      defer { next = value }
      return value.flatMap { $0 == next ? nil : ($0, former.lost) }
    }
  }

  /// True if the state before the present line is remembered.
  private var isRemembered: Bool {
    guard let latest = content.former.last else { return false }
    return latest.line == content.setters.line && latest.lost == now
  }

  /// Remembers the state before a line changes it.
  private func remember() {
    guard rememberedSpan > 0, !isRemembered else { return }
    if content.former.count >= Self.mostFormer {
      let earliest = now - rememberedSpan
      content.former.removeAll { $0.lost < earliest }
    }
    content.former.append((state, now, content.setters.line))
  }

  package func code(
    _ state: State, _ clocks: Clocks, with coder: inout CheckpointCoder
  ) throws {
    line = 0
    try coder.code(&content.setters.all)
    try coder.list(&content.former, blank: (.blank, 0, 0)) {
      try $0.code(&$1.state, &$1.lost, &$1.line)
    }
    guard coder.isReading else { return }
    content.stepper = EvaluatorStepper(evaluator, at: state, clocks)
    content.setters.state = state
  }
}
