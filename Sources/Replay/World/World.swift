import Rulebook
import Semantics

/// The state with its deadlines. The machine holds both, or, for comparison with it, the evaluator
/// alone.
///
/// Copies share the machine. To go back to a copy, call ``mark()`` and ``rollback()``.
struct World {
  let evaluator: Evaluator
  let machine: Machine?
  /// The state, if there is no machine.
  var ownState: State
  var ownClocks: Clocks
  private var ownMarks: [(state: State, clocks: Clocks)] = []
  /// The number of milliseconds for which former values are remembered.
  let rememberedSpan: Int64
  /// The entities that are there from the start and that no line has named.
  var unnamed: Unnamed
  /// Without a machine: the states before the latest changes, each with the instant of the change.
  var ownFormer: [(state: State, lost: Int64)] = []
  /// Without a machine: the lines that last changed each place, the state up to which they are
  /// noted, and the record of the line that changes it.
  var ownSetters: (all: Setters, state: State, line: UInt32)

  /// The deadlines that no longer stop time: they were reported, or follow from a finding.
  var settled: Set<Deadline.Cause> = []
  /// The `bounded` properties, with bindings, of which it was reported that they last too long.
  var exceeded: Set<ViolationKey> = []
  /// Set while the facts of an observation are taken: time and clocks see them together.
  private(set) var isObserving = false
  /// The unseen part of the state, if the trace began in mid-stream. The machine takes it to be
  /// empty: an event that is then legal may be legal, any other is checked again.
  var unseen: Unseen?
  /// The ranging of each rule; nil if everything is seen.
  let ranging: RuleRanging?

  var rules: Core.Rules { evaluator.rules }

  init(_ rules: Core.Rules, withMachine: Bool, startsUnknown: Bool, rememberedSpan: Int64) {
    let evaluator = Evaluator(rules)
    let machine = withMachine ? Machine(evaluator) : nil
    machine?.leavesUnknownOpen = startsUnknown
    machine?.rememberedSpan = rememberedSpan
    self.rememberedSpan = rememberedSpan
    unseen = startsUnknown ? Unseen(rules) : nil
    ranging = startsUnknown ? RuleRanging(rules) : nil
    self.evaluator = evaluator
    self.machine = machine
    unnamed = Unnamed(evaluator)
    for event in unnamed.events { machine?.leaveToEvaluator(event) }
    ownState = evaluator.initialState(counts: [:])
    ownClocks = evaluator.noClocks
    ownSetters = (Setters(rules, areAll: true), ownState, 0)
    guard startsUnknown else { return }
    for global in rules.globals.indices { self[Core.ID<Core.Global>(global)] = .unknown }
  }

  // MARK: The state

  var now: Int64 { machine?.now ?? ownState.now }

  /// O(state) with a machine.
  var state: State { withUnseen(machine?.state ?? ownState) }

  private func withUnseen(_ state: State) -> State {
    guard let unseen else { return state }
    var state = state
    state.unseen = unseen
    return state
  }

  var clocks: Clocks { machine?.clocks ?? ownClocks }

  func count(of sort: Core.ID<Core.Entity>) -> Int {
    machine?.count(of: sort) ?? ownState.count(of: sort)
  }

  /// The number of entities in all.
  var entityCount: Int {
    rules.entities.indices.reduce(0) { $0 + count(of: Core.ID($1)) }
  }

  subscript(field: Core.ID<Core.Field>, of owner: Int) -> Value {
    get { machine.map { $0[field, of: owner] } ?? ownState[field, of: owner] }
    set {
      if let machine {
        machine[field, of: owner] = newValue
      } else {
        ownState[field, of: owner] = newValue
      }
    }
  }

  /// Calls a closure with each entity that refers to some of these by a field, and with that one.
  func forEachReference(
    by field: Core.ID<Core.Field>, to numbers: [Int32], _ body: (_ owner: Int, Int32) -> Void
  ) {
    if let machine, machine.isOnItsOwn {
      return machine.forEachReference(by: field, to: numbers, body)
    }
    for owner in 0..<count(of: rules[field].owner) {
      guard case .entity(let number) = self[field, of: owner] else { continue }
      if numbers.contains(number) { body(owner, number) }
    }
  }

  subscript(global: Core.ID<Core.Global>) -> Value {
    get { machine.map { $0[global] } ?? ownState[global] }
    set { if let machine { machine[global] = newValue } else { ownState[global] = newValue } }
  }

  func members(of field: Core.ID<Core.Field>, owner: Int) -> [Int32] {
    machine?.members(of: field, owner: owner) ?? ownState.members(of: field, owner: owner)
  }

