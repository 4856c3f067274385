/// What is known at a place of a program, whichever way led there: what need not be found out
/// again. That costs nothing when the program runs, and an instruction that is not there is the
/// fastest.
///
/// Facts stand one behind the other on each way; where ways meet, what they began with in common
/// is left. A register about which something is known is written once.
struct Known {
  enum Fact: Equatable {
    /// What a column holds of the entity in a register is in another.
    case held(column: Int, of: UInt16, in: UInt16)
    /// A register does not hold none.
    case given(UInt16)
    /// A watch has noted that it reads a place of the entity in a register.
    case noted(place: Int64, of: UInt16)
  }

  /// How a place is reached.
  struct Way {
    /// The latest fact; -1: none.
    fileprivate var last = -1
    /// Which columns may have been assigned to, as bits.
    fileprivate var assigned: UInt64 = 0
  }

  private struct Node {
    let fact: Fact
    let before: Int
  }

  /// What comes before a fact stands before it.
  private var nodes: [Node] = []
  /// The columns that the bits of a way stand for.
  private var columns: [Int] = []
  /// nil: no way leads here.
  private(set) var way: Way? = Way()

  /// - Returns: The first that is given about the present place, beginning with the latest.
  private func first<Answer>(_ answer: (Fact) -> Answer?) -> Answer? {
    var last = way?.last ?? -1
    while last >= 0 {
      if let found = answer(nodes[last].fact) { return found }
      last = nodes[last].before
    }
    return nil
  }

  func holds(_ fact: Fact) -> Bool { first { $0 == fact ? true : nil } ?? false }

  /// Where it is that a column holds of the entity in a register.
  func register(holding column: Int, of owner: UInt16) -> UInt16? {
    first { fact in
      if case .held(column, of: owner, in: let register) = fact { register } else { nil }
    }
  }

  mutating func learn(_ fact: Fact) {
    guard let last = way?.last, !holds(fact) else { return }
    nodes.append(Node(fact: fact, before: last))
    way?.last = nodes.count - 1
  }

  /// Whether something may have been assigned to a column.
  func isAssigned(_ column: Int) -> Bool {
    guard let way else { return true }
    guard let bit = columns.firstIndex(of: column) else { return false }
    return bit >= 64 || way.assigned & 1 << UInt64(bit) != 0
  }

  mutating func assign(_ column: Int) {
    let bit = columns.firstIndex(of: column) ?? columns.count
    if bit == columns.count { columns.append(column) }
    if bit < 64 { way?.assigned |= 1 << UInt64(bit) }
  }

  /// No way leads on.
  mutating func end() { way = nil }

  /// Another way leads here.
  mutating func join(_ other: Way?) { way = meeting(way, other) }

  /// What is known where two ways meet.
  func meeting(_ a: Way?, _ b: Way?) -> Way? {
    guard var way = a, let b else { return a ?? b }
    var other = b.last
    // What stands before another has the lesser position.
    while way.last != other {
      if way.last > other { way.last = nodes[way.last].before } else { other = nodes[other].before }
    }
    way.assigned |= b.assigned
    return way
  }
}
