import Basics
import Rulebook

/// A step from a state that is only partly known.
package struct PartialStep: Sendable {
  /// The step. A part of the state that is not known after it is ``Value/unknown``, or is among the
  /// state's ``Unseen``. The messages are those that are certainly sent.
  package let step: Step
  /// True if no other messages are sent.
  package let areMessagesAll: Bool
}

extension Evaluator {
  /// Performs an event in a state that is only partly known: the parts that depend on unknown ones
  /// are unknown afterwards. In a state that is fully known it does what
  /// ``fire(_:_:results:in:open:)`` does, except that parts without a value become unknown.
  ///
  /// - Throws: Only for arguments that do not fit, and at limits. O(state) at worst.
  package func fireAsFarAsKnown(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value], in state: State
  ) throws(EvaluationError) -> PartialStep {
    let rule = rules[event]
    guard rule.parameters.count == arguments.count, rule.results.count == results.count else {
      throw EvaluationError(
        .wrongNumberOfValues(
          expected: rule.parameters.count + rule.results.count,
          given: arguments.count + results.count))
    }
    var after = state
    var results = results
    for (position, result) in rule.results.enumerated() where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar else {
        throw EvaluationError(.illTyped, span: rule.span)
      }
      results[position] = .entity(Int32(clamping: after.count(of: sort)))
      introduce(sort, in: &after) { _, _ in .unknown }
    }
    var environment = Environment(rule.parameters, arguments)
    for (result, value) in zip(rule.results, results) { environment[result.variable] = value }
    var performance = PartialPerformance(
      Evaluation(tables, Context(here: state, environment: environment)), existing: after)
    for update in rule.updates {
      try locating(update.span) { () throws(EvaluationError) in try performance.perform(update) }
    }
    let places = performance.writes.apply(to: &after)
    return PartialStep(
      step: Step(
        event: event, arguments: arguments, results: results, before: state, after: after,
        notifications: performance.sent,
        changes: places.filter { !after.agrees(with: state, at: $0) }),
      areMessagesAll: performance.areMessagesAll)
  }
}

/// The effects of one event, as far as they are known.
private struct PartialPerformance {
  var evaluation: Evaluation
  /// The state with the new entities: they can be written and referred to, not read.
  let existing: State
  var writes = PartialWrites()
  var sent: [SentMessage] = []
  var areMessagesAll = true

  private var rules: Core.Rules { evaluation.tables.rules }

  init(_ evaluation: Evaluation, existing: State) {
    self.evaluation = evaluation
    self.existing = existing
  }

  mutating func perform(_ update: Core.Update) throws(EvaluationError) {
    guard let each = update.each else { return try performOnce(update) }
    guard case .entity(let sort) = each.variable.type.scalar else {
      throw EvaluationError(.illTyped)
    }
    // The condition decides whether it is a member, as far as that is known.
    for index in 0..<evaluation.context.here.count(of: sort) {
      evaluation.context.environment[each.variable] = .entity(Int32(clamping: index))
      try performOnce(update)
    }
    if case .notify = update.action, evaluation.context.here.unseen?.hasMore(of: sort) == true {
      areMessagesAll = false
    }
  }

  private mutating func performOnce(_ update: Core.Update) throws(EvaluationError) {
    let holds = try evaluation.truthIfDefined(update.condition)
    guard holds != false else { return }
    let isSure = holds == true
    switch update.action {
    case .assign(.global(let global), let expression):
      let value = try value(of: expression, as: rules[global].type)
      writes.assign(value, to: .global(global), isSure: isSure, existing)
    case .assign(.field(let field, let owner), let expression):
      guard case .value(let type) = rules[field].kind else {
        throw EvaluationError(.illTyped)
      }
      let value = try value(of: expression, as: type)
      let (places, isOne) = try places(field, of: owner)
      for place in places { writes.assign(value, to: place, isSure: isSure && isOne, existing) }
    case .append(let member, let collection):
      try change(.append, member, collection, isSure)
    case .move(let member, let collection): try change(.move, member, collection, isSure)
    case .add(let member, let collection): try change(.add, member, collection, isSure)
    case .remove(let member, let collection): try change(.remove, member, collection, isSure)
    case .notify(let notification): try send(notification, isSure)
    }
  }

  private mutating func change(
    _ kind: PartialWrites.Change, _ member: Core.Expression, _ collection: Core.Collection,
    _ isSure: Bool
  ) throws(EvaluationError) {
    let member = try entity(member)
    let (places, isOne) = try places(collection.field, of: collection.owner)
    for place in places {
      writes.change(kind, member, in: place, isSure: isSure && isOne && member != nil)
    }
  }

  private mutating func send(
    _ notification: Core.Notification, _ isSure: Bool
  ) throws(EvaluationError) {
    guard isSure else {
      areMessagesAll = false
      return
    }
    do {
      sent.append(try evaluation.send(notification))
    } catch {
      if error.isLimit { throw error }
      areMessagesAll = false
    }
  }

  /// Returns the places that an effect may be about, and whether there is certainly only that one.
  private mutating func places(
    _ field: Core.ID<Core.Field>, of owner: Core.Expression
  ) throws(EvaluationError) -> (places: [Place], isOne: Bool) {
    let sort = rules[field].owner
    if let owner = try entity(owner), existing.exists(owner, of: sort) {
      return ([.field(field, of: owner)], true)
    }
    return ((0..<existing.count(of: sort)).map { .field(field, of: Int32(clamping: $0)) }, false)
  }

  private mutating func entity(
    _ expression: Core.Expression
  ) throws(EvaluationError) -> Int32? {
    do {
      return try evaluation.entity(expression)
    } catch {
      if error.isLimit { throw error }
      return nil
    }
  }

  /// Returns the value of an expression; `unknown` if there is none of that type.
  private mutating func value(
    of expression: Core.Expression, as type: Core.ValueType
  ) throws(EvaluationError) -> Value {
    do {
      let value = try evaluation.value(of: expression)
      if value == .none, !type.isOptional { return .unknown }
      if case .range(let id) = type.scalar, case .number(let number) = value {
        let range = rules[id]
        return range.lower <= number && number <= range.upper ? value : .unknown
      }
      return value
    } catch {
      if error.isLimit { throw error }
      return .unknown
    }
  }
}
