import Basics
import Rulebook
import Semantics
import Solver
import Verification

/// Something on which the evaluator and the lowering do not agree.
struct Disagreement: Error, CustomStringConvertible {
  let description: String
}

/// Holds the lowering of one rulebook against the evaluator, state by state and step by step.
final class Differential {
  let rules: Core.Rules
  let evaluator: Evaluator
  let probe: LoweringProbe
  var structure: FiniteStructure
  var generator: StateGenerator
  var encoding: Encoding { probe.encoding }

  var state: State
  var clocks: Clocks
  /// What the structure says of entities that do not exist yet.
  var opened: [Place: Value] = [:]
  var nextTicket: Int64 = 0
  var isStart = false
  /// Closed formulas of the step at hand with what they are worth, for the solver to be asked.
  var asked: [(term: Term, holds: Bool)] = []
  /// Where the step at hand leads.
  var pending: (state: State, clocks: Clocks)?
  var tally = Tally()

  struct Tally {
    var states = 0
    var steps = 0
    var refusals = 0
    var undefined = 0
    var instants = 0
    var comparisons = 0
    var solverQueries = 0
    var solverGaveUp = 0

    static func += (a: inout Tally, b: Tally) {
      a.states += b.states
      a.steps += b.steps
      a.refusals += b.refusals
      a.undefined += b.undefined
      a.instants += b.instants
      a.comparisons += b.comparisons
      a.solverQueries += b.solverQueries
      a.solverGaveUp += b.solverGaveUp
    }
  }

  /// Ends an episode: a number that leaves 64 bits, on either side.
  struct Overflow: Error {}

  init(_ rules: Core.Rules, seed: UInt64, fault: LoweringFault? = nil) throws {
    self.rules = rules
    probe = try LoweringProbe(rules, fault: fault)
    structure = FiniteStructure(probe.bank)
    // All that quantifiers over numbers range over is a type of 0 to 3.
    structure.candidates[.int] = (-1...4).map { Rational($0) }
    generator = StateGenerator(rules, seed: seed)
    evaluator = generator.evaluator
    state = generator.state()
    clocks = try evaluator.clocks(startingAt: state)
  }

  /// - Parameters:
  ///   - attempts: how many events and instants are tried.
  ///   - queries: how many of the steps the solver is asked about.
  func run(attempts: Int, queries: Int = 0) throws {
    var left = 0
    for attempt in 0..<attempts {
      do {
        if left == 0 {
          try begin()
          left = 6 + generator.random.below(8)
        }
        left -= 1
        asked = []
        if generator.random.below(5) == 0 {
          try tryInstant()
        } else {
          try tryEvent()
        }
        if attempt % max(1, attempts / max(1, queries)) == 0, tally.solverQueries < queries {
          try askSolver()
        }
        if let (state, clocks) = pending { try enter(state, clocks) }
        pending = nil
      } catch is Overflow {
        left = 0
        pending = nil
      }
    }
  }

  /// Goes to a random state, or to one that a random run reaches.
  private func begin() throws {
    let isRun = generator.random.below(3) == 0 ? try beginRun() : false
    if !isRun {
      var state = generator.state()
      var clocks = try overflowing { try evaluator.clocks(startingAt: state) }
      state.now += [0, 500, 1_000, 5_000][generator.random.below(4)]
      clocks = try overflowing { try evaluator.clocks(clocks, after: state) }
      try enter(state, clocks)
    }
  }

  private func beginRun() throws -> Bool {
    var counts: [Core.ID<Core.Entity>: Int] = [:]
    var caps: [Core.ID<Core.Entity>: Int] = [:]
    for (index, sort) in rules.entities.enumerated() {
      if sort.isIntroduced { caps[Core.ID(index)] = 2 } else { counts[Core.ID(index)] = 2 }
    }
    let seed = generator.random.next()
    guard var run = try RandomRun(evaluator, counts: counts, caps: caps, seed: seed) else {
      return false
    }
    fill(run.state, run.clocks, isStart: true)
    try fillCounts(probe.before)
    for term in probe.initial {
      try expect(try holds(term), true, "a fact of the start")
    }
    for _ in 0..<generator.random.below(8) {
      // Where an event is not defined the run ends; that is compared elsewhere.
      guard (try? run.next()) != nil else { break }
    }
    try enter(run.state, run.clocks)
    return true
  }

  /// Enters a state and compares what can be said of it.
  func enter(_ state: State, _ clocks: Clocks) throws {
    fill(state, clocks)
    try fillCounts(probe.before)
    tally.states += 1
    try compareFacts()
    try compareClaims(probe.before.claims, state, clocks, "before")
    try compareReach()
  }

  // MARK: Outcomes

  func expect<Result: Equatable>(
    _ lowered: Result, _ evaluated: Result, _ what: @autoclosure () -> String
  ) throws {
    tally.comparisons += 1
    guard lowered != evaluated else { return }
    throw Disagreement(description: "\(what()): lowered \(lowered), evaluated \(evaluated)")
  }

  /// The truth of a closed formula, remembered for the solver.
  func holds(_ term: Term) throws -> Bool {
    let holds = try evaluating { try $0.holds(term) }
    asked.append((term, holds))
    return holds
  }

  func evaluating<Result>(
    _ body: (inout FiniteStructure) throws -> Result
  ) throws -> Result {
    do {
      return try body(&structure)
    } catch FiniteStructureError.numberTooLarge {
      throw Overflow()
    }
  }

  func overflowing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as EvaluationError where error.kind == .arithmeticOutOfRange {
      throw Overflow()
    }
  }
}
