/// The result for one property.
package enum Verdict: String, Codable, Sendable, CaseIterable {
  /// The property holds for any number of entities: it belongs to the greatest set of stated and
  /// tool-made invariants that is inductive together.
  case proved
  /// A witness: a run from the start, replayed on the evaluator.
  case reached
  /// A run from the start that breaks it, replayed on the evaluator.
  case refuted
  /// Proved never to happen.
  case unreachable
  /// A state breaks it that is not shown to be reachable: not a bug, but no proof either.
  case notInductive
  /// The result is open for a reason given with it.
  case undecided
  /// A `measure` that is not needed: everything that it could help to prove is proved without it.
  case unneeded
  /// The property is assumed, as the rulebook says.
  case assumed
}

/// The result of a whole command, as its exit code. Precedence: a defect of this program, a wrong
/// input, a violation, an open question, success.
package enum Outcome: Int32, Sendable, Comparable {
  case success = 0
  case open = 3
  case violation = 1
  case wrongInput = 2
  case internalFault = 70

  private var precedence: Int {
    switch self {
    case .success: 0
    case .open: 1
    case .violation: 2
    case .wrongInput: 3
    case .internalFault: 4
    }
  }

  /// Compares by precedence: the worst outcome is the greatest.
  package static func < (a: Outcome, b: Outcome) -> Bool { a.precedence < b.precedence }
}

extension Verdict {
  /// The outcome for the exit code of a command: `unreachable` is a violation, since a `reach` asks
  /// for a run.
  package var outcome: Outcome {
    switch self {
    case .proved, .reached, .unneeded, .assumed: .success
    case .refuted, .unreachable: .violation
    case .notInductive, .undecided: .open
    }
  }
}
