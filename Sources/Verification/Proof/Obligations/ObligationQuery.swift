import Solver

/// The answer to one obligation, goal by goal.
struct ObligationAnswer: Sendable {
  var failed: [(goal: Obligation.Goal, answer: Answer)] = []
  var tally = Induction.Tally()

  func failures(at obligation: Int) -> [Induction.Failure] {
    failed.map { Induction.Failure(goal: $0.goal, obligation: obligation, answer: $0.answer) }
  }
}

/// A query to the solver about one obligation.
struct ObligationQuery {
  let set: ObligationSet
  let options: ProofOptions

  /// Answers the obligation with one query for all goals together; the goals that its model
  /// falsifies are left out, and the rest is asked again.
  ///
  /// All queries share the time of one obligation; the first one has half of it, so that some is
  /// left to find the goal that fails.
  func answer(
    _ obligation: Obligation, keeping claims: [Int], about wanted: Set<Int>? = nil,
    without assumptions: Set<String> = []
  ) -> ObligationAnswer {
    let hypotheses = hypotheses(obligation, claims, without: assumptions)
    let kept = Set(claims)
    let known = Set(hypotheses)
    // A claim about state that the event does not touch is literally one of the hypotheses.
    let goals = obligation.goals.filter { goal, term in
      if case .claim(let claim) = goal {
        guard kept.contains(claim), wanted?.contains(claim) ?? true else { return false }
      } else if wanted != nil {
        return false
      }
      return !known.contains(term)
    }
    var answer = ObligationAnswer()
    var open = goals
    let start = ProcessorInstant.now
    let end = start + .seconds(options.seconds)
    let half = open.count > 1 ? start + .seconds(options.seconds) / 2 : end
    while !open.isEmpty {
      let (together, falsified) = ask(hypotheses, open, half, &answer)
      if together == .unsatisfiable { return answer }
      // If no model shows the goals that fail, each goal is asked about alone.
      guard open.count > 1, !falsified.isEmpty else { break }
      answer.failed += falsified.map { (open[$0].goal, together) }
      open = open.indices.filter { !falsified.contains($0) }.map { open[$0] }
    }
    for goal in open {
      let (alone, _) = ask(hypotheses, [goal], end, &answer)
      if alone != .unsatisfiable { answer.failed.append((goal.goal, alone)) }
    }
    return answer
  }

  /// Returns true if all claims that are kept with every assumption are kept without some.
  func keepsAll(
    _ obligation: Obligation, _ claims: [Int], without assumptions: Set<String>
  ) -> Bool {
    let hypotheses = hypotheses(obligation, claims, without: assumptions)
    let kept = Set(claims)
    let goals = obligation.goals.filter { goal, _ in
      if case .claim(let claim) = goal { kept.contains(claim) } else { true }
    }
    return Check(bank: set.bank, options: options).refute(hypotheses, goals.map(\.term)).answer
      == .unsatisfiable
  }

  func hypotheses(
    _ obligation: Obligation, _ claims: [Int], without assumptions: Set<String> = []
  ) -> [Term] {
    let assumed = obligation.assumptions.filter { !assumptions.contains($0.name) }.map(\.term)
    return obligation.hypotheses + assumed
      + (obligation.assumesClaims ? claims.map { set.claimTerms[$0] } : [])
  }

  /// Asks whether the hypotheses allow one of the goals to be false, and returns the positions of
  /// those that are false in the model.
  private func ask(
    _ hypotheses: [Term], _ goals: [(goal: Obligation.Goal, term: Term)],
    _ deadline: ProcessorInstant, _ answer: inout ObligationAnswer
  ) -> (answer: Answer, falsified: [Int]) {
    let clock = ContinuousClock()
    let start = clock.now
    let check = Check(bank: set.bank, options: options, deadline: deadline)
    let result = check.refute(hypotheses, goals.map(\.term))
    let seconds =
      Double((clock.now - start).components.attoseconds) / 1e18
      + Double((clock.now - start).components.seconds)
    let definedness = goals.count { if case .defined = $0.goal { true } else { false } }
    if definedness > 0 {
      answer.tally.definedness += Induction.Cost(
        queries: 1, confirmed: result.isConfirmed ? 1 : 0,
        rlimit: result.rlimit * UInt64(definedness) / UInt64(goals.count),
        seconds: seconds * Double(definedness) / Double(goals.count))
    }
    for (name, _) in goals {
      answer.tally.queries[name, default: 0] += 1
      if result.isCached { answer.tally.cached.insert(name) }
      if result.isConfirmed { answer.tally.confirmed[name, default: 0] += 1 }
      answer.tally.rlimit[name, default: 0] += result.rlimit / UInt64(goals.count)
      answer.tally.seconds[name, default: 0] += seconds / Double(goals.count)
    }
    if let contradiction = result.contradiction { answer.tally.contradiction = contradiction }
    return (result.answer, result.falsified)
  }
}

