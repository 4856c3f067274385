/// For each request the taxis that have refused it, as linked lists in one pool.
struct RefusalLists: Sendable {
  private struct Node: Sendable {
    var taxi: Int32
    var next: Int32
  }

  private var nodes: [Node] = []
  private var firstUnused: Int32 = -1

  /// Adds a taxi that is not in the list to its front.
  mutating func add(_ taxi: Int32, to head: inout Int32) {
    let node = Node(taxi: taxi, next: head)
    guard firstUnused >= 0 else {
      head = Int32(nodes.count)
      nodes.append(node)
      return
    }
    head = firstUnused
    firstUnused = nodes[Int(head)].next
    nodes[Int(head)] = node
  }

  /// Gives the nodes of a list back.
  mutating func release(_ head: Int32) {
    var head = head
    while head >= 0 {
      let next = nodes[Int(head)].next
      nodes[Int(head)].next = firstUnused
      firstUnused = head
      head = next
    }
  }

  /// Whether a taxi is in a list.
  func has(_ taxi: Int32, in head: Int32) -> Bool {
    var head = head
    while head >= 0 {
      if nodes[Int(head)].taxi == taxi { return true }
      head = nodes[Int(head)].next
    }
    return false
  }

  func forEach(_ head: Int32, _ body: (Int32) -> Void) {
    var head = head
    while head >= 0 {
      body(nodes[Int(head)].taxi)
      head = nodes[Int(head)].next
    }
  }

  /// The taxis of a list, latest first.
  func members(_ head: Int32) -> [Int32] {
    var members: [Int32] = []
    forEach(head) { members.append($0) }
    return members
  }
}
