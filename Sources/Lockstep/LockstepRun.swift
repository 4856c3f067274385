import Rulebook
import Semantics
import TaxiService

/// The options of a comparison of service and rulebook.
package struct LockstepOptions: Hashable, Sendable {
  /// The number of taxis. At least one each of taxis, passengers and zones is taken.
  package var taxis = 6
  package var passengers = 8
  package var zones = 3
  /// Commands, and passages of time, in one run.
  package var inputs = 10_000
  /// The number of compared events after which the run ends, even before all inputs; nil: no such
  /// end.
  package var steps: Int?
  /// The seed of the commands and of the security numbers.
  package var seed: UInt64 = 1
  /// The evaluator in place of the machine: slow.
  package var usesEvaluator = false
  /// The number of steps between full comparisons of states.
  package var fullComparisonInterval = 10_000
  /// The longest time between two commands, most of the time, in milliseconds.
  package var pace: Milliseconds = 20_000

  /// Compares no more than a replay of the journal could.
  package var comparesOnlyJournal = false

  package init() {}
}

/// The result of a comparison of service and rulebook.
package struct LockstepResult: Codable, Sendable {
  /// The first difference, and how it comes about.
  package struct Disagreement: Codable, Sendable {
    /// The kind of the difference, such as `wronglyAccepted`.
    package let kind: String
    /// The event, property or field in which they differ.
    package let rule: String
    /// The ids that the rule cites.
    package let requirements: [String]
    /// The value in the rulebook.
    package let expected: String
    /// The value in the service.
    package let observed: String
    /// The shortest run found that leads there, as lines of a trace.
    package let run: [String]
  }

  /// The name and version of the format, which each document bears.
  package var schema = "medallion.lockstep/1"
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  package let digest: String
  /// The seed of ``LockstepOptions``; it repeats the run.
  package let seed: UInt64
  /// Events that were compared.
  package var steps = 0
  /// Comparisons of the whole state.
  package var fullComparisons = 0
  /// The number of positions of an exhaustive search, up to symmetry.
  package var positions: Int?
  /// The first disagreement; nil: they agreed throughout.
  package var disagreement: Disagreement?

  package init(rulebook: String, digest: String, seed: UInt64) {
    self.rulebook = rulebook
    self.digest = digest
    self.seed = seed
  }
}

/// Runs service and rules in lockstep.
package struct LockstepRun: Sendable {
  package let rules: Core.Rules
  package let options: LockstepOptions
  package let evaluator: Evaluator
  package let service: TaxiService
  package let registry: Registry

  /// The instant at which runs begin: 2016-01-01.
  package static let start: Milliseconds = 1_451_606_400_000

  /// Sets up a service of that size. Whether the rules fit it is found out by running.
  package init(_ rules: Core.Rules, _ options: LockstepOptions) {
    self.init(rules, options, fault: nil)
  }

  package init(_ rules: Core.Rules, _ options: LockstepOptions, fault: ServiceFault?) {
    self.rules = rules
    self.options = options
    evaluator = Evaluator(rules)
    let zones = max(1, options.zones)
    registry = Registry(
      taxis: (0..<max(1, options.taxis)).map { taxi in
        taxi % (zones + 1) == zones ? nil : ZoneID(Int32(taxi % (zones + 1)))
      }, passengers: max(1, options.passengers), zones: zones, start: Self.start)
    service = TaxiService(registry, numbers: .seeded(options.seed), fault: fault)
  }

  /// Runs to the end or to the first difference, which is then shortened.
  ///
  /// - Parameter progress: Is told how many inputs and steps are done, now and then.
  package func run(
    _ progress: (_ inputs: Int, _ steps: Int) -> Void = { _, _ in }
  ) throws(LockstepFailure) -> LockstepResult {
    var result = LockstepResult(
      rulebook: rules.name, digest: rules.digest, seed: options.seed)
    if let (difference, script) = try firstDifference(&result, progress) {
      let shortest = try shortened(script, difference)
      let difference = try self.difference(of: shortest) ?? difference
      result.disagreement = LockstepResult.Disagreement(
        kind: difference.kind.rawValue, rule: difference.rule,
        requirements: difference.requirements, expected: difference.expected,
        observed: difference.observed, run: lines(shortest))
    }
    return result
  }

  /// The first difference, and the inputs that lead there.
  package func firstDifference(
    _ result: inout LockstepResult, _ progress: (Int, Int) -> Void = { _, _ in }
  ) throws(LockstepFailure) -> (Difference, ServiceScript)? {
    options.usesEvaluator
      ? try drive(try evaluatorPair(), &result, progress)
      : try drive(try machinePair(), &result, progress)
  }

  private func drive<Side: Stepper>(
    _ pair: consuming Lockstep<Side>, _ result: inout LockstepResult,
    _ progress: (Int, Int) -> Void
  ) throws(LockstepFailure) -> (Difference, ServiceScript)? {
    var pair = pair
    var commands = RandomCommands(seed: options.seed, pace: options.pace)
    var count = 0
    var difference: Difference?
    while count < options.inputs, pair.steps < options.steps ?? .max, difference == nil {
      let input = commands.next(for: pair.service)
      count += 1
      difference = pair.take(input)
      if count % 1_024 == 0 { progress(count, pair.steps) }
    }
    if difference == nil { difference = pair.compareFully() }
    result.steps += pair.steps
    result.fullComparisons += pair.fullComparisons
    return difference.map { ($0, ServiceScript(inputs(count), for: service)) }
  }

  /// The first inputs of the run, made again: they are not kept while all goes well.
  private func inputs(_ count: Int) -> [ServiceInput] {
    var commands = RandomCommands(seed: options.seed, pace: options.pace)
    var service = service
    return (0..<count).map { _ in
      let input = commands.next(for: service)
      input.give(to: &service)
      return input
    }
  }

  package func machinePair() throws(LockstepFailure) -> Lockstep<Machine> {
    do {
      let state = try Lockstep<Machine>.startState(of: service, at: Self.start, evaluator)
      return try Lockstep(
        service, Machine(evaluator, at: state, try evaluator.clocks(startingAt: state)),
        comparingEvery: options.fullComparisonInterval, onlyObserved: options.comparesOnlyJournal)
    } catch {
      throw LockstepFailure(error, rules)
    }
  }

  package func evaluatorPair() throws(LockstepFailure) -> Lockstep<EvaluatorStepper> {
    do {
      let state = try Lockstep<EvaluatorStepper>.startState(of: service, at: Self.start, evaluator)
      return try Lockstep(
        service, EvaluatorStepper(evaluator, startingAt: state),
        comparingEvery: options.fullComparisonInterval, onlyObserved: options.comparesOnlyJournal)
    } catch {
      throw LockstepFailure(error, rules)
    }
  }
}

/// An error: service and rulebook cannot be compared.
package struct LockstepFailure: Error {
  /// The reason, for the user: a part of the service that the rules lack, or an expression without
  /// a value.
  package let message: String

  init(_ error: any Error, _ rules: Core.Rules) {
    message =
      switch error {
      case let error as TranslationError: error.message
      case let error as EvaluationError: error.message(in: rules)
      default: "\(error)"
      }
  }
}
