public import Rulebook
public import Semantics

/// The rules as a machine: events of a trace are executed on columns by compiled programs, at the
/// speed that production needs. It answers exactly what ``Evaluator`` answers.
///
/// Where a program has no answer of its own (see ``Opcode``), the machine puts its state before
/// the evaluator, O(state), and takes what that says. So it is fast where values are known and
/// rules are defined, and right everywhere.
///
/// No index from outside is trusted: what reads a column checks the bounds of the column.
public final class Machine {
  public let rules: Core.Rules
  let evaluator: Evaluator
  let layout: Layout
  let programs: EventCode
  /// How many entities of each sort are remembered when they are over.
  package var remembered = 10_000
  /// Whether obligations and lasting conditions that depend on what nobody knows hold nothing up,
  /// and whoever may or may not be among those that a guard is about is left aside. Then what
  /// the machine takes for legal may be, while what it takes for forbidden may be legal.
  package var leavesUnknownOpen = false {
    didSet { table.leavesUnknownOpen = leavesUnknownOpen }
  }
  /// What the event that was performed last asked for.
  let pending: UnsafeMutablePointer<Pending>
  /// What the watch that was evaluated last found.
  let found: UnsafeMutablePointer<Pending>
  let watchRegisters: UnsafeMutablePointer<Int64>
  let storage: UnsafeMutablePointer<Storage>
  /// The obligations and lasting properties whose instances the evaluator has to find at every
  /// step, by name.
  public let slowRules: [String]

  /// So many instructions are worth making an index for, where a state is judged.
  package var worthAnIndex = 200_000.0
  /// The invariants, for whoever asks whether they hold.
  private(set) lazy var claims = ClaimPrograms(evaluator.claims, layout)
  /// What may be wanted undone.
  var journal = Journal()
  /// Of the state, while somebody asks for it often.
  var mirror: Mirror?
  /// Set while the state holds a number that no column can hold, or a list somebody who does not
  /// exist.
  var detached: State?
  /// Set while the evaluator keeps the clocks.
  var slowClocks: Clocks?
  /// Set if the evaluator performed the last event.
  var slowMessages: [SentMessage]? {
    didSet { storage.pointee.hasSlowMessages = slowMessages != nil }
  }
  /// How often everything was replaced.
  var loads = 0
  /// How many questions the evaluator had to answer.
  public internal(set) var escapes = 0
  /// Why the clocks could not be kept at the last step, if so.
  public internal(set) var timeError: EvaluationError?

  /// A machine in the state at the start, without entities. O(rules).
  public convenience init(_ evaluator: Evaluator) {
    self.init(evaluator, at: evaluator.initialState(counts: [:]), evaluator.noClocks)
  }

  /// A machine in a state, with the clocks that go with it. O(rules + state).
  public init(_ evaluator: Evaluator, at state: State, _ clocks: Clocks) {
    self.evaluator = evaluator
    rules = evaluator.rules
    layout = Layout(rules: evaluator.rules)
    let watches = WatchProgram.all(of: layout)
    slowRules = watches.slow
    var indices = IndexRegistry()
    programs = EventCode(layout, &indices)
    let layout = layout
    let specifications = indices.specifications
    let kept =
      watches.fast
      + specifications.indices.compactMap {
        specifications[$0].watch($0, layout)
      }
    let registers = max(rules.entities.count + 1, kept.map(\.search.registers).max() ?? 0)
    watchRegisters = .allocate(capacity: registers)
    watchRegisters.initialize(repeating: 0, count: registers)
    pending = .allocate(capacity: 1)
    pending.initialize(to: Pending())
    found = .allocate(capacity: 1)
    found.initialize(to: Pending())
    storage = .allocate(capacity: 1)
    let memory = Memory(layout)
    let table = WatchTable(kept, WatchReaders(kept, layout), memory)
    let eventInterpreter = Interpreter(memory, table, programs.registers, pending)
    let watchInterpreter = Interpreter(memory, table, watchRegisters, found)
    storage.initialize(
      to: Storage(
        memory: memory, table: table, retirement: Retirement(layout),
        eventInterpreter: eventInterpreter,
        watchInterpreter: watchInterpreter))
    load(state, clocks)
  }

