public import Diagnostics
public import Findings
public import Proof
public import Rulebook
internal import Search
internal import Semantics

/// Looks for lemmas with which more of a rulebook is proved.
///
/// Templates are filled from the shape of the state; what a reachable state violates is left out;
/// of the rest the greatest part is kept that is inductive together with what the rulebook states,
/// and of that what the proofs need. Nothing here knows what a rulebook is about.
public struct Suggester: Sendable {
  let rules: Core.Rules
  let vocabulary: Vocabulary
  let names: ParameterNames
  let options: ProofOptions
  let standing: Standing
  let limits: Limits

  /// How far it is looked.
  public struct Limits: Sendable {
    /// Steps of the random runs that the candidates must survive.
    public var steps: Int
    /// Candidates of one stage; of more, the lightest are taken.
    public var candidates: Int

    public init(steps: Int = 96_000, candidates: Int = 2_500) {
      self.steps = steps
      self.candidates = candidates
    }
  }

  /// What is being done, for whoever waits.
  public enum Progress: Sendable {
    case running
    case trying(candidates: Int)
    case asked(ProofProgress)
    case choosing(candidates: Int)
  }

  /// - Parameters:
  ///   - source: the text of the rulebook.
  ///   - reserved: names that the lemmas must not give to their variables, besides those of what
  ///     the core knows: of definitions and effects.
  ///   - standing: what is proved without lemmas.
  public init(
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

  /// Lemmas to add, each as the text of a declaration.
  public func suggestion(
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

  /// Our own fault, or a limit.
  public struct Failure: Error, Sendable {
    /// What went wrong, for the user.
    public let message: String
  }
}
