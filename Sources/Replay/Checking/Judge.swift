import Basics
import Findings
import Rulebook
import Semantics
import Traces

/// Checks one line after another, attributes faults to causes, explains them, and chooses how to
/// continue.
///
/// The server is believed: after a violation the state becomes the one that the line evidently
/// made, wherever the rules define that, so that one cause gives one finding. Any items may be
/// given, in any order; nothing traps.
///
/// Copies share the world, names and history; a copy is used to go back to, by ``Snapshot``.
struct Judge {
  let rules: Core.Rules
  let source: SourceText?
  let options: ReplayOptions
  let recipientSorts: [[Core.ID<Core.Entity>]]
  /// The sorts whose entities have queues of their own.
  let owningQueues: Set<Core.ID<Core.Entity>>
  /// The latest lines about each entity.
  let history: History
  let hiddenInfluence: HiddenInfluence
  /// The flow of values from the places that effects read to those that they set.
  let effects: Effects
  /// The places that an event may change, by event.
  let eventReach: [EventReach]
  /// The state that each event reads, for the scope of a fault.
  let scopeReadings: [Scope.Reading]

  let world: World
  /// The fast path on the same machine; nil: there is none.
  var screen: Screen?
  /// The states that hidden events leave possible; nil: no event is hidden, or the rules are beyond
  /// it.
  var possible: PossibleStates?
  var names: Names
  /// The result so far, without the findings.
  var result: TraceResult
  /// The findings that are kept.
  var findings = Chunks<Finding>()
  /// Findings of the present line beyond those that are kept.
  var unkept: [Finding] = []
  /// Without diagnoses: the number of findings of each row.
  var numberFound: [FindingRow.Key: Int] = [:]
  /// The number of the record that each finding is about, by finding.
  var foundAt: [Int] = []

  /// True once a line has told the time; before that no deadline is checked.
  var hasStarted = false
  /// The line that is being checked.
  var line = CurrentLine(place: TracePlace(line: 0, offset: 0), instant: 0)
  /// Obligations that were performed for the server, whose lines may still come.
  var inferred: [InferredStep] = []
  /// The entities inferred on trial, or quietly, whose cause is not kept yet.
  var newcomers: Set<EntityKey> = []
  /// The names in the present faulty line that later lines introduce.
  var announced: Set<ExactText> = []
  /// Names that the trace introduced in lines that could not be performed, or nowhere; with the
  /// finding about that, if it is known.
  var lostNames: [[ExactText: Int?]]
  /// The lasting effects of findings.
  var aftermath: Aftermath
  /// The unreadable lines, and the findings that they may explain.
  var unread = UnreadClaims()
  var disorder = Disorder()
  var exercise = Exercise()
  var counts = Counts()
  /// The number of plainly right lines that the fast path took.
  var plainLines = 0
  var mode = Mode.telling
  /// The entities whose lines are taken; nil: all lines are.
  var attention: Set<EntityKey>?
  /// The record of which it cannot be decided that no order of the lines of one instant allows it.
  var openOrderAt: Int?
  /// True if the state is kept where an observation differs from it.
  var keepsState = false
  /// True while a line is taken to see if it has a fault: what follows from one is not looked for.
  var isProbing = false
  /// True if names are kept until a snapshot is released.
  var isHeld = false
  /// True if an earlier line may explain a fault, but its changes were not kept.
  var lacksLines = false
  /// True if there is a finding of which it was not noted what last changed a place that the guard
  /// reads.
  var lacksSetters = false

  /// The treatment of faults.
  enum Mode {
    /// Faults are reported.
    case telling
    /// Faults are only counted: they were reported otherwise.
    case quiet
    /// Faults are only counted, and all changes are undone afterwards.
    case trial
  }

  var evaluator: Evaluator { world.evaluator }

  /// True if findings are still kept; otherwise they are only counted and not explained.
  var keepsFindings: Bool {
    options.diagnoses && findings.count < options.mostFindings
  }

  /// The number of lines that were taken.
  var linesTaken: Int { result.lines + plainLines }

  init(_ rules: Core.Rules, path: String, source: SourceText?, options: ReplayOptions) {
    self.rules = rules
    self.source = source
    self.options = options
    recipientSorts = rules.recipientSorts
    owningQueues = Set(
      rules.fields.compactMap { if case .queue = $0.kind { $0.owner } else { nil } })
    history = History(sorts: rules.entities.count)
    let effects = Effects(rules.events.flatMap(\.updates))
    self.effects = effects
    eventReach = rules.events.map { EventReach($0, rules, effects) }
    scopeReadings = rules.events.map { Scope.Reading($0, rules) }
    hiddenInfluence = HiddenInfluence(rules, hidden: options.hidden)
    world = World(
      rules, withMachine: !options.usesEvaluator, startsUnknown: options.startsUnknown,
      rememberedSpan: options.tolerance)
    names = Names(rules)
    result = TraceResult(path: path)
    lostNames = rules.entities.map { _ in [:] }
    if !options.startsUnknown {
      let closed = rules.entities.indices.filter {
        options.closed.contains(rules.entities[$0].name)
      }
      possible = PossibleStates(
        world.evaluator, hidden: options.hidden, closed: Set(closed.map { Core.ID($0) }),
        tolerance: options.tolerance)
    }
    aftermath = Aftermath(sorts: rules.entities.count)
  }

