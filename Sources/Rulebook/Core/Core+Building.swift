extension Core.Expression {
  /// The formula that always holds: the conjunction of nothing.
  package static let `true` = Core.Expression.literal(.bool(true))
  /// The formula that never holds: the disjunction of nothing.
  package static let `false` = Core.Expression.literal(.bool(false))

  /// Returns the conjunction, flattened, without parts that are trivially true.
  package static func all(_ parts: [Core.Expression]) -> Core.Expression {
    var kept: [Core.Expression] = []
    for part in parts {
      switch part {
      case .literal(.bool(true)): continue
      case .literal(.bool(false)): return .false
      case .and(let inner): kept += inner
      default: kept.append(part)
      }
    }
    return kept.isEmpty ? .true : kept.count == 1 ? kept[0] : .and(kept)
  }

  /// Returns the disjunction, flattened, without parts that are trivially false.
  package static func any(_ parts: [Core.Expression]) -> Core.Expression {
    var kept: [Core.Expression] = []
    for part in parts {
      switch part {
      case .literal(.bool(false)): continue
      case .literal(.bool(true)): return .true
      case .or(let inner): kept += inner
      default: kept.append(part)
      }
    }
    return kept.isEmpty ? .false : kept.count == 1 ? kept[0] : .or(kept)
  }

  /// Returns the negation; that of a negation is its operand.
  package static func negation(of expression: Core.Expression) -> Core.Expression {
    switch expression {
    case .literal(.bool(let value)): .literal(.bool(!value))
    case .not(let inner): inner
    default: .not(expression)
    }
  }
}
