/// The writes of one event, gathered before any of them is done; like the evaluator's `Writes`.
struct CompactWrites {
  enum Addition {
    case append
    case move
    case add
  }

  /// A member of a queue or a set, given by its address.
  private struct Member: Equatable {
    let at: Int
    let word: Int64
  }

  private var values: [(at: Int, word: Int64)] = []
  private var removals: [(member: Member, isSet: Bool)] = []
  private var additions: [(member: Member, kind: Addition)] = []

  mutating func clear() {
    values.removeAll(keepingCapacity: true)
    removals.removeAll(keepingCapacity: true)
    additions.removeAll(keepingCapacity: true)
  }

  func isWritten(_ at: Int) -> Bool { values.contains { $0.at == at } }

  mutating func assign(_ word: Int64, to at: Int, _ frame: Frame) {
    if isWritten(at) { frame.pointee.fail(.undefined) }
    values.append((at, word))
  }

  mutating func remove(_ word: Int64, from at: Int, isSet: Bool, _ frame: Frame) {
    let member = Member(at: at, word: word)
    let isTwice =
      isSet
      ? additions.contains { $0.member == member } : removals.contains { $0.member == member }
    if isTwice { frame.pointee.fail(.undefined) }
    removals.append((member, isSet))
  }

  mutating func put(_ word: Int64, in at: Int, _ kind: Addition, _ frame: Frame) {
    let member = Member(at: at, word: word)
    let isTwice =
      kind == .add
      ? removals.contains { $0.member == member } : additions.contains { $0.member == member }
    if isTwice { frame.pointee.fail(.undefined) }
    additions.append((member, kind))
  }

  /// Performs the writes: values, removals, then the rest in order.
  func apply(to state: Words, _ frame: Frame) {
    for (at, word) in values { state[at] = word }
    for (member, isSet) in removals {
      if isSet {
        state[member.at] &= ~(1 << member.word)
      } else if !Self.remove(member.word, from: state + member.at) {
        frame.pointee.fail(.undefined)
      }
    }
    for (member, kind) in additions {
      let queue = state + member.at
      switch kind {
      case .add: queue[0] |= 1 << member.word
      case .append:
        if Self.contains(member.word, queue) { return frame.pointee.fail(.undefined) }
        Self.append(member.word, to: queue)
      case .move:
        guard Self.remove(member.word, from: queue) else { return frame.pointee.fail(.undefined) }
        Self.append(member.word, to: queue)
      }
    }
  }

  private static func contains(_ word: Int64, _ queue: Words) -> Bool {
    (0..<Int(queue[0])).contains { queue[1 + $0] == word }
  }

  private static func append(_ word: Int64, to queue: Words) {
    queue[0] += 1
    queue[Int(queue[0])] = word
  }

  private static func remove(_ word: Int64, from queue: Words) -> Bool {
    let count = Int(queue[0])
    guard let place = (1..<(count + 1)).first(where: { queue[$0] == word }) else { return false }
    for next in place..<count { queue[next] = queue[next + 1] }
    queue[count] = 0
    queue[0] -= 1
    return true
  }
}
