extension Core.Property.Body {
  /// The formulas of a property.
  public var expressions: [Core.Expression] {
    switch self {
    case .always(let formula), .reach(let formula), .measure(_, let formula): [formula]
    case .step(let steps), .reachStep(let steps): steps.map(\.formula)
    case .lasts(let lasting): [lasting.condition]
    }
  }
}
