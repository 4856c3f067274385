import Findings
import Rulebook
import Semantics

/// Breadth-first search: every run of n steps before any of n + 1, in the order of events and
/// arguments, so the first run found is shortest, and always the same. A step is an event, or a
/// passage of time to one of the instants worth waiting for.
struct ShortestRun {
  let inquiry: Inquiry
  let scope: Scope
  /// The greatest number of different positions that are examined.
  var mostStates: Int
  let mostSteps: Int
  /// True to search with the evaluator only.
  var isSlow = false
  var cutoff: Cutoff?

  struct Result {
    /// The runs by target.
    var found: [Target: Script] = [:]
    /// The found targets for which there may be a shorter run.
    var perhapsLonger: Set<Target> = []
    var ending = Ending.complete
    /// The number of positions that were examined; the budget if that would not have sufficed for
    /// the next step.
    var states = 0
    /// The choices of which not all were tried: then a run that is not found may exist.
    var sampled: Set<Sampled> = []

    /// Returns true if there is no shorter run in the scope: everything was tried.
    func isShortest(_ target: Target) -> Bool {
      !perhapsLonger.contains(target) && sampled.isEmpty
    }
  }

  enum Ending: Equatable {
    /// Every target was found.
    case complete
    /// There is no further run in this scope, of any length, among those tried.
    case exhausted
    /// The budget ended, or something had no value; there is no further run of up to that many
    /// steps, among those tried.
    case excluded(steps: Int)

    /// The number of steps up to which there is no further run; nil: of any length.
    var steps: Int? { if case .excluded(let steps) = self { steps } else { nil } }
  }

  /// Searches over words if the rules can be represented in words, and otherwise on the evaluator,
  /// which is much slower and examines proportionally fewer positions.
  func run() throws(EvaluationError) -> Result {
    var result = try searched()
    result.sampled.formUnion(Thoroughness(inquiry.evaluator, inquiry.slice, scope).sampled)
    return result
  }

  private func searched() throws(EvaluationError) -> Result {
    if !isSlow, let search = try? CompactSearch(self) {
      do {
        return try search.run()
      } catch {
        if case .evaluation(let error) = error { throw error }
      }
    }
    var brief = self
    brief.mostStates = max(1, mostStates / CompactSearch.costOfEscape)
    return try brief.slowly()
  }

  /// Searches on the evaluator: the slow twin, which finds the same.
  func slowly() throws(EvaluationError) -> Result {
    var search = Search(self)
    try search.run()
    var result = search.result
    result.states = search.states * CompactSearch.costOfEscape
    return result
  }
}

private struct Search {
  private struct Node {
    /// The predecessor; for a start its position among the starts, as -1 - position.
    let parent: Int
    let move: Move?
  }

  private let inquiry: Inquiry
  private let scope: Scope
  private let mostStates: Int
  private let mostSteps: Int
  private let cutoff: Cutoff?
  private let canonicalizer: Canonicalizer
  private let generator: MoveGenerator
  private var lassos: LassoSearch
  private var open: Set<Target>
  /// The shortest lasso so far. One that begins later may have a shorter cycle, so it is taken only
  /// when no later one can be shorter.
  private var lasso: (length: Int, choices: Choices, moves: [Move])?
  private var nodes: [Node] = []
  private var starts: [Choices] = []
  private var seen: Set<PositionKey> = []
  private var frontier: [(node: Int, position: Position)] = []
  private(set) var result = ShortestRun.Result()

  init(_ run: ShortestRun) {
    inquiry = run.inquiry
    scope = run.scope
    mostStates = run.mostStates
    mostSteps = run.mostSteps
    cutoff = run.cutoff
    canonicalizer = Canonicalizer(inquiry.slice)
    generator = MoveGenerator(inquiry.evaluator, inquiry.slice, caps: scope.counts)
    lassos = LassoSearch(canonicalizer, generator)
    open = inquiry.targets
  }

  var states: Int { seen.count }

