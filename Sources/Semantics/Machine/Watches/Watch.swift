import Rulebook

/// The running part of a ``WatchProgram``.
struct Watch {
  let filter: Filter
  var units = Block<Unit>()
  let code: UnsafeMutablePointer<Instruction>
  /// The number of variables.
  let arity: Int
  /// The sort of the units; -1: one unit for everything.
  let unitSort: Int
  /// The units whose instances the program cannot find, in one list.
  private(set) var escapees = Links()
  @inline(__always)
  var hasEscapees: Bool { escapees.first(of: 0) >= 0 }
  /// The units that read a field of an owner, by the fields read of others, in ascending order;
  /// first come the sorts of which units go through all entities, of one owner each.
  let foreign: UnsafeMutablePointer<Links>
  let foreignCount: Int
  let role: Role
  /// The entities of an index, the number of entities of which it is not known whether they belong
  /// to it, and the units that are evaluated when the index is used. Only of an index.
  var index = Links()
  var unsettled = 0
  var waiting = Block<Int32>()
  /// The least time that was left when an instance ended.
  var leastMargin = Int64.max

  struct Unit {
    /// The first instance of the unit, or -1.
    var first: Int32 = -1
    /// True if the unit waits to be evaluated.
    var isStale = false
    var source = Source.program
  }

  /// The source of the instances of a unit.
  enum Source: UInt8 {
    case program
    /// The program has no answer. The evaluator's answer holds until something changes that the
    /// program may read.
    case evaluator
    /// The evaluator has no answer either, for this unit alone.
    case nobody
  }

  /// The test of a field of the unit with which its program starts, if it does, apart from tests of
  /// globals before it: while it fails there are no instances, so units without any need no
  /// evaluation. Most entities are over.
  struct Filter {
    /// The column; -1: the program starts otherwise.
    var column = -1
    /// The values, as bits, of which the field must hold one, or none.
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
    /// The instances are deadlines. With a limit of zero: at once, independent of the clock.
    case prompt(limit: Int64)
    /// The instances that last longer are violations.
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
    for (index, place) in search.reads.foreign.sorted().enumerated() {
      (foreign + index).initialize(to: Links())
      if place < 0 { foreign[index].addOwner() }
    }
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

  /// Returns true if a unit has no instances, and will have none while its filter fails.
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

  /// Removes the last unit, once it has no instances.
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

  /// Records the source of the instances of a unit.
  /// - Returns: The source before.
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

  /// Adds a unit of an index to those that are evaluated when the index is used.
  mutating func wait(_ unit: Int) {
    // A unit that was removed and has come again may be there twice.
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

/// A true instance of a watch.
struct Instance {
  var watch: Int32
  var unit: Int32
  /// The next instance of the unit, or of the free ones.
  var next: Int32
  var isKept = false
  /// True if its deadline or limit was reported: time passes as if it were not there.
  var isWaived = false
  /// The instant since which it is true, for watches with a clock.
  var since: Int64
  /// The instant at which it keeps time from passing, or has lasted too long; the greatest number
  /// if never.
  var due = Int64.max
}
