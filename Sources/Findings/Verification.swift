/// Everything that `verify` found out about one rulebook; the JSON document `medallion.verify/1`.
public struct Verification: Codable, Sendable {
  /// The solver that was asked, with all that its answers may depend on.
  public struct Solver: Codable, Sendable {
    /// As its program is called: `z3`.
    public let name: String
    /// As the linked library reports it.
    public let version: String
    /// For what the solver does by chance: answers may depend on it.
    public let seed: UInt32
    /// The limit for one query, in the solver's own measure of work.
    public let rlimit: UInt32

    public init(name: String, version: String, seed: UInt32, rlimit: UInt32) {
      self.name = name
      self.version = version
      self.seed = seed
      self.rlimit = rlimit
    }
  }

  /// The kind of a property, by the word that declares it.
  public enum Kind: String, Codable, Sendable {
    case invariant, lemma, step, bounded, reach, prompt, measure, axiom
    /// An invariant that the tool adds, because an encoding or a clock needs it.
    case toolMade
    /// A `!`, a queue verb, a range or a double write: the event is defined.
    case defined
    /// Every `prompt` can be obeyed: time never sticks.
    case progress
    /// The server's own steps end: time is not held up by endless activity.
    case zeno
  }

  /// What was found out of one property.
  public struct PropertyResult: Codable, Sendable {
    /// Its name in the rulebook; of what the tool adds, the name given to it, which for
    /// ``Verification/Kind/defined`` is that of the event.
    public let name: String
    /// The ids that it cites.
    public let requirements: [String]
    /// Its sentence in the rulebook, or its formula if it has none.
    public let statement: String
    public let kind: Kind
    /// What is known in the end, also from runs that were looked for after the proofs.
    public var verdict: Verdict
    /// What there is to say of the verdict, such as where it is not kept or which limit was met.
    public var reason: String?
    /// What was dropped that this needs.
    public var restsOn: [String]?
    /// That it is open only because something else is: with all that is stated it would be kept.
    /// Told where it is so.
    public var isConsequence: Bool?
    /// The assumptions about the world that the verdict may use.
    public var assumes: [String]
    /// How many of each entity the run has, or the runs that were looked through without finding
    /// one; nil: nothing was looked for.
    public var scope: String?
    /// How long the run is, or how long runs were looked for; nil with a scope: any length.
    public var steps: Int?
    /// Where no run was found: of what only some was tried; nil: of nothing.
    public var onlySomeOf: [Sampled]?
    /// A run that breaks it, or that does what a `reach` asks for, if one was found.
    public var run: Run?
    /// For `notInductive`: the state from which one step breaks it, line by line.
    public var state: [String]?
    /// What another engine says, where it was asked.
    public var secondOpinion: SecondOpinion?
    /// The antecedent never holds: true of nothing.
    public var isVacuous: Bool
    /// Of a conjunction of which not all says nothing: the parts, counted from 1, that do not, since
    /// their antecedents never hold; and how many parts there are.
    public var vacuousParts: [Int]?
    public var parts: Int?
    /// Queries asked for it alone or with others. None where there was nothing left to ask: the
    /// rules say it to the letter. Those about a measure are counted with `ownStepsEnd`.
    public var queries: Int
    /// Of the queries, those whose answer ground instances confirmed; at most ``queries``.
    public var confirmed: Int
    /// That some answer of the solver is from an earlier run; told where it is so.
    public var isCached: Bool?
    /// What the queries cost, in the solver's own measure of work; a query about several
    /// properties costs each an equal share.
    public var rlimitUsed: UInt64
    /// How long the queries took, shared in the same way.
    public var seconds: Double

    public init(
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

  /// Whether an event can happen at all.
  public struct EventResult: Codable, Sendable {
    /// Whether an event can happen at all.
    public enum Possibility: String, Codable, Sendable { case possible, impossible, undecided }

    public let name: String
    /// Undecided if the solver gave up.
    public let possibility: Possibility
    /// If it is impossible: why.
    public let reason: String?

    public init(name: String, possibility: Possibility, reason: String? = nil) {
      self.name = name
      self.possibility = possibility
      self.reason = reason
    }
  }

  /// What of the rules makes replay slow, or its memory grow.
  public struct ReplayCost: Codable, Sendable, Hashable {
    /// Obligations and lasting properties that are evaluated anew for all entities after each line.
    public let evaluatedEachLine: [String]
    /// Kinds of entities that events introduce and that the rules never leave for good: all of a
    /// trace are kept.
    public let keptForEver: [String]

    public init(evaluatedEachLine: [String], keptForEver: [String]) {
      self.evaluatedEachLine = evaluatedEachLine
      self.keptForEver = keptForEver
    }
  }

  /// The name and version of the format, which each document bears.
  public var schema = "medallion.verify/1"
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  public let digest: String
  /// What was set otherwise than the rulebook says, as `answerWindow=15s`; nil: nothing.
  public var settings: [String]?
  /// The one that is linked into the tool.
  public let solver: Solver
  /// Those of the rulebook in its order, then what the tool adds.
  public var properties: [PropertyResult]
  /// In the order of the rulebook; empty where only verdicts were asked for.
  public var events: [EventResult]
  /// Our own fault, if one was found: verdicts then mean nothing.
  public var fault: String?
  /// Where the real runs on which proofs are tried ended early, if one did: numbers that outgrow
  /// 64 bits have no value there, and have one for the solver.
  public var note: String?
  /// If it was verified with several seeds: what moved.
  public var stability: Stability?
  /// If it was asked for: what the proofs would not miss.
  public var surplus: Surplus?
  /// nil: it was not looked at.
  public var replay: ReplayCost?
  /// If it was asked for: lemmas with which more is proved.
  public var suggestion: Suggestion?
  /// The cause that ended it before its time; nil: none did. Open verdicts then say only how far it came.
  public var ended: Cutoff.Cause?
  /// How long it took by the clock.
  public var seconds: Double

  public init(
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

  /// An event that cannot happen leaves it open, as does a verdict that depends on the seed.
  public var outcome: Outcome {
    if fault != nil { return .internalFault }
    let isOpen =
      events.contains { $0.possibility == .impossible } || stability?.moved.isEmpty == false
    return (properties.map(\.verdict.outcome) + [isOpen ? .open : .success]).max() ?? .success
  }
}

extension Verification {
  /// How many of the proofs rest on each assumption about the world, by its name, in order.
  public var assumptions: [(name: String, proofs: Int)] {
    let proved = properties.filter { $0.verdict == .proved }
    return Set(properties.flatMap(\.assumes)).sorted().map { name in
      (name, proved.count { $0.assumes.contains(name) })
    }
  }
}
