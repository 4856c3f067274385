/// The instructions that gather effects. One that returns false escapes.
extension Interpreter {
  @inline(__always)
  func isInRange(_ x: UnsafePointer<Instruction>) -> Bool {
    let word = registers[x.a]
    if word == Word.none || word == Word.unknown { return true }
    return x.imm <= word && word <= registers[x.b]
  }

  /// Takes the candidate behind the cursor.
  /// - Returns: false: there is none.
  @inline(__always)
  func nextCandidate(_ x: UnsafePointer<Instruction>) -> Bool {
    let candidates = pending.pointee.candidates
    var cursor = Int(registers[x.a + 1]) &+ 1
    while cursor > 0, candidates.has(cursor), candidates[cursor] == candidates[cursor &- 1] {
      cursor &+= 1
    }
    guard candidates.has(cursor) else { return false }
    registers[x.a] = candidates[cursor]
    registers[x.a + 1] = Int64(cursor)
    return true
  }

  @inline(__always)
  func notify(_ x: UnsafePointer<Instruction>) {
    pending.pointee.messages.append(
      Pending.Message(
        message: Int32(truncatingIfNeeded: x.imm), sort: Int32(truncatingIfNeeded: x.b),
        recipient: registers[x.a],
        start: Int32(truncatingIfNeeded: pending.pointee.arguments.count), count: 0))
  }

  /// Adds an argument to the message that was started last.
  @inline(__always)
  func argue(_ x: UnsafePointer<Instruction>) {
    pending.pointee.arguments.append(registers[x.a])
    let last = pending.pointee.messages.count &- 1
    pending.pointee.messages.base[last].count &+= 1
  }

  @inline(__always)
  func emit(_ x: UnsafePointer<Instruction>) -> Bool {
    // An instant that is not known keeps nothing from passing. None is left to the evaluator to
    // report, and so is the greatest instant, which stands for none in the wheel.
    let instant = registers[x.place]
    guard instant >= Word.least, instant < .max else { return false }
    for offset in 0..<x.b { pending.pointee.bindings.append(registers[x.a + offset]) }
    pending.pointee.bindings.append(instant)
    return true
  }

  @inline(__always)
  func change(_ change: Pending.Change, _ x: UnsafePointer<Instruction>) -> Bool {
    let (member, owner) = (Int(registers[x.a]), Int(registers[x.b]))
    let list = lists + x.place
    guard list.pointee.hasOwner(owner), list.pointee.hasMember(member) else { return false }
    pending.pointee.memberships.append(
      Pending.Membership(
        change: change, list: Int32(truncatingIfNeeded: x.imm),
        owner: Int32(truncatingIfNeeded: owner), member: Int32(truncatingIfNeeded: member)))
    return true
  }
}
