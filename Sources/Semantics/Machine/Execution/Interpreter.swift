/// An interpreter that runs one program. It uses no class, array or existential: pointers in
/// registers of the processor, one switch, 16 bytes an instruction.
struct Interpreter: ~Copyable {
  /// The outcome of a program that ended with `escape`.
  static let escaped: Int64 = -1

  let counts: UnsafeMutablePointer<Int>
  let columns: UnsafeMutablePointer<Block<Int64>>
  let lists: UnsafeMutablePointer<Links>
  /// The watches that are indices.
  let indices: UnsafeMutablePointer<Watch>
  let registers: UnsafeMutablePointer<Int64>
  let pending: UnsafeMutablePointer<Pending>

  init(
    _ memory: borrowing Memory, _ table: borrowing WatchTable,
    _ registers: UnsafeMutablePointer<Int64>, _ pending: UnsafeMutablePointer<Pending>
  ) {
    self.init(memory, indices: table.watches + table.firstIndex, registers, pending)
  }

  init(
    _ memory: borrowing Memory, indices: UnsafeMutablePointer<Watch>,
    _ registers: UnsafeMutablePointer<Int64>, _ pending: UnsafeMutablePointer<Pending>
  ) {
    (counts, columns, lists) = (memory.counts, memory.columns, memory.lists)
    (self.indices, self.registers, self.pending) = (indices, registers, pending)
  }

  /// Returns the value of a field of an entity; nil if there is no such entity.
  @inline(__always)
  func read(_ column: Int, _ owner: Int64) -> Int64? {
    let column = columns[column]
    let owner = Int(owner)
    guard column.has(owner) else { return nil }
    return column[owner]
  }

