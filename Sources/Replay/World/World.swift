import Rulebook
import Semantics

/// The state with its deadlines, and what a replay knows of them besides: which were reported, and
/// what was not seen. A class, since there is one machine: to try something, see ``mark()``.
final class World {
  let evaluator: Evaluator
  /// The machine, or, for comparison with it, the evaluator alone.
  let stepper: any ReversibleStepper
  /// The machine; nil: the evaluator is alone.
  let machine: Machine?

  /// The entities that are there from the start and that no line has named.
  var unnamed: Unnamed
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
  private var marks: [Mark] = []

  /// The content of a mark, besides the state and its clocks.
  private struct Mark {
    let unnamed: Unnamed
    let settled: Set<Deadline.Cause>
    let exceeded: Set<ViolationKey>
    let isObserving: Bool
    let unseen: Unseen?
  }

  var rules: Core.Rules { evaluator.rules }

  init(_ rules: Core.Rules, withMachine: Bool, startsUnknown: Bool, rememberedSpan: Int64) {
    evaluator = Evaluator(rules)
    unnamed = Unnamed(evaluator)
    unseen = startsUnknown ? Unseen(rules) : nil
    ranging = startsUnknown ? RuleRanging(rules) : nil
    machine = withMachine ? Machine(evaluator) : nil
    machine?.leavesUnknownOpen = startsUnknown
    for event in unnamed.events { machine?.leaveToEvaluator(event) }
    stepper = machine ?? SlowMachine(evaluator)
    stepper.rememberedSpan = rememberedSpan
    guard startsUnknown else { return }
    for global in rules.globals.indices { self[Core.ID<Core.Global>(global)] = .unknown }
  }

  // MARK: The state

  var now: Int64 { stepper.now }
  var clocks: Clocks { stepper.clocks }

  /// O(state) with a machine.
  var state: State { withUnseen(stepper.state) }
  /// The state at the latest mark. O(state) with a machine.
  var markedState: State { withUnseen(stepper.markedState) }

  private func withUnseen(_ state: State) -> State {
    guard let unseen else { return state }
    var state = state
    state.unseen = unseen
    return state
  }

  func count(of sort: Core.ID<Core.Entity>) -> Int { stepper.count(of: sort) }

  /// The number of entities in all.
  var entityCount: Int {
    rules.entities.indices.reduce(0) { $0 + count(of: Core.ID($1)) }
  }

  subscript(field: Core.ID<Core.Field>, of owner: Int) -> Value {
    get { stepper[field, of: owner] }
    set { stepper[field, of: owner] = newValue }
  }

  subscript(global: Core.ID<Core.Global>) -> Value {
    get { stepper[global] }
    set { stepper[global] = newValue }
  }

  func members(of field: Core.ID<Core.Field>, owner: Int) -> [Int32] {
    stepper.members(of: field, owner: owner)
  }

  /// Replaces a queue, given from its front, or a set.
  func setMembers(_ field: Core.ID<Core.Field>, owner: Int, to members: [Int32]) {
    stepper.setMembers(field, owner: owner, to: members)
  }

  /// Makes a line the one that changes are due to.
  /// - Parameter line: Its record, counted from 1; 0: what follows was so from the start.
  func begin(line: Int) { stepper.line = line }

  /// Adds an entity that was there from the start.
  /// - Returns: Its number.
  func learn(_ sort: Core.ID<Core.Entity>) -> Int32 {
    let line = stepper.line
    begin(line: 0)
    defer { begin(line: line) }
    let number = count(of: sort)
    stepper.learn(sort, settles: false)
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
  func beginObserving() { isObserving = true }

  /// - Parameter isTimed: True if the time is known.
  func endObserving(isTimed: Bool) throws(EvaluationError) {
    isObserving = false
    guard isTimed else { return }
    stepper.settle()
    if let error = stepper.timeError { throw error }
    try forgetEnded()
  }

  /// Brings clocks up to date. If this fails, it fails again where it matters.
  func settleUnlessObserving() {
    guard !isObserving else { return }
    stepper.settle()
    try? forgetEnded()
  }

  /// Returns the invariants, lemmas and axioms that are false, as far as the touched places may
  /// have made them so. Throws if some binding of a property has no truth value.
  /// - Parameter enough: The number of violations beyond which no further property is looked at.
  func violatedProperties(
    touching touched: Touched, enough: Int = .max
  ) throws(EvaluationError) -> [Violation] {
    let doubtful = unseen == nil ? stepper.doubtfulProperties(touching: touched) : nil
    if doubtful?.isEmpty == true { return [] }
    return try evaluator.violatedProperties(
      in: state, touching: touched, among: doubtful, enough: enough)
  }

  // MARK: Going back

  /// Remembers the present moment. Marks nest.
  func mark() {
    marks.append(
      Mark(
        unnamed: unnamed, settled: settled, exceeded: exceeded, isObserving: isObserving,
        unseen: unseen))
    stepper.mark()
  }

  /// Forgets the latest mark.
  func unmark() {
    marks.removeLast()
    stepper.unmark()
  }

  /// Goes back to the latest mark, which stays.
  func rollback() {
    guard let mark = marks.last else { return }
    let causes = settled.subtracting(mark.settled)
    let keys = exceeded.subtracting(mark.exceeded)
    (unnamed, settled, exceeded) = (mark.unnamed, mark.settled, mark.exceeded)
    (isObserving, unseen) = (mark.isObserving, mark.unseen)
    stepper.rollback()
    // The stepper does not know since when something is waived.
    for cause in causes { stepper.waive(cause, false) }
    for key in keys { waive(key, false) }
    waiveAll()
  }

  /// Goes back to before one of the latest lines that were plainly right.
  /// - Parameter line: Its position on the machine's trail.
  /// - Returns: false: that is not possible.
  func goBack(toLine line: Int) -> Bool {
    guard let machine, machine.goBack(toLine: line) else { return false }
    waiveAll()
    return true
  }
}
