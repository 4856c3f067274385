import Rulebook

/// The target of a search; properties by their position in the rules.
enum Target: Sendable, Hashable, Comparable {
  /// A step, or a state, that breaks the property.
  case violation(property: Int)
  /// A step, or a state, that satisfies the `reach` property.
  case witness(property: Int)
  /// An event that is enabled and not defined.
  case undefined(Core.ID<Core.Event>)
  /// A state in which time may not pass, and no step of the server's own is possible.
  case timelock
  /// Steps of the server's own that lead back to the same state, without time.
  case lasso

  var property: Int? {
    switch self {
    case .violation(let property), .witness(let property): property
    case .undefined, .timelock, .lasso: nil
    }
  }

  /// Compares by the order of properties; targets without a property come last.
  static func < (a: Target, b: Target) -> Bool { a.property ?? .max < b.property ?? .max }

  /// True if it depends on all effects of all events, so that nothing can be left out.
  var needsAllEffects: Bool { if case .undefined = self { true } else { false } }

  var isAboutOwnEvents: Bool { self == .timelock || self == .lasso }
}