  /// Replaces a queue, given from its front, or a set.
  mutating func setMembers(
    _ field: Core.ID<Core.Field>, owner: Int, to members: [Int32]
  ) {
    if let machine { return machine.setMembers(field, owner: owner, to: members) }
    if case .queue = rules[field].kind {
      ownState.setQueue(field, owner: owner, to: members)
    } else {
      ownState.setSet(field, owner: owner, to: members)
    }
  }

  /// The record of the line that changes are due to.
  var line: Int { machine?.line ?? Int(ownSetters.line) }

  /// Makes a line the one that changes are due to.
  /// - Parameter line: Its record, counted from 1; 0: what follows was so from the start.
  mutating func begin(line: Int) {
    if let machine { return machine.line = line }
    let (before, former) = (ownSetters.state, ownSetters.line)
    ownSetters.all.note(changesFrom: before, to: ownState, by: former, rules)
    (ownSetters.state, ownSetters.line) = (ownState, UInt32(clamping: line))
  }

  /// Returns the line before the present one that last changed a place.
  func line(lastChanging place: Place) -> Setters.Answer {
    machine?.line(lastChanging: place) ?? ownSetters.all.line(of: place, rules)
  }

  /// Adds an entity that was there from the start.
  /// - Returns: Its number.
  mutating func learn(_ sort: Core.ID<Core.Entity>) -> Int32 {
    let line = line
    begin(line: 0)
    defer { begin(line: line) }
    let number = count(of: sort)
    if let machine {
      machine.learn(sort, settles: false)
    } else {
      ownState = evaluator.adding(sort, to: ownState)
    }
    if unseen != nil {
      leaveOpen(sort, number)
    } else {
      for (field, setting) in unnamed.values[sort.index] ?? [:] {
        begin(line: setting.line)
        self[Core.ID<Core.Field>(field), of: number] = setting.value
      }
    }
    settleUnlessObserving()
    return Int32(clamping: number)
  }

  /// Facts follow, which hold at once.
  mutating func beginObserving() {
    isObserving = true
    rememberOwnState()
  }

  /// - Parameter isTimed: True if the time is known.
  mutating func endObserving(isTimed: Bool) throws(EvaluationError) {
    isObserving = false
    guard isTimed else { return }
    if let machine {
      machine.settle()
      if let error = machine.timeError { throw error }
    } else {
      ownClocks = try evaluator.clocks(ownClocks, after: ownState)
    }
    try forgetEnded()
  }

  /// Returns the invariants, lemmas and axioms that are false, as far as the touched places may
  /// have made them so. Throws if some binding of a property has no truth value.
  /// - Parameter enough: The number of violations beyond which no further property is looked at.
  func violatedProperties(
    touching touched: Touched, enough: Int = .max
  ) throws(EvaluationError) -> [Violation] {
    guard let machine, unseen == nil else {
      return try evaluator.violatedProperties(in: state, touching: touched, enough: enough)
    }
    let doubtful = machine.doubtfulProperties(touching: touched)
    if doubtful.isEmpty { return [] }
    return try evaluator.violatedProperties(
      in: state, touching: touched, among: doubtful, enough: enough)
  }

  // MARK: Time

  /// Begins a run at the first line that tells the time.
  mutating func begin(at instant: Int64) throws(EvaluationError) {
    if let machine { return try machine.begin(at: instant) }
    ownState.now = instant
    ownClocks = try evaluator.clocks(startingAt: ownState)
  }

  /// Returns the deadlines that stop time, settled ones included, in the order of the rules and the
  /// earliest first; and the next instant, if there is one, at which that may change by itself.
  func deadlines() throws(EvaluationError) -> (deadlines: [Deadline], until: Int64?) {
    if let machine, machine.isOnItsOwn { return (try machine.deadlines(), nil) }
    let view = try evaluator.deadlines(machine?.state ?? ownState, clocks)
    let sorted = view.deadlines.enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    return (sorted.map(\.element), view.until)
  }

  /// The deadlines that stopped time at a moment.
  enum DeadlineRecord {
    case ofMachine(Machine.DeadlineRecord)
    case all([Deadline])
  }

  func deadlineRecord() throws(EvaluationError) -> DeadlineRecord {
    if let record = machine?.deadlineRecord { return .ofMachine(record) }
    return .all(try deadlines().deadlines)
  }

