import Basics
import Findings
import Rulebook
import Synchronization
import Verification

/// Takes the pieces of one event, or those that cite one requirement, out of the rules one after
/// the other, and shows the result: the properties that are broken, with a run for each.
struct Counterfactuals: Sendable {
  /// The thing that the changed pieces have in common.
  enum Subject: Hashable, Sendable {
    /// The guards, instants, effects, messages and rows of an event. A piece that it shares with
    /// other events is removed for this one and kept for the others.
    case event(String)
    /// All pieces that cite the requirement, and can be changed.
    case requirement(String)
  }

  private let mutants: [Mutant]
  private let trial: Trial
  private let budget: Searcher.Budget

  /// - Parameters:
  ///   - book: The rulebook as written in the source.
  ///   - rules: The same rulebook, compiled with the settings.
  ///   - budget: The limits of the search for a run, for each piece.
  init(
    of subject: Subject, in book: Syntax.Book, _ source: SourceText, _ rules: Core.Rules,
    settings: [Compilation.Setting], _ options: ProofOptions, _ budget: Searcher.Budget
  ) {
    let varied = Self.varied(book, source, subject)
    let shared = book.declarations.compactMap { declaration in
      if case .every = declaration.kind { declaration.span } else { nil }
    }
    let all = MutantGenerator(book: varied, source: source, rules: rules).mutants()
    mutants = all.filter { $0.concerns(subject) }
      .map { $0.told(of: subject, shared: shared).with(settings) }
      .sorted { $0.span < $1.span }
    self.budget = budget
    let prover = try? Prover(rules, options)
    let assumptions = prover?.neededAssumptions() ?? []
    var trial = Trial(
      source: source, rules: rules, options: options, assumptions: assumptions, traces: [])
    if let prover { trial.unkept = Self.unkept(prover, mutants, assumptions) }
    self.trial = trial
  }

  /// The rulebook from which pieces are taken. It stays as it is where a name that `every event`
  /// binds means something else in the event.
  private static func varied(
    _ book: Syntax.Book, _ source: SourceText, _ subject: Subject
  ) -> Syntax.Book {
    guard case .event(let name) = subject else { return book }
    let isolated = book.isolating(name)
    let compilation = Compilation.compile(
      source, parsed: ParsedBook(book: isolated, diagnostics: []), requirements: nil, settings: [])
    return compilation.rules == nil ? book : isolated
  }

  /// Returns the properties that the unchanged rulebook breaks already: no piece is the cause of
  /// that.
  private static func unkept(
    _ prover: Prover, _ mutants: [Mutant], _ assumptions: Set<String>
  ) -> Set<String> {
    guard !mutants.isEmpty else { return [] }
    var events: Set<String>? = []
    for mutant in mutants { events = mutant.events.flatMap { events?.union($0) } }
    let concernsStart = mutants.contains(where: \.concernsStart)
    return Set(prover.failures(at: events, start: concernsStart, time: true, assuming: assumptions))
  }

  /// One for each piece, in the order of the text. O(pieces × (obligations of an event + one
  /// search)).
  ///
  /// - Parameter progress: told after each how many are done, of how many, from any thread.
  func run(
    jobs: Int, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) -> [Counterfactual] {
    let done = Atomic(0)
    return withoutActuallyEscaping(progress) { progress in
      WorkerPool(jobs: jobs).map(mutants) { mutant in
        let result = counterfactual(mutant)
        progress(done.wrappingAdd(1, ordering: .relaxed).newValue, mutants.count)
        return result
      }
    }
  }

  private func counterfactual(_ mutant: Mutant) -> Counterfactual {
    var result = Counterfactual(piece: trial.result(of: mutant))
    guard result.piece.fate == .property, let rules = trial.compiled(mutant).rules else {
      return result
    }
    let questions = Self.questions(result.piece.by, rules)
    let answers: [Searcher.Question: Searcher.Outcome]
    do {
      answers = try Searcher(rules, budget).answers(to: questions.map(\.question))
    } catch {
      result.searched = "given up: \(error.message)"
      return result
    }
    for (name, question) in questions {
      switch answers[question] {
      case .found(let found):
        let run = found.run
        if let shortest = result.run, shortest.steps.count <= run.steps.count { continue }
        (result.broken, result.run) = (name, run)
      case .nothing(let scope, let steps, let sampled):
        let some = sampled.listed.map { ", only some \($0.words)" } ?? ""
        result.searched =
          (steps.map { "up to \($0) steps, " } ?? "any number of steps, ") + scope + some
      case nil: continue
      }
    }
    if result.run != nil { result.searched = nil }
    return result
  }

  /// Returns the search for each name that the prover gives to a broken property.
  private static func questions(
    _ names: [String], _ rules: Core.Rules
  ) -> [(name: String, question: Searcher.Question)] {
    names.compactMap { name in
      if let index = rules.properties.firstIndex(where: { $0.name == name }) {
        if rules.properties[index].kind == .prompt { return (name, .timelock) }
        return rules.properties[index].canBeBroken ? (name, .violation(property: index)) : nil
      }
      if let index = rules.events.firstIndex(where: { "defined: \($0.name)" == name }) {
        return (name, .undefined(event: index))
      }
      return name == "ownStepsEnd" ? (name, .lasso) : nil
    }
  }
}

extension Mutant {
  fileprivate func concerns(_ subject: Counterfactuals.Subject) -> Bool {
    switch subject {
    case .requirement(let id): citations.contains(id)
    case .event(let name):
      switch change {
      case .withoutGuard, .withoutDue, .withoutEffect, .withoutNotification, .withoutRow:
        events?.contains(name) ?? false
      case .withoutCondition, .withoutDeclaration, .withoutInitial, .otherInitial, .otherActor,
        .raised, .lowered, .inverted, .added:
        false
      }
    }
  }

  /// Returns the change with its place named as in the rulebook, and limited to the subject.
  fileprivate func told(
    of subject: Counterfactuals.Subject, shared: [SourceSpan]
  ) -> Mutant {
    guard case .event(let name) = subject else { return self }
    var mutant = self
    mutant.events = [name]
    let isShared = shared.contains { $0.lower <= span.lower && span.upper <= $0.upper }
    mutant.place = isShared ? "every event" : IsolatedName.shown(place)
    return mutant
  }

  /// Returns the change with the given values of parameters, except one that the change is about.
  fileprivate func with(_ given: [Compilation.Setting]) -> Mutant {
    var mutant = self
    let changed = Set(settings.map(\.name))
    mutant.settings = given.filter { !changed.contains($0.name) } + settings
    return mutant
  }
}
