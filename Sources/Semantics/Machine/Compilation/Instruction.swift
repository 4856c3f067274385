/// The operation of an instruction. `a` and `b` name registers, `jump` is relative to the
/// instruction after it.
///
/// Conditions are not computed as values: they jump, and the common shapes (a field of an entity
/// against a constant, a number of the state against now) are one instruction each. A rule such as
/// `require request.stage is offered` is thus one instruction of 16 bytes, one bounds check, one
/// load and one comparison; an interpreter spends its time on dispatch, not on the operations.
///
/// Every instruction *escapes* where the fast path has no answer: a value that is not known, none
/// where a value is needed, numbers out of range, an entity that does not exist. Programs change
/// only registers and the pending writes, so after an escape the evaluator is asked instead. That
/// keeps all three-valued logic and all errors in one place.
enum Opcode: UInt8 {
  // Values.
  /// a = imm
  case constant
  /// a = b
  case copy
  /// a = column imm of the entity in b
  case load
  /// a = a + b, a - b, a * b
  case add, subtract, multiply
  /// a = b + imm
  case addConstant
  /// a = ⌊a ÷ b⌋, or rounded up
  case divideDown, divideUp

  // Jumps.
  case jump
  /// Jumps if the truth in a is 1, or 0.
  case jumpIfTrue, jumpIfFalse
  case jumpIfNone, jumpIfSome
  /// a = column imm of the entity in b; jumps if that is none.
  case loadOrJump
  case jumpIfEqual, jumpIfUnequal
  case jumpIfLess, jumpIfNotLess
  case jumpIfAtMost, jumpIfNotAtMost
  /// Register a against imm.
  case jumpIfIs, jumpIfIsNot
  /// Column b of the entity in a, against imm.
  case jumpIfFieldIs, jumpIfFieldIsNot
  /// Jumps if column b of the entity in a is, or is not, among the bits of imm.
  case jumpIfFieldIsAmong, jumpIfFieldIsNotAmong
  /// Column b of the entity in a, against register imm.
  case jumpIfFieldEqual, jumpIfFieldUnequal
  /// Column b of the state itself, against imm.
  case jumpIfGlobalIs, jumpIfGlobalIsNot
  /// Jumps if the entity in a is, or is not, in list imm of the entity in b.
  case jumpIfMember, jumpIfNotMember
  /// Jumps if a is, or is not, before a + 1 in list imm of the entity in b.
  case jumpIfAhead, jumpIfNotAhead
  /// Jumps if the entity in a does not exist; imm is its sort.
  case jumpIfNoEntity

  // Loops. Each starts with its first element in a and jumps away if there is none; the step
  // jumps back while there is a next one. b holds the owner, then the cursor.
  case firstEntity, nextEntity
  /// List imm of the owner in b; the cursor is in a + 1.
  case firstMember, nextMember, lastMember, previousMember
  /// The owners in whose list imm the entity in b is; the cursor is in a + 1.
  case firstOwner, nextOwner
  /// Forgets all candidates, and adds the one in a.
  case clearCandidates, addCandidate
  /// The candidates, each once and in order; the cursor is in a + 1.
  case firstCandidate, nextCandidate
  /// Index imm for the key in b.
  case firstIndexed, nextIndexed
  /// a up to imm.
  case nextValue

  // Effects, gathered and not performed.
  /// Asks column imm of the entity in a to hold b; or column b to hold imm.
  case assign, assignConstant
  /// The same, if another effect of the event may assign the same place.
  case assignOnce
  /// Escapes unless a is between imm and the value in b, or not a number.
  case requireRange
  /// Escapes if a is none.
  case requireSome
  /// Escapes unless column imm of the entity in a has been assigned.
  case requireGiven
  /// Asks the entity in a to leave, join, or go to the end of list imm of the entity in b.
  case remove, append, move
  /// The same for sets.
  case discard, insert
  /// Starts a message of number imm to a, a sort in `b`; `argument` adds the value in a.
  case notify, argument

  // Watches.
  /// Notes that the unit that is evaluated has read field imm of the entity in a; the field is
  /// counted among those that are read of others.
  case note
  /// Emits one binding: the registers from a on, b of them, at the instant in register imm.
  case emit

  /// Stops with the outcome imm.
  case stop
  case escape
}

/// An instruction in 16 bytes.
struct Instruction {
  var opcode: Opcode
  var a: UInt16 = 0
  var b: UInt16 = 0
  var jump: Int16 = 0
  var imm: Int64 = 0
}

/// The parts of an instruction, read in place: a copy would read all of them, needed or not.
extension UnsafePointer<Instruction> {
  var opcode: Opcode {
    @inline(__always) get { pointee.opcode }
  }

  var a: Int {
    @inline(__always) get { Int(pointee.a) }
  }

  var b: Int {
    @inline(__always) get { Int(pointee.b) }
  }

  var jump: Int {
    @inline(__always) get { Int(pointee.jump) }
  }

  var imm: Int64 {
    @inline(__always) get { pointee.imm }
  }

  /// The meaning of `imm` as a number: of a column, a list, a sort, a register.
  var place: Int {
    @inline(__always) get { Int(pointee.imm) }
  }
}

extension Word {
  /// Returns true if a word is the number of a bit that is set.
  @inline(__always)
  static func isAmong(_ values: UInt64, _ word: Int64) -> Bool {
    UInt64(bitPattern: word) < 64 && values >> UInt64(truncatingIfNeeded: word) & 1 != 0
  }
}
