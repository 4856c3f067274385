internal import Diagnostics
internal import Findings
internal import JSON
internal import Rulebook
internal import Semantics
internal import Traces

/// Judges one line after another: attributes causes, explains, and finds out how to go on.
///
/// The server is believed: after a violation the state becomes what the line evidently made it,
/// wherever the rules define that, so that one cause gives one finding. Any items may be given,
/// in any order; nothing traps.
///
/// Copies share names, history and the machine; a copy is used to go back to, by ``Snapshot``.
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
  /// What effects make of what they read.
  let effects: Effects
  /// By event: what it may leave otherwise.
  let eventReach: [EventReach]

  var world: World
  /// The fast path on the same machine; nil: there is none.
  var screen: Screen?
  /// The states that hidden events leave possible; nil: no event is hidden, or the rules are beyond
  /// it.
  var possible: PossibleStates?
  var names: Names
  var result: TraceResult
  /// Findings of the present line beyond those that are kept.
  var unkept: [Finding] = []
  /// By finding: the record, by its number, that it is about.
  var foundAt: [Int] = []

  /// Whether a line has told what time it is; before that no deadline is judged.
  var hasStarted = false
  /// The line that is being judged.
  var line = CurrentLine(place: TracePlace(line: 0, offset: 0), instant: 0)
  /// Obligations that were performed for the server, whose lines may still come.
  var inferred: [InferredStep] = []
  /// Whom what is on trial, or done quietly, has inferred: it is not on record yet what they follow
  /// from.
  var newcomers: Set<EntityKey> = []
  /// Whom the line that is deliberated on names, and lines behind it introduce.
  var announced: Set<ExactText> = []
  /// Names that the trace introduced in lines that could not be performed, or nowhere; with the
  /// finding about that, if it is known.
  var lostNames: [[ExactText: Int?]]
  /// What has been found goes on having effects.
  var aftermath: Aftermath
  /// Lines that could not be read, and what is laid to them.
  var unread = UnreadClaims()
  var disorder = Disorder()
  var exercise = Exercise()
  var counts = Counts()
  /// How many lines were plainly right and taken by others.
  var plainLines = 0
  var mode = Mode.telling
  /// If not all lines are taken: whom those are about that are.
  var attention: Set<EntityKey>?
  /// Whether what a line shows of others than it is about is believed.
  var adopts = true
  /// True if the state is kept where an observation differs from it.
  var keepsState = false
  /// Whether names stay as they are until somebody says what has become of them.
  var isHeld = false
  /// Whether one of the lines before a fault may explain it, of which nothing is kept.
  var lacksLines = false

  /// What becomes of what is wrong.
  enum Mode {
    /// It is reported.
    case telling
    /// It is only counted: it was reported otherwise.
    case quiet
    /// It is only counted, and what is done is undone afterwards.
    case trial
  }

  var evaluator: Evaluator { world.evaluator }

  /// How many lines were taken.
  var linesTaken: Int { result.lines + plainLines }

  /// Whether others may stand in the queue of somebody: what becomes of them is not about him.
  func hasQueue(_ key: EntityKey) -> Bool { owningQueues.contains(key.sort) }

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

  /// Judges the next item of the trace.
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
      reject(
        TraceResult.Rejection(
          line: rejection.line, record: rejection.record, offset: rejection.offset,
          byte: rejection.byte, id: rejection.id, message: rejection.message))
      unread.add(
        UnreadLine(
          line: rejection.line, record: rejection.number, members: rejection.members))
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
    if options.tolerance > 0 { result.tolerance = options.tolerance }
    result.notes += closingNotes
    (result.verdict, result.reason) = verdict
    return result
  }

  mutating func reject(_ rejection: TraceResult.Rejection) {
    counts.rejected += 1
    if result.rejected.count < options.mostFindings { result.rejected.append(rejection) }
  }
}

/// Where and when the line that is being judged stands.
struct CurrentLine: Sendable {
  let place: TracePlace
  let instant: Int64
  /// Whether it is of an earlier instant than the one before it, by more than is tolerated.
  var isBack = false
  /// The finding on this line that others on it may follow from.
  var cause: Int?
  /// The finding about what was missed in the pause before this line, while that passes: whatever
  /// else is missed in it has the same cause.
  var pause: Int?
  /// The earlier finding that what is wrong with this line follows from.
  var folded: Int?
  /// Whom, of the unborn, a name is taken to mean.
  var unborn: Unborn?
  /// Whether what is wrong with it rests on a guess.
  var isGuessed = false
  /// The entities that it names, where a line before it could not be read.
  var named: [EntityKey] = []
  /// The rejected lines that the first thing that is wrong with it may be laid to.
  var unread: UnreadClaims.Claim?
  /// The obligations, and decisions, that should have come before.
  var missed: [Deadline.Cause] = []
  /// For whom the guard that is broken does not hold.
  var involved: [EntityKey] = []
  /// What would make the guard hold that is broken.
  var corrections: [Correction] = []
  /// Whom it introduced without telling everything of them.
  var inferred: [EntityKey] = []
  /// Whom the findings are about.
  var blamed: [EntityKey] = []
  /// What the rules read that are broken.
  var places: Set<Core.Location> = []
  /// Whether something of somebody else is taken to be as it must have been.
  var isAdopted = false
  /// True if no hidden event explains what is wrong with it: that is certain, not a guess.
  var isCertain = false
  /// Observed values of fields that hidden events may have changed.
  var readings: [EntityKey: [PossibleStates.FieldReading]] = [:]
  /// Where an observation differs from the state, if the state is kept.
  var differences: [Judge.Difference] = []
  /// Whether something on this line is reported or cannot be judged.
  var isSpoilt = false
}

/// What is counted besides the findings that are kept.
struct Counts: Sendable {
  var rejected = 0
  var findings = 0
  var violations = 0
  var unknown = 0
  var brokenAssumptions: Set<String> = []
  var lost = 0
  /// Early lines that name somebody whom no line has introduced.
  var strangers = 0
  /// Lines that were taken on trial.
  var tried = 0
  /// What it took to infer what nobody logs.
  var inferred = 0
  /// Lines that are right or wrong depending on what was before the trace.
  var undecided = 0
  var hasStopped = false
}
