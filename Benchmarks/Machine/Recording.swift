import Rulebook
import Semantics
import TestSupport
import Traces

/// A trace that `medallion simulate` wrote, its names resolved: the state that its first line
/// observes, and what happens then. Everything happens as it is told, so it can be replayed
/// without judging.
struct Recording {
  struct Event {
    let event: Core.ID<Core.Event>
    let instant: Int64
    let arguments: [Value]
    let results: [Value]
    /// Both, as the machine has them.
    let words: [Int64]
  }

  private(set) var start: State
  private(set) var events: [Event] = []
  private let evaluator: Evaluator
  private var numbers: [[String: Int32]]
  private var introduced: [Int32]

  init(_ evaluator: Evaluator, _ bytes: [UInt8]) {
    self.evaluator = evaluator
    start = evaluator.initialState(counts: [:])
    numbers = evaluator.rules.entities.map { _ in [:] }
    introduced = evaluator.rules.entities.map { _ in 0 }
    var reader = TraceReader(rules: evaluator.rules)
    for item in reader.feed(bytes[...]) + reader.finish() {
      switch item {
      case .line(.event(let event)): if event.outcome == .ok { append(event) }
      case .line(.observation(let observation)): observe(observation)
      case .rejected, .torn: break
      }
    }
  }

  /// A random legal run of so many events, with any number of new entities; traces of
  /// `medallion simulate` introduce no more than a scope has.
  init(_ evaluator: Evaluator, running count: Int, entities: Int, seed: UInt64) throws {
    self.evaluator = evaluator
    numbers = []
    introduced = []
    var counts: [Core.ID<Core.Entity>: Int] = [:]
    for sort in evaluator.rules.entities.indices { counts[Core.ID(sort)] = entities }
    guard var run = try RandomRun(evaluator, counts: counts, seed: seed) else {
      refuse("there is no initial state")
    }
    start = run.state
    while events.count < count, let step = try run.next() {
      guard case .event(let step) = step else { continue }
      let results = zip(evaluator.rules[step.event].results, step.results).map {
        $0.isNew ? Value.none : $1
      }
      events.append(
        Event(
          event: step.event, instant: step.instant, arguments: step.arguments, results: results,
          words: Machine.words(step.arguments + results) ?? []))
    }
  }

  private mutating func observe(_ observation: Observation) {
    start.now = observation.instant ?? 0
    for case .field(let name, let readings) in observation.facts {
      guard let reading = readings.first, case .value(let value) = reading.value else { continue }
      let field = evaluator.rules[reading.field]
      guard case .value(let type) = field.kind else { continue }
      let owner = number(name, field.owner)
      start[reading.field, of: Int(owner)] = resolve(value, type.scalar)
    }
    for case .global(let global, let value) in observation.facts {
      start[global] = resolve(value, evaluator.rules[global].type.scalar)
    }
  }

  private mutating func append(_ line: TraceEvent) {
    let rule = evaluator.rules[line.event]
    let arguments = zip(line.arguments, rule.parameters).map { resolve($0, $1.type.scalar) }
    let results = zip(line.results, rule.results).map { value, result -> Value in
      guard result.isNew, case .entity(let sort) = result.variable.type.scalar,
        case .name(let name)? = value
      else { return value.map { resolve($0, result.variable.type.scalar) } ?? .unknown }
      numbers[sort.index][name] = introduced[sort.index]
      introduced[sort.index] += 1
      return .none
    }
    events.append(
      Event(
        event: line.event, instant: line.instant, arguments: arguments, results: results,
        words: Machine.words(arguments + results) ?? []))
  }

  private mutating func resolve(_ value: TraceValue, _ scalar: Core.Scalar) -> Value {
    switch value {
    case .none: return .none
    case .bool(let truth): return .bool(truth)
    case .number(let number): return .number(number)
    case .symbol(let index): return .symbol(Int32(index))
    case .name(let name):
      guard case .entity(let sort) = scalar else { return .unknown }
      return .entity(number(name, sort))
    }
  }

  /// The entity of that name; of sorts that are there from the start it is made.
  private mutating func number(_ name: String, _ sort: Core.ID<Core.Entity>) -> Int32 {
    if let number = numbers[sort.index][name] { return number }
    let number = Int32(start.count(of: sort))
    numbers[sort.index][name] = number
    start = evaluator.adding(sort, to: start)
    return number
  }
}