  /// Returns the deadlines that stopped time then and do not now, and the obligation to do an
  /// event, if that was one; in no order.
  func ended(
    since record: DeadlineRecord, orOwn event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [Deadline] {
    let before: [Deadline]
    switch record {
    case .ofMachine(let record):
      guard let machine else { return [] }
      if let ended = machine.ended(since: record, orOwn: event, arguments) { return ended }
      before = machine.deadlines(in: record)
    case .all(let deadlines): before = deadlines
    }
    let own = Deadline.Cause.event(event, arguments: arguments)
    let remaining = Set(try deadlines().deadlines.map(\.cause))
    return before.filter { $0.cause == own || !remaining.contains($0.cause) }
  }

  /// Returns the first deadline that stops time and is not settled.
  func nextDeadline() throws(EvaluationError) -> (next: Deadline?, until: Int64?) {
    if let machine, machine.isOnItsOwn { return (try machine.nextDeadline(), nil) }
    let view = try deadlines()
    let next = view.deadlines.filter { !isSettled($0.cause) }.min { $0.instant < $1.instant }
    return (next, view.until)
  }

  mutating func advance(to instant: Int64) throws(EvaluationError) {
    guard instant > now else { return }
    if let machine { return try machine.advance(to: instant) }
    (ownState, ownClocks) = try evaluator.advance(ownState, ownClocks, to: instant)
  }

  /// Gives up looking for how time passes.
  mutating func force(to instant: Int64) {
    guard instant > now else { return }
    guard let machine else {
      ownState.now = instant
      ownFormer.removeAll()
      return
    }
    var state = machine.state
    state.now = instant
    machine.load(state, machine.clocks)
    waiveAll()
  }

  /// Settles a deadline, so that it does not stop time while it lasts.
  /// - Returns: True if it was not settled before.
  @discardableResult
  mutating func settle(_ cause: Deadline.Cause) -> Bool {
    machine?.waive(cause)
    return settled.insert(cause).inserted
  }

  func isSettled(_ cause: Deadline.Cause) -> Bool { settled.contains(cause) }

  /// Forgets settled deadlines that have ended.
  mutating func forgetEnded() throws(EvaluationError) {
    guard !settled.isEmpty else { return }
    if let machine, machine.isOnItsOwn {
      // A continuing obligation may have been taken for another one, and is waived again.
      for cause in settled where !machine.waive(cause) { settled.remove(cause) }
      return waiveExceeded()
    }
    let causes = Set(try deadlines().deadlines.map(\.cause))
    for cause in settled where !causes.contains(cause) { settled.remove(cause) }
  }

  /// The decisions that the server owes at once; none where they cannot be found out.
  var prompts: Set<Deadline.Cause> {
    if let machine, machine.isOnItsOwn { return Set(machine.prompts) }
    let causes = (try? deadlines().deadlines.map(\.cause)) ?? []
    return Set(causes.filter { if case .prompt = $0 { true } else { false } })
  }

  /// The conditions of `bounded` properties that have begun to last too long.
  mutating func newlyExceeded() -> [Violation] {
    if let machine, machine.isOnItsOwn, exceeded.isEmpty, !machine.hasExceededLimits { return [] }
    let present = machine?.exceededLimits() ?? evaluator.exceededLimits(in: ownClocks, at: now)
    var keys: Set<ViolationKey> = []
    var found: [Violation] = []
    for (property, binding, since) in present where !isOpen(property: property) {
      let key = ViolationKey(property: property, binding: binding)
      keys.insert(key)
      if exceeded.contains(key) { continue }
      machine?.waive(.prompt(property: property, binding: binding))
      found.append(
        Violation(property: property, reason: .lasts(binding: binding, since: since)))
    }
    exceeded = keys
    return found
  }

  private func waiveAll() {
    for cause in settled { machine?.waive(cause) }
    waiveExceeded()
  }

  private func waiveExceeded() {
    for key in exceeded { machine?.waive(.prompt(property: key.property, binding: key.binding)) }
  }

  // MARK: Going back

  /// Remembers the present moment. Marks nest.
  mutating func mark() {
    if let machine { machine.mark() } else { ownMarks.append((ownState, ownClocks)) }
  }

  /// Forgets the latest mark.
  mutating func unmark() {
    if let machine { machine.unmark() } else { ownMarks.removeLast() }
  }

  /// Goes back to the latest mark, at which this copy was made just before or after it.
  mutating func rollback(to copy: World) {
    let causes = settled.subtracting(copy.settled)
    let keys = exceeded.subtracting(copy.exceeded)
    self = copy
    guard let machine else { return }
    machine.rollback()
    // The machine does not know since when something is waived.
    for cause in causes { machine.waive(cause, false) }
    for key in keys {
      machine.waive(.prompt(property: key.property, binding: key.binding), false)
    }
    waiveAll()
  }

  /// Goes back to before one of the latest lines that were plainly right.
  /// - Parameter line: Its position on the machine's trail.
  /// - Returns: false: that is not possible.
  mutating func goBack(toLine line: Int) -> Bool {
    guard let machine, machine.goBack(toLine: line) else { return false }
    waiveAll()
    return true
  }

  /// The state at the latest mark. O(state) with a machine.
  var markedState: State {
    withUnseen(machine?.markedState ?? ownMarks.last?.state ?? ownState)
  }
}
