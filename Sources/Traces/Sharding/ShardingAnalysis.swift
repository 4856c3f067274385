import Basics
import Rulebook

/// Finds the obstacles to checking each rule by itself for one key entity.
struct ShardingAnalysis {
  let rules: Core.Rules
  let key: Core.ID<Core.Entity>
  let homeFields: [Core.ID<Core.Entity>: Core.ID<Core.Field>]

  init(
    _ rules: Core.Rules, key: Core.ID<Core.Entity>,
    homeFields: [Core.ID<Core.Entity>: Core.ID<Core.Field>]
  ) {
    self.rules = rules
    self.key = key
    self.homeFields = homeFields
  }

  func isHomed(_ sort: Core.ID<Core.Entity>) -> Bool { sort == key || homeFields[sort] != nil }

  func isHomed(_ scalar: Core.Scalar) -> Bool {
    if case .entity(let sort) = scalar { isHomed(sort) } else { false }
  }

  // MARK: Events

  /// The variable that tells which key entity an event is about; nil: it is about shared things,
  /// or that does not follow from it.
  func keyVariable(of event: Core.Event) -> Core.Variable? {
    let naming = naming(event)
    return naming.count == 1 && !naming[0].type.isOptional ? naming[0] : nil
  }

  /// Returns the variables of an event that name entities with a home, without those that it
  /// introduces and gives a home.
  private func naming(_ event: Core.Event) -> [Core.Variable] {
    event.parameters.filter { isHomed($0.type.scalar) }
      + event.results.filter {
        isHomed($0.variable.type.scalar)
          && (!$0.isNew || $0.variable.type.scalar == .entity(key))
      }.map(\.variable)
  }

  func scope(of event: Core.Event) -> ShardingPlan.Scope {
    var walk = ShardingWalk(self, span: event.span)
    let naming = naming(event)
    let name = rules[key].name
    if naming.count > 1 {
      let names = naming.map(\.name).joined(separator: ", ")
      walk.note("it names \(names), which may belong to different \(name) entities")
    } else if let only = naming.first, only.type.isOptional {
      walk.note("it may name no \(only.name), and then does not tell its \(name)")
    }
    // Obstacles in the rest are told as if the first variable decided.
    for variable in naming.prefix(1) { walk.variables[variable.id] = .key }
    for result in event.results where result.isNew && isHomed(result.variable.type.scalar) {
      if naming.isEmpty { walk.note("it introduces \(result.variable.name) for no known \(name)") }
      walk.variables[result.variable.id] = .key
    }
    for result in event.results where result.isNew && !naming.isEmpty {
      guard case .entity(let sort) = result.variable.type.scalar, !isHomed(sort) else { continue }
      walk.note("it introduces \(result.variable.name), which all \(name) entities share")
    }
    for condition in event.guards { walk.check(condition.condition, at: condition.span) }
    for assumption in event.assumptions { walk.check(assumption.condition, at: assumption.span) }
    if let due = event.due { walk.check(due.instant, at: due.span) }
    for claim in event.definedness {
      walk.check(claim.condition, at: claim.span)
      walk.check(claim.fact, at: claim.span)
    }
    for notification in event.refusal { walk.check(notification, at: event.span) }
    for update in event.updates { walk.check(update, isLocal: !naming.isEmpty) }
    return walk.scope(isLocal: !naming.isEmpty)
  }

  // MARK: Properties

  /// Returns the scope of a property; nil: it is not checked on traces.
  func scope(of property: Core.Property) -> ShardingPlan.Scope? {
    var walk = ShardingWalk(self, span: property.span)
    switch property.body {
    case .always(let formula):
      let isLocal = walk.checkUniversal(formula)
      return walk.scope(isLocal: isLocal)
    case .lasts(let lasting):
      let isLocal = walk.bindUniversally(lasting.binders, given: [lasting.condition])
      walk.check(lasting.condition, at: property.span)
      return walk.scope(isLocal: isLocal)
    case .step(let formulas):
      guard property.kind == .step else { return nil }
      var isLocal = false
      for step in formulas {
        let event = rules[step.event]
        walk.variables = [:]
        for variable in naming(event).prefix(1) { walk.variables[variable.id] = .key }
        for result in event.results where result.isNew && isHomed(result.variable.type.scalar) {
          walk.variables[result.variable.id] = .key
        }
        isLocal = isLocal || !naming(event).isEmpty
        walk.check(step.formula, at: property.span)
      }
      return walk.scope(isLocal: isLocal)
    default: return nil
    }
  }
}
