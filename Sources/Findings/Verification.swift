/// The result of `verify` for one rulebook; the JSON document `medallion.verify/1`.
package struct Verification: Codable, Sendable {
  /// The solver, with all that its answers may depend on.
  package struct Solver: Codable, Sendable {
    /// The name of its program: `z3`.
    package let name: String
    /// The version that the linked library reports.
    package let version: String
    /// The seed of the solver's random choices: answers may depend on it.
    package let seed: UInt32
    /// The limit for one query, in the solver's own measure of work.
    package let rlimit: UInt32

    package init(name: String, version: String, seed: UInt32, rlimit: UInt32) {
      self.name = name
      self.version = version
      self.seed = seed
      self.rlimit = rlimit
    }
  }

  /// The kind of a property, by the word that declares it.
  package enum Kind: String, Codable, Sendable {
    case invariant, lemma, step, bounded, reach, prompt, measure, axiom
    /// An invariant that the tool adds, because an encoding or a clock needs it.
    case toolMade
    /// A `!`, a queue verb, a range or a double write: the event is defined.
    case defined
    /// Every `prompt` can be obeyed: time never stops for good.
    case progress
    /// The server's own steps end: time is not held up by endless activity.
    case zeno
  }

  /// The result for one property.
  package struct PropertyResult: Codable, Sendable {
    /// The name in the rulebook; for a property that the tool adds, the name given to it, which for
    /// ``Verification/Kind/defined`` is that of the event.
    package let name: String
    /// The ids that it cites.
    package let requirements: [String]
    /// The sentence in the rulebook, or its formula if it has none.
    package let statement: String
    package let kind: Kind
    /// The verdict in the end, including runs that were searched after the proofs.
    package var verdict: Verdict
    /// The explanation of the verdict, such as the event that breaks it or the limit that was met.
    package var reason: String?
    /// The dropped properties that this one needs.
    package var restsOn: [String]?
    /// True if it is open only because another property is: with all stated properties it would be
    /// kept. Set only in that case.
    package var isConsequence: Bool?
    /// The assumptions about the world that the verdict may use.
    package var assumes: [String]
    /// The number of entities of each sort in the run, or in the runs that were searched without
    /// success; nil: no run was searched.
    package var scope: String?
    /// The length of the run, or of the longest searched runs; nil with a scope: any length.
    package var steps: Int?
    /// The choices of which only some were tried, if no run was found; nil: none.
    package var onlySomeOf: [Sampled]?
    /// A run that breaks it, or that reaches the goal of a `reach`, if one was found.
    package var run: Run?
    /// The state from which one step breaks it, line by line; only for `notInductive`.
    package var state: [String]?
    /// The answer of another engine, if it was asked.
    package var secondOpinion: SecondOpinion?
    /// True if the antecedent never holds: the property says nothing about any state.
    package var isVacuous: Bool
    /// The parts of a conjunction, counted from 1, whose antecedents never hold, and the number of
    /// parts; only if some part says something.
    package var vacuousParts: [Int]?
    package var parts: Int?
    /// The number of queries for it alone or with others. None if there was nothing to ask: the
    /// rules state it literally. Those about a measure are counted with `ownStepsEnd`.
    package var queries: Int
    /// The number of queries whose answer ground instances confirmed; at most ``queries``.
    package var confirmed: Int
    /// True if some answer of the solver is from an earlier run. Set only in that case.
    package var isCached: Bool?
    /// The cost of the queries, in the solver's own measure of work; a query about several
    /// properties costs each an equal share.
    package var rlimitUsed: UInt64
    /// The time of the queries in seconds, shared in the same way.
    package var seconds: Double

    package init(
      name: String, requirements: [String], statement: String, kind: Kind, verdict: Verdict
    ) {
      self.name = name
      self.requirements = requirements
      self.statement = statement
      self.kind = kind
      self.verdict = verdict
      assumes = []
      isVacuous = false
      queries = 0
      confirmed = 0
      rlimitUsed = 0
      seconds = 0
    }
  }

  /// The answer to whether an event can happen at all.
  package struct EventResult: Codable, Sendable {
    /// The answer to whether an event can happen at all.
    package enum Possibility: String, Codable, Sendable { case possible, impossible, undecided }

    package let name: String
    /// The answer; undecided if the solver gave up.
    package let possibility: Possibility
    /// The reason why it is impossible.
    package let reason: String?

    package init(name: String, possibility: Possibility, reason: String? = nil) {
      self.name = name
      self.possibility = possibility
      self.reason = reason
    }
  }

  /// The rules that make replay slow, or its memory grow.
  package struct ReplayCost: Codable, Sendable, Hashable {
    /// The obligations and lasting properties that are evaluated anew for all entities after each
    /// line.
    package let evaluatedEachLine: [String]
    /// The sorts of entities that events introduce and that never reach a final state: all of a
    /// trace are kept.
    package let keptForEver: [String]

    package init(evaluatedEachLine: [String], keptForEver: [String]) {
      self.evaluatedEachLine = evaluatedEachLine
      self.keptForEver = keptForEver
    }
  }

  /// The name and version of the format, which each document bears.
  package var schema = "medallion.verify/1"
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  package let digest: String
  /// The parameters set to other values than the rulebook gives, as `answerWindow=15s`; nil: none.
  package var settings: [String]?
  /// The solver that is linked into the tool.
  package let solver: Solver
  /// The properties of the rulebook in its order, then those that the tool adds.
  package var properties: [PropertyResult]
  /// The events in the order of the rulebook; empty if only verdicts were asked for.
  package var events: [EventResult]
  /// A defect of this program, if one was found: verdicts then mean nothing.
  package var fault: String?
  /// A note on the real runs on which proofs are tried, if they ended early: numbers that exceed 64
  /// bits have no value there, and have one for the solver.
  package var note: String?
  /// The verdicts that changed, if it was verified with several seeds.
  package var stability: Stability?
  /// The parts that the proofs do not need, if this was asked for.
  package var surplus: Surplus?
  /// The cost of replay; nil: it was not examined.
  package var replay: ReplayCost?
  /// The lemmas with which more is proved, if these were asked for.
  package var suggestion: Suggestion?
  /// The cause that ended it early; nil: none did. Open verdicts then only say how far it came.
  package var ended: Cutoff.Cause?
  /// The elapsed time in seconds.
  package var seconds: Double

  package init(
    rulebook: String, digest: String, solver: Solver, properties: [PropertyResult],
    events: [EventResult], fault: String?, seconds: Double
  ) {
    self.rulebook = rulebook
    self.digest = digest
    self.solver = solver
    self.properties = properties
    self.events = events
    self.fault = fault
    self.seconds = seconds
  }

  /// The outcome: an event that cannot happen leaves it open, as do a verdict that depends on the
  /// seed, and an event that was not looked at because the verification ended early.
  package var outcome: Outcome {
    if fault != nil { return .internalFault }
    let isOpen =
      events.contains { $0.possibility == .impossible } || stability?.moved.isEmpty == false
      || ended != nil && events.contains { $0.possibility == .undecided }
    return (properties.map(\.verdict.outcome) + [isOpen ? .open : .success]).max() ?? .success
  }
}

extension Verification {
  /// The number of proofs that rest on each assumption about the world, by its name, in order.
  package var assumptions: [(name: String, proofs: Int)] {
    let proved = properties.filter { $0.verdict == .proved }
    return Set(properties.flatMap(\.assumes)).sorted().map { name in
      (name, proved.count { $0.assumes.contains(name) })
    }
  }
}

extension Verification.PropertyResult {
  /// True if its verdict is known once the proof is done: no run can change it.
  package var isSettledByProof: Bool {
    switch verdict {
    case .proved, .unneeded, .assumed: true
    case .reached, .refuted, .unreachable, .notInductive, .undecided: false
    }
  }
}
