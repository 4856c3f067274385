internal import Semantics

/// Runs one program. Nothing here is a class, an array or an existential: pointers in registers
/// of the processor, one switch, 16 bytes an instruction.
struct Interpreter: ~Copyable {
  /// The program ended with `escape`.
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
    (counts, columns, lists) = (memory.counts, memory.columns, memory.lists)
    indices = table.watches + table.firstIndex
    (self.registers, self.pending) = (registers, pending)
  }

  /// What a field of an entity holds; nil if there is no such entity.
  @inline(__always)
  private func read(_ column: Int, _ owner: Int64) -> Int64? {
    let column = columns[column]
    let owner = Int(owner)
    guard column.has(owner) else { return nil }
    return column[owner]
  }

  /// - Returns: The outcome that the program stopped with, or `escaped`.
  mutating func run(_ start: UnsafePointer<Instruction>) -> Int64 {
    let registers = registers
    var pc = start
    while true {
      let x = pc
      pc += 1
      var jumps = false
      switch x.opcode {
      case .constant: registers[x.a] = x.imm
      case .copy: registers[x.a] = registers[x.b]
      case .load:
        guard let word = read(x.place, registers[x.b]) else { return Self.escaped }
        registers[x.a] = word
      case .add, .subtract, .multiply, .divideDown, .divideUp:
        guard let word = Self.calculate(x.opcode, registers[x.a], registers[x.b]) else {
          return Self.escaped
        }
        registers[x.a] = word
      case .addConstant:
        let (sum, overflow) = registers[x.b].addingReportingOverflow(x.imm)
        if overflow || sum < Word.least || registers[x.b] < Word.least { return Self.escaped }
        registers[x.a] = sum

      case .jump: jumps = true
      case .jumpIfTrue:
        if UInt64(bitPattern: registers[x.a]) > 1 { return Self.escaped }
        jumps = registers[x.a] != 0
      case .jumpIfFalse:
        if UInt64(bitPattern: registers[x.a]) > 1 { return Self.escaped }
        jumps = registers[x.a] == 0
      case .jumpIfNone:
        if registers[x.a] == Word.unknown { return Self.escaped }
        jumps = registers[x.a] == Word.none
      case .jumpIfSome:
        if registers[x.a] == Word.unknown { return Self.escaped }
        jumps = registers[x.a] != Word.none
      case .jumpIfEqual, .jumpIfUnequal:
        let (first, second) = (registers[x.a], registers[x.b])
        if first == Word.unknown || second == Word.unknown { return Self.escaped }
        jumps = (first == second) == (x.opcode == .jumpIfEqual)
      case .jumpIfLess, .jumpIfNotLess:
        let (first, second) = (registers[x.a], registers[x.b])
        if first < Word.least || second < Word.least { return Self.escaped }
        jumps = (first < second) == (x.opcode == .jumpIfLess)
      case .jumpIfAtMost, .jumpIfNotAtMost:
        let (first, second) = (registers[x.a], registers[x.b])
        if first < Word.least || second < Word.least { return Self.escaped }
        jumps = (first <= second) == (x.opcode == .jumpIfAtMost)
      case .jumpIfIs:
        if registers[x.a] == Word.unknown { return Self.escaped }
        jumps = registers[x.a] == x.imm
      case .jumpIfIsNot:
        if registers[x.a] == Word.unknown { return Self.escaped }
        jumps = registers[x.a] != x.imm
      case .jumpIfFieldIs:
        guard let word = read(x.b, registers[x.a]), word != Word.unknown else { return Self.escaped }
        jumps = word == x.imm
      case .jumpIfFieldIsNot:
        guard let word = read(x.b, registers[x.a]), word != Word.unknown else { return Self.escaped }
        jumps = word != x.imm
      case .jumpIfFieldIsAmong, .jumpIfFieldIsNotAmong:
        guard let word = read(x.b, registers[x.a]), word != Word.unknown else { return Self.escaped }
        jumps =
          Word.isAmong(UInt64(bitPattern: x.imm), word) == (x.opcode == .jumpIfFieldIsAmong)
      case .jumpIfGlobalIs, .jumpIfGlobalIsNot:
        guard let word = read(x.b, 0), word != Word.unknown else { return Self.escaped }
        jumps = (word == x.imm) == (x.opcode == .jumpIfGlobalIs)
      case .jumpIfFieldEqual, .jumpIfFieldUnequal:
        let other = registers[x.place]
        guard let word = read(x.b, registers[x.a]), word != Word.unknown, other != Word.unknown else {
          return Self.escaped
        }
        jumps = (word == other) == (x.opcode == .jumpIfFieldEqual)
      case .jumpIfMember, .jumpIfNotMember:
        let list = x.place
        let member = registers[x.a]
        guard Int(registers[x.b]) < lists[list].ownerCount, registers[x.b] >= 0,
          member != Word.unknown
        else { return Self.escaped }
        let isMember = member >= 0 && lists[list].node(of: Int(member), in: Int(registers[x.b])) >= 0
        jumps = isMember == (x.opcode == .jumpIfMember)
      case .jumpIfAhead, .jumpIfNotAhead:
        let list = x.place
        let (first, second) = (registers[x.a], registers[x.a + 1])
        guard Int(registers[x.b]) < lists[list].ownerCount, registers[x.b] >= 0,
          first != Word.unknown, second != Word.unknown
        else { return Self.escaped }
        let isAhead =
          first >= 0 && second >= 0
          && lists[list].isAhead(Int(first), of: Int(second), in: Int(registers[x.b]))
        jumps = isAhead == (x.opcode == .jumpIfAhead)
      case .jumpIfNoEntity:
        if registers[x.a] == Word.unknown { return Self.escaped }
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
        guard owner >= 0, owner < lists[x.place].ownerCount else { return Self.escaped }
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

      case .firstIndexed:
        let index = indices + x.place
        let key = Int(registers[x.b])
        guard index.pointee.unsettled == 0, key >= 0, key < index.pointee.index.ownerCount else {
          return Self.escaped
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
        if registers[x.a] == Word.none { return Self.escaped }
      case .assign:
        guard assign(registers[x.b], to: x.place, registers[x.a]) else { return Self.escaped }
      case .assignConstant:
        guard assign(x.imm, to: x.b, registers[x.a]) else { return Self.escaped }

      case .note:
        pending.pointee.notes.append(
          Pending.Note(
            place: Int32(truncatingIfNeeded: x.imm),
            owner: Int32(truncatingIfNeeded: registers[x.a])))

      case .stop: return x.imm
      case .escape: return Self.escaped
      case .assignOnce:
        guard !pending.pointee.isAssigned(x.imm, registers[x.a]),
          assign(registers[x.b], to: x.place, registers[x.a])
        else { return Self.escaped }
      case .requireRange:
        guard isInRange(x) else { return Self.escaped }
      case .requireGiven:
        guard pending.pointee.isAssigned(x.imm, registers[x.a]) else { return Self.escaped }
      case .remove: guard change(.remove, x) else { return Self.escaped }
      case .append: guard change(.append, x) else { return Self.escaped }
      case .move: guard change(.move, x) else { return Self.escaped }
      case .discard: guard change(.discard, x) else { return Self.escaped }
      case .insert: guard change(.insert, x) else { return Self.escaped }
      case .notify: notify(x)
      case .argument: argue(x)
      case .emit:
        guard emit(x) else { return Self.escaped }
      }
      if jumps { pc += x.jump }
    }
  }

  /// Asks for a column to hold something.
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
      // Division truncates towards zero; where rounding is away from zero, one is missing.
      let isNegative = (a < 0) != (b < 0)
      let correction: Int64 =
        rest == 0 ? 0 : opcode == .divideDown ? (isNegative ? -1 : 0) : (isNegative ? 0 : 1)
      (value, overflow) = quotient.addingReportingOverflow(correction)
    }
    return overflow || value < Word.least ? nil : value
  }
}
