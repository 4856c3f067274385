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
    /// What is asked of it, in a word: `kept`, `possible`, `premise` or another.
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

  /// The name and version of the format, which each document bears.
  public var schema = "medallion.certify/1"
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
  /// Properties that no obligation proves: witnesses, and what is not proved.
  public let uncertified: [String]

  public init(
    rulebook: String, digest: String, solvers: [Solver], obligations: [Obligation],
    lowerings: [Lowering], uncertified: [String]
  ) {
    self.rulebook = rulebook
    self.digest = digest
    self.solvers = solvers
    self.obligations = obligations
    self.lowerings = lowerings
    self.uncertified = uncertified
  }

  /// How many obligations a solver answered so.
  public func count(_ answer: Answer, of solver: Solver) -> Int {
    obligations.count { $0.answers[solver.name] == answer }
  }

  /// Solvers that contradict each other are our own fault: one of them must be wrong, or we are.
  public var outcome: Outcome {
    if obligations.contains(where: \.isContradicted) { return .internalFault }
    return obligations.allSatisfy(\.isConfirmed) ? .success : .open
  }
}