  deinit {
    programs.deallocate()
    pending.pointee.deallocate()
    pending.deallocate()
    found.pointee.deallocate()
    found.deallocate()
    watchRegisters.deallocate()
    journal.deallocate()
    storage.pointee.trail.deallocate()
    storage.pointee.recent.deallocate()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// What every step changes. In memory of its own: the language checks each access to a stored
  /// property of a class for exclusivity, while this class lets nobody in during one.
  struct Storage: ~Copyable {
    var memory: Memory
    var table: WatchTable
    var retirement: Retirement
    var trail = Trail()
    var recent = RecentChanges()
    /// Whether something may be wanted undone.
    var isMarked = false
    /// Whether the machine keeps time by itself, as far as was known when things changed last.
    var isFast = false
    /// Whether time passes freely only as long as nothing lasts too long.
    var haltsAtLimits = false
    /// Who is told what changes.
    var listeners: Listeners = []
    /// Whether new entities may have the numbers of those that are over.
    var recycles = false
    /// Whether they have the numbers that stand among the results.
    var keepsNumbers = false
    /// Whether the event that was prepared last has such a number among its results.
    var hasRecycled = false
    var hasSlowMessages = false
    /// For events and for watches, whose registers leave what the last event computed alone. They
    /// hold nothing but where the memory is.
    var eventInterpreter: Interpreter
    var watchInterpreter: Interpreter

    var isRecording: Bool {
      get { listeners.contains(.journal) }
      set { if newValue { listeners.insert(.journal) } else { listeners.remove(.journal) } }
    }

    /// Puts another memory, and a table of what is watched in it, in the place of these.
    mutating func replace(_ other: consuming Memory, _ watching: consuming WatchTable) {
      let (events, watches) = (eventInterpreter.registers, watchInterpreter.registers)
      eventInterpreter = Interpreter(other, watching, events, eventInterpreter.pending)
      watchInterpreter = Interpreter(other, watching, watches, watchInterpreter.pending)
      memory = other
      table = watching
    }
  }

  var memory: Memory {
    _read { yield storage.pointee.memory }
    _modify { yield &storage.pointee.memory }
  }

  var table: WatchTable {
    _read { yield storage.pointee.table }
    _modify { yield &storage.pointee.table }
  }

  /// The present instant in milliseconds.
  public var now: Int64 { detached?.now ?? memory.now }

  /// How many entities of a sort exist.
  public func count(of sort: Core.ID<Core.Entity>) -> Int {
    detached?.count(of: sort) ?? memory.counts[sort.index]
  }

  var retirement: Retirement {
    _read { yield storage.pointee.retirement }
    _modify { yield &storage.pointee.retirement }
  }

  var eventInterpreter: Interpreter {
    _read { yield storage.pointee.eventInterpreter }
    _modify { yield &storage.pointee.eventInterpreter }
  }

  var watchInterpreter: Interpreter {
    _read { yield storage.pointee.watchInterpreter }
    _modify { yield &storage.pointee.watchInterpreter }
  }

  /// Whether deadlines and clocks are the evaluator's at present.
  var isTimeSlow: Bool { !slowRules.isEmpty || table.escaped > 0 || detached != nil }
}

/// The programs of all events, in memory of their own.
struct EventCode {
  struct Entry {
    /// Positions in the code; -1: the evaluator is asked.
    var legality = -1
    var effects = -1
    var attempt = -1
    var assumptions = -1
    var refusal = -1
    var hasAssumptions = false
    var asksIndices = false
    /// The least time that was left to obligations that it ended.
    var leastMargin = Int64.max
    var dueRegister = 0
    var values = 0
    var parameters = 0
  }

  let code: UnsafeMutablePointer<Instruction>
  let entries: Block<Entry>
  let registers: UnsafeMutablePointer<Int64>
  /// By event: the sorts of what it introduces, with the registers of these results.
  let introduced: Rows<(sort: Int, register: UInt16)>
  /// By event: the indices that its programs ask for.
  let indices: Rows<Int>

  init(_ layout: Layout, _ indices: inout IndexRegistry) {
    var all: [Instruction] = []
    var entries = Block<Entry>()
    var introduced: [[(sort: Int, register: UInt16)]] = []
    var asked: [[Int]] = []
    // A sort or a number may stand where others name a register.
    var most = layout.rules.entities.count + 1
    for event in layout.rules.events {
      let program = EventProgram(event, layout, &indices)
      var entry = Entry()
      if let legality = program.legality {
        entry.legality = all.count
        all += legality
      }
      if let effects = program.effects {
        entry.effects = all.count
        all += effects
      }
      if let attempt = program.attempt {
        entry.attempt = all.count
        all += attempt
      }
      if let assumptions = program.assumptions {
        entry.assumptions = all.count
        all += assumptions
      }
      if let refusal = program.refusal {
        entry.refusal = all.count
        all += refusal
      }
      entry.hasAssumptions = !event.assumptions.isEmpty
      entry.dueRegister = Int(program.dueRegister)
      entry.parameters = event.parameters.count
      entry.values = event.parameters.count + event.results.count
      entry.asksIndices = !program.indices.isEmpty
      entries.append(entry)
      introduced.append(program.introduced)
      asked.append(program.indices)
      most = max(most, program.registers, entry.values + 2)
    }
    self.entries = entries
    self.introduced = Rows(introduced)
    self.indices = Rows(asked)
    code = .allocate(capacity: max(1, all.count))
    code.initialize(from: all, count: all.count)
    registers = .allocate(capacity: most)
    registers.initialize(repeating: 0, count: most)
  }

  func deallocate() {
    entries.deallocate()
    introduced.deallocate()
    indices.deallocate()
    code.deallocate()
    registers.deallocate()
  }
}

extension WatchProgram {
  /// The watches of all obligations, then of all lasting properties, in the order of the rules.
  static func all(of layout: Layout) -> (fast: [WatchProgram], slow: [String]) {
    var fast: [WatchProgram] = []
    var slow: [String] = []
    for (index, event) in layout.rules.events.enumerated() where event.source == .clock {
      let binders = event.parameters.map { Core.Binder(ranging: $0) }
      let conditions = event.guards.map(\.condition)
      if !event.parameters.contains(where: \.type.isOptional),
        let watch = WatchProgram(
          .obligation(event: index), binders, conditions, due: event.due?.instant, layout)
      {
        fast.append(watch)
      } else {
        slow.append(event.name)
      }
    }
    for (index, property) in layout.rules.properties.enumerated() {
      guard case .lasts(let lasting) = property.body else { continue }
      let kind: Kind =
        property.kind == .prompt
        ? .prompt(property: index, limit: lasting.limit)
        : .bounded(property: index, limit: lasting.limit)
      if let watch = WatchProgram(
        kind, lasting.binders, [lasting.condition], due: nil, layout)
      {
        fast.append(watch)
      } else {
        slow.append(property.name)
      }
    }
    return slow.isEmpty ? (fast, []) : ([], slow)
  }
}
