import Basics
import Rulebook

/// A walk through one rule that finds the home of each expression, and notes those that may belong
/// to another key entity.
struct ShardingWalk {
  /// The key entity to which an entity belongs.
  enum Home: Hashable {
    /// The key entity that the rule is about.
    case key
    /// The home of a bound variable.
    case of(Int)
    /// Some key entity that is not known.
    case open
    /// No key entity: it is shared.
    case shared
  }

  private let analysis: ShardingAnalysis
  private var span: SourceSpan
  private var obstacles: [ShardingPlan.Obstacle] = []
  /// The homes by ids of variables.
  var variables: [Int: Home] = [:]

  private var rules: Core.Rules { analysis.rules }
  private var keyName: String { rules[analysis.key].name }

  init(_ analysis: ShardingAnalysis, span: SourceSpan) {
    self.analysis = analysis
    self.span = span
  }

  func scope(isLocal: Bool) -> ShardingPlan.Scope {
    obstacles.isEmpty ? (isLocal ? .perKey : .shared) : .impossible(obstacles)
  }

  mutating func note(_ text: String) {
    let obstacle = ShardingPlan.Obstacle(text: text, span: span)
    if !obstacles.contains(obstacle) { obstacles.append(obstacle) }
  }

  mutating func check(_ expression: Core.Expression, at span: SourceSpan) {
    let outer = self.span
    self.span = span
    check(expression)
    self.span = outer
  }

  mutating func check(_ notification: Core.Notification, at span: SourceSpan) {
    check(notification.recipient, at: span)
    for argument in notification.arguments { if let argument { check(argument, at: span) } }
  }

  // MARK: Homes

  /// Returns the home of an expression; one that is no entity is shared.
  private func home(_ expression: Core.Expression) -> Home {
    guard case .entity(let sort) = rules.type(of: expression).scalar, analysis.isHomed(sort) else {
      return .shared
    }
    switch expression {
    case .variable(let variable): return variables[variable.id] ?? .open
    case .field(_, let owner, _):
      // A field of an entity with a key refers to no entity of another key: each write is checked
      // for that.
      let home = home(owner)
      return home == .shared ? .open : home
    case .certain(let inner): return home(inner)
    case .conditional(_, let a, let b):
      if case .literal = a { return home(b) }
      if case .literal = b { return home(a) }
      return home(a) == home(b) ? home(a) : .open
    case .literal: return .key
    default: return .open
    }
  }

  // MARK: Expressions

  private mutating func check(_ expression: Core.Expression) {
    switch expression {
    case .field(let field, let owner, _):
      check(owner)
      checkAccess(field, owner)
    case .global(let global, _):
      if analysis.isHomed(rules[global].type.scalar) {
        note("\(rules[global].name) may hold what belongs to any \(keyName)")
      }
    case .member(let member, let collection):
      check(member)
      check(collection.owner)
      checkAccess(collection.field, collection.owner)
    case .ahead(let a, let b, let collection):
      check(a)
      check(b)
      check(collection.owner)
      checkAccess(collection.field, collection.owner)
    case .quantified(let quantifier, let binders, let condition, let body):
      if let number = quantifier.number { check(number) }
      bind(binders, given: ties(quantifier, condition, body))
      if let condition { check(condition) }
      check(body)
    case .extreme(let extreme):
      check(extreme.subject)
      bind([extreme.binder], given: extreme.condition.map { [$0] } ?? [])
      if let condition = extreme.condition { check(condition) }
      if case .best(let key) = extreme.kind { check(key) }
    default:
      for child in expression.children { check(child) }
    }
  }

  /// Notes an obstacle if a field may not be read here.
  private mutating func checkAccess(_ field: Core.ID<Core.Field>, _ owner: Core.Expression) {
    let name = rules[field].qualifiedName(in: rules)
    switch home(owner) {
    case .key: break
    case .of, .open: note("it reads \(name) of what may belong to another \(keyName)")
    case .shared:
      if holdsHomed(field) {
        note("it reads \(name), in which things of all \(keyName) entities are together")
      }
    }
  }

  private func holdsHomed(_ field: Core.ID<Core.Field>) -> Bool {
    switch rules[field].kind {
    case .value(let type): analysis.isHomed(type.scalar)
    case .queue(let sort), .set(let sort): analysis.isHomed(sort)
    }
  }

  // MARK: Binders

  /// Binds variables; those that the conditions tie to the key belong to it.
  private mutating func bind(_ binders: [Core.Binder], given conditions: [Core.Expression]) {
    for binder in binders { bindLoosely(binder) }
    tie(conditions)
    for binder in binders {
      guard case .entities(let sort, _) = binder.domain else { continue }
      if analysis.isHomed(sort) {
        if variables[binder.variable.id] != .key {
          note("it ranges over the \(rules[sort].name) entities of every \(keyName)")
        }
        // The obstacle is noted once; reads of these entities are not noted again.
        variables[binder.variable.id] = .key
      } else if !rules[sort].isIntroduced {
        note(
          "it ranges over every \(rules[sort].name), and a part knows only those that it names")
      }
    }
  }

