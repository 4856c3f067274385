import Basics
import Findings
import Rulebook
import Semantics

/// A search for lemmas with which more of a rulebook is proved.
///
/// Templates are filled from the shape of the state; candidates that a reachable state violates are
/// dropped; of the rest the greatest set is kept that is inductive together with the properties of
/// the rulebook, and of that the part that the proofs need. The search knows nothing about the
/// subject of a rulebook.
package struct Suggester: Sendable {
  let rules: Core.Rules
  let vocabulary: Vocabulary
  let names: ParameterNames
  let options: ProofOptions
  let standing: Standing
  let limits: Limits

  /// The limits of the search.
  package struct Limits: Sendable {
    /// The number of steps of the random runs that the candidates must survive.
    package var steps: Int
    /// The greatest number of candidates of one stage; of more, the lightest are taken.
    package var candidates: Int

    package init(steps: Int = 96_000, candidates: Int = 2_500) {
      self.steps = steps
      self.candidates = candidates
    }
  }

  /// The progress of the search, for display.
  package enum Progress: Sendable {
    case running
    case trying(candidates: Int)
    case asked(ProofProgress)
    case choosing(candidates: Int)
  }

  /// Prepares a search.
  /// - Parameters:
  ///   - source: The text of the rulebook.
  ///   - reserved: The names that the lemmas must not give to their variables, besides those in the
  ///     core: names of definitions and effects.
  ///   - standing: The state of the proof without lemmas.
  package init(
    _ rules: Core.Rules, source: SourceText, reserved: Set<String>, standing: Standing,
    _ options: ProofOptions, _ limits: Limits = Limits()
  ) {
    names = ParameterNames(rules, source)
    self.rules = rules
    vocabulary = Vocabulary(rules, reserved: reserved)
    self.standing = standing
    self.options = options
    self.limits = limits
  }

  /// Returns lemmas to add, each as the text of a declaration.
  package func suggestion(
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) throws(Failure) -> Suggestion {
    progress(.running)
    var sightings = Sightings(rules)
    var unique = UniquenessSightings(rules, sightings.features)
    var memberships = MembershipSightings(rules, sightings.features)
    var witnesses = WitnessSightings(rules, sightings.features)
    var bounds = BoundSightings(rules, sightings.features, names)
    try sample(steps: limits.steps) { state in
      sightings.see(state)
      unique.see(state)
      memberships.see(state)
      witnesses.see(state)
      bounds.see(state)
    }
    var relational: [Candidate] = rules.entities.indices.flatMap { sort in
      ProhibitionMiner(sightings, sort: sort, rules).prohibitions().map { .prohibition($0) }
    }
    relational += unique.candidates().map { .uniqueness($0) }
    relational += memberships.candidates().map { .membership($0) }
    relational += witnesses.candidates().map { .witness($0) }
    let numeric = bounds.candidates().map { Candidate.bound($0) }
    return try suggestion(relational, numeric, sightings.features, progress)
  }

  func sample(steps: Int, _ visit: (State) -> Void) throws(Failure) {
    do {
      try Sampling(rules).visit(steps: steps, seed: UInt64(options.seed), visit)
    } catch {
      throw Failure(message: error.message)
    }
  }

  /// The error of a defect of this program, or of a limit.
  package struct Failure: Error, Sendable {
    /// The message for the user.
    package let message: String
  }
}