  /// Runs a program.
  /// - Returns: The outcome that the program stopped with, or `escaped`.
  mutating func run(_ start: UnsafePointer<Instruction>) -> Int64 {
    let registers = registers
    var pc = start
    run: while true {
      let x = pc
      pc += 1
      var jumps = false
      switch x.opcode {
      case .constant: registers[x.a] = x.imm
      case .copy: registers[x.a] = registers[x.b]
      case .load:
        guard let word = read(x.place, registers[x.b]) else { break run }
        registers[x.a] = word
      case .add, .subtract, .multiply, .divideDown, .divideUp:
        guard let word = Self.calculate(x.opcode, registers[x.a], registers[x.b]) else {
          break run
        }
        registers[x.a] = word
      case .addConstant:
        let (sum, overflow) = registers[x.b].addingReportingOverflow(x.imm)
        if overflow || sum < Word.least || registers[x.b] < Word.least { break run }
        registers[x.a] = sum

      case .jump: jumps = true
      case .jumpIfTrue:
        if UInt64(bitPattern: registers[x.a]) > 1 { break run }
        jumps = registers[x.a] != 0
      case .jumpIfFalse:
        if UInt64(bitPattern: registers[x.a]) > 1 { break run }
        jumps = registers[x.a] == 0
      case .jumpIfNone:
        if registers[x.a] == Word.unknown { break run }
        jumps = registers[x.a] == Word.none
      case .loadOrJump:
        guard let word = known(x.place, registers[x.b]) else { break run }
        registers[x.a] = word
        jumps = word == Word.none
      case .jumpIfSome:
        if registers[x.a] == Word.unknown { break run }
        jumps = registers[x.a] != Word.none
      case .jumpIfEqual:
        guard let areEqual = areEqual(x) else { break run }
        jumps = areEqual
      case .jumpIfUnequal:
        guard let areEqual = areEqual(x) else { break run }
        jumps = !areEqual
      case .jumpIfLess:
        guard let pair = numbers(x) else { break run }
        jumps = pair.first < pair.second
      case .jumpIfNotLess:
        guard let pair = numbers(x) else { break run }
        jumps = pair.first >= pair.second
      case .jumpIfAtMost:
        guard let pair = numbers(x) else { break run }
        jumps = pair.first <= pair.second
      case .jumpIfNotAtMost:
        guard let pair = numbers(x) else { break run }
        jumps = pair.first > pair.second
      case .jumpIfIs:
        if registers[x.a] == Word.unknown { break run }
        jumps = registers[x.a] == x.imm
      case .jumpIfIsNot:
        if registers[x.a] == Word.unknown { break run }
        jumps = registers[x.a] != x.imm
      case .jumpIfFieldIs:
        guard let word = field(x) else { break run }
        jumps = word == x.imm
      case .jumpIfFieldIsNot:
        guard let word = field(x) else { break run }
        jumps = word != x.imm
      case .jumpIfFieldIsAmong:
        guard let word = field(x) else { break run }
        jumps = Word.isAmong(UInt64(bitPattern: x.imm), word)
      case .jumpIfFieldIsNotAmong:
        guard let word = field(x) else { break run }
        jumps = !Word.isAmong(UInt64(bitPattern: x.imm), word)
      case .jumpIfGlobalIs:
        guard let word = known(x.b, 0) else { break run }
        jumps = word == x.imm
      case .jumpIfGlobalIsNot:
        guard let word = known(x.b, 0) else { break run }
        jumps = word != x.imm
      case .jumpIfFieldEqual:
        guard let word = field(x), registers[x.place] != Word.unknown else { break run }
        jumps = word == registers[x.place]
      case .jumpIfFieldUnequal:
        guard let word = field(x), registers[x.place] != Word.unknown else { break run }
        jumps = word != registers[x.place]
      case .jumpIfMember:
        guard let isMember = isMember(x) else { break run }
        jumps = isMember
      case .jumpIfNotMember:
        guard let isMember = isMember(x) else { break run }
        jumps = !isMember
      case .jumpIfAhead:
        guard let isAhead = isAhead(x) else { break run }
        jumps = isAhead
      case .jumpIfNotAhead:
        guard let isAhead = isAhead(x) else { break run }
        jumps = !isAhead
      case .jumpIfNoEntity:
        if registers[x.a] == Word.unknown { break run }
        jumps = registers[x.a] < 0 || registers[x.a] >= Int64(counts[x.place])

      case .firstEntity:
        registers[x.a] = 0
        jumps = counts[x.place] == 0
      case .nextEntity:
        registers[x.a] &+= 1
        jumps = registers[x.a] < Int64(counts[x.place])
      case .nextValue:
        jumps = registers[x.a] < x.imm
        registers[x.a] &+= 1
      case .firstMember, .lastMember:
        let owner = Int(registers[x.b])
        guard owner >= 0, owner < lists[x.place].ownerCount else { break run }
        let node =
          x.opcode == .firstMember
          ? lists[x.place].first(of: owner) : lists[x.place].last(of: owner)
        registers[x.a + 1] = Int64(node)
        jumps = node < 0
        if node >= 0 { registers[x.a] = Int64(lists[x.place].member(Int(node))) }
      case .nextMember, .previousMember:
        let cursor = Int(registers[x.a + 1])
        let node =
          x.opcode == .nextMember
          ? lists[x.place].next(cursor) : lists[x.place].previous(cursor)
        registers[x.a + 1] = Int64(node)
        jumps = node >= 0
        if node >= 0 { registers[x.a] = Int64(lists[x.place].member(Int(node))) }

      case .firstOwner:
        let member = registers[x.b]
        guard member != Word.unknown, member < Int64(lists[x.place].memberCount) else { break run }
        let node = member < 0 ? -1 : lists[x.place].first(ofMember: Int(member))
        registers[x.a + 1] = Int64(node)
        jumps = node < 0
        if node >= 0 { registers[x.a] = Int64(lists[x.place].owner(Int(node))) }
      case .nextOwner:
        let node = lists[x.place].nextOfMember(Int(registers[x.a + 1]))
        registers[x.a + 1] = Int64(node)
        jumps = node >= 0
        if node >= 0 { registers[x.a] = Int64(lists[x.place].owner(Int(node))) }
      case .clearCandidates: pending.pointee.candidates.removeAll()
      case .addCandidate:
        if registers[x.a] < 0 { break run }
        pending.pointee.candidates.append(registers[x.a])
      case .firstCandidate:
        pending.pointee.sortCandidates()
        registers[x.a + 1] = -1
        jumps = !nextCandidate(x)
      case .nextCandidate: jumps = nextCandidate(x)

      case .firstIndexed:
        let index = indices + x.place
        let key = Int(registers[x.b])
        guard index.pointee.unsettled == 0, key >= 0, key < index.pointee.index.ownerCount else {
          break run
        }
        let node = index.pointee.index.first(of: key)
        registers[x.a + 1] = Int64(node)
        jumps = node < 0
        if node >= 0 { registers[x.a] = Int64(index.pointee.index.member(Int(node))) }
      case .nextIndexed:
        let index = indices + x.place
        let node = index.pointee.index.next(Int(registers[x.a + 1]))
        registers[x.a + 1] = Int64(node)
        jumps = node >= 0
        if node >= 0 { registers[x.a] = Int64(index.pointee.index.member(Int(node))) }

      case .requireSome:
        if registers[x.a] == Word.none { break run }
      case .assign:
        guard assign(registers[x.b], to: x.place, registers[x.a]) else { break run }
      case .assignConstant:
        guard assign(x.imm, to: x.b, registers[x.a]) else { break run }

      case .note:
        pending.pointee.notes.append(
          Pending.Note(
            place: Int32(truncatingIfNeeded: x.imm),
            owner: Int32(truncatingIfNeeded: registers[x.a])))

      case .stop: return x.imm
      case .escape: break run
      case .assignOnce:
        guard !pending.pointee.isAssigned(x.imm, registers[x.a]),
          assign(registers[x.b], to: x.place, registers[x.a])
        else { break run }
      case .requireRange:
        guard isInRange(x) else { break run }
      case .requireGiven:
        guard pending.pointee.isAssigned(x.imm, registers[x.a]) else { break run }
      case .remove: guard change(.remove, x) else { break run }
      case .append: guard change(.append, x) else { break run }
      case .move: guard change(.move, x) else { break run }
      case .discard: guard change(.discard, x) else { break run }
      case .insert: guard change(.insert, x) else { break run }
      case .notify: notify(x)
      case .argument: argue(x)
      case .emit:
        guard emit(x) else { break run }
      }
      if jumps { pc += x.jump }
    }
    return Self.escaped
  }

