/// The memberships of the queues or the sets of one field, or of an index. Lists are intrusive: one
/// node for each membership, linked in the order of its owner's list and in the chain of its
/// member, so that joining and leaving at any place cost the same for lists of any length.
///
/// A membership is found along the shorter of the two: a taxi stands in one queue, and few have
/// refused a request.
struct Links {
  private struct Node {
    var owner: Int32
    var member: Int32
    var next: Int32
    var previous: Int32
    var nextOfMember: Int32
    /// A number that grows along the list.
    var ticket: Int64
  }

  private struct Ends {
    var first: Int32 = -1
    var last: Int32 = -1
    var count: Int32 = 0
  }

  private var nodes: Block<Node>
  private var free: Int32 = -1
  private var owners: Block<Ends>
  private var members: Block<Ends>
  private var ticket: Int64 = 0

  init() {
    nodes = Block()
    owners = Block()
    members = Block()
  }

  func deallocate() {
    nodes.deallocate()
    owners.deallocate()
    members.deallocate()
  }

  var ownerCount: Int { owners.count }

  @inline(__always)
  func hasOwner(_ owner: Int) -> Bool { owners.has(owner) }
  @inline(__always)
  func hasMember(_ member: Int) -> Bool { members.has(member) }

  mutating func addOwner() { owners.append(Ends()) }
  mutating func addMember() { members.append(Ends()) }

  /// Removes the last owner, whose list must be empty.
  mutating func removeLastOwner() { _ = owners.removeLast() }
  mutating func removeLastMember() { _ = members.removeLast() }

  /// Returns the node of the membership, or -1.
  func node(of member: Int, in owner: Int) -> Int32 {
    guard owners.has(owner), members.has(member) else { return -1 }
    let nodes = nodes.base
    let (ends, chain) = (owners.base + owner, members.base + member)
    if ends.pointee.count < chain.pointee.count {
      let member = Int32(truncatingIfNeeded: member)
      var node = ends.pointee.first
      while node >= 0, nodes[Int(node)].member != member { node = nodes[Int(node)].next }
      return node
    }
    let owner = Int32(truncatingIfNeeded: owner)
    var node = chain.pointee.first
    while node >= 0, nodes[Int(node)].owner != owner { node = nodes[Int(node)].nextOfMember }
    return node
  }

  /// Returns true if a node is that membership.
  @inline(__always)
  func isNode(_ node: Int32, of member: Int32, in owner: Int32) -> Bool {
    nodes.has(Int(node)) && nodes[Int(node)].owner == owner && nodes[Int(node)].member == member
  }

  /// Returns the owner of the list that a member is in, if it is in one at most; -1: in none.
  func owner(of member: Int) -> Int {
    let node = members[member].first
    return node >= 0 ? Int(nodes[Int(node)].owner) : -1
  }

  /// Returns true if it is in any list.
  func isMember(_ member: Int) -> Bool { members.has(member) && members[member].count > 0 }

  func first(of owner: Int) -> Int32 { owners.has(owner) ? owners[owner].first : -1 }
  func last(of owner: Int) -> Int32 { owners.has(owner) ? owners[owner].last : -1 }
  func count(of owner: Int) -> Int { owners.has(owner) ? Int(owners[owner].count) : 0 }
  func next(_ node: Int) -> Int32 { nodes.has(node) ? nodes[node].next : -1 }
  func previous(_ node: Int) -> Int32 { nodes.has(node) ? nodes[node].previous : -1 }
  func member(_ node: Int) -> Int32 { nodes.has(node) ? nodes[node].member : -1 }

  var memberCount: Int { members.count }
  /// The nodes of a member's lists: the list joined last comes first.
  func first(ofMember member: Int) -> Int32 { members.has(member) ? members[member].first : -1 }
  func nextOfMember(_ node: Int) -> Int32 { nodes.has(node) ? nodes[node].nextOfMember : -1 }
  func owner(_ node: Int) -> Int32 { nodes.has(node) ? nodes[node].owner : -1 }

  /// Returns true if `a` is before `b` in a list; false unless both are in the list.
  func isAhead(_ a: Int, of b: Int, in owner: Int) -> Bool {
    let front = node(of: a, in: owner)
    let back = node(of: b, in: owner)
    guard front >= 0, back >= 0 else { return false }
    return nodes[Int(front)].ticket < nodes[Int(back)].ticket
  }

  /// Appends a member that is not in the list. Both must exist.
  mutating func append(_ member: Int, to owner: Int) {
    guard owners.has(owner), members.has(member) else { return }
    let chain = members.base + member
    let new = Node(
      owner: -1, member: Int32(truncatingIfNeeded: member), next: -1, previous: -1,
      nextOfMember: chain.pointee.first, ticket: 0)
    let position: Int32
    if free >= 0 {
      position = free
      let node = nodes.base + Int(free)
      free = node.pointee.next
      node.pointee = new
    } else {
      position = Int32(truncatingIfNeeded: nodes.count)
      nodes.append(new)
    }
    link(position, to: owner)
    chain.pointee.first = position
    chain.pointee.count &+= 1
  }

  /// Appends a node that is in no list to one.
  @inline(__always)
  private mutating func link(_ position: Int32, to owner: Int) {
    ticket &+= 1
    let (node, ends) = (nodes.base + Int(position), owners.base + owner)
    let end = ends.pointee.last
    node.pointee.owner = Int32(truncatingIfNeeded: owner)
    node.pointee.next = -1
    node.pointee.previous = end
    node.pointee.ticket = ticket
    if end >= 0 { nodes.base[Int(end)].next = position } else { ends.pointee.first = position }
    ends.pointee.last = position
    ends.pointee.count &+= 1
  }

