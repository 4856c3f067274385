extension Core.Rules {
  /// Returns the type of a core expression; the core is well typed by construction.
  package func type(of expression: Core.Expression) -> Core.ValueType {
    switch expression {
    case .literal(let literal): literal.type
    case .variable(let variable): variable.type
    case .now: Core.ValueType(.time)
    case .field(let id, _, _):
      switch self[id].kind {
      case .value(let type): type
      case .queue(let entity), .set(let entity): Core.ValueType(.entity(entity))
      }
    case .global(let id, _): self[id].type
    case .certain(let inner): Core.ValueType(type(of: inner).scalar)
    case .sum(_, _, let scalar), .difference(_, _, let scalar), .product(_, let scalar),
      .quotient(_, _, _, let scalar):
      Core.ValueType(scalar)
    case .conditional(_, let a, let b):
      Core.ValueType(
        type(of: a).scalar, isOptional: type(of: a).isOptional || type(of: b).isOptional)
    case .isNone, .not, .and, .or, .equal, .less, .atMost, .quantified, .member, .ahead, .extreme,
      .notified:
      Core.ValueType(.bool)
    }
  }

  /// Returns the name of a type as a rulebook writes it.
  package func name(of type: Core.ValueType) -> String {
    name(of: type.scalar) + (type.isOptional ? "?" : "")
  }

  /// Returns the name of a type as a rulebook writes it, without the `?` of an optional.
  package func name(of scalar: Core.Scalar) -> String {
    switch scalar {
    case .bool: "Bool"
    case .int: "Int"
    case .time: "Time"
    case .duration: "Duration"
    case .unit(let id): self[id].name
    case .range(let id): self[id].name
    case .enumeration(let id): self[id].name
    case .entity(let id): self[id].name
    }
  }

  /// Returns true if values of the type must not be shown in clear.
  package func isSensitive(_ scalar: Core.Scalar) -> Bool {
    switch scalar {
    case .bool, .int, .time, .duration: false
    case .unit(let id): self[id].isSensitive
    case .range(let id): self[id].isSensitive
    case .enumeration(let id): self[id].isSensitive
    case .entity(let id): self[id].isSensitive
    }
  }
}

extension Core.Literal {
  /// The type of the constant; optional only for `none`.
  package var type: Core.ValueType {
    switch self {
    case .bool: Core.ValueType(.bool)
    case .number(_, let scalar): Core.ValueType(scalar)
    case .symbol(_, let id): Core.ValueType(.enumeration(id))
    case .none(let scalar): Core.ValueType(scalar, isOptional: true)
    }
  }
}

extension Core.Scalar {
  /// True if values are whole numbers that mix with Int.
  var isPlainNumber: Bool {
    switch self {
    case .int, .range: true
    default: false
    }
  }

  /// True if the language knows an order of the values; instants cannot be added though.
  package var isNumeric: Bool {
    switch self {
    case .int, .range, .unit, .time, .duration: true
    case .bool, .enumeration, .entity: false
    }
  }
}
