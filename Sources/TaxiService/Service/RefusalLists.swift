/// The taxis that have refused each request, as linked lists in one pool. A node holds seven of
/// them in half a line of the cache: most lists are one node.
struct RefusalLists: Sendable {
  /// Taxis in the order in which they came, -1 where there is none; last the next node, whose
  /// taxis came before.
  private typealias Node = SIMD8<Int32>
  private static let next = 7

  private var nodes: [Node] = []
  private var firstUnused: Int32 = -1

  /// Adds a taxi that is not in the list, as its latest.
  mutating func add(_ taxi: Int32, to head: inout Int32) {
    if head >= 0 {
      for lane in 0..<Self.next where nodes[Int(head)][lane] < 0 {
        nodes[Int(head)][lane] = taxi
        return
      }
    }
    var node = Node(repeating: -1)
    node[0] = taxi
    node[Self.next] = head
    guard firstUnused >= 0 else {
      head = Int32(nodes.count)
      nodes.append(node)
      return
    }
    head = firstUnused
    firstUnused = nodes[Int(head)][Self.next]
    nodes[Int(head)] = node
  }

  /// Gives the nodes of a list back.
  mutating func release(_ head: Int32) {
    var head = head
    while head >= 0 {
      let next = nodes[Int(head)][Self.next]
      nodes[Int(head)][Self.next] = firstUnused
      firstUnused = head
      head = next
    }
  }

  /// Returns true if a taxi is in a list.
  func has(_ taxi: Int32, in head: Int32) -> Bool {
    let wanted = Node(repeating: taxi)
    var head = head
    while head >= 0 {
      var node = nodes[Int(head)]
      head = node[Self.next]
      node[Self.next] = -1
      if any(node .== wanted) { return true }
    }
    return false
  }

  /// The taxis of a list, latest first.
  func forEach(_ head: Int32, _ body: (Int32) -> Void) {
    var head = head
    while head >= 0 {
      let node = nodes[Int(head)]
      for lane in stride(from: Self.next - 1, through: 0, by: -1) where node[lane] >= 0 {
        body(node[lane])
      }
      head = node[Self.next]
    }
  }

  /// The taxis of a list, latest first.
  func members(_ head: Int32) -> [Int32] {
    var members: [Int32] = []
    forEach(head) { members.append($0) }
    return members
  }
}
