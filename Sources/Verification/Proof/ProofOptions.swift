import Findings
import Solver

/// The effort and repeatability of the solver's work.
package struct ProofOptions: Sendable {
  /// Z3's resource limit for one query: deterministic, unlike seconds.
  package var rlimit: UInt32
  /// Z3's random seed. The verdict of a hard proof can depend on it.
  package var seed: UInt32
  /// The greatest processor time of one obligation in seconds. Verdicts should never depend on it:
  /// it is for a solver that stops counting its work.
  package var seconds: Int
  /// The number of obligations that are worked on at once.
  package var jobs: Int
  /// True if every answer is checked by ground instances; otherwise only if the solver gives up.
  package var confirms: Bool
  /// True if only verdicts are asked for: not the assumptions a proof needs, the possible events,
  /// or the unreachable and vacuous properties.
  package var isBrief: Bool
  /// The properties to explain (what they rest on, a state that breaks them, what says nothing); nil:
  /// all, and then also which events can happen.
  package var only: Set<String>?
  /// The answers that need not be asked for again; not used if every proof is confirmed.
  package var answers: AnswerStore?
  /// The instant at which all work has to end; questions not answered by then are open.
  package var cutoff: Cutoff?

  package init(
    rlimit: UInt32 = 30_000_000, seed: UInt32 = 1, seconds: Int = 120, jobs: Int = 1,
    confirms: Bool = false, isBrief: Bool = false, only: Set<String>? = nil,
    answers: AnswerStore? = nil, cutoff: Cutoff? = nil
  ) {
    self.rlimit = rlimit
    self.seed = seed
    self.seconds = seconds
    self.jobs = jobs
    self.confirms = confirms
    self.isBrief = isBrief
    self.only = only
    self.answers = answers
    self.cutoff = cutoff
  }
}

extension ProofOptions {
  /// Returns the options for one session that ends with all work.
  func session(until deadline: ProcessorInstant) -> SessionOptions {
    var options = SessionOptions(rlimit: rlimit, seed: seed, deadline: deadline)
    if let cutoff { options.isOver = { cutoff.isOver } }
    return options
  }

  /// True if all work has to end.
  var isOver: Bool { cutoff.isOver }

  func explains(_ name: String) -> Bool { only?.contains(name) ?? true }
}
