/// The facts known at a place of a program on every path that leads there; they need not be tested
/// again. That costs nothing when the program runs, and the fastest instruction is the one left
/// out.
///
/// Each path has its facts in a chain; where paths meet, their common beginning is kept. A register
/// about which a fact is known is written once.
struct Known {
  enum Fact: Equatable {
    /// A register holds the value of a column of the entity in another register.
    case held(column: Int, of: UInt16, in: UInt16)
    /// The value in a register is not none.
    case given(UInt16)
    /// A watch has noted that it reads a place of the entity in a register.
    case noted(place: Int64, of: UInt16)
  }

  /// The facts on a path to a place.
  struct Way {
    /// The latest fact; -1: none.
    fileprivate var last = -1
    /// The columns that may have been assigned to, as bits.
    fileprivate var assigned: UInt64 = 0
  }

  private struct Node {
    let fact: Fact
    let before: Int
  }

  /// The facts with their predecessors; a predecessor has a lesser position.
  private var nodes: [Node] = []
  /// The columns that the bits of a way stand for.
  private var columns: [Int] = []
  /// The path to the present place; nil: no path leads here.
  private(set) var way: Way? = Way()

  /// Looks for a fact about the present place.
  /// - Returns: The first answer that is not nil, beginning with the latest fact.
  private func first<Answer>(_ answer: (Fact) -> Answer?) -> Answer? {
    var last = way?.last ?? -1
    while last >= 0 {
      if let found = answer(nodes[last].fact) { return found }
      last = nodes[last].before
    }
    return nil
  }

  func holds(_ fact: Fact) -> Bool { first { $0 == fact ? true : nil } ?? false }

  /// Returns the register with the value of a column of the entity in a register, if there is one.
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

  /// Returns true if a column may have been assigned to.
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

  /// Notes that no path leads on.
  mutating func end() { way = nil }

  /// Adds another path that leads here.
  mutating func join(_ other: Way?) { way = meeting(way, other) }

  /// Returns the facts known where two paths meet.
  func meeting(_ a: Way?, _ b: Way?) -> Way? {
    guard var way = a, let b else { return a ?? b }
    var other = b.last
    // A predecessor has the lesser position.
    while way.last != other {
      if way.last > other { way.last = nodes[way.last].before } else { other = nodes[other].before }
    }
    way.assigned |= b.assigned
    return way
  }
}
