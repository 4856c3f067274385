/// The edges that the sweep line meets, from south to north: a treap that is also a list.
///
/// Node 0 stands for the area south of all edges. Insertion and removal take O(log n) on average;
/// priorities come from a fixed sequence, so every run is the same.
struct SweepStatus {
  struct Node {
    /// The first of the segments that overlap here.
    var segment: Int32
    /// The vertex where the present edge of the arrangement begins.
    var from: Int32 = 0
    /// The region north of the edge and its label.
    var region: Int32 = 0
    var label: Int32 = 0
    var next: Int32 = 0
    var previous: Int32 = 0
    fileprivate var left: Int32 = 0
    fileprivate var right: Int32 = 0
    fileprivate var parent: Int32 = 0
    fileprivate var priority: UInt32 = 0
  }

  private(set) var nodes: [Node] = [Node(segment: -1)]
  private(set) var root: Int32 = 0
  private var free: [Int32] = []
  private var seed: UInt32 = 0x9E37_79B9

  static let bottom: Int32 = 0

  subscript(node: Int32) -> Node {
    _read { yield nodes[Int(node)] }
    _modify { yield &nodes[Int(node)] }
  }

  func left(_ node: Int32) -> Int32 { nodes[Int(node)].left }
  func right(_ node: Int32) -> Int32 { nodes[Int(node)].right }

  /// Inserts a node north of another.
  mutating func insert(segment: Int32, after previous: Int32) -> Int32 {
    let node = make(segment)
    let next = self[previous].next
    (self[node].previous, self[node].next) = (previous, next)
    self[previous].next = node
    if next != 0 { self[next].previous = node } else { self[0].previous = node }
    // Either the right child of the node before, or the left child of the one behind, is free.
    if root == 0 {
      root = node
    } else if previous != 0, self[previous].right == 0 {
      (self[previous].right, self[node].parent) = (node, previous)
    } else {
      (self[next].left, self[node].parent) = (node, next)
    }
    while self[node].parent != 0, self[self[node].parent].priority < self[node].priority {
      rotateUp(node)
    }
    return node
  }

  mutating func remove(_ node: Int32) {
    let (previous, next) = (self[node].previous, self[node].next)
    self[previous].next = next
    self[next].previous = previous
    while true {
      let (left, right) = (self[node].left, self[node].right)
      if left == 0, right == 0 { break }
      let isLeft = right == 0 || (left != 0 && self[left].priority > self[right].priority)
      rotateUp(isLeft ? left : right)
    }
    let parent = self[node].parent
    if parent == 0 {
      root = 0
    } else if self[parent].left == node {
      self[parent].left = 0
    } else {
      self[parent].right = 0
    }
    free.append(node)
  }

  private mutating func make(_ segment: Int32) -> Int32 {
    // Xorshift: never 0, the same in every run.
    seed ^= seed << 13
    seed ^= seed >> 17
    seed ^= seed << 5
    var node = Node(segment: segment)
    node.priority = seed
    if let index = free.popLast() {
      nodes[Int(index)] = node
      return index
    }
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  private mutating func rotateUp(_ node: Int32) {
    let parent = self[node].parent
    let above = self[parent].parent
    if self[parent].left == node {
      let inner = self[node].right
      self[parent].left = inner
      if inner != 0 { self[inner].parent = parent }
      self[node].right = parent
    } else {
      let inner = self[node].left
      self[parent].right = inner
      if inner != 0 { self[inner].parent = parent }
      self[node].left = parent
    }
    self[parent].parent = node
    self[node].parent = above
    if above == 0 {
      root = node
    } else if self[above].left == parent {
      self[above].left = node
    } else {
      self[above].right = node
    }
  }
}
