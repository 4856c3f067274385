/// What the solvers on a machine say of the obligations on which verdicts rest: the document of
/// `certify`.
public struct Certification: Codable, Sendable {
  /// A solver that was found on the machine.
  public struct Solver: Codable, Sendable, Hashable {
    /// The last part of the path of its program; answers are filed under it.
    public let name: String
    /// The first line of what it says of itself.
    public let version: String

    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// What a solver's answer is worth.
  public enum Answer: String, Codable, Sendable {
    /// As expected.
    case confirmed
    /// The opposite of what is expected.
    case contradicted
    /// The solver does not know, or has no time left.
    case undecided
    /// The solver rejects the script, or is killed.
    case failed
  }

  /// One obligation, with what each solver says of it.
  public struct Obligation: Codable, Sendable {
    /// The name of its script, such as `offer.smt2`.
    public let file: String
    /// What the script is about: an event, `initial` or `time passes`; of other questions also
    /// which one, as `possible-offer`.
    public let event: String
    /// What is asked of it, in a word: that properties are `kept`, that guards and refusals are
    /// `defined`, that an event is `possible`, that the `premise` of a property can hold, that there
    /// is `progress`, that what a `reach` asks for is `unreachable`, or that a measure `keeps` from rising or `lowers`.
    public let question: String
    /// The properties whose verdicts it bears on; empty: it tells whether an event can happen.
    public let properties: [String]
    /// `sat` or `unsat`.
    public let expected: String
    /// By the name of the solver.
    public var answers: [String: Answer]
    /// By the name of the solver: what it said, where it did not confirm.
    public var remarks: [String: String]

    public init(
      file: String, event: String, question: String, properties: [String], expected: String
    ) {
      self.file = file
      self.event = event
      self.question = question
      self.properties = properties
      self.expected = expected
      answers = [:]
      remarks = [:]
    }

    /// Whether it is a part of a proof, and not only tells that something can happen.
    public var bearsOnVerdicts: Bool { question != "premise" && question != "possible" }
    /// Whether at least one solver answers as expected.
    public var isConfirmed: Bool { answers.values.contains(.confirmed) }
    /// Whether at least one solver answers the opposite.
    public var isContradicted: Bool { answers.values.contains(.contradicted) }
  }

  /// A way in which rules are written for solvers. Solvers cannot check that it is sound.
  public struct Lowering: Codable, Sendable, Hashable {
    /// How they are written, as a sentence part: `a relation`.
    public let name: String
    /// The fields, states and properties that are written so.
    public let places: [String]

    public init(name: String, places: [String]) {
      self.name = name
      self.places = places
    }
  }

  /// The properties on which no obligation bears, by why that is so. As `verify` calls them.
  public struct Others: Codable, Sendable, Hashable {
    /// Proved, and nothing was left to ask: the rules say it to the letter.
    public var byConstruction: [String] = []
    /// What a `reach` asks for is shown by a run, by `verify`.
    public var byRuns: [String] = []
    /// The `reach` properties whose goal is proved never to happen, which breaks them; nil: none.
    public var unreachable: [String]?
    /// Taken for granted.
    public var assumed: [String] = []
    /// Not needed by any proof.
    public var unneeded: [String] = []
    /// Refuted, or open: `verify` tells.
    public var notProved: [String] = []

    /// - Parameters:
    ///   - properties: What proofs found out.
    ///   - obligations: What solvers were asked.
    public init(_ properties: [Verification.PropertyResult], asked obligations: [Obligation]) {
      let asked = Set(obligations.filter(\.bearsOnVerdicts).flatMap(\.properties))
      for property in properties {
        let name = property.kind == .defined ? "defined \(property.name)" : property.name
        switch (property.kind, property.verdict) {
        case (_, .reached): byRuns.append(name)
        case (_, .unreachable): unreachable = (unreachable ?? []) + [name]
        case (_, .assumed): assumed.append(name)
        case (_, .unneeded): unneeded.append(name)
        case (_, .proved): if !asked.contains(name) { byConstruction.append(name) }
        default: notProved.append(name)
        }
      }
    }
  }

  /// The name and version of the format, which each document bears.
  public var schema = "medallion.certify/2"
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  public let digest: String
  /// What was set otherwise than the rulebook says, as `answerWindow=15s`; nil: nothing.
  public var settings: [String]?
  /// Those that were asked.
  public let solvers: [Solver]
  /// Those on which verdicts rest, and those that tell which events can happen.
  public var obligations: [Obligation]
  /// Only the ways that the rulebook needs.
  public let lowerings: [Lowering]
  public let others: Others

  public init(
    rulebook: String, digest: String, solvers: [Solver], obligations: [Obligation],
    lowerings: [Lowering], others: Others
  ) {
    self.rulebook = rulebook
    self.digest = digest
    self.solvers = solvers
    self.obligations = obligations
    self.lowerings = lowerings
    self.others = others
  }

  /// How many obligations a solver answered so.
  public func count(_ answer: Answer, of solver: Solver) -> Int {
    obligations.count { $0.answers[solver.name] == answer }
  }

  /// Solvers that contradict each other are our own fault: one of them must be wrong, or we are.
  public var outcome: Outcome {
    if obligations.contains(where: \.isContradicted) { return .internalFault }
    if others.unreachable != nil { return .violation }
    return obligations.allSatisfy(\.isConfirmed) && others.notProved.isEmpty ? .success : .open
  }
}
