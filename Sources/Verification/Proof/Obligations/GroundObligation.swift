import Rulebook
import Solver
import Synchronization

/// An obligation without quantifiers, for very many questions: every claim that may be assumed, and
/// every goal that may be asked about, has a constant that switches it on.
///
/// Quantifiers are instantiated over the constants at hand (``Grounding``). A goal shown here
/// follows from the obligation; one that is not shown may follow too.
final class GroundObligation: Sendable {
  typealias Goal = Obligation.Goal

  let name: String
  /// The goals that this obligation may break.
  let goals: [Goal]
  private let isGrounded: Bool
  private let suppositions: [Int: Term]
  private let questions: [Goal: Term]
  private let denials: [Goal: Term]
  private let negations: [Goal: Term]
  /// The constant that is true if one of the goals in question is false.
  private let anyGoal: Term
  private let session: Mutex<Session>

  private static let mostInstances = 4_000_000

  /// Prepares an obligation.
  /// - Parameters:
  ///   - fixed: Claims that are always assumed.
  ///   - switched: Claims that may be assumed.
  ///   - wanted: The goals that are asked about, except those that the obligation does not touch.
  init(
    _ set: ObligationSet, _ obligation: Obligation, fixed: [Int], switched: [Int],
    wanted: Set<Goal>, _ options: ProofOptions
  ) {
    name = obligation.name
    var hypotheses: [Term] = []
    // The limits of time concern entities to which those of a goal refer, and which no goal names.
    var wide = obligation.hypotheses + obligation.assumptions.map(\.term)
    if obligation.event != nil || !obligation.assumesClaims { swap(&hypotheses, &wide) }
    if obligation.assumesClaims { hypotheses += fixed.map { set.claimTerms[$0] } }
    let asked = obligation.goals.filter { goal, term in
      guard wanted.contains(goal) else { return false }
      guard obligation.assumesClaims, case .claim(let claim) = goal else { return true }
      return term != set.claimTerms[claim]
    }
    goals = asked.map(\.goal)
    var (bank, negated) = Check.negations(of: asked.map(\.term), set.bank)
    func constant(_ name: String) -> Term { bank.apply(bank.function(name, [], .bool), []) }
    anyGoal = constant("!anyGoal")
    var suppositions: [Int: Term] = [:]
    var questions: [Goal: Term] = [:]
    if obligation.assumesClaims {
      for claim in switched {
        let supposition = constant("!suppose.\(claim)")
        suppositions[claim] = supposition
        hypotheses.append(bank.implies(supposition, set.claimTerms[claim]))
      }
    }
    for (index, (goal, _)) in asked.enumerated() {
      let question = constant("!question.\(index)")
      questions[goal] = question
      wide.append(bank.implies(question, negated[index]))
    }
    wide.append(bank.implies(anyGoal, bank.or(asked.compactMap { questions[$0.goal] })))
    var grounding = Grounding(bank, budget: Self.mostInstances)
    let instances = grounding.instances(of: hypotheses, and: wide)
    isGrounded = instances != nil
    self.suppositions = suppositions
    self.questions = questions
    negations = Dictionary(uniqueKeysWithValues: zip(goals, negated))
    // A session knows only the terms that existed when it began.
    var complete = grounding.bank
    denials = questions.mapValues { complete.not($0) }
    let session = Session(
      complete, SessionOptions(rlimit: options.rlimit, seed: options.seed))
    try? session.assert(instances ?? [])
    self.session = Mutex(session)
  }

  /// The answer to one question about several goals.
  enum Finding {
    /// Every goal follows.
    case follow
    /// These goals are false in one state that no supposed claim excludes.
    case fail([Goal])
    /// The solver gave up, or the obligation was too large.
    case open
  }

  /// Returns whether the goals follow from the supposed claims.
  func ask(_ asked: [Goal], supposing claims: Set<Int>) -> Finding {
    guard isGrounded else { return .open }
    let chosen = Set(asked)
    return session.withLock { session in
      var assumed = suppositions.sorted { $0.key < $1.key }
        .filter { claims.contains($0.key) }.map(\.value)
      assumed.append(anyGoal)
      for goal in goals where !chosen.contains(goal) {
        if let denial = denials[goal] { assumed.append(denial) }
      }
      guard let answer = try? session.check(assuming: assumed) else { return .open }
      switch answer {
      case .unsatisfiable: return .follow
      case .unknown: return .open
      case .satisfiable:
        guard let model = session.model() else { return .open }
        let failed = asked.filter { goal in
          [questions[goal], negations[goal]].contains { term in
            guard let term else { return false }
            return model.value(of: term) == .bool(true)
          }
        }
        return failed.isEmpty ? .open : .fail(failed)
      }
    }
  }

  /// Returns the suppositions from which one goal follows; nil if it does not.
  func core(of goal: Goal, supposing claims: [Int]) -> [Int]? {
    guard isGrounded else { return nil }
    guard let question = questions[goal] else { return [] }
    return session.withLock { session in
      let supposed = claims.compactMap { claim in suppositions[claim].map { (claim, $0) } }
      let assumed = [question] + supposed.map(\.1)
      guard (try? session.check(assuming: assumed)) == .unsatisfiable,
        let core = try? session.core(of: assumed)
      else { return nil }
      let used = Set(core)
      return supposed.filter { used.contains($0.1) }.map(\.0)
    }
  }
}

extension GroundObligation {
  /// Returns the goals that do not follow, including those that fail because others do. A goal that
  /// is not lost may need a lost one: it is asked again without that.
  func lost(of goals: [Goal], supposing claims: Set<Int>) -> Set<Goal> {
    var claims = claims
    var lost: Set<Goal> = []
    var asked = goals
    while !asked.isEmpty {
      let failed: [Goal]
      switch ask(asked, supposing: claims) {
      case .follow: return lost
      case .fail(let goals):
        failed = goals
        asked.removeAll(where: goals.contains)
      case .open:
        let supposed = claims.sorted()
        failed = asked.filter { core(of: $0, supposing: supposed) == nil }
        asked = []
      }
      lost.formUnion(failed)
      claims.subtract(failed.compactMap(\.claim))
    }
    return lost
  }
}