/// A question to the solver, with a second check.
struct Check {
  let bank: TermBank
  let options: ProofOptions
  private let deadline: ProcessorInstant

  /// Prepares a question.
  /// - Parameter deadline: The instant by which there must be an answer; nil: the time of one
  ///   obligation from now on.
  init(bank: TermBank, options: ProofOptions, deadline: ProcessorInstant? = nil) {
    self.bank = bank
    self.options = options
    self.deadline = deadline ?? .now + .seconds(options.seconds)
  }

  var sessionOptions: SessionOptions {
    options.session(until: deadline)
  }

  struct Result {
    var answer: Answer
    var rlimit: UInt64
    /// True if the ground check found it unsatisfiable too.
    var isConfirmed = false
    /// True if the answer was known and no solver was asked.
    var isCached = false
    var contradiction: String?
    /// The positions of the goals that are false in the model, if it is satisfiable.
    var falsified: [Int] = []
  }

  /// Asks whether the hypotheses and the negation of the conjunction of goals hold together.
  func refute(_ hypotheses: [Term], _ goals: [Term]) -> Result {
    guard !options.isOver else { return Result(answer: .unknown(.interrupted), rlimit: 0) }
    let (bank, negations) = Self.negations(of: goals, bank)
    return ask(bank, hypotheses, oneOf: negations)
  }

  /// Returns the negations of the goals, with shared names for the entities that make them false.
  static func negations(of goals: [Term], _ bank: TermBank) -> (TermBank, [Term]) {
    var bank = bank
    let negated = goals.map { bank.not($0) }
    var skolemization = Skolemization(bank)
    let terms = skolemization.skolemize(anyOf: negated, isDeep: false)
    return (skolemization.bank, terms)
  }

  /// Returns the formula that one of the goals is false.
  static func negation(of goals: [Term], _ bank: TermBank) -> (TermBank, Term) {
    var (bank, terms) = negations(of: goals, bank)
    let negation = bank.or(terms)
    return (bank, negation)
  }

  /// Makes the second check, by ground instances. It decides if the first gave up; if the first
  /// found a model and this a contradiction, one of them is wrong.
  private func confirm(
    _ result: inout Result, _ bank: TermBank, _ assertions: [Term]
  ) throws(SolverError) {
    var grounding = Grounding(bank, depth: 1)
    guard let instances = grounding.instances(of: assertions) else { return }
    let session = Session(grounding.bank, sessionOptions)
    try session.assert(instances)
    guard try session.check() == .unsatisfiable else { return }
    switch result.answer {
    case .unsatisfiable: result.isConfirmed = true
    case .unknown: result.answer = .unsatisfiable
    case .satisfiable:
      result.contradiction = "a query has a model, but its ground instances contradict each other"
    }
  }

  /// Asks whether the assertions hold together.
  func ask(_ bank: TermBank, _ assertions: [Term]) -> Result {
    ask(bank, assertions, oneOf: [])
  }

  private func ask(_ bank: TermBank, _ hypotheses: [Term], oneOf negations: [Term]) -> Result {
    guard !options.isOver else { return Result(answer: .unknown(.interrupted), rlimit: 0) }
    var bank = bank
    let assertions = hypotheses + (negations.isEmpty ? [] : [bank.or(negations)])
    let store = options.confirms ? nil : options.answers
    let key = store.map { _ in AnswerStore.key(bank, assertions, options) } ?? ""
    if let known = store?.entry(of: key) {
      var result = Result(
        answer: known.isSatisfiable ? .satisfiable : .unsatisfiable, rlimit: known.rlimit)
      result.isCached = true
      return result
    }
    do {
      let session = Session(bank, sessionOptions)
      try session.assert(assertions)
      var result = Result(answer: try session.check(), rlimit: session.rlimitUsed)
      if result.answer == .satisfiable, negations.count > 1, let model = session.model() {
        result.falsified = negations.indices.filter {
          model.value(of: negations[$0]) == .bool(true)
        }
      }
      let gaveUp = if case .unknown = result.answer { true } else { false }
      if options.confirms || gaveUp { try confirm(&result, bank, assertions) }
      switch result.answer {
      case .unsatisfiable:
        store?.note(AnswerStore.Entry(isSatisfiable: false, rlimit: result.rlimit), of: key)
      case .satisfiable where negations.count < 2:
        // For several, it matters which are false in the model, and that is not stored.
        store?.note(AnswerStore.Entry(isSatisfiable: true, rlimit: result.rlimit), of: key)
      case .satisfiable, .unknown: break
      }
      return result
    } catch {
      return Result(answer: .unknown(.incomplete(error.description)), rlimit: 0)
    }
  }
}
