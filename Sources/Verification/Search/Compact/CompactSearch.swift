import Findings
import Rulebook
import Semantics

/// ``ShortestRun`` over words: the same moves in the same order, so it finds the same runs, some
/// fifty times as fast. At a position where an expression has no value that a word can hold, the
/// evaluator makes all moves.
final class CompactSearch {
  private let inquiry: Inquiry
  private let scope: Scope
  private let mostStates: Int
  private let mostSteps: Int
  private let cutoff: Cutoff?
  private let layout: CompactLayout
  private let canonicalizer: CompactCanonicalizer
  private let events: [CompactEvent]
  private let time: CompactTime
  private let judge: CompactJudge
  private let generator: MoveGenerator
  private let frame: Frame
  /// Blocks for the present position, the one that a move leads to, and two for trials of time.
  private let scratch: Words
  private var writes = CompactWrites()
  private var open: Set<Target>
  private var seen = CompactKeySet()
  /// The keys of the words of positions: most successors are known word for word, which is found
  /// out much sooner than their canonical key.
  private var seenWords = CompactKeySet()
  private var nodes = CompactNodes()
  private var starts: [Choices] = []
  private var frontier: WordBlocks
  private var next: WordBlocks
  /// The nodes of the positions in both frontiers.
  private var frontierNodes: [Int32] = []
  private var nextNodes: [Int32] = []
  private var work = 0
  /// The moves after which an open target may be met; nil: any.
  private let lastMoves: LastMoves?
  /// The events among them.
  private let lastEvents: [CompactEvent]
  /// True while only the last moves are made, and no position is kept.
  private var looksAhead = false
  /// The number of new positions for each position of the depth before; nil at the starts.
  private var growth: Double?
  private var result = ShortestRun.Result()

  /// The cost of a position that needs the evaluator, in other positions.
  static let costOfEscape = 10
  /// The factor by which an estimated number of positions has to exceed the budget.
  private static let prudence = 1.25
  /// The number of positions after which the time limit is checked again.
  private static let breath = 64

  init(_ run: ShortestRun) throws(NotCompact) {
    guard !run.inquiry.targets.contains(.lasso) else { throw NotCompact() }
    inquiry = run.inquiry
    scope = run.scope
    mostStates = run.mostStates
    mostSteps = run.mostSteps
    cutoff = run.cutoff
    open = inquiry.targets
    let slice = inquiry.slice
    let evaluator = inquiry.evaluator
    let layout = try CompactLayout(slice, scope)
    let compiler = CompactCompiler(layout: layout)
    self.layout = layout
    events = try slice.events.mapped { id throws(NotCompact) in
      try CompactEvent(id, slice, compiler, evaluator)
    }
    judge = try CompactJudge(inquiry, compiler)
    let blocks = WordBlocks(size: layout.size, capacity: 4)
    memory = blocks
    scratch = blocks[0]
    let stamps = Stamps(slice)
    time = try CompactTime(slice, stamps, compiler, evaluator, probe: blocks[2])
    let orders = WordBlocks(size: CompactCanonicalizer.words(for: layout, stamps), capacity: 1)
    ofEntities = orders
    canonicalizer = CompactCanonicalizer(
      layout, stamps, countsFromNow: Canonicalizer(slice).countsFromNow, memory: orders[0])
    generator = MoveGenerator(evaluator, slice, caps: scope.counts)
    lastMoves = LastMoves(inquiry)
    lastEvents = events.filter { [lastMoves] in lastMoves?.events.contains($0.id) ?? false }
    frontier = WordBlocks(size: layout.size)
    next = WordBlocks(size: layout.size)
    frame = .allocate(capacity: 1)
    frame.initialize(to: CompactFrame(scratch, variables: slice.rules.mostVariables))
  }

  private let memory: WordBlocks
  private let ofEntities: WordBlocks

  deinit {
    frame.pointee.variables.deallocate()
    frame.deinitialize(count: 1)
    frame.deallocate()
  }

