/// The tests of instructions that jump. One without an answer escapes.
extension Interpreter {
  /// Returns the value of a field of an entity; nil if it is not known, or there is no such entity.
  @inline(__always)
  func known(_ column: Int, _ owner: Int64) -> Int64? {
    guard let word = read(column, owner), word != Word.unknown else { return nil }
    return word
  }

  /// Returns the same for column b of the entity in a.
  @inline(__always)
  func field(_ x: UnsafePointer<Instruction>) -> Int64? { known(x.b, registers[x.a]) }

  @inline(__always)
  func areEqual(_ x: UnsafePointer<Instruction>) -> Bool? {
    let (first, second) = (registers[x.a], registers[x.b])
    if first == Word.unknown || second == Word.unknown { return nil }
    return first == second
  }

  @inline(__always)
  func numbers(_ x: UnsafePointer<Instruction>) -> (first: Int64, second: Int64)? {
    let (first, second) = (registers[x.a], registers[x.b])
    return first < Word.least || second < Word.least ? nil : (first, second)
  }

  @inline(__always)
  func isMember(_ x: UnsafePointer<Instruction>) -> Bool? {
    let list = lists + x.place
    let (member, owner) = (registers[x.a], Int(registers[x.b]))
    guard list.pointee.hasOwner(owner), member != Word.unknown else { return nil }
    return member >= 0 && list.pointee.node(of: Int(member), in: owner) >= 0
  }

  @inline(__always)
  func isAhead(_ x: UnsafePointer<Instruction>) -> Bool? {
    let list = lists + x.place
    let (first, second) = (registers[x.a], registers[x.a + 1])
    let owner = Int(registers[x.b])
    guard list.pointee.hasOwner(owner), first != Word.unknown, second != Word.unknown else {
      return nil
    }
    return first >= 0 && second >= 0
      && list.pointee.isAhead(Int(first), of: Int(second), in: owner)
  }
}
