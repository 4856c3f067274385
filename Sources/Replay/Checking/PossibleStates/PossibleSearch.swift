import Rulebook
import Semantics

/// The closure of the possible states of one group under hidden events.
struct PossibleSearch {
  /// The largest number of values of a field; with more it is taken to hold any value.
  static let mostValues = 16
  /// The largest number of states of a group; with more its state is unknown.
  static let mostStates = 256
  /// Hidden events that are tried for one line.
  static let mostTrials = 20_000
  /// Instants at which one of them is tried.
  private static let mostInstants = 16

  let stage: PossibleStage
  private(set) var states: [PossibleState]
  /// The instant of the latest line about the group.
  let since: Int64
  let tolerance: Int64
  /// True for sorts of which an entity outside the group has been named; by sort.
  let outside: [Bool]
  /// The sorts that may have entities that no line names.
  let unnamed: Set<Core.ID<Core.Entity>>
  /// True if some obligation is overdue in all states.
  private(set) var areAllOverdue = false

  private var scope: HiddenScope { stage.scope }
  private var evaluator: Evaluator { stage.evaluator }
  private var rules: Core.Rules { evaluator.rules }

  init(
    stage: PossibleStage, states: [PossibleState], since: Int64, tolerance: Int64,
    outside: [Bool], unnamed: Set<Core.ID<Core.Entity>>
  ) {
    (self.stage, self.states, self.since, self.tolerance) = (stage, states, since, tolerance)
    (self.outside, self.unnamed) = (outside, unnamed)
  }

  /// Closes the states under hidden events up to an instant, and drops those in which an obligation
  /// is then overdue, unless it is so in all.
  /// - Returns: false: it takes more than is allowed; nothing is known any more.
  mutating func close(until instant: Int64) -> Bool {
    let instant = max(instant, since)
    var trials = 0
    var widened: Set<Int> = []
    while true {
      switch closure(until: instant, widened, &trials) {
      case .found(let found):
        let timely = found.filter {
          (due(in: $0.values, at: instant) ?? .max) >= instant - tolerance
        }
        areAllOverdue = timely.isEmpty
        states = timely.isEmpty ? found : timely
        return true
      case .tooManyValues(let position): widened.insert(position)
      case .exhausted:
        let count = states.first?.values.count ?? 0
        states = [PossibleState(values: Array(repeating: .unknown, count: count))]
        return false
      }
    }
  }

  private enum Closure {
    case found([PossibleState])
    case tooManyValues(Int)
    case exhausted
  }

  private func closure(
    until instant: Int64, _ widened: Set<Int>, _ trials: inout Int
  ) -> Closure {
    var found = PossibleStateSet()
    var values: [Set<Value>] = Array(repeating: [], count: states.first?.values.count ?? 0)
    func insert(_ state: PossibleState) -> Int? {
      var state = state
      for position in widened { state.values[position] = .unknown }
      guard found.insert(state) else { return nil }
      for (position, value) in state.values.enumerated() {
        values[position].insert(value)
        if values[position].count > Self.mostValues { return position }
      }
      return nil
    }
    for state in states {
      if let position = insert(state) { return .tooManyValues(position) }
    }
    let choices = scope.hidden.map { event in
      (rules[event].parameters + rules[event].results.map(\.variable)).map {
        stage.choices(for: $0.type)
      }
    }
    var next = 0
    while next < found.states.count {
      let state = found.states[next]
      next += 1
      for (event, choices) in zip(scope.hidden, choices) {
        var tuple = Array(repeating: 0, count: choices.count)
        repeat {
          trials += 1
          if trials > Self.mostTrials || found.states.count > Self.mostStates { return .exhausted }
          let chosen = zip(choices, tuple).map { $0[$1] }
          if let after = after(event, chosen, state, until: instant),
            let position = insert(after)
          {
            return .tooManyValues(position)
          }
        } while tuple.advance(choices.map(\.count))
      }
    }
    return .found(found.states)
  }

  /// The state after a hidden event; nil: it cannot have happened.
  private func after(
    _ event: Core.ID<Core.Event>, _ chosen: [PossibleStage.Choice], _ state: PossibleState,
    until instant: Int64
  ) -> PossibleState? {
    var needs = state.needs
    for case let sort? in chosen.map(\.outside) where !outside[sort.index] {
      guard unnamed.contains(sort) else { return nil }
      needs.insert(sort)
    }
    let count = rules[event].parameters.count
    let arguments = chosen.prefix(count).map(\.value)
    let last = max(
      since, min(instant, (due(in: state.values, at: since) ?? .max).adding(tolerance)))
    let instants = scope.guardsReadTime[event.index] ? turns(event, state.values, last) : [last]
    for moment in instants {
      guard let before = allowed(event, arguments, state.values, at: moment),
        let step = try? evaluator.fireAsFarAsKnown(
          event, arguments, results: chosen.dropFirst(count).map(\.value), in: before)
      else { continue }
      var values = stage.values(step.step.after)
      if scope.effectsReadTime[event.index], since < last {
        forgetTimes(event, state.values, &values)
      }
      return values == state.values
        ? nil : PossibleState(values: values, steps: state.steps + [event], needs: needs)
    }
    return nil
  }