  private var before: Words { scratch }
  private var after: Words { scratch + layout.size }

  func run() throws(Interruption) -> ShortestRun.Result {
    guard try untilUndefined({ () throws(Interruption) in try begin() }) else {
      result.ending = .excluded(steps: 0)
      result.sampled.insert(.values)
      return result
    }
    swapFrontiers()
    var depth = 0
    while !open.isEmpty, frontier.count > 0, depth < mostSteps, !looksAhead,
      try untilUndefined({ () throws(Interruption) in try goDeeper(from: depth) })
    { depth += 1 }
    if !open.isEmpty {
      result.ending = frontier.count > 0 ? .excluded(steps: depth) : .exhausted
    }
    result.states = looksAhead ? max(mostStates, seen.count + work) : seen.count + work
    return result
  }

  /// The reason why a search ends without an answer.
  enum Interruption: Error {
    /// The evaluator has to do the whole search.
    case notCompact
    case evaluation(EvaluationError)
  }

  private func evaluated<Result>(
    _ body: () throws(EvaluationError) -> Result
  ) throws(Interruption) -> Result {
    do { return try body() } catch { throw .evaluation(error) }
  }

  /// Runs a part of the search; an expression without a value ends it as the end of the budget
  /// does.
  private func untilUndefined(_ body: () throws(Interruption) -> Bool) throws(Interruption) -> Bool
  {
    do {
      return try body()
    } catch .evaluation(let error) where !error.isOurFault {
      return false
    } catch {
      throw error
    }
  }

  private func encoded(_ position: Position) throws(Interruption) {
    do { try layout.encode(position, into: after) } catch { throw .notCompact }
  }

  /// Lists the starts.
  /// - Returns: false if the starts cannot be listed.
  private func begin() throws(Interruption) -> Bool {
    let all = try evaluated { () throws(EvaluationError) in
      try Starts(inquiry.evaluator, scope, inquiry.slice).all()
    }
    guard let all else { return false }
    for (choices, state) in all { try begin(choices, state) }
    return true
  }

  private func begin(_ choices: Choices, _ state: State) throws(Interruption) {
    let position = try evaluated { () throws(EvaluationError) in
      Position(state: state, clocks: try inquiry.evaluator.clocks(startingAt: state))
    }
    try encoded(position)
    guard seen.insert(canonicalizer.key(of: after)) else { return }
    let met = try evaluated { () throws(EvaluationError) in try inquiry.met(by: position) }
    let node = nodes.append(parent: -1 - starts.count)
    starts.append(choices)
    for target in open.intersection(met) { note(target, node) }
    next.append(after)
    nextNodes.append(node)
  }

  private func swapFrontiers() {
    swap(&frontier, &next)
    swap(&frontierNodes, &nextNodes)
    next.removeAll()
    nextNodes.removeAll(keepingCapacity: true)
  }

  private var isOver: Bool {
    open.isEmpty || !looksAhead && seen.count + work > mostStates
  }

  /// Makes every move from every position of the present depth. If the budget does not suffice for
  /// the moves of all positions that are known, makes only the last moves from the rest of these.
  ///
  /// - Returns: false if the budget ended, or everything is found, before that.
  private func goDeeper(from depth: Int) throws(Interruption) -> Bool {
    for index in 0..<frontier.count {
      if index % Self.breath == 0 {
        if cutoff.isOver { return false }
        if index > 0, willBeOver(after: index) { return try lookAhead(from: index, depth) }
      }
      try expand(frontier[index], frontierNodes[index])
      if open.isEmpty { return false }
      if isOver { return try lookAhead(from: index, depth) }
    }
    growth = Double(next.count) / Double(frontier.count)
    swapFrontiers()
    return true
  }