  /// Gathers an assignment to a column.
  /// - Returns: false: there is no such entity.
  @inline(__always)
  mutating func assign(_ word: Int64, to column: Int, _ owner: Int64) -> Bool {
    guard columns[column].has(Int(owner)) else { return false }
    pending.pointee.assignments.append(
      Pending.Assignment(
        column: Int32(truncatingIfNeeded: column), owner: Int32(truncatingIfNeeded: owner),
        word: word))
    return true
  }

  private static func calculate(_ opcode: Opcode, _ a: Int64, _ b: Int64) -> Int64? {
    if a < Word.least || b < Word.least { return nil }
    let (value, overflow): (Int64, Bool)
    switch opcode {
    case .add: (value, overflow) = a.addingReportingOverflow(b)
    case .subtract: (value, overflow) = a.subtractingReportingOverflow(b)
    case .multiply: (value, overflow) = a.multipliedReportingOverflow(by: b)
    default:
      if b == 0 { return nil }
      let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
      // Division truncates towards zero; if the rounding is away from zero, correct by one.
      let isNegative = (a < 0) != (b < 0)
      let correction: Int64 =
        rest == 0 ? 0 : opcode == .divideDown ? (isNegative ? -1 : 0) : (isNegative ? 0 : 1)
      (value, overflow) = quotient.addingReportingOverflow(correction)
    }
    return overflow || value < Word.least ? nil : value
  }
}
