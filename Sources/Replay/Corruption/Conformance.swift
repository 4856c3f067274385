import Rulebook
import Semantics
import Traces

/// An oracle of whether a trace has an explanation: it asks the slow evaluator line by line, and
/// does nothing else. It names no causes and stops at the first rejected line. Replays are tested
/// against it; it shares no code with their checker, so that both cannot have the same fault.
///
/// A value: a copy is the state before a line, and may be continued in another way.
package struct Conformance: Sendable {
  /// The state of a trace's explanations after a line.
  package enum Judgement: Hashable, Sendable {
    /// Some explanation of the lines so far remains.
    case explained
    /// No explanation remains: with the rule that is broken, without any value of the trace.
    case rejected(String)
    /// The result is not known, or the environment broke its assumptions.
    case undecided(String)
  }

  let rules: Core.Rules
  var stepper: EvaluatorStepper
  var names: EntityTable
  private(set) var hasStarted = false
  /// True if every step is checked against the properties. They follow from rules that are proved.
  private(set) var judgesProperties = true

  package init(_ rules: Core.Rules) {
    self.rules = rules
    let evaluator = Evaluator(rules)
    stepper = EvaluatorStepper(
      evaluator, at: evaluator.initialState(counts: [:]), evaluator.noClocks)
    names = EntityTable(sorts: rules.entities.count)
  }

  /// Continues from a state, by the rules alone: properties that are proved of them need not be
  /// evaluated, over all entities, after each line.
  init(_ stepper: EvaluatorStepper, _ names: EntityTable, hasStarted: Bool) {
    rules = stepper.rules
    self.stepper = stepper
    self.names = names
    self.hasStarted = hasStarted
    judgesProperties = false
  }

  var evaluator: Evaluator { stepper.evaluator }

  /// Checks the next line. After a line that is not explained nothing more can be checked.
  package mutating func take(_ line: TraceLine) -> Judgement {
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
      return try asking { () throws(EvaluationError) in try stepper.begin(at: instant) }
    }
    guard instant >= stepper.now else { throw .rejected("time goes back") }
    switch stepper.pass(to: instant) {
    case .overdue(let missed): throw .rejected("\(name(of: missed.cause)) is due before")
    case .undefined(let error): throw .undecided(error.message(in: rules))
    default: break
    }
  }

  private func name(of cause: Deadline.Cause) -> String {
    switch cause {
    case .event(let event, _): rules[event].name
    case .prompt(let property, _): rules.properties[property].name
    }
  }

  /// Holds everything that must be so after a line against the state.
  func judgeState() throws(Verdict) {
    let broken = try asking { () throws(EvaluationError) in
      try evaluator.violatedProperties(in: stepper.state, stepper.clocks)
    }
    if let first = broken.first {
      throw .rejected("\(rules.properties[first.property].name) does not hold")
    }
    let assumed = try asking { () throws(EvaluationError) in
      try evaluator.brokenAxioms(in: stepper.state)
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

extension Conformance {
  /// The reason why a line is not explained.
  struct Verdict: Error {
    let judgement: Judgement

    static func rejected(_ reason: String) -> Verdict { Verdict(judgement: .rejected(reason)) }
    static func undecided(_ reason: String) -> Verdict { Verdict(judgement: .undecided(reason)) }
  }
}
