internal import Semantics

extension Interpreter {
  /// The instructions that ask for something to be done.
  /// - Returns: false to escape.
  mutating func gather(_ x: Instruction) -> Bool {
    let a = registers[Int(x.a)]
    let b = registers[Int(x.b)]
    switch x.opcode {
    case .assignOnce:
      return !pending.pointee.isAssigned(x.imm, a) && assign(b, to: Int(x.imm), a)
    case .requireRange:
      if a == Word.none || a == Word.unknown { return true }
      return x.imm <= a && a <= registers[Int(x.b)]
    case .requireGiven: return pending.pointee.isAssigned(x.imm, a)
    case .remove: return change(.remove, x, a, b)
    case .append: return change(.append, x, a, b)
    case .move: return change(.move, x, a, b)
    case .discard: return change(.discard, x, a, b)
    case .insert: return change(.insert, x, a, b)
    case .notify:
      pending.pointee.messages.append(
        Pending.Message(
          message: Int32(truncatingIfNeeded: x.imm), sort: Int32(x.b), recipient: a,
          start: Int32(truncatingIfNeeded: pending.pointee.arguments.count), count: 0))
    case .argument:
      pending.pointee.arguments.append(a)
      let last = pending.pointee.messages.count - 1
      pending.pointee.messages.base[last].count += 1
    case .emit:
      // An instant that nobody knows holds nothing up; what is none is the evaluator's to report, and
      // so is the last instant of all, which stands for none in the wheel.
      guard registers[Int(x.imm)] >= Word.least, registers[Int(x.imm)] < .max else { return false }
      for offset in 0..<Int(x.b) {
        pending.pointee.bindings.append(registers[Int(x.a) + offset])
      }
      pending.pointee.bindings.append(registers[Int(x.imm)])
    default: return false
    }
    return true
  }

  private mutating func change(
    _ change: Pending.Change, _ x: Instruction, _ member: Int64, _ owner: Int64
  ) -> Bool {
    let list = Int(x.imm)
    guard owner >= 0, member >= 0, owner < Int64(lists[list].ownerCount),
      member < Int64(lists[list].memberCount)
    else { return false }
    pending.pointee.memberships.append(
      Pending.Membership(
        change: change, list: Int32(truncatingIfNeeded: list),
        owner: Int32(truncatingIfNeeded: owner), member: Int32(truncatingIfNeeded: member)))
    return true
  }
}
