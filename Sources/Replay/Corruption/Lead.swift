import Rulebook
import Semantics
import Traces

/// The state along a trace, kept by the machine. The evaluator checks each line that is not plainly
/// right; the machine itself rejects only messages that it does not send.
struct Lead {
  private let rules: Core.Rules
  private let evaluator: Evaluator
  private let machine: Machine
  /// True if entities that are over by the rules give their numbers to new ones: then the evaluator
  /// handles only entities that live, and a finished one that is named again counts as never
  /// introduced. Messages are then not checked on lines that are plainly right otherwise.
  private let forgets: Bool
  /// The number of finished entities per sort that are kept nevertheless: late refusals are about
  /// them.
  private static let remembered = 1_000
  private(set) var names: EntityTable
  private var hasStarted = false

  init(_ rules: Core.Rules, forgets: Bool = false) {
    self.rules = rules
    self.forgets = forgets
    evaluator = Evaluator(rules)
    machine = Machine(evaluator)
    machine.remembered = Self.remembered
    names = EntityTable(sorts: rules.entities.count)
  }

  /// Goes to where another one is. O(state).
  mutating func join(_ other: Lead) {
    machine.load(other.machine.state, other.machine.clocks)
    names = other.names
    hasStarted = other.hasStarted
  }

  /// Returns true if both will accept the same lines from here on. O(state).
  func isSame(as other: Lead) -> Bool {
    machine.now == other.machine.now && names == other.names
      && machine.clocks == other.machine.clocks && machine.state == other.machine.state
  }

  mutating func take(_ line: TraceLine) -> Conformance.Judgement {
    if case .event(let event) = line, hasStarted, let judgement = takePlainly(event) {
      return judgement
    }
    let stepper = EvaluatorStepper(evaluator, at: machine.state, machine.clocks)
    var conformance = Conformance(stepper, names, hasStarted: hasStarted)
    let judgement = conformance.take(line)
    hasStarted = conformance.hasStarted
    guard judgement == .explained else { return judgement }
    names = conformance.names
    machine.load(conformance.stepper.state, conformance.stepper.clocks)
    return .explained
  }

  /// - Returns: nil: the line is not plainly right. Only time may have passed then, as far as
  ///   nothing was due.
  private mutating func takePlainly(_ record: TraceEvent) -> Conformance.Judgement? {
    let rule = rules[record.event]
    let isRefused = record.outcome == .refused
    guard machine.pass(freelyTo: record.instant) else { return nil }
    let variables = rule.parameters + rule.results.map(\.variable)
    let given = record.arguments.map(Optional.some) + record.results
    for index in 0..<(isRefused ? rule.parameters.count : variables.count) {
      let result = index - rule.parameters.count
      let isNew = result >= 0 && rule.results[result].isNew
      let value = given.indices.contains(index) ? given[index] : nil
      let word = isNew ? Word.none : word(value, variables[index].type.scalar)
      guard let word else { return nil }
      machine.values[index] = word
    }
    switch machine.legality(ofEvent: record.event.index) {
    case .legal where !isRefused: return perform(record)
    case .forbidden where isRefused && record.notified == nil: return .explained
    default: return nil
    }
  }

  private mutating func perform(_ record: TraceEvent) -> Conformance.Judgement? {
    let event = record.event.index
    guard machine.prepare(event: event, recycles: forgets) else { return nil }
    let rule = rules[record.event]
    var new: [(name: String, number: Int32, sort: Core.ID<Core.Entity>)] = []
    for (index, (result, value)) in zip(rule.results, record.results).enumerated()
    where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar, case .name(let name)? = value,
        names.number(of: name, sort) == nil
      else {
        machine.drop(event: event)
        return nil
      }
      let word = machine.values[rule.parameters.count + index]
      new.append((name, Int32(truncatingIfNeeded: word), sort))
    }
    machine.commit(event: event)
    for (name, number, sort) in new { names.give(name, to: number, sort) }
    guard !forgets, let given = record.notified else { return .explained }
    let matching = MessageMatching(rules: rules, name: names.name(of:_:))
    return matching.areAll(given, machine.notifications)
      ? .explained : .rejected("\(rule.name): other messages are sent")
  }

  /// Returns the word of a value; nil: it names an entity that is not known yet.
  private func word(_ value: TraceValue?, _ scalar: Core.Scalar) -> Int64? {
    switch value {
    case nil: return Word.unknown
    case .none?: return Word.none
    case .bool(let truth)?: return truth ? 1 : 0
    case .number(let number)?: return number < Word.least ? nil : number
    case .symbol(let index)?: return Int64(index)
    case .name(let name)?:
      guard case .entity(let sort) = scalar else { return nil }
      return names.number(of: name, sort).map { Int64($0) }
    }
  }
}
