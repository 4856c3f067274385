import Rulebook

/// The instant that time may not pass, and the cause.
package struct Deadline: Hashable, Sendable {
  /// The reason why time may not pass.
  package enum Cause: Hashable, Sendable {
    /// An obligation whose guards hold, with its arguments.
    case event(Core.ID<Core.Event>, arguments: [Value])
    /// A `prompt` property, by its position in the rules, and the values of its binders.
    case prompt(property: Int, binding: [Value])
  }

  /// Milliseconds; not before the state's present.
  package let instant: Int64
  package let cause: Cause

  package init(instant: Int64, cause: Cause) {
    self.instant = instant
    self.cause = cause
  }

  func isBefore(_ other: Deadline?) -> Bool {
    other.map { instant < $0.instant } ?? true
  }
}

extension Evaluator {
  /// Returns the earliest instant that time may not pass before something happens; nil: time may
  /// pass for ever.
  ///
  /// Time may go to n only if n ≤ max(now, due) for every instance of an obligation whose guards
  /// hold, and if no condition of a `prompt` would last longer than its limit. If guards or
  /// conditions read `now`, the test is repeated at each instant on the way at which one of them
  /// changes its truth. A condition that is not known to hold does not keep time from passing.
  package func earliestDeadline(
    _ state: State, _ clocks: Clocks
  ) throws(EvaluationError) -> Deadline? {
    var present = Present(state: state, clocks: clocks)
    var earliest: Deadline?
    for _ in 0..<Self.mostChanges {
      let view = try view(of: present)
      if let found = view.deadline, found.isBefore(earliest) { earliest = found }
      guard let change = view.nextChange, change <= earliest?.instant ?? .max else {
        return earliest
      }
      present.state.now = change
      present.clocks = try self.clocks(present.clocks, after: present.state)
    }
    throw EvaluationError(.tooManyInstants)
  }

  /// Lets time pass to an instant. ``earliestDeadline(_:_:)`` says whether it may; this does not
  /// check.
  ///
  /// Clocks of conditions that change on the way start and stop at the instants of change.
  package func advance(
    _ state: State, _ clocks: Clocks, to instant: Int64
  ) throws(EvaluationError) -> (state: State, clocks: Clocks) {
    guard instant >= state.now else { throw EvaluationError(.timeRunsBackwards) }
    var present = Present(state: state, clocks: clocks)
    for _ in 0..<Self.mostChanges {
      guard let change = try nextTurn(of: present.state), change < instant else {
        present.state.now = instant
        if tables.lastings.contains(where: \.readsNow) {
          present.clocks = try self.clocks(present.clocks, after: present.state)
        }
        return (present.state, present.clocks)
      }
      present.state.now = change
      present.clocks = try self.clocks(present.clocks, after: present.state)
    }
    throw EvaluationError(.tooManyInstants)
  }

  /// Returns the first instant after now at which the condition of a `bounded` or `prompt` property
  /// may change its truth while only time passes; nil: none does.
  package func nextTurn(of state: State) throws(EvaluationError) -> Int64? {
    try nextTurn(of: state, alsoOf: [])
  }

  /// Returns the same, for formulas too.
  func nextTurn(
    of state: State, alsoOf formulas: [Core.Expression]
  ) throws(EvaluationError) -> Int64? {
    var evaluation = Evaluation(tables, Context(here: state))
    evaluation.watchesTime = true
    for property in tables.lastings where property.readsNow {
      _ = try evaluation.bindings(of: property, in: rules)
    }
    for formula in formulas { _ = try evaluation.truth(of: formula) }
    return evaluation.nextChange
  }

  /// The greatest number of instants at which a passage of time is examined.
  static let mostChanges = 10_000

  private struct Present {
    var state: State
    var clocks: Clocks
  }

  /// Returns everything that now keeps time from passing, in the order of the rules, and the next
  /// instant, if there is one, at which that may change while only time passes.
  package func deadlines(
    _ state: State, _ clocks: Clocks
  ) throws(EvaluationError) -> (deadlines: [Deadline], until: Int64?) {
    let view = try view(of: Present(state: state, clocks: clocks))
    return (view.deadlines, view.nextChange)
  }

  private struct View {
    var deadlines: [Deadline] = []
    var nextChange: Int64?

    /// The first of the earliest deadlines.
    var deadline: Deadline? { deadlines.min { $0.instant < $1.instant } }

    mutating func meet(_ instant: Int64, _ cause: Deadline.Cause) {
      deadlines.append(Deadline(instant: instant, cause: cause))
    }
  }

  /// Returns everything that now keeps time from passing, and the instant until which that stays
  /// so.
  private func view(of present: Present) throws(EvaluationError) -> View {
    let state = present.state
    var view = View()
    var evaluation = Evaluation(tables, Context(here: state))
    for index in rules.events.indices where rules.events[index].source == .clock {
      let plan = tables.obligation[index]
      evaluation.watchesTime = plan.readsNow
      for (arguments, due) in try obligations(of: rules.events[index], index, plan, &evaluation) {
        view.meet(max(state.now, due), .event(Core.ID(index), arguments: arguments))
      }
    }
    for (position, property) in tables.lastings.enumerated() {
      evaluation.watchesTime = property.readsNow
      guard property.isPrompt || property.readsNow else { continue }
      for binding in try evaluation.bindings(of: property, in: rules) where property.isPrompt {
        let since = present.clocks.since(position, binding) ?? state.now
        let (end, overflow) = since.addingReportingOverflow(property.lasting.limit)
        guard !overflow else { continue }
        view.meet(max(state.now, end), .prompt(property: property.index, binding: binding))
      }
    }
    view.nextChange = evaluation.nextChange
    return view
  }

  /// Returns the instances of an obligation whose guards are known to hold, with their due
  /// instants.
  /// - Parameter first: The value of the first parameter; nil: any.
  private func obligations(
    of event: Core.Event, _ index: Int, _ plan: Plan, _ evaluation: inout Evaluation,
    first: Value? = nil
  ) throws(EvaluationError) -> [(arguments: [Value], due: Int64)] {
    var found: [[Value]] = []
    do {
      var candidates: [[Value]] = []
      for parameter in event.parameters {
        candidates.append(try tables.values(of: parameter.type, in: evaluation.context.here))
      }
      if let first, !candidates.isEmpty { candidates[0] = [first] }
      var budget = Int.max
      try evaluation.findInstances(
        of: plan, candidates: candidates, atMost: .max, budget: &budget, into: &found)
    } catch {
      throw error.located(event.span, event.name)
    }
    var obligations: [(arguments: [Value], due: Int64)] = []
    for arguments in found {
      let due = try due(of: Core.ID(index), arguments, in: evaluation.context.here)
      if case .number(let instant) = due { obligations.append((arguments, instant)) }
    }
    return obligations
  }

  /// Returns the instances of an obligation whose guards are known to hold, with their due
  /// instants, which may be over.
  /// - Parameter first: The value of the first parameter; nil: any.
  package func obligations(
    of event: Core.ID<Core.Event>, first: Value?, in state: State
  ) throws(EvaluationError) -> [(arguments: [Value], due: Int64)] {
    var evaluation = Evaluation(tables, Context(here: state))
    return try obligations(
      of: rules[event], event.index, tables.obligation[event.index], &evaluation, first: first)
  }
}
