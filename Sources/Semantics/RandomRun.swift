import Basics
import Rulebook

/// A step of a run: an event, or a passage of time.
package enum RunStep: Sendable {
  case event(Step)
  /// Time passes, and nothing else happens.
  case passage(from: Int64, after: State)

  /// The state after it.
  package var after: State {
    switch self {
    case .event(let step): step.after
    case .passage(_, let after): after
    }
  }
}

/// A random legal run, the same for the same seed. Events that have happened less are preferred,
/// and time often stops at deadlines and where a condition may change.
package struct RandomRun: Sendable {
  private var stepper: EvaluatorStepper
  var generator: SplitMix64
  /// The greatest number of entities, by sort.
  private let caps: [Int]
  /// The number of times that each event has happened.
  private(set) var happened: [Int]
  /// The event that was tried last; nil: none, only time passed.
  package private(set) var attempted: Core.ID<Core.Event>?

  var evaluator: Evaluator { stepper.evaluator }
  /// The state after the last step; at first the initial state.
  package var state: State { stepper.state }
  /// The clocks that run in that state.
  package var clocks: Clocks { stepper.clocks }

  /// Starts a run from a random initial state.
  ///
  /// - Parameters:
  ///   - counts: The number of entities of the sorts that exist from the start.
  ///   - caps: The number of entities of introduced sorts above which no event introduces more.
  ///     Without it a state may grow for ever.
  /// - Returns: nil if no initial state is found that satisfies the axioms.
  package init?(
    _ evaluator: Evaluator, counts: [Core.ID<Core.Entity>: Int],
    caps: [Core.ID<Core.Entity>: Int] = [:], seed: UInt64
  ) throws(EvaluationError) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      // The values left open may name entities; this state has them.
      let existing = evaluator.initialState(counts: counts)
      let state = evaluator.initialState(counts: counts) { _, type in
        generator.pick(evaluator.candidates(for: type, in: existing)) ?? .unknown
      }
      guard try evaluator.brokenAxioms(in: state).isEmpty else { continue }
      self.init(
        try EvaluatorStepper(evaluator, startingAt: state), caps: caps, generator: generator)
      return
    }
    return nil
  }

  /// Starts a run from a given state.
  package init(
    _ evaluator: Evaluator, startingAt state: State, caps: [Core.ID<Core.Entity>: Int] = [:],
    seed: UInt64
  ) throws(EvaluationError) {
    self.init(
      try EvaluatorStepper(evaluator, startingAt: state), caps: caps,
      generator: SplitMix64(seed: seed))
  }

  /// Continues a run from the end of another.
  package init(
    _ evaluator: Evaluator, at state: State, _ clocks: Clocks,
    caps: [Core.ID<Core.Entity>: Int] = [:], seed: UInt64
  ) {
    self.init(
      EvaluatorStepper(evaluator, at: state, clocks), caps: caps,
      generator: SplitMix64(seed: seed))
  }

  private init(
    _ stepper: EvaluatorStepper, caps: [Core.ID<Core.Entity>: Int], generator: SplitMix64
  ) {
    self.stepper = stepper
    self.generator = generator
    self.caps = stepper.rules.entities.indices.map { caps[Core.ID($0)] ?? .max }
    happened = stepper.rules.events.map { _ in 0 }
  }

  /// Takes the next step; nil if none was found that can happen, time included.
  package mutating func next() throws(EvaluationError) -> RunStep? {
    guard !happened.isEmpty else { return try passTime() }
    for _ in 0..<(4 * happened.count) {
      if generator.isOneIn(8) {
        if let passage = try passTime() { return passage }
      } else if let step = try attempt(pickEvent(), budget: 500) {
        return step
      }
    }
    // A larger budget, before the run is given up.
    var events = Array(happened.indices)
    generator.shuffle(&events)
    for event in events {
      if let step = try attempt(event, budget: 100_000) { return step }
    }
    return try passTime()
  }

  /// Picks the less frequent of two events, most of the time. Events that introduce entities are
  /// picked less often, so that existing entities make progress.
  private mutating func pickEvent() -> Int {
    var event = generator.below(happened.count)
    if introduces(event), !generator.isOneIn(6) { event = generator.below(happened.count) }
    let other = generator.below(happened.count)
    return happened[other] < happened[event] && !introduces(other) ? other : event
  }

  private func introduces(_ event: Int) -> Bool {
    evaluator.rules.events[event].source != .clock && !evaluator.tables.introduced[event].isEmpty
  }

  private func isCapped(_ event: Int) -> Bool {
    let sorts = evaluator.tables.introduced[event]
    return sorts.contains { sort in
      state.counts[sort] + sorts.count { $0 == sort } > caps[sort]
    }
  }

  private mutating func attempt(
    _ index: Int, budget: Int
  ) throws(EvaluationError) -> RunStep? {
    let event = Core.ID<Core.Event>(index)
    guard !isCapped(index) else { return nil }
    attempted = event
    var candidates = evaluator.candidateArguments(of: event, in: state).lists
    for index in candidates.indices { generator.shuffle(&candidates[index]) }
    var budget = budget
    var found: [[Value]] = []
    var evaluation = Evaluation(evaluator.tables, Context(here: state))
    try evaluation.findInstances(
      of: evaluator.tables.legality[index], candidates: candidates, atMost: 1, budget: &budget,
      into: &found)
    guard let arguments = found.first else { return nil }
    var results: [Value] = []
    for list in evaluator.candidateResults(of: event, in: state).lists {
      guard let value = generator.pick(list) else { return nil }
      results.append(value)
    }
    let (evaluator, state) = (evaluator, state)
    var (open, next) = (generator, stepper)
    let step = try next.fire(event, arguments, results: results) { _, type in
      open.pick(evaluator.candidates(for: type, in: state)) ?? .unknown
    }
    generator = open
    guard try evaluator.brokenAxioms(in: step.after).isEmpty else { return nil }
    try next.settle()
    stepper = next
    happened[index] += 1
    return .event(step)
  }

  private mutating func passTime() throws(EvaluationError) -> RunStep? {
    attempted = nil
    let deadline = try stepper.earliestDeadline()?.instant
    guard deadline ?? .max > state.now else { return nil }
    let instant = try pickInstant(until: deadline)
    var next = stepper
    try next.advance(to: instant)
    guard try evaluator.brokenAxioms(in: next.state).isEmpty else { return nil }
    let before = state.now
    stepper = next
    return .passage(from: before, after: state)
  }

  /// Picks, with a third each: the deadline, one of the next instants of change, any instant.
  private mutating func pickInstant(until deadline: Int64?) throws(EvaluationError) -> Int64 {
    let choice = generator.below(3)
    if choice == 0, let deadline { return deadline }
    if choice == 1 {
      let edges = try evaluator.candidateInstants(state, until: deadline)
      if let edge = generator.pick(Array(edges.prefix(6))) { return edge }
    }
    let durations = evaluator.tables.constants.numbers(of: .duration).filter { $0 > 0 }
    let length = generator.pick(durations) ?? 60_000
    let passing = Int64(generator.below(Int(min(length, 1 << 50)))) + 1
    let (instant, overflow) = state.now.addingReportingOverflow(passing)
    return min(overflow ? .max : instant, deadline ?? .max)
  }
}