  mutating func run() throws(EvaluationError) {
    let hasBegun = try unlessUndefined { () throws(EvaluationError) in try begin() }
    guard hasBegun == true else {
      result.ending = .excluded(steps: 0)
      result.sampled.insert(.values)
      return
    }
    var depth = 0
    while !open.isEmpty {
      if let lasso, depth + 1 >= lasso.length || frontier.isEmpty { noteLasso(lasso) }
      guard !open.isEmpty else { return }
      guard !frontier.isEmpty else {
        result.ending = .exhausted
        return
      }
      guard depth < mostSteps, try goDeeper() else {
        if let lasso {
          noteLasso(lasso)
          result.perhapsLonger.insert(.lasso)
        }
        result.ending = open.isEmpty ? .complete : .excluded(steps: depth)
        return
      }
      depth += 1
    }
  }

  /// Lists the starts.
  /// - Returns: false if the starts cannot be listed.
  private mutating func begin() throws(EvaluationError) -> Bool {
    guard let all = try Starts(inquiry.evaluator, scope, inquiry.slice).all() else { return false }
    for (choices, state) in all {
      let clocks = try inquiry.evaluator.clocks(startingAt: state)
      let position = Position(state: state, clocks: clocks)
      guard seen.insert(canonicalizer.key(of: position)).inserted else { continue }
      let met = try inquiry.met(by: position)
      for target in open.intersection(met) { note(target, choices, []) }
      frontier.append((nodes.count, position))
      nodes.append(Node(parent: -1 - starts.count, move: nil))
      starts.append(choices)
      try noteLasso(at: position, node: nodes.count - 1)
    }
    return true
  }

  /// Makes every move from every position of the present depth.
  ///
  /// - Returns: false if the budget ended, or everything is found, before that, or something had no
  ///   value.
  private mutating func goDeeper() throws(EvaluationError) -> Bool {
    try unlessUndefined { () throws(EvaluationError) in try expandAll() } ?? false
  }

  private mutating func expandAll() throws(EvaluationError) -> Bool {
    let positions = frontier
    frontier = []
    for (node, position) in positions {
      guard !cutoff.isOver else { return false }
      let isDone = try generator.forEach(at: position) { (move, attempt) throws(EvaluationError) in
        switch attempt {
        case .success(let done): try visit(move, done, from: node)
        case .failure: noteUndefined(move, from: node)
        }
        return !open.isEmpty && seen.count <= mostStates
      }
      guard isDone else { return false }
    }
    return true
  }

  private mutating func visit(
    _ move: Move, _ done: Done, from node: Int
  ) throws(EvaluationError) {
    let isNew = seen.insert(canonicalizer.key(of: done.position)).inserted
    let met = try inquiry.met(by: done, isNew: isNew)
    if !met.isEmpty {
      for target in open.intersection(met) {
        let path = path(to: node)
        note(target, path.choices, path.moves + [move])
      }
    }
    guard isNew else { return }
    nodes.append(Node(parent: node, move: move))
    frontier.append((nodes.count - 1, done.position))
    try noteLasso(at: done.position, node: nodes.count - 1)
  }

  private mutating func noteUndefined(_ move: Move, from node: Int) {
    guard case .event(let event, _, _, _) = move, open.contains(.undefined(event)) else { return }
    let path = path(to: node)
    note(.undefined(event), path.choices, path.moves + [move])
  }

  private mutating func noteLasso(at position: Position, node: Int) throws(EvaluationError) {
    guard open.contains(.lasso) else { return }
    let path = path(to: node)
    let most = lasso.map { $0.length - path.moves.count - 1 }
    guard most ?? 1 > 0, let cycle = try lassos.cycle(from: position, upTo: most) else { return }
    lasso = (path.moves.count + cycle.count, path.choices, path.moves + cycle)
  }

  private mutating func noteLasso(_ lasso: (length: Int, choices: Choices, moves: [Move])) {
    note(.lasso, lasso.choices, lasso.moves)
    self.lasso = nil
  }

  private mutating func note(_ target: Target, _ choices: Choices, _ moves: [Move]) {
    open.remove(target)
    result.found[target] = Script(scope: scope, choices: choices, moves: moves)
  }

  private func path(to node: Int) -> (choices: Choices, moves: [Move]) {
    var moves: [Move] = []
    var current = nodes[node]
    while let move = current.move {
      moves.append(move)
      current = nodes[current.parent]
    }
    return (starts[-1 - current.parent], moves.reversed())
  }
}
