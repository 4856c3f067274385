import Rulebook
import Semantics

/// A property of one entity with a few possible values: the case of a field, the presence of an
/// optional value, a reference back, the membership in a queue.
struct Feature: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The case of an enumeration, by its position.
    case symbol(Path, Core.ID<Core.Enumeration>)
    /// A truth value: 0 false, 1 true, as in all kinds below.
    case truth(Path)
    case presence(Path)
    case zero(Path, Core.Scalar)
    /// True if two paths lead to the same entity.
    case same(Path, Path)
    /// True if the target of a path is in the queue or set of another path's target.
    case member(Path, of: Core.ID<Core.Field>, owner: Path)
    /// True if the entity is in some queue or set of this field.
    case stands(in: Core.ID<Core.Field>)
  }

  /// The distance of the feature from the entity.
  enum Reach: Hashable, Sendable {
    case own
    /// A feature of another entity, to which a field leads.
    case through(Core.ID<Core.Field>)
    /// A relation between entities; with the field, if there is one.
    case relation(Core.ID<Core.Field>?)
    case global
  }

  let sort: Core.ID<Core.Entity>
  let kind: Kind
  let reach: Reach

  func count(_ rules: Core.Rules) -> Int {
    if case .symbol(_, let id) = kind { rules[id].cases.count } else { 2 }
  }

  /// Returns the optional paths without which it has no value.
  func required(_ rules: Core.Rules) -> [Path] {
    switch kind {
    case .symbol(let path, _), .truth(let path), .zero(let path, _): path.optionals(rules)
    case .presence(let path): path.optionals(rules).dropLast()
    case .same(let a, let b): steps(a, rules) + b.optionals(rules)
    case .member(let a, _, let b): a.optionals(rules) + b.optionals(rules)
    case .stands: []
    }
  }

  /// Returns the optional paths on the way: for a comparison only one of two optionals need be
  /// certain.
  private func steps(_ path: Path, _ rules: Core.Rules) -> [Path] {
    path.optionals(rules).filter { $0 != path }
  }

  /// Returns its value in a state; nil if it has none.
  func value(of entity: Int, in state: State, _ rules: Core.Rules) -> Int? {
    switch kind {
    case .symbol(let path, _):
      guard case .symbol(let index)? = path.value(of: entity, in: state) else { return nil }
      return Int(index)
    case .truth(let path):
      guard case .bool(let value)? = path.value(of: entity, in: state) else { return nil }
      return value ? 1 : 0
    case .presence(let path):
      guard let value = path.value(of: entity, in: state), value != .unknown else { return nil }
      return value == .none ? 0 : 1
    case .zero(let path, _):
      guard case .number(let number)? = path.value(of: entity, in: state) else { return nil }
      return number == 0 ? 1 : 0
    case .same(let a, let b):
      guard let left = a.value(of: entity, in: state),
        case .entity(let right)? = b.value(of: entity, in: state)
      else { return nil }
      return left == .entity(right) ? 1 : 0
    case .member(let a, let field, let b):
      guard case .entity(let member)? = a.value(of: entity, in: state),
        case .entity(let owner)? = b.value(of: entity, in: state)
      else { return nil }
      return state.members(of: field, owner: Int(owner)).contains(member) ? 1 : 0
    case .stands(let field):
      let owners = 0..<state.count(of: rules[field].owner)
      let stands = owners.contains {
        state.members(of: field, owner: $0).contains(Int32(clamping: entity))
      }
      return stands ? 1 : 0
    }
  }
}
