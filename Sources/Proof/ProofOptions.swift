public import Findings
internal import Solver

/// How hard and how repeatably the solver works.
public struct ProofOptions: Sendable {
  /// Z3's resource limit for one query: deterministic, unlike seconds.
  public var rlimit: UInt32
  /// Z3's random seed. Where a proof is hard, its verdict can move with it.
  public var seed: UInt32
  /// How long one obligation may take at most. Verdicts should never depend on it: it is for the
  /// solver that no longer counts what it does.
  public var seconds: Int
  /// How many obligations are worked on at once.
  public var jobs: Int
  /// Whether every answer is asked for again by ground instances; without it only where the
  /// solver gives up.
  public var confirms: Bool
  /// Whether verdicts are all that is asked for: not which assumptions a proof needs, which
  /// events are possible, what is unreachable or says nothing.
  public var isBrief: Bool
  /// The properties to explain (what they rest on, a state that breaks them); all without it.
  public var only: Set<String>?
  /// Answers that need not be asked for again; not used where every proof is confirmed.
  public var answers: AnswerStore?
  /// When all of it has to end; what is not answered by then is open.
  public var cutoff: Cutoff?

  public init(
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
  /// Options for one session that ends with all of it.
  func session(until deadline: ContinuousClock.Instant) -> SessionOptions {
    var options = SessionOptions(rlimit: rlimit, seed: seed, deadline: deadline)
    if let cutoff { options.isOver = { cutoff.isOver } }
    return options
  }

  /// True if all of it has to end.
  var isOver: Bool { cutoff.isOver }

  func explains(_ name: String) -> Bool { only?.contains(name) ?? true }
}
