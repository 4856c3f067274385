import Basics
import Rulebook

extension Evaluator {
  /// Performs an event: all reads see the state before, all writes happen at once.
  ///
  /// The event is performed even if it is not enabled: replay performs what a server did.
  ///
  /// - Parameters:
  ///   - results: One value for each result of the event. The value for an entity that the event
  ///     introduces is ignored: it gets the next number of its sort.
  ///   - open: The fields of new entities that the rules leave open.
  /// - Throws: If the event is not defined.
  package func fire(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value] = [], in state: State,
    open: Opening = { _, _ in .unknown }
  ) throws(EvaluationError) -> Step {
    let rule = rules[event]
    try Self.require(rule.parameters.count, arguments.count)
    try Self.require(rule.results.count, results.count)
    var after = state
    var results = results
    var introduced: [EntityReference] = []
    for (position, result) in rule.results.enumerated() where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar else {
        throw EvaluationError(.illTyped, span: rule.span)
      }
      let reference = EntityReference(sort: sort, index: Int32(clamping: after.count(of: sort)))
      introduced.append(reference)
      results[position] = .entity(reference.index)
      introduce(sort, in: &after, open: open)
    }
    var environment = Environment(rule.parameters, arguments)
    for (result, value) in zip(rule.results, results) { environment[result.variable] = value }

    var performance = Performance(
      Evaluation(tables, Context(here: state, environment: environment)), existing: after)
    for update in rule.updates {
      try locating(update.span) { () throws(EvaluationError) in
        try performance.perform(update)
      }
    }
    try requireGiven(introduced, performance.writes, rule.span)
    try performance.writes.apply(to: &after)
    let changes = performance.writes.places.filter { !after.agrees(with: state, at: $0) }
    var step = Step(
      event: event, arguments: arguments, results: results, before: state, after: after,
      notifications: performance.sent, changes: changes)
    step.queues = performance.writes.places.filter(rules.isQueue)
    return step
  }

  private func requireGiven(
    _ introduced: [EntityReference], _ writes: Writes, _ span: SourceSpan
  ) throws(EvaluationError) {
    for entity in introduced {
      for id in rules[entity.sort].fields {
        let field = rules.fields[id.index]
        guard case .value = field.kind, field.initial == .given else { continue }
        guard writes.isWritten(.field(id, of: entity.index)) else {
          throw EvaluationError(.notGiven(id), span: span)
        }
      }
    }
  }

  private static func require(_ expected: Int, _ given: Int) throws(EvaluationError) {
    if expected != given {
      throw EvaluationError(.wrongNumberOfValues(expected: expected, given: given))
    }
  }
}

private struct EntityReference {
  let sort: Core.ID<Core.Entity>
  let index: Int32
}

/// The effects of one event, evaluated one after the other in the state before.
private struct Performance {
  var evaluation: Evaluation
  /// The state with the new entities: they can be written and referred to, not read.
  let existing: State
  var writes = Writes()
  var sent: [SentMessage] = []

  init(_ evaluation: Evaluation, existing: State) {
    self.evaluation = evaluation
    self.existing = existing
  }

  mutating func perform(_ update: Core.Update) throws(EvaluationError) {
    guard let each = update.each else { return try performOnce(update) }
    // The cases that lead here come first: the domain may rely on them.
    guard let isReached = try evaluation.truth(of: .all(Array(update.parts.once))) else {
      throw EvaluationError(.unknownWhereNeeded)
    }
    guard isReached else { return }
    guard let extent = try evaluation.extent(of: each.domain), extent.isWhole else {
      throw EvaluationError(.unknownWhereNeeded)
    }
    for position in 0..<extent.count {
      evaluation.context.environment[each.variable] = extent[position]
      try performOnce(update)
    }
  }

  private mutating func performOnce(_ update: Core.Update) throws(EvaluationError) {
    guard let holds = try evaluation.truth(of: update.condition) else {
      throw EvaluationError(.unknownWhereNeeded)
    }
    guard holds else { return }
    let span = update.span
    switch update.action {
    case .assign(let target, let expression):
      let value = try evaluation.value(of: expression)
      try writes.assign(value, to: try place(target, for: value))
    case .append(let member, let collection):
      try writes.append(try entity(member), to: try place(collection), span)
    case .move(let member, let collection):
      try writes.move(try entity(member), toEndOf: try place(collection), span)
    case .add(let member, let collection):
      try writes.add(try entity(member), to: try place(collection), span)
    case .remove(let member, let collection):
      let kind = evaluation.tables.rules.fields[collection.field.index].kind
      let isSet = if case .set = kind { true } else { false }
      try writes.remove(try entity(member), from: try place(collection), isSet: isSet, span)
    case .notify(let notification): sent.append(try evaluation.send(notification))
    }
  }

  private mutating func entity(
    _ expression: Core.Expression
  ) throws(EvaluationError) -> Int32 {
    guard let entity = try evaluation.entity(expression) else {
      throw EvaluationError(.unknownWhereNeeded)
    }
    return entity
  }

  private mutating func place(
    _ collection: Core.Collection
  ) throws(EvaluationError) -> Place {
    if case .value = evaluation.tables.rules.fields[collection.field.index].kind {
      throw EvaluationError(.illTyped)
    }
    return try place(collection.field, of: collection.owner)
  }

  /// Returns the place that a value may be written to, of the type of the place.
  private mutating func place(
    _ target: Core.Place, for value: Value
  ) throws(EvaluationError) -> Place {
    let rules = evaluation.tables.rules
    switch target {
    case .global(let global):
      try require(value, in: rules[global].type)
      return .global(global)
    case .field(let field, let owner):
      guard case .value(let type) = rules.fields[field.index].kind else {
        throw EvaluationError(.illTyped)
      }
      try require(value, in: type)
      return try place(field, of: owner)
    }
  }

  private mutating func place(
    _ field: Core.ID<Core.Field>, of owner: Core.Expression
  ) throws(EvaluationError) -> Place {
    let owner = try entity(owner)
    let sort = evaluation.tables.rules.fields[field.index].owner
    guard existing.exists(owner, of: sort) else {
      throw EvaluationError(.didNotExist(owner, sort))
    }
    return .field(field, of: owner)
  }

  private func require(_ value: Value, in type: Core.ValueType) throws(EvaluationError) {
    if value == .none, !type.isOptional { throw EvaluationError(.unwrappedNone) }
    guard case .range(let id) = type.scalar, case .number(let number) = value else { return }
    let range = evaluation.tables.rules[id]
    guard range.lower <= number, number <= range.upper else {
      throw EvaluationError(.outOfBounds(number, id))
    }
  }
}
