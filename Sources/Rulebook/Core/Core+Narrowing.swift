extension Core.Expression {
  /// True if narrowing applies to the expression: a variable, or a chain of fields from one, also
  /// of pairs.
  var isPath: Bool {
    switch self {
    case .variable, .global: true
    case .field(_, let owner, _): owner.isPath
    case .certain(let inner): inner.isPath
    case .conditional(.member(let key, let collection), .literal, let rest):
      key.isPath && collection.owner.isPath && (rest.isPath || rest.isLiteral)
    default: false
    }
  }

  private var isLiteral: Bool { if case .literal = self { true } else { false } }

  /// Returns the optional paths that cannot be none where this expression has the given truth
  /// value.
  ///
  /// It follows the connectives, `is`, `is not none`, `in {…}` and `first`/`last`/`best`.
  /// Definitions are written out, so it includes them.
  /// - Parameter isOptional: Returns true for the optional paths.
  func facts(
    when truth: Bool, isOptional: (Core.Expression) -> Bool
  ) -> Set<Core.Expression> {
    func facts(_ e: Core.Expression, _ truth: Bool) -> Set<Core.Expression> {
      e.facts(when: truth, isOptional: isOptional)
    }
    switch self {
    case .not(let e): return facts(e, !truth)
    case .and(let parts):
      return truth ? parts.reduce(into: []) { $0.formUnion(facts($1, true)) } : common(parts, false)
    case .or(let parts):
      return truth ? common(parts, true) : parts.reduce(into: []) { $0.formUnion(facts($1, false)) }
    case .isNone(let path): return !truth && path.isPath ? [path] : []
    case .equal(let a, let b):
      guard truth else { return [] }
      switch (isOptional(a), isOptional(b)) {
      case (true, false): return a.isPath ? [a] : []
      case (false, true): return b.isPath ? [b] : []
      default: return []
      }
    case .extreme(let extreme):
      return truth && isOptional(extreme.subject) && extreme.subject.isPath ? [extreme.subject] : []
    default: return []
    }

    func common(_ parts: [Core.Expression], _ truth: Bool) -> Set<Core.Expression> {
      guard let first = parts.first else { return [] }
      return parts.dropFirst().reduce(facts(first, truth)) { $0.intersection(facts($1, truth)) }
    }
  }
}
