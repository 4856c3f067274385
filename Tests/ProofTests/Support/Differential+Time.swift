import Basics
import Rulebook
import Semantics
import Solver
import Verification

extension Differential {
  /// Asks whether time may pass to an instant, and lets it.
  func tryInstant() throws {
    guard let terms = probe.events.last else { return }
    let deadline: Deadline?
    let instants: [Int64]
    do {
      deadline = try overflowing { try evaluator.earliestDeadline(state, clocks) }
      instants = try overflowing { try evaluator.candidateInstants(state, clocks) }
    } catch is EvaluationError {
      // A guard or a due instant is undefined; that is compared where the event is tried.
      return
    }
    tally.instants += 1
    var tried = Array(instants.prefix(3)) + [state.now + 1 + Int64(generator.random.below(3_000))]
    if let deadline { tried += [deadline.instant, deadline.instant + 1] }
    let turn = try overflowing { try TimedConditions(evaluator, of: []).nextTurn(of: state) }
    if let turn { tried.append(turn) }
    for instant in tried where instant > state.now {
      asked = []
      structure.set(terms.after.now, to: .number(Rational(instant)))
      let may = deadline.map { instant <= $0.instant } ?? true
      let lowered = try holds(terms.enabling)
      // Where conditions read the time, proofs let it pass in any steps, and look at its ends; past
      // the turn of one that lasts, in several.
      if isTimeless || may && instant <= turn ?? .max {
        try expect(lowered, may, "time may pass to \(instant)")
      }
      if isTimeless { try compareClaims(terms.after.claims, at(instant), clocks, "at \(instant)") }
    }
    guard let target = tried.filter({ $0 > state.now && $0 <= deadline?.instant ?? .max }).first
    else { return }
    let passed = try overflowing { try evaluator.advance(state, clocks, to: target) }
    pending = (passed.state, passed.clocks)
  }

  private func at(_ instant: Int64) -> State {
    var state = self.state
    state.now = instant
    return state
  }

  /// Whether nothing that holds time up turns while only time passes.
  private var isTimeless: Bool {
    let guards = rules.events.filter { $0.source == .clock }.flatMap(\.guards).map(\.condition)
    let dues = rules.events.compactMap { $0.due?.instant }
    let lasting = rules.properties.compactMap { property -> Core.Expression? in
      if case .lasts(let lasting) = property.body { lasting.condition } else { nil }
    }
    return !(guards + dues + lasting).contains {
      $0.contains { if case .now = $0 { true } else { false } }
    }
  }

  /// Asks the solver what the structure was asked in this step: described to it completely, it
  /// must find the same truth of every formula.
  func askSolver() throws {
    guard !asked.isEmpty else { return }
    var bank = probe.bank
    let functions = FiniteStructure.functions(in: asked.map(\.term), of: bank)
    var assertions = structure.assertions(about: functions, in: &bank)
    for (term, holds) in asked { assertions.append(holds ? term : bank.not(term)) }
    // What it finds it finds with a hundredth of that. Where it does not, as with a bound about who
    // is first in a set, every million more costs it a hundred megabytes, and finds nothing.
    let session = Session(bank, SessionOptions(rlimit: 1_000_000, seed: 1))
    try session.assert(assertions)
    let answer = try session.check()
    if case .unknown = answer {
      tally.solverGaveUp += 1
      return
    }
    tally.solverQueries += 1
    try expect(answer, .satisfiable, "the solver on \(asked.count) formulas")
  }
}