  /// Checks the next item of the trace.
  mutating func take(_ item: TraceReader.Item) {
    guard !counts.hasStopped else { return }
    defer { if !isHeld { names.book.unmark() } }
    result.lines += 1
    switch item {
    case .line(.event(let event)):
      result.events += 1
      judge(event)
      judgeLimits()
    case .line(.observation(let observation)):
      judge(observation)
      if hasStarted { judgeLimits() }
    case .rejected(let rejection):
      reject(TraceResult.Rejection(rejection))
      unread.add(
        UnreadLine(
          line: rejection.line, recordInLine: rejection.record, record: rejection.number,
          members: rejection.members))
      counts.hasStopped = options.isStrict
    case .torn(let place):
      result.notes.append("line \(place.line) is torn: whoever wrote it was interrupted")
    }
  }

  /// Ends the replay.
  mutating func finish() -> TraceResult {
    var result = result
    result.exercised = exercise.byRule
    for (index, sort) in rules.entities.enumerated() {
      let count = names.given(of: Core.ID(index))
      if count > 0 { result.entities[sort.name] = count }
    }
    if options.tolerance > 0 { result.tolerance = max(options.tolerance, options.resolution) }
    result.notes += closingNotes
    (result.verdict, result.reason) = verdict
    return result
  }

  mutating func reject(_ rejection: TraceResult.Rejection) {
    counts.rejected += 1
    if result.rejected.count < options.mostFindings { result.rejected.append(rejection) }
  }
}

/// The line that is being checked, with its faults so far.
struct CurrentLine: Sendable {
  /// A fault that follows from a finding.
  struct Consequence: Sendable {
    let rule: String
    /// The part of the line that is not allowed, for the user.
    let why: String
  }

  let place: TracePlace
  let instant: Int64
  /// True if the line has an earlier instant than the one before it, by more than the tolerance.
  var isBack = false
  /// The finding on this line that others on it may follow from.
  var cause: Int?
  /// The finding about a missed deadline in the pause before this line, while that passes: all
  /// others missed in it have the same cause.
  var pause: Int?
  /// The earlier finding from which the fault of this line follows, and that fault.
  var folded: Int?
  var consequence: Consequence?
  /// The missing entity that a name is taken to mean.
  var unborn: Unborn?
  /// True if a fault of the line rests on a guess.
  var isGuessed = false
  /// The entities that it names, where a line before it could not be read.
  var named: [EntityKey] = []
  /// The rejected lines that the first thing that is wrong with it may be laid to.
  var unread: UnreadClaims.Claim?
  /// The obligations, and decisions, that should have come before.
  var missed: [Deadline.Cause] = []
  /// The entities for which the broken guard does not hold.
  var involved: [EntityKey] = []
  /// The recipients of messages that are missing or superfluous.
  var recipients: [EntityKey] = []
  /// The corrections of the state by which the broken guard would hold.
  var corrections: [Correction] = []
  /// The entities that the line introduced without telling all about them.
  var inferred: [EntityKey] = []
  /// The entities that the findings are about.
  var blamed: [EntityKey] = []
  /// The row of the first fault on it.
  var fault: FindingRow.Key?
  /// The places that the broken rules read.
  var places: Set<Core.Location> = []
  /// True if the fault is certain, because no hidden event explains it.
  var isCertain = false
  /// Observed values of fields that hidden events may have changed.
  var readings: [EntityKey: [PossibleStates.FieldReading]] = [:]
  /// The fields that an observation tells, where a line before it could not be read.
  var told: [(key: EntityKey, field: Core.ID<Core.Field>)] = []
  /// The places in which an observation differs from the state.
  var differences: [Judge.Difference] = []
  /// True if a fault of this line is reported, or something on it cannot be checked.
  var isSpoilt = false
}

/// The counts that are kept besides findings.
struct Counts: Sendable {
  var rejected = 0
  var findings = 0
  var violations = 0
  var unknown = 0
  var brokenAssumptions: Set<String> = []
  var lost = 0
  /// The number of early lines that name an entity which no line has introduced.
  var strangers = 0
  /// Lines that were taken on trial.
  var tried = 0
  /// The effort of inferring hidden events.
  var inferred = 0
  /// The number of lines that are right or wrong depending on the state before the trace.
  var undecided = 0
  var hasStopped = false
}

extension TraceResult.Rejection {
  /// The rejection for reports.
  package init(_ rejection: Rejection) {
    self.init(
      line: rejection.line, record: rejection.record, offset: rejection.offset,
      byte: rejection.byte, id: rejection.id, message: rejection.message)
  }
}
