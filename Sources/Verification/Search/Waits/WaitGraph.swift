import Rulebook
import Semantics

/// The positions of a small scope and the moves between them. Positions that do not differ in
/// anything on which the future of a wait depends are one node, so a wait that continues for ever
/// is a cycle.
struct WaitGraph {
  struct Node {
    let position: Position
    /// The origin of the first path to it: the edge, or the number of the start.
    let origin: Origin
    /// The number of moves.
    let depth: Int
  }

  enum Origin {
    case start(Int)
    case move(Move, from: Int)
  }

  struct Edge {
    let source: Int
    let target: Int
    let move: Move
    /// The duration in milliseconds.
    let time: Int64
    /// The bindings whose waits continue, counted from the same instant.
    let goesOn: [[Value]]
  }

  let rules: Core.Rules
  let wait: Wait
  let scope: Scope
  let slice: Slice
  let evaluator: Evaluator
  let canonicalizer: Canonicalizer
  private(set) var nodes: [Node] = []
  /// The edges by source.
  private(set) var edges: [[Edge]] = []
  private(set) var starts: [Choices] = []
  /// True if it has all positions of the scope.
  private(set) var isWhole = false

  /// Builds the graph up to `mostStates` nodes.
  init(
    _ whole: Core.Rules, _ wait: Wait, _ scope: Scope, mostStates: Int
  ) throws(EvaluationError) {
    // Properties that only check runs have clocks and formulas on which no future depends.
    rules = whole.keepingOnlyWhatBinds
    self.wait = wait
    self.scope = scope
    let part = Slice(rules, properties: [], reading: [wait.whoWaits])
    slice = Slice(wholeOf: rules, comparing: part).with(only: Set(part.events))
    evaluator = Evaluator(rules)
    canonicalizer = Canonicalizer(slice)
    try build(mostStates)
  }

  private mutating func build(_ mostStates: Int) throws(EvaluationError) {
    let generator = MoveGenerator(evaluator, slice, caps: scope.counts)
    guard let all = try Starts(evaluator, scope, slice).all() else { return }
    var known: [PositionKey: Int] = [:]
    for (choices, _) in all {
      let complete = evaluator.completed(choices, scope)
      let state = evaluator.start(scope, complete)
      let position = Position(state: state, clocks: try evaluator.clocks(startingAt: state))
      let key = canonicalizer.exactKey(of: position)
      guard known[key] == nil else { continue }
      known[key] = nodes.count
      nodes.append(Node(position: position, origin: .start(starts.count), depth: 0))
      starts.append(complete)
    }
    var next = 0
    while next < nodes.count, nodes.count < mostStates {
      let node = nodes[next]
      let before = try waits(at: node.position)
      var found: [Edge] = []
      _ = try generator.forEach(at: node.position) { (move, attempt) throws(EvaluationError) in
        guard case .success(let done) = attempt else { return true }
        let key = canonicalizer.exactKey(of: done.position)
        let target = known[key] ?? nodes.count
        if target == nodes.count {
          known[key] = target
          nodes.append(
            Node(position: done.position, origin: .move(move, from: next), depth: node.depth + 1))
        }
        let after = try waits(at: done.position)
        found.append(
          Edge(
            source: next, target: target, move: move,
            time: done.position.state.now - node.position.state.now,
            goesOn: before.filter { old in after.contains { $0 == old } }.map(\.binding)))
        return true
      }
      edges.append(found)
      next += 1
    }
    isWhole = next == nodes.count
    while edges.count < nodes.count { edges.append([]) }
  }

  private func waits(
    at position: Position
  ) throws(EvaluationError) -> [(binding: [Value], since: Int64?)] {
    try wait.waiting(in: position.state, evaluator)
  }

  /// Returns the instant from which a binding waits at a position, `.some(nil)` if it is not
  /// stored; nil if it does not wait.
  func since(_ binding: [Value], at position: Position) throws(EvaluationError) -> Int64?? {
    try waits(at: position).first { $0.binding == binding }.map(\.since)
  }

  /// Returns the moves by which a node was first reached, and the choices at their start.
  func path(to node: Int) -> (choices: Choices, moves: [Move]) {
    var moves: [Move] = []
    var current = node
    while true {
      switch nodes[current].origin {
      case .start(let start): return (starts[start], moves.reversed())
      case .move(let move, let source):
        moves.append(move)
        current = source
      }
    }
  }
}

extension Core.Rules {
  /// The rules without the properties that only check runs.
  fileprivate var keepingOnlyWhatBinds: Core.Rules {
    var copy = self
    copy.properties = properties.filter { property in
      switch property.kind {
      case .prompt, .axiom: true
      default: false
      }
    }
    return copy
  }
}