  private mutating func bindLoosely(_ binder: Core.Binder) {
    switch binder.domain {
    case .entities(let sort, _):
      variables[binder.variable.id] =
        analysis.isHomed(sort) ? .of(binder.variable.id) : .shared
    case .members(let collection):
      check(collection.owner)
      checkAccess(collection.field, collection.owner)
      let isHomed = analysis.isHomed(binder.variable.type.scalar)
      variables[binder.variable.id] = isHomed ? home(collection.owner) : .shared
    case .values: variables[binder.variable.id] = .shared
    }
  }

  /// Returns the conditions that hold wherever the body of a quantified formula decides.
  private func ties(
    _ quantifier: Core.Quantifier, _ condition: Core.Expression?, _ body: Core.Expression
  ) -> [Core.Expression] {
    let conditions = condition.map { [$0] } ?? []
    switch (quantifier, body) {
    case (.some, _), (.atLeast, _): return conditions + [body]
    case (.all, .or(let parts)):
      return conditions
        + parts.compactMap { if case .not(let premise) = $0 { premise } else { nil } }
    default: return conditions
    }
  }

  /// Uses the equations among the conditions: both sides of each belong to the same key entity.
  private mutating func tie(_ conditions: [Core.Expression]) {
    for condition in conditions {
      switch condition {
      case .and(let parts): tie(parts)
      // Two values that may be none can be equal without belonging to one key entity.
      case .equal(let a, let b)
      where !rules.type(of: a).isOptional || !rules.type(of: b).isOptional:
        for case (.of(let id), .key) in [(home(a), home(b)), (home(b), home(a))] {
          variables = variables.mapValues { $0 == .of(id) ? .key : $0 }
        }
      default: break
      }
    }
  }

  // MARK: Properties

  /// Checks a formula that holds for all entities if it holds for those of each key entity.
  /// - Returns: True if it is about key entities at all.
  mutating func checkUniversal(_ formula: Core.Expression) -> Bool {
    switch formula {
    case .and(let parts):
      let areLocal = parts.map { checkUniversal($0) }
      if areLocal.contains(true), areLocal.contains(false) {
        note("it says of what all \(keyName) entities share what each part would tell again")
      }
      return areLocal.contains(true)
    case .quantified(.all, let binders, let condition, let body):
      let isLocal = bindUniversally(binders, given: ties(.all, condition, body))
      if let condition { check(condition) }
      if isLocal { check(body) } else { return checkUniversal(body) }
      return true
    case .or(let parts):
      // A shared condition may stand beside one universal formula: it is the same for each key
      // entity.
      let position = parts.firstIndex {
        if case .quantified(.all, _, _, _) = $0 { true } else { false }
      }
      for (index, part) in parts.enumerated() where index != position { check(part) }
      return position.map { checkUniversal(parts[$0]) } ?? false
    default:
      check(formula)
      return false
    }
  }

  /// Binds variables; the first that has a home decides which key entity the rule is about.
  /// - Returns: True if there is one.
  mutating func bindUniversally(
    _ binders: [Core.Binder], given conditions: [Core.Expression]
  ) -> Bool {
    guard
      let first = binders.first(where: {
        if case .entities(let sort, _) = $0.domain { analysis.isHomed(sort) } else { false }
      })
    else {
      bind(binders, given: conditions)
      return false
    }
    variables[first.variable.id] = .key
    bind(binders.filter { $0.variable.id != first.variable.id }, given: conditions)
    return true
  }

  // MARK: Effects

  mutating func check(_ update: Core.Update, isLocal: Bool) {
    let outer = span
    span = update.span
    defer { span = outer }
    if let each = update.each { bind([each], given: [update.condition]) }
    check(update.condition)
    switch update.action {
    case .assign(.global(let global), let value):
      check(value)
      if isLocal { note("it writes \(rules[global].name), which all \(keyName) entities share") }
    case .assign(.field(let field, let owner), let value):
      check(value)
      checkWrite(field, owner, value, isLocal)
    case .append(let member, let collection), .move(let member, let collection),
      .remove(let member, let collection), .add(let member, let collection):
      check(member)
      checkWrite(collection.field, collection.owner, member, isLocal)
    case .notify(let notification): check(notification, at: update.span)
    }
  }

  private mutating func checkWrite(
    _ field: Core.ID<Core.Field>, _ owner: Core.Expression, _ value: Core.Expression,
    _ isLocal: Bool
  ) {
    check(owner)
    let name = rules[field].qualifiedName(in: rules)
    switch home(owner) {
    case .key:
      if holdsHomed(field), home(value) != .key {
        note("it puts into \(name) what may belong to another \(keyName)")
      }
    case .of, .open: note("it writes \(name) of what may belong to another \(keyName)")
    case .shared:
      if isLocal {
        note("it writes \(name), which all \(keyName) entities share")
      } else if holdsHomed(field) {
        note("it writes \(name), in which things of all \(keyName) entities are together")
      }
    }
  }
}
