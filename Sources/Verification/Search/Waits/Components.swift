/// The strongly connected components of a graph (Tarjan, 1972), without recursion.
struct Components {
  /// The number of the component of each node.
  let numbers: [Int]

  /// Finds the components. O(nodes and edges).
  /// - Parameter successors: The successors of each node.
  init(_ successors: [[Int]]) {
    var numbers = Array(repeating: -1, count: successors.count)
    var order = Array(repeating: -1, count: successors.count)
    var low = order
    var stack: [Int] = []
    var path: [(node: Int, next: Int)] = []
    var (visited, components) = (0, 0)
    for root in successors.indices where order[root] < 0 {
      path.append((root, 0))
      while let (node, next) = path.last {
        if next == 0 {
          (order[node], low[node]) = (visited, visited)
          visited += 1
          stack.append(node)
        }
        if next < successors[node].count {
          path[path.count - 1].next += 1
          let target = successors[node][next]
          if order[target] < 0 {
            path.append((target, 0))
          } else if numbers[target] < 0 {
            low[node] = min(low[node], order[target])
          }
          continue
        }
        path.removeLast()
        if let (parent, _) = path.last { low[parent] = min(low[parent], low[node]) }
        guard low[node] == order[node] else { continue }
        while let member = stack.popLast() {
          numbers[member] = components
          if member == node { break }
        }
        components += 1
      }
    }
    self.numbers = numbers
  }
}