  /// Sets fields to unknown that depend on the instant, which may be any.
  private func forgetTimes(
    _ event: Core.ID<Core.Event>, _ before: [Value], _ after: inout [Value]
  ) {
    var fields: Set<Core.ID<Core.Field>> = []
    for update in rules[event].updates {
      if case .assign(.field(let field, _), let value) = update.action,
        value.readsNow || update.condition.readsNow
      {
        fields.insert(field)
      }
    }
    for (key, field) in stage.entities.flatMap({ key in
      scope.fields[key.sort.index].map { (key, $0) }
    }) where fields.contains(field) {
      guard let position = stage.position(of: field, key) else { continue }
      if after[position] != before[position] { after[position] = .unknown }
    }
  }

  /// Returns the small state in which an event may happen, with the values that follow from its
  /// guards; nil: it may not happen.
  private func allowed(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ values: [Value], at instant: Int64,
    early: Int64 = 0
  ) -> State? {
    var state = stage.state(values, at: instant)
    switch evaluator.legality(of: event, arguments, in: state) {
    case .legal: return state
    case .early(let due): return due <= instant.adding(early) ? state : nil
    case .forbidden: return nil
    case .open, .undefined:
      let environment = Environment(rules[event].parameters, arguments)
      for condition in rules[event].guards {
        let context = Context(here: state, environment: environment)
        for case .value(let value, .field(let field, let owner)) in evaluator.inferences(
          from: condition.condition, in: context)
        {
          state[field, of: Int(owner)] = value
        }
      }
      return state
    }
  }

  // MARK: Lines

  /// Returns the states in which a line is allowed, each with the values that follow from its
  /// guards.
  func allowing(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], isRefused: Bool, at instant: Int64
  ) -> [PossibleState] {
    let arguments = local(arguments, rules[event].parameters)
    var found = PossibleStateSet()
    for state in states {
      if isRefused {
        switch evaluator.legality(of: event, arguments, in: stage.state(state.values, at: instant))
        {
        case .legal, .early: continue
        case .forbidden, .open, .undefined: found.insert(state)
        }
      } else if let before = allowed(event, arguments, state.values, at: instant, early: tolerance)
      {
        var narrowed = state
        narrowed.values = stage.values(before)
        found.insert(narrowed)
      }
    }
    return found.states
  }

  /// The states after a line, whose results have the numbers of the trace.
  func performing(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value], at instant: Int64
  ) -> [PossibleState] {
    let rule = rules[event]
    var found = PossibleStateSet()
    var introduced: PossibleStage.Introduced = [:]
    for (result, value) in zip(rule.results, results) where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar, case .entity(let number) = value
      else { continue }
      let local =
        scope.contains(sort)
        ? stage.members[sort.index].count + PossibleStage.mostOutsiders : Int(Int32.max)
      introduced[sort] = (Int32(clamping: local), number)
    }
    let arguments = local(arguments, rule.parameters)
    let results = local(results, rule.results.map(\.variable))
    for state in states {
      guard
        let step = try? evaluator.fireAsFarAsKnown(
          event, arguments, results: results, in: stage.state(state.values, at: instant))
      else { continue }
      found.insert(PossibleState(values: stage.values(step.step.after, introduced)))
    }
    if found.states.isEmpty {
      let count =
        (states.first?.values.count ?? 0)
        + introduced.keys.reduce(0) { $0 + scope.fields[$1.index].count }
      found.insert(PossibleState(values: Array(repeating: .unknown, count: count)))
    }
    return found.states
  }

  private func local(_ values: [Value], _ variables: [Core.Variable]) -> [Value] {
    zip(values, variables).map { stage.local($0, $1.type.scalar) }
  }

  // MARK: Time

  /// The earliest instant at which an obligation is known to be due; nil: there is none.
  private func due(in values: [Value], at instant: Int64) -> Int64? {
    guard !scope.obligations.isEmpty else { return nil }
    let state = stage.state(values, at: instant)
    var earliest: Int64?
    for event in scope.obligations {
      let choices = rules[event].parameters.map {
        stage.choices(for: $0.type).filter { $0.outside == nil }
      }
      guard choices.allSatisfy({ !$0.isEmpty }) else { continue }
      var tuple = Array(repeating: 0, count: choices.count)
      repeat {
        let arguments = zip(choices, tuple).map { $0[$1].value }
        switch evaluator.legality(of: event, arguments, in: state) {
        case .early(let due): earliest = min(earliest ?? due, due)
        case .legal:
          if case .number(let due)? = try? evaluator.due(of: event, arguments, in: state) {
            earliest = min(earliest ?? due, due)
          }
        case .forbidden, .open, .undefined: break
        }
      } while tuple.advance(choices.map(\.count))
    }
    return earliest
  }

  /// The instants about which the guards of an event may turn, the latest first.
  private func turns(
    _ event: Core.ID<Core.Event>, _ values: [Value], _ last: Int64
  ) -> [Int64] {
    guard since < last else { return [last] }
    let durations = evaluator.numbersOfRules(.duration, event).fixed
    var found: Set<Int64> = [since, last]
    for case .number(let stored) in values {
      found.insert(stored)
      for duration in durations {
        found.insert(stored.adding(duration))
        found.insert(stored.adding(duration == .min ? .max : -duration))
      }
    }
    let sorted = found.filter { since <= $0 && $0 <= last }.sorted(by: >)
    return Array(sorted.prefix(Self.mostInstants - 1)) + [since]
  }
}

extension Int64 {
  /// The sum, as far as it fits.
  func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}

extension [Int] {
  /// Advances to the next tuple of positions in lists of these lengths; false: there is none.
  fileprivate mutating func advance(_ counts: [Int]) -> Bool {
    for index in indices.reversed() {
      self[index] += 1
      if self[index] < counts[index] { return true }
      self[index] = 0
    }
    return false
  }
}