  /// Returns true if the known positions have more successors than the budget allows, as far as can
  /// be estimated. A search that makes all moves would then examine no others.
  ///
  /// - Parameter count: The number of positions of the present depth whose moves have been made.
  private func willBeOver(after count: Int) -> Bool {
    guard lastMoves != nil, let before = growth else { return false }
    let growth = min(before, Double(next.count) / Double(count))
    // From one depth to the next it falls, here as much as before.
    let later = growth * growth / before
    let successors = Double(frontier.count - count) * growth + Double(next.count) * later
    return Double(seen.count + work) + successors > Self.prudence * Double(mostStates)
  }

  /// Makes the last moves from the rest of the positions of the present depth, and then from those
  /// that are one step further, if runs may be so long. A run found there is shortest too, since
  /// all of one step fewer were examined.
  ///
  /// - Returns: false if the rest of the present depth was not examined completely.
  private func lookAhead(from start: Int, _ depth: Int) throws(Interruption) -> Bool {
    guard lastMoves != nil else { return false }
    looksAhead = true
    guard try expand(frontier, frontierNodes, from: start) else { return false }
    if depth + 1 < mostSteps { _ = try expand(next, nextNodes) }
    return true
  }

  /// Makes moves from some positions.
  ///
  /// - Returns: false if everything is found, or the time is over, before the end.
  private func expand(
    _ positions: WordBlocks, _ nodes: [Int32], from start: Int = 0
  ) throws(Interruption) -> Bool {
    for index in start..<positions.count {
      if index % Self.breath == 0, cutoff.isOver { return false }
      try expand(positions[index], nodes[index])
      if open.isEmpty { return false }
    }
    return true
  }

  private func expand(_ position: Words, _ node: Int32) throws(Interruption) {
    before.update(from: position, count: layout.size)
    expand(node)
    guard frame.pointee.hasFailed else { return }
    frame.pointee.clearFailure()
    work += Self.costOfEscape
    try expandSlowly(node)
  }

  /// Makes the moves from a position. Ends with a failure in the frame if the evaluator has to.
  private func expand(_ node: Int32) {
    for event in looksAhead ? lastEvents : events where event.hasRoom(in: before) {
      frame.pointee.here = before
      let found = event.plan.instances(event.arguments.map { $0.values(in: before) }, frame)
      if frame.pointee.hasFailed { return }
      guard !found.isEmpty else { continue }
      let results = tuples(event.results)
      let openings = tuples(event.openings.map(\.candidates))
      let stride = max(1, event.plan.arity)
      for start in Swift.stride(from: 0, to: found.count, by: stride) {
        let arguments = found[start..<start + stride]
        for result in results {
          for opened in openings {
            perform(event, arguments, result, opened, node)
            if frame.pointee.hasFailed || isOver { return }
          }
        }
      }
    }
    if looksAhead, lastMoves?.includesTime == false { return }
    for instant in time.worthWaitingFor(in: before, frame) {
      after.update(from: before, count: layout.size)
      time.advance(after, to: instant, frame)
      guard judge.isAssumed(after, frame), !frame.pointee.hasFailed else { continue }
      visit(nil, node) { [] }
      if frame.pointee.hasFailed || isOver { return }
    }
  }

  private func tuples(_ candidates: [CompactCandidates]) -> [[Int64]] {
    candidates.isEmpty ? Self.noChoice : candidates.map { $0.values(in: before) }.tuples
  }

  private static let noChoice: [[Int64]] = [[]]

  private func perform(
    _ event: CompactEvent, _ arguments: ArraySlice<Int64>, _ results: [Int64],
    _ opened: [Int64], _ node: Int32
  ) {
    after.update(from: before, count: layout.size)
    event.bind(arguments, results, in: before, frame)
    frame.pointee.here = before
    event.perform(on: after, opened, &writes, frame)
    if frame.pointee.failure == .undefined {
      frame.pointee.clearFailure()
      let target = Target.undefined(event.id)
      if open.contains(target) {
        let node = nodes.append(
          node, event.id, Array(arguments.prefix(event.plan.arity)) + results + opened)
        note(target, node)
      }
      return
    }
    guard judge.isAssumed(after, frame), !frame.pointee.hasFailed else { return }
    time.keepClocks(of: after, frame)
    if frame.pointee.hasFailed { return }
    event.bind(arguments, results, in: before, frame)
    visit(event, node) { Array(arguments.prefix(event.plan.arity)) + results + opened }
  }

