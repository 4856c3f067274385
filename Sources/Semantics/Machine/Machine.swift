import Rulebook

/// The rules as a machine: compiled programs execute the events of a trace on columns, at the speed
/// that production needs. It gives exactly the answers of ``Evaluator``.
///
/// If a program has no answer of its own (see ``Opcode``), the machine passes its state to the
/// evaluator, O(state), and takes its answer. So it is fast if values are known and rules are
/// defined, and right everywhere.
///
/// No index from outside is trusted: each read of a column checks the bounds of the column.
package final class Machine {
  package let rules: Core.Rules
  let evaluator: Evaluator
  let layout: Layout
  let programs: EventCode
  /// The number of retired entities of each sort that are kept before their numbers are reused.
  package var remembered = 10_000
  /// True if obligations and lasting conditions that depend on unknown values do not keep time from
  /// passing, and entities that may or may not be among those that a guard is about are ignored.
  /// Then an event that the machine calls legal is only possibly legal, and one that it calls
  /// forbidden may be legal.
  package var leavesUnknownOpen = false {
    didSet { table.leavesUnknownOpen = leavesUnknownOpen }
  }
  /// The effects of the event that was performed last.
  let pending: UnsafeMutablePointer<Pending>
  /// The findings of the watch that was evaluated last.
  let found: UnsafeMutablePointer<Pending>
  let watchRegisters: UnsafeMutablePointer<Int64>
  let storage: UnsafeMutablePointer<Storage>
  /// The names of the obligations and lasting properties whose instances the evaluator has to find
  /// at every step.
  package let slowRules: [String]

  /// The number of instructions from which on an index pays when a state is checked.
  package var worthAnIndex = 200_000.0
  /// The invariants as programs, made when they are first checked.
  private(set) lazy var claims = ClaimPrograms(evaluator.claims, layout)
  /// The state; set while it has a number that no column can hold, or a list with a member that
  /// does not exist.
  var detached: State?
  /// The clocks; set while the evaluator keeps them.
  var slowClocks: Clocks?
  /// The messages; set if the evaluator performed the last event.
  var slowMessages: [SentMessage]? {
    didSet { storage.pointee.hasSlowMessages = slowMessages != nil }
  }
  /// The number of times that everything was replaced.
  var loads = 0
  /// The number of questions that the evaluator had to answer.
  package internal(set) var escapes = 0
  /// The reason why the clocks could not be kept at the last step; nil if they could.
  package internal(set) var timeError: EvaluationError?

  /// Makes a machine in the state at the start, without entities. O(rules).
  package convenience init(_ evaluator: Evaluator) {
    self.init(evaluator, at: evaluator.initialState(counts: [:]), evaluator.noClocks)
  }

  /// Makes a machine in a state, with the clocks that go with it. O(rules + state).
  package init(_ evaluator: Evaluator, at state: State, _ clocks: Clocks) {
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

  /// The data that every step changes, in memory of its own: the language checks each access to a
  /// stored property of a class for exclusivity, although no other access can happen during one.
  struct Storage: ~Copyable {
    var memory: Memory
    var table: WatchTable
    var retirement: Retirement
    var trail = Trail()
    var recent = RecentChanges()
    /// The changes that can be undone.
    var journal = Journal()
    /// The lines that last changed each place; nil: they are not noted.
    var setters: Setters?
    /// A copy of the state for the evaluator, kept while it is asked for often.
    var mirror: Mirror?
    /// See ``Machine/line``.
    var line: UInt32 = 0
    /// True if a mark is set, so that changes may be undone.
    var isMarked = false
    /// True if the machine keeps time by itself, as far as was known at the last change.
    var isFast = false
    /// True if time passes freely only as long as no condition lasts too long.
    var haltsAtLimits = false
    /// The listeners to changes.
    var listeners: Listeners = []
    /// True if new entities may have the numbers of retired ones.
    var recycles = false
    /// True if new entities have the numbers given among the results.
    var keepsNumbers = false
    /// True if the event that was prepared last has the number of a retired entity among its
    /// results.
    var hasRecycled = false
    var hasSlowMessages = false
    /// The interpreters for events and for watches; a watch leaves the registers of the last event
    /// alone. They hold only the addresses of the memory.
    var eventInterpreter: Interpreter
    var watchInterpreter: Interpreter

    var isRecording: Bool {
      get { listeners.contains(.journal) }
      set { if newValue { listeners.insert(.journal) } else { listeners.remove(.journal) } }
    }

    /// Replaces the memory, and the table of the watches on it.
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

  var journal: Journal {
    _read { yield storage.pointee.journal }
    _modify { yield &storage.pointee.journal }
  }

  var setters: Setters? {
    _read { yield storage.pointee.setters }
    _modify { yield &storage.pointee.setters }
  }

  var mirror: Mirror? {
    _read { yield storage.pointee.mirror }
    _modify { yield &storage.pointee.mirror }
  }

  /// Leaves the effects of an event to the evaluator.
  package func leaveToEvaluator(_ event: Int) {
    programs.entries.base[event].effects = -1
    programs.entries.base[event].attempt = -1
  }

  /// The present instant in milliseconds.
  package var now: Int64 { detached?.now ?? memory.now }

  /// Returns the number of entities of a sort.
  package func count(of sort: Core.ID<Core.Entity>) -> Int {
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

  /// True if the evaluator keeps deadlines and clocks at present.
  var isTimeSlow: Bool { !slowRules.isEmpty || table.escaped > 0 || detached != nil }
}

/// The programs of all events, in memory of their own.
struct EventCode {
  struct Entry {
    /// The positions in the code; -1: the evaluator is asked.
    var legality = -1
    var effects = -1
    var attempt = -1
    var assumptions = -1
    var refusal = -1
    var hasAssumptions = false
    var asksIndices = false
    /// The least time that was left to obligations that the event ended.
    var leastMargin = Int64.max
    var dueRegister = 0
    var values = 0
    var parameters = 0
  }

  let code: UnsafeMutablePointer<Instruction>
  let entries: Block<Entry>
  let registers: UnsafeMutablePointer<Int64>
  /// The sorts of the introduced entities, with the registers of these results, by event.
  let introduced: Rows<(sort: Int, register: UInt16)>
  /// The indices that the programs use, by event.
  let indices: Rows<Int>

  init(_ layout: Layout, _ indices: inout IndexRegistry) {
    var all: [Instruction] = []
    var entries = Block<Entry>()
    var introduced: [[(sort: Int, register: UInt16)]] = []
    var asked: [[Int]] = []
    // A sort or a number may be used where other instructions name a register.
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
  /// Returns the watches of all obligations, then of all lasting properties, in the order of the
  /// rules.
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
