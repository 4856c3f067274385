import Rulebook

/// Rewrites expressions into other tables: the items of one vocabulary by those of another.
struct Translation {
  var enumeration: [Int] = []
  var symbol: [[Int]] = []
  var unit: [Int] = []
  var range: [Int] = []
  var entity: [Int] = []
  var field: [Int] = []
  var global: [Int] = []
  var message: [Int] = []

  /// True if nothing is changed.
  private var isIdentity = false

  static let identity: Translation = {
    var identity = Translation()
    identity.isIdentity = true
    return identity
  }()

  func callAsFunction(_ id: Core.ID<Core.Field>) -> Core.ID<Core.Field> {
    isIdentity ? id : Core.ID(field[id.index])
  }
  func callAsFunction(_ id: Core.ID<Core.Entity>) -> Core.ID<Core.Entity> {
    Core.ID(entity[id.index])
  }

  func callAsFunction(_ scalar: Core.Scalar) -> Core.Scalar {
    switch scalar {
    case .bool, .int, .time, .duration: scalar
    case .unit(let id): .unit(Core.ID(unit[id.index]))
    case .range(let id): .range(Core.ID(range[id.index]))
    case .enumeration(let id): .enumeration(Core.ID(enumeration[id.index]))
    case .entity(let id): .entity(self(id))
    }
  }

  func callAsFunction(_ type: Core.ValueType) -> Core.ValueType {
    Core.ValueType(self(type.scalar), isOptional: type.isOptional)
  }

  func callAsFunction(_ variable: Core.Variable) -> Core.Variable {
    Core.Variable(id: variable.id, name: variable.name, type: self(variable.type))
  }

  func callAsFunction(_ literal: Core.Literal) -> Core.Literal {
    switch literal {
    case .bool: literal
    case .number(let number, let scalar): .number(number, self(scalar))
    case .symbol(let position, let id):
      .symbol(symbol[id.index][position], of: Core.ID(enumeration[id.index]))
    case .none(let scalar): .none(self(scalar))
    }
  }

  func callAsFunction(_ initial: Core.Initial) -> Core.Initial {
    if case .value(let literal) = initial { .value(self(literal)) } else { initial }
  }

  func callAsFunction(_ kind: Core.FieldKind) -> Core.FieldKind {
    switch kind {
    case .value(let type): .value(self(type))
    case .queue(let sort): .queue(of: self(sort))
    case .set(let sort): .set(of: self(sort))
    }
  }

  func callAsFunction(_ part: Core.PairPart) -> Core.PairPart {
    Core.PairPart(
      name: part.name, position: part.position, type: self(part.type), value: self(part.value),
      initial: self(part.initial))
  }

  /// Returns the collection with translated ids; its operands are translated by the walk.
  private func ids(_ collection: Core.Collection) -> Core.Collection {
    Core.Collection(field: self(collection.field), owner: collection.owner, era: collection.era)
  }

  private func ids(_ binder: Core.Binder) -> Core.Binder {
    let domain: Core.Binder.Domain =
      switch binder.domain {
      case .entities(let id, let era): .entities(self(id), era)
      case .members(let collection): .members(ids(collection))
      case .values(let scalar): .values(self(scalar))
      }
    return Core.Binder(self(binder.variable), domain)
  }

  func callAsFunction(_ expression: Core.Expression) -> Core.Expression {
    expression.rewritten { e in
      switch e {
      case .literal(let literal): .literal(self(literal))
      case .variable(let variable): .variable(self(variable))
      case .field(let id, let owner, let era): .field(self(id), of: owner, era)
      case .global(let id, let era): .global(Core.ID(global[id.index]), era)
      case .sum(let a, let b, let scalar): .sum(a, b, self(scalar))
      case .difference(let a, let b, let scalar): .difference(a, b, self(scalar))
      case .product(let parts, let scalar): .product(parts, self(scalar))
      case .quotient(let dividends, let divisors, let rounding, let scalar):
        .quotient(dividends, over: divisors, rounding, self(scalar))
      case .quantified(let quantifier, let binders, let condition, let body):
        .quantified(quantifier, binders.map(ids), condition: condition, body: body)
      case .member(let member, let collection): .member(member, of: ids(collection))
      case .ahead(let a, let b, let collection): .ahead(a, of: b, in: ids(collection))
      case .extreme(let extreme):
        .extreme(
          Core.Extreme(
            kind: extreme.kind, subject: extreme.subject, binder: ids(extreme.binder),
            condition: extreme.condition))
      case .notified(let recipient, let id, let arguments):
        .notified(recipient, Core.ID(message[id.index]), arguments)
      case .now, .isNone, .certain, .not, .and, .or, .equal, .less, .atMost, .conditional: e
      }
    }
  }

  /// A binder with the expression of its domain changed besides.
  func callAsFunction(
    _ binder: Core.Binder, _ change: (Core.Expression) -> Core.Expression
  ) -> Core.Binder {
    guard case .variable(let variable) = change(.variable(binder.variable)) else { return binder }
    var domain = (isIdentity ? binder : ids(binder)).domain
    if case .members(let collection) = domain {
      domain = .members(
        Core.Collection(
          field: collection.field, owner: change(collection.owner), era: collection.era))
    }
    return Core.Binder(variable, domain)
  }

  /// An action with its expressions changed besides.
  func callAsFunction(
    _ action: Core.Action, _ change: (Core.Expression) -> Core.Expression
  ) -> Core.Action {
    func both(_ collection: Core.Collection) -> Core.Collection {
      Core.Collection(
        field: self(collection.field), owner: change(collection.owner), era: collection.era)
    }
    switch action {
    case .assign(.field(let id, let owner), let value):
      return .assign(.field(self(id), of: change(owner)), change(value))
    case .assign(.global(let id), let value):
      return .assign(.global(isIdentity ? id : Core.ID(global[id.index])), change(value))
    case .append(let member, let collection): return .append(change(member), to: both(collection))
    case .move(let member, let collection):
      return .move(change(member), toEndOf: both(collection))
    case .remove(let member, let collection):
      return .remove(change(member), from: both(collection))
    case .add(let member, let collection): return .add(change(member), to: both(collection))
    case .notify(let notification): return .notify(self(notification, change))
    }
  }

  func callAsFunction(
    _ notification: Core.Notification, _ change: (Core.Expression) -> Core.Expression
  ) -> Core.Notification {
    Core.Notification(
      recipient: change(notification.recipient),
      message: isIdentity
        ? notification.message : Core.ID(message[notification.message.index]),
      arguments: notification.arguments.map { $0.map(change) })
  }
}
