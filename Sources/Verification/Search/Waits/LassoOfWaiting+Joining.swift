import Rulebook
import Semantics

/// Cycles that each use one entity up: an entity in its initial state joins, and is left behind
/// where it makes no difference. In a finite scope they end, since no unused entity is left; with
/// enough entities they do not.
///
/// Why they continue: after a cycle everything is as before except for the entity that was used up.
/// The used ones are interchangeable, and so are the unused ones. A formula of quantifier rank q
/// cannot distinguish q of such entities from more (Ehrenfeucht 1961, Fraïssé 1954). So what is
/// legal with q used and q unused ones is legal with any greater numbers, and it is enough to
/// perform q + 1 cycles.
extension LassoOfWaiting {
  struct Joining {
    let cycle: Cycle
    let sort: Core.ID<Core.Entity>
    let entity: Int32
  }

  /// The greatest number of positions that are tried as the beginning of such a cycle.
  private static let mostHomes = 2_000

  /// Returns the cycle that ends first, of those that use one entity of the sort up and continue.
  func joining(_ sort: Core.ID<Core.Entity>) throws(EvaluationError) -> Cycle? {
    for entity in 0..<Int32(clamping: graph.scope.counts[sort.index]) {
      let keys = graph.nodes.map { node in
        graph.canonicalizer.key(
          of: node.position, in: order(node.position.state, without: [entity], of: sort))
      }
      var counts: [PositionKey: Int] = [:]
      for key in keys { counts[key, default: 0] += 1 }
      for home in graph.nodes.indices.prefix(Self.mostHomes)
      where counts[keys[home], default: 0] > 1 && isSpare(entity, of: sort, at: home) {
        let isTarget = { (node: Int) -> Bool in
          keys[node] == keys[home] && node != home && isPutAside(entity, of: sort, at: node)
        }
        for cycle in ways(from: home, to: isTarget) {
          if try goesOn(Joining(cycle: cycle, sort: sort, entity: entity)) { return cycle }
        }
      }
    }
    return nil
  }

  func order(
    _ state: State, without left: Set<Int32>, of sort: Core.ID<Core.Entity>
  ) -> [[Int32]] {
    var order = graph.canonicalizer.identity(state)
    order[sort.index].removeAll(where: left.contains)
    return order
  }

  /// Returns true if the entity is in its initial state, and no other refers to it.
  private func isSpare(_ entity: Int32, of sort: Core.ID<Core.Entity>, at node: Int) -> Bool {
    var first = node
    while case .move(_, let source) = graph.nodes[first].origin { first = source }
    let (state, start) = (graph.nodes[node].position.state, graph.nodes[first].position.state)
    return state.place(of: entity, sort, graph.canonicalizer)
      == start.place(of: entity, sort, graph.canonicalizer)
      && !state.refers(to: entity, of: sort, graph.canonicalizer)
  }

  /// Returns true if several entities like it would be interchangeable: entities in a queue have an
  /// order, and those with an instant of their own an age.
  private func isPutAside(_ entity: Int32, of sort: Core.ID<Core.Entity>, at node: Int) -> Bool {
    let state = graph.nodes[node].position.state
    let fields = graph.canonicalizer.sorts[sort.index]
    let hasAge = fields.values.contains { field in
      guard field.scalar == .time, case .number = state[field.id, of: Int(entity)] else {
        return false
      }
      return true
    }
    return !hasAge
      && !graph.canonicalizer.sorts.enumerated().contains { index, fields in
        fields.collections.contains { field in
          !field.isSet && field.member == sort
            && (0..<state.count(of: Core.ID(index))).contains {
              state.members(of: field.id, owner: $0).contains(entity)
            }
        }
      }
  }

  /// Returns, for each binding that waits at a node, the shortest path on which it continues to
  /// wait, and time passes, to one of some nodes.
  private func ways(from home: Int, to isTarget: (Int) -> Bool) -> [Cycle] {
    struct Place: Hashable {
      let node: Int
      let hasPassed: Bool
    }
    var bindings: [[Value]] = []
    for binding in graph.edges[home].flatMap(\.goesOn) where !bindings.contains(binding) {
      bindings.append(binding)
    }
    return bindings.compactMap { binding in
      let start = Place(node: home, hasPassed: false)
      var reached: [Place: (from: Place, edge: WaitGraph.Edge)] = [:]
      var frontier = [start]
      while !frontier.isEmpty {
        var next: [Place] = []
        for place in frontier {
          for edge in graph.edges[place.node] where edge.goesOn.contains(binding) {
            let new = Place(node: edge.target, hasPassed: place.hasPassed || edge.time > 0)
            guard new != start, reached[new] == nil else { continue }
            reached[new] = (place, edge)
            guard new.hasPassed, isTarget(new.node) else {
              next.append(new)
              continue
            }
            var edges: [WaitGraph.Edge] = []
            var current = new
            while current != start, let step = reached[current] {
              edges.append(step.edge)
              current = step.from
            }
            return Cycle(home: home, edges: edges.reversed(), binding: binding)
          }
        }
        frontier = next
      }
      return nil
    }
  }
}
