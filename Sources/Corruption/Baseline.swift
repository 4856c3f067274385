internal import Machine
internal import Rulebook
internal import Semantics
internal import Traces

/// How things are along the unchanged trace, by the machine. Lines that are not plainly right are
/// judged by the evaluator, from here. Whoever is over by the rules is forgotten, so that the
/// evaluator has to do with the living only: who is named afterwards was never introduced.
struct Baseline {
  private let rules: Core.Rules
  private let evaluator: Evaluator
  private let machine: Machine
  private(set) var names: EntityTable
  private var hasStarted = false

  init(_ rules: Core.Rules) {
    self.rules = rules
    evaluator = Evaluator(rules)
    machine = Machine(rules)
    machine.remembered = 0
    names = EntityTable(sorts: rules.entities.count)
  }

  /// For the evaluator to go on from here. O(state).
  var conformance: Conformance {
    Conformance(
      evaluator, machine.state, machine.clocks, names, hasStarted: hasStarted)
  }

  /// Takes the next line of a trace that conforms. Messages are not looked at on lines that are
  /// plainly right otherwise.
  mutating func follow(_ line: TraceLine) -> Conformance.Judgement {
    if case .event(let event) = line, hasStarted, isDone(event) { return .explained }
    var conformance = conformance
    let judgement = conformance.take(line)
    hasStarted = conformance.hasStarted
    guard judgement == .explained else { return judgement }
    names = conformance.names
    machine.load(conformance.state, conformance.clocks)
    return .explained
  }

  /// - Returns: Whether the line is plainly right, and done; otherwise only time may have passed,
  ///   as far as nothing was due.
  private mutating func isDone(_ record: TraceEvent) -> Bool {
    let rule = rules[record.event]
    let isRefused = record.outcome == .refused
    guard machine.isOnItsOwn, record.instant >= machine.ownNow,
      machine.pass(freelyTo: record.instant)
    else { return false }
    let variables = rule.parameters + rule.results.map(\.variable)
    let given = record.arguments.map(Optional.some) + record.results
    for (index, variable) in variables.enumerated() {
      if isRefused, index >= rule.parameters.count { break }
      let isNew = index >= rule.parameters.count && rule.results[index - rule.parameters.count].isNew
      let value = given.indices.contains(index) ? given[index] : nil
      guard let word = isNew ? Word.none : word(value, variable.type.scalar) else { return false }
      machine.values[index] = word
    }
    switch machine.legality(ofEvent: record.event.index) {
    case .legal where !isRefused: return perform(record)
    case .forbidden where isRefused: return true
    default: return false
    }
  }

  private mutating func perform(_ record: TraceEvent) -> Bool {
    let event = record.event.index
    guard machine.keepsAssumptions(event: event), machine.prepare(event: event) else {
      return false
    }
    let rule = rules[record.event]
    var new: [(name: String, number: Int32, sort: Core.ID<Core.Entity>)] = []
    for (index, (result, value)) in zip(rule.results, record.results).enumerated()
    where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar, case .name(let name)? = value,
        names.number(of: name, sort) == nil
      else {
        machine.drop(event: event)
        return false
      }
      let word = machine.values[rule.parameters.count + index]
      new.append((name, Int32(truncatingIfNeeded: word), sort))
    }
    machine.commit(event: event)
    for (name, number, sort) in new { names.give(name, to: number, sort) }
    return true
  }

  /// nil: somebody who is not known yet.
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
