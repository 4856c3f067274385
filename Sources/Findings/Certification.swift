/// The answers of the solvers on a machine to the obligations on which verdicts rest: the document
/// of `certify`.
package struct Certification: Codable, Sendable {
  /// A solver that was found on the machine.
  package struct Solver: Codable, Sendable, Hashable {
    /// The name, the last part of the path of its program; answers are filed under it.
    package let name: String
    /// The version, the first line of the program's output about itself.
    package let version: String

    package init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  /// The meaning of a solver's answer for an obligation.
  package enum Answer: String, Codable, Sendable {
    /// The answer is as expected.
    case confirmed
    /// The answer is the opposite of the expected one.
    case contradicted
    /// The solver does not know, or has no time left.
    case undecided
    /// The solver rejects the script, or is killed.
    case failed
  }

  /// An obligation, with the answer of each solver.
  package struct Obligation: Codable, Sendable {
    /// The name of its script, such as `offer.smt2`.
    package let file: String
    /// The subject of the script: an event, `initial` or `time passes`; of other questions with
    /// their kind, as `possible-offer`.
    package let event: String
    /// The kind of question, in a word: that properties are `kept`, that guards and refusals are
    /// `defined`, that an event is `possible`, that the `premise` of a property can hold, that
    /// there is `progress`, that the goal of a `reach` is `unreachable`, or that a measure `keeps`
    /// from rising or `lowers`.
    package let question: String
    /// The properties whose verdicts it affects; empty: it decides whether an event can happen.
    package let properties: [String]
    /// The expected answer, `sat` or `unsat`.
    package let expected: String
    /// The answers by the name of the solver.
    package var answers: [String: Answer]
    /// The output of each solver that did not confirm, by its name.
    package var remarks: [String: String]

    package init(
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

    /// True if it is a part of a proof, and does not only show that something can happen.
    package var bearsOnVerdicts: Bool { question != "premise" && question != "possible" }
    /// True if at least one solver answers as expected.
    package var isConfirmed: Bool { answers.values.contains(.confirmed) }
    /// True if at least one solver answers the opposite.
    package var isContradicted: Bool { answers.values.contains(.contradicted) }
  }

  /// A way in which rules are written for solvers. Solvers cannot check that it is sound.
  package struct Lowering: Codable, Sendable, Hashable {
    /// The encoding, as part of a sentence: `a relation`.
    package let name: String
    /// The fields, states and properties that have this encoding.
    package let places: [String]

    package init(name: String, places: [String]) {
      self.name = name
      self.places = places
    }
  }

  /// The properties without an obligation, by the reason, with the verdicts of `verify`.
  package struct Others: Codable, Sendable, Hashable {
    /// Proved without any question: the rules state it literally.
    package var byConstruction: [String] = []
    /// The `reach` properties whose goal is shown by a run, by `verify`.
    package var byRuns: [String] = []
    /// The `reach` properties whose goal is proved never to happen, which breaks them; nil: none.
    package var unreachable: [String]?
    /// The properties assumed without proof.
    package var assumed: [String] = []
    /// The properties that no proof needs.
    package var unneeded: [String] = []
    /// Refuted or open properties: see `verify`.
    package var notProved: [String] = []

    /// Sorts the properties without an obligation by the reason.
    /// - Parameters:
    ///   - properties: The results of the proofs.
    ///   - obligations: The questions put to the solvers.
    package init(_ properties: [Verification.PropertyResult], asked obligations: [Obligation]) {
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
  package var schema = "medallion.certify/2"
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  package let digest: String
  /// The parameters set to other values than the rulebook gives, as `answerWindow=15s`; nil: none.
  package var settings: [String]?
  /// The solvers that were asked.
  package let solvers: [Solver]
  /// The obligations on which verdicts rest, and those that decide which events can happen.
  package var obligations: [Obligation]
  /// The encodings that the rulebook needs.
  package let lowerings: [Lowering]
  package let others: Others

  package init(
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

  /// Returns the number of obligations with this answer of a solver.
  package func count(_ answer: Answer, of solver: Solver) -> Int {
    obligations.count { $0.answers[solver.name] == answer }
  }

  /// The outcome: an event that cannot happen leaves it open. Solvers that contradict each other count as our own fault: one of them, or this
  /// program, must be wrong.
  package var outcome: Outcome {
    if obligations.contains(where: \.isContradicted) { return .internalFault }
    if others.unreachable != nil { return .violation }
    let isShown =
      obligations.allSatisfy(\.isConfirmed) && others.notProved.isEmpty && impossible.isEmpty
    return isShown ? .success : .open
  }

  /// The events that can never happen.
  package var impossible: [String] {
    obligations.filter { $0.question == "possible" && $0.expected == "unsat" }
      .map { String($0.event.dropFirst("possible-".count)) }
  }
}