  /// Moves a member from the only list that it is in to the end of another or the same: the same
  /// result as removing and appending it, at less cost.
  /// - Returns: false: it is in none, or in several, and nothing has changed.
  mutating func transfer(_ member: Int, to owner: Int) -> Bool {
    guard owners.has(owner), members.has(member), members[member].count == 1 else { return false }
    let position = members[member].first
    _ = unlink(position)
    link(position, to: owner)
    return true
  }

  /// Returns the data with which the membership at a node can be restored to its place.
  func place(of node: Int32) -> (owner: Int, member: Int, previous: Int32, ticket: Int64) {
    let node = nodes[Int(node)]
    let previous = node.previous < 0 ? -1 : nodes[Int(node.previous)].member
    return (Int(node.owner), Int(node.member), previous, node.ticket)
  }

  /// Restores a member that was removed to its place: behind another, or at the front.
  mutating func restore(_ member: Int, to owner: Int, behind previous: Int32, ticket: Int64) {
    append(member, to: owner)
    let position = owners[owner].last
    let before = nodes[Int(position)].previous
    nodes.base[Int(position)].ticket = ticket
    let front = previous < 0 ? -1 : node(of: Int(previous), in: owner)
    if front == before { return }
    // Take it from the end, where it was put, to its place.
    nodes.base[Int(before)].next = -1
    owners.base[owner].last = before
    let next = front < 0 ? owners[owner].first : nodes[Int(front)].next
    nodes.base[Int(position)].previous = front
    nodes.base[Int(position)].next = next
    nodes.base[Int(next)].previous = position
    if front < 0 {
      owners.base[owner].first = position
    } else {
      nodes.base[Int(front)].next = position
    }
  }

  /// Removes all members of a list, front first.
  mutating func removeAll(from owner: Int, _ body: (Int) -> Void = { _ in }) {
    guard owners.has(owner) else { return }
    while owners[owner].first >= 0 {
      let node = owners[owner].first
      body(Int(nodes[Int(node)].member))
      remove(node: node)
    }
  }

  /// Removes a membership.
  /// - Returns: The owner of the list.
  @discardableResult
  mutating func remove(node position: Int32) -> Int {
    let node = unlink(position)
    unchain(position, node)
    nodes.base[Int(position)].owner = -1
    nodes.base[Int(position)].next = free
    free = position
    return Int(node.owner)
  }

  /// Removes a node from its list.
  /// - Returns: The removed node.
  @inline(__always)
  private mutating func unlink(_ position: Int32) -> Node {
    let nodes = nodes.base
    let node = nodes[Int(position)]
    let ends = owners.base + Int(node.owner)
    if node.previous >= 0 {
      nodes[Int(node.previous)].next = node.next
    } else {
      ends.pointee.first = node.next
    }
    if node.next >= 0 {
      nodes[Int(node.next)].previous = node.previous
    } else {
      ends.pointee.last = node.previous
    }
    ends.pointee.count &-= 1
    return node
  }

  /// Removes a member from every list.
  mutating func removeAll(of member: Int) {
    guard members.has(member) else { return }
    while members[member].first >= 0 { remove(node: members[member].first) }
  }

  @inline(__always)
  private mutating func unchain(_ position: Int32, _ node: Node) {
    let chain = members.base + Int(node.member)
    chain.pointee.count &-= 1
    if chain.pointee.first == position {
      chain.pointee.first = node.nextOfMember
      return
    }
    var before = chain.pointee.first
    while nodes[Int(before)].nextOfMember != position {
      before = nodes[Int(before)].nextOfMember
    }
    nodes[Int(before)].nextOfMember = node.nextOfMember
  }
}

extension Links {
  /// Returns what is wrong with the links; nil: nothing is. O(memberships).
  func brokenInvariant(owners ownerCount: Int, members memberCount: Int) -> String? {
    guard owners.count == ownerCount, members.count == memberCount else {
      return "\(owners.count) lists of \(members.count), not \(ownerCount) of \(memberCount)"
    }
    var linked: Set<Int32> = []
    for owner in 0..<owners.count {
      var (position, before) = (owners[owner].first, Int32(-1))
      while position >= 0 {
        let node = nodes[Int(position)]
        guard linked.insert(position).inserted else { return "a list of \(owner) is a circle" }
        guard Int(node.owner) == owner, node.previous == before else {
          return "a list of \(owner) is not linked both ways"
        }
        if before >= 0, nodes[Int(before)].ticket >= node.ticket {
          return "tickets of \(owner) do not grow"
        }
        (before, position) = (position, node.next)
      }
      guard owners[owner].last == before else { return "the list of \(owner) has another end" }
    }
    guard (0..<owners.count).reduce(0, { $0 + Int(owners[$1].count) }) == linked.count else {
      return "lists have other lengths"
    }
    return brokenChain(linked)
  }

  /// - Parameter linked: The nodes that are in lists.
  private func brokenChain(_ linked: Set<Int32>) -> String? {
    var chained = 0
    for member in 0..<members.count {
      var (position, count) = (members[member].first, Int32(0))
      while position >= 0, count <= linked.count {
        let node = nodes[Int(position)]
        guard linked.contains(position), Int(node.member) == member else {
          return "member \(member) is in no list"
        }
        (position, count) = (node.nextOfMember, count + 1)
      }
      guard count == members[member].count else { return "member \(member) is in other lists" }
      chained += Int(count)
    }
    var (position, unused) = (free, 0)
    while position >= 0, unused <= nodes.count {
      if linked.contains(position) { return "a free node is in a list" }
      (position, unused) = (nodes[Int(position)].next, unused + 1)
    }
    guard chained == linked.count, linked.count + unused == nodes.count else {
      return "\(nodes.count) nodes: \(linked.count) in lists, \(chained) of members, \(unused) free"
    }
    return nil
  }
}
