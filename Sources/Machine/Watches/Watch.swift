internal import Rulebook
internal import Semantics

/// The running side of a ``WatchProgram``.
struct Watch {
  let filter: Filter
  var units = Block<Unit>()
  let code: UnsafeMutablePointer<Instruction>
  /// How many variables it has.
  let arity: Int
  /// -1: one unit for everything.
  let unitSort: Int
  /// The units whose instances the program cannot find, in one list.
  private(set) var escapees = Links()
  @inline(__always)
  var hasEscapees: Bool { escapees.first(of: 0) >= 0 }
  /// By field that it reads of others, in ascending order: which units read it of which owner.
  let foreign: UnsafeMutablePointer<Links>
  let foreignCount: Int
  let role: Role
  /// Of an index: whom it has, of how many entities it is not known whether it has them, and
  /// which units are evaluated when somebody asks.
  var index = Links()
  var unsettled = 0
  var waiting = Block<Int32>()
  /// The least time that was left when an instance ended.
  var leastMargin = Int64.max

  struct Unit {
    /// Its first instance, or -1.
    var first: Int32 = -1
    /// Whether it waits to be evaluated.
    var isStale = false
    var source = Source.program
  }

  /// Who knows the instances of a unit.
  enum Source: UInt8 {
    case program
    /// The program has no answer. What the evaluator said holds until something changes that the
    /// program may read.
    case evaluator
    /// The evaluator has none either, by this unit alone.
    case nobody
  }

  /// The test of a field of the unit with which its program starts, if it does, whatever it asks
  /// of the state itself before: while it fails there are no instances, so units without any need
  /// no evaluation. Most entities are over.
  struct Filter {
    /// -1: the program starts otherwise.
    var column = -1
    /// The bits are values, of which the field is to hold one, or none.
    var values: UInt64 = 0
    var isOneWanted = false

    init(_ code: [Instruction]) {
      func ends(_ position: Int) -> Bool {
        let target = position + 1 + Int(code[position].jump)
        return code.indices.contains(target) && code[target].opcode == .stop
      }
      let start = code.indices.prefix { position in
        [.jumpIfGlobalIs, .jumpIfGlobalIsNot].contains(code[position].opcode) && ends(position)
      }.count
      guard start < code.count, ends(start), code[start].a == 1 else { return }
      let first = code[start]
      switch first.opcode {
      case .jumpIfFieldIs, .jumpIfFieldIsNot:
        guard (0..<64).contains(first.imm) else { return }
        values = 1 << UInt64(first.imm)
      case .jumpIfFieldIsAmong, .jumpIfFieldIsNotAmong: values = UInt64(bitPattern: first.imm)
      default: return
      }
      column = Int(first.b)
      isOneWanted =
        first.opcode == .jumpIfFieldIsNot || first.opcode == .jumpIfFieldIsNotAmong
    }
  }

  enum Role {
    case obligation
    /// Instances are deadlines. Of no length: at once, whatever the clock says.
    case prompt(limit: Int64)
    /// Instances that last longer are violations.
    case bounded(limit: Int64)
    case index

    var isIndex: Bool { if case .index = self { true } else { false } }
    var isLimit: Bool { if case .bounded = self { true } else { false } }

    var hasClock: Bool {
      switch self {
      case .obligation, .index: false
      case .prompt(let limit): limit > 0
      case .bounded: true
      }
    }
  }

  init(_ program: WatchProgram) {
    let search = program.search
    arity = search.variables.count
    unitSort = search.unitSort ?? -1
    code = .allocate(capacity: search.code.count)
    code.initialize(from: search.code, count: search.code.count)
    foreignCount = search.reads.foreign.count
    foreign = .allocate(capacity: max(1, foreignCount))
    for index in 0..<foreignCount { (foreign + index).initialize(to: Links()) }
    switch program.kind {
    case .obligation: role = .obligation
    case .prompt(_, let limit): role = .prompt(limit: limit)
    case .bounded(_, let limit): role = .bounded(limit: limit)
    case .index: role = .index
    }
    filter = Filter(unitSort < 0 || role.isIndex ? [] : search.code)
    escapees.addOwner()
    if unitSort < 0 { addUnit() }
  }

  func deallocate() {
    for index in 0..<foreignCount { foreign[index].deallocate() }
    code.deallocate()
    foreign.deallocate()
    index.deallocate()
    waiting.deallocate()
    units.deallocate()
    escapees.deallocate()
  }

  /// Whether a unit has no instances, and will have none while its filter fails.
  @inline(__always)
  func isIdle(_ unit: Int, _ columns: UnsafePointer<Block<Int64>>) -> Bool {
    guard filter.column >= 0, columns[filter.column].has(unit), units.has(unit) else {
      return false
    }
    let word = columns[filter.column][unit]
    return Word.isAmong(filter.values, word) != filter.isOneWanted && word != Word.unknown
      && units[unit].first < 0 && units[unit].source == .program
  }

  mutating func addUnit() {
    units.append(Unit())
    escapees.addMember()
    index.addMember()
    for index in 0..<foreignCount { foreign[index].addMember() }
  }

  /// Once it has no instances.
  mutating func removeLastUnit() {
    let unit = units.count - 1
    index.removeAll(of: unit)
    index.removeLastMember()
    for position in 0..<foreignCount {
      foreign[position].removeAll(of: unit)
      foreign[position].removeLastMember()
    }
    _ = units.removeLast()
    escapees.removeAll(of: unit)
    escapees.removeLastMember()
  }

  /// Puts on record who knows the instances of a unit.
  /// - Returns: Who did before.
  mutating func note(_ source: Source, of unit: Int) -> Source {
    let former = units[unit].source
    if former == source { return former }
    units[unit].source = source
    if source == .program {
      escapees.removeAll(of: unit)
    } else if former == .program {
      escapees.append(unit, to: 0)
    }
    return former
  }

  /// Lets a unit of an index wait until somebody asks.
  mutating func wait(_ unit: Int) {
    // One that was taken away and has come again may be there twice.
    if waiting.count > 2 * units.count + 64 { forgetRepetitions() }
    waiting.append(Int32(truncatingIfNeeded: unit))
  }

  private mutating func forgetRepetitions() {
    var kept = 0
    for position in 0..<waiting.count {
      let unit = Int(waiting[position])
      guard units.has(unit), units[unit].isStale else { continue }
      units[unit].isStale = false
      waiting[kept] = waiting[position]
      kept += 1
    }
    waiting.removeAll(from: kept)
    for position in 0..<kept { units[Int(waiting[position])].isStale = true }
  }
}

/// One true instance of a watch.
struct Instance {
  var watch: Int32
  var unit: Int32
  /// The next of its unit, or of the free ones.
  var next: Int32
  var isKept = false
  /// What it holds up, or must not outlast, was reported: time passes as if it were not there.
  var isWaived = false
  /// Since when it is true, for watches with a clock.
  var since: Int64
  /// When it holds time up, or has lasted too long; nothing does for ever.
  var due = Int64.max
}