  private func visit(_ event: CompactEvent?, _ node: Int32, _ values: () -> [Int64]) {
    var met: Set<Target> = []
    if let event { judge.judge(step: event.id, from: before, to: after, frame, &met) }
    guard !looksAhead else {
      judge.judge(after, time, frame, &met)
      if frame.pointee.hasFailed { return }
      return note(met, false) { append(event, node, values) }
    }
    let words = CompactKey(of: after, count: layout.size)
    let key = seenWords.contains(words) ? nil : canonicalizer.key(of: after)
    let isNew = key.map { !seen.contains($0) } ?? false
    if isNew { judge.judge(after, time, frame, &met) }
    if frame.pointee.hasFailed { return }
    if let key {
      _ = seenWords.insert(words)
      _ = seen.insert(key)
    }
    note(met, isNew) { append(event, node, values) }
  }

  private func append(_ event: CompactEvent?, _ node: Int32, _ values: () -> [Int64]) -> Int32 {
    event.map { nodes.append(node, $0.id, values()) }
      ?? nodes.append(node, passingTo: after[CompactLayout.now])
  }

  /// Keeps a new position, and the runs to the targets that it meets.
  private func note(_ met: Set<Target>, _ isNew: Bool, _ append: () -> Int32) {
    let found = met.isEmpty ? met : open.intersection(met)
    guard isNew || !found.isEmpty else { return }
    let node = append()
    for target in found { note(target, node) }
    guard isNew else { return }
    next.append(after)
    nextNodes.append(node)
  }

  private func note(_ target: Target, _ node: Int32) {
    open.remove(target)
    let (start, moves) = nodes.path(to: node, inquiry.slice.rules, openings)
    result.found[target] = Script(scope: scope, choices: starts[start], moves: moves)
  }

  /// The fields that the rules leave open, by event.
  private var openings: [[Core.ID<Core.Field>]] {
    var openings: [[Core.ID<Core.Field>]] = inquiry.slice.rules.events.map { _ in [] }
    for event in events { openings[event.id.index] = event.openings.map(\.field) }
    return openings
  }

  /// Makes all moves of the position in `before` with the evaluator. Moves that were made already
  /// are known, and making them again has no effect.
  private func expandSlowly(_ node: Int32) throws(Interruption) {
    let position = layout.position(of: before, inquiry.evaluator)
    var interruption: Interruption?
    _ = try evaluated { () throws(EvaluationError) in
      try generator.forEach(at: position) { (move, attempt) throws(EvaluationError) in
        do throws(Interruption) {
          try visit(move, attempt, node)
        } catch .evaluation(let error) {
          throw error
        } catch {
          interruption = error
        }
        return interruption == nil && !isOver
      }
    }
    if let interruption { throw interruption }
  }

  private func visit(
    _ move: Move, _ attempt: Attempt, _ node: Int32
  ) throws(Interruption) {
    guard let values = CompactNodes.words(of: move) else { throw .notCompact }
    func append() -> Int32 {
      switch move {
      case .event(let event, _, _, _): nodes.append(node, event, values)
      case .passage(let instant): nodes.append(node, passingTo: instant)
      }
    }
    switch attempt {
    case .failure:
      guard case .event(let event, _, _, _) = move, open.contains(.undefined(event)) else { return }
      note(.undefined(event), append())
    case .success(let done):
      try encoded(done.position)
      let isNew = !looksAhead && seen.insert(canonicalizer.key(of: after))
      let met = try evaluated { () throws(EvaluationError) in
        try inquiry.met(by: done, isNew: isNew || looksAhead)
      }
      note(met, isNew, append)
    }
  }
}
