public import Rulebook
internal import Semantics
public import Traces

/// Whether a trace has an explanation: the slow evaluator asked line by line, and nothing else.
/// It knows no causes and goes on after nothing; it is what a replay is held against,
/// and shares no code with its judge, lest both be wrong in one way.
///
/// A value: a copy is how things are before a line, and may be led along another way.
public struct Conformance: Sendable {
  /// What is left of the explanations of a trace after a line.
  public enum Judgement: Hashable, Sendable {
    /// Some explanation of the lines so far remains.
    case explained
    /// None remains: with what is not kept, without any value of the trace.
    case rejected(String)
    /// That cannot be found out, or it is the world that broke its assumptions.
    case undecided(String)
  }

  let rules: Core.Rules
  let evaluator: Evaluator
  var state: State
  var clocks: Clocks
  var names: EntityTable
  private(set) var hasStarted = false
  /// Whether every step is held against the properties. Of rules that are proved they follow.
  private(set) var judgesProperties = true

  public init(_ rules: Core.Rules) {
    self.rules = rules
    evaluator = Evaluator(rules)
    state = evaluator.initialState(counts: [:])
    clocks = evaluator.noClocks
    names = EntityTable(sorts: rules.entities.count)
  }

  /// Goes on from a state, by the rules alone: what is proved of them need not be evaluated, over
  /// all entities, after each line.
  init(
    _ evaluator: Evaluator, _ state: State, _ clocks: Clocks, _ names: EntityTable,
    hasStarted: Bool
  ) {
    rules = evaluator.rules
    self.evaluator = evaluator
    self.state = state
    self.clocks = clocks
    self.names = names
    self.hasStarted = hasStarted
    judgesProperties = false
  }

  /// Judges the next line. After one that is not explained nothing more can be judged.
  public mutating func take(_ line: TraceLine) -> Judgement {
    do throws(Verdict) {
      switch line {
      case .event(let event): try judge(event)
      case .observation(let observation): try judge(observation)
      }
      return .explained
    } catch {
      return error.judgement
    }
  }

  /// Lets time pass to the instant of a line: nothing that was due before may be missing.
  mutating func pass(to instant: Int64) throws(Verdict) {
    if !hasStarted {
      hasStarted = true
      state.now = instant
      clocks = try asking { () throws(EvaluationError) in try evaluator.clocks(startingAt: state) }
      return
    }
    guard instant >= state.now else { throw .rejected("time goes back") }
    for _ in 0..<Self.mostTurns {
      let view = try asking { () throws(EvaluationError) in
        try evaluator.deadlines(state, clocks)
      }
      // Beyond the next turn the deadlines may be others.
      if let missed = view.deadlines.first(where: {
        $0.instant < instant && $0.instant <= view.until ?? .max
      }) {
        throw .rejected("\(name(of: missed.cause)) is due before")
      }
      let target = min(instant, view.until ?? .max)
      let (before, running) = (state, clocks)
      (state, clocks) = try asking { () throws(EvaluationError) in
        try evaluator.advance(before, running, to: target)
      }
      if target == instant { return }
    }
    throw .undecided("more instants than can be examined")
  }

  private static let mostTurns = 10_000

  private func name(of cause: Deadline.Cause) -> String {
    switch cause {
    case .event(let event, _): rules[event].name
    case .prompt(let property, _): rules.properties[property].name
    }
  }

  /// Holds everything that must be so after a line against the state.
  func judgeState() throws(Verdict) {
    let broken = try asking { () throws(EvaluationError) in
      try evaluator.violatedProperties(in: state, clocks)
    }
    if let first = broken.first {
      throw .rejected("\(rules.properties[first.property].name) does not hold")
    }
    let assumed = try asking { () throws(EvaluationError) in
      try evaluator.brokenAxioms(in: state)
    }
    if let first = assumed.first {
      throw .undecided("the assumption \(rules.properties[first.property].name) does not hold")
    }
  }

  func asking<Result>(
    _ body: () throws(EvaluationError) -> Result
  ) throws(Verdict) -> Result {
    do throws(EvaluationError) {
      return try body()
    } catch {
      throw .undecided(error.message(in: rules))
    }
  }
}

/// Why a line is not explained.
struct Verdict: Error {
  let judgement: Conformance.Judgement

  static func rejected(_ reason: String) -> Verdict { Verdict(judgement: .rejected(reason)) }
  static func undecided(_ reason: String) -> Verdict { Verdict(judgement: .undecided(reason)) }
}
