import Findings
import Rulebook
import Semantics

/// The places that decide whether a rule is broken.
extension Core.Rules {
  /// The places that a finding of this kind rests on. O(rules).
  func locations(readBy rule: String, _ kind: Finding.Kind) -> Set<Core.Location> {
    let events = events.filter { $0.name == rule }.map { $0.expressions(deciding: kind).locations }
    let properties = properties.filter { $0.name == rule }.map(\.locations)
    return (events + properties).reduce(into: []) { $0.formUnion($1) }
  }

  /// Returns those of them that are read of other entities than the finding names. O(rules).
  func placesOfOthers(readBy rule: String, _ kind: Finding.Kind) -> Set<Core.Location> {
    let events = events.filter { $0.name == rule }.map {
      $0.expressions(deciding: kind).placesOfOthers(than: $0.parameters)
    }
    let properties = properties.filter { $0.name == rule }.map { property in
      guard case .lasts(let lasting) = property.body else { return property.locations }
      return [lasting.condition].placesOfOthers(than: lasting.binders.map(\.variable))
    }
    return (events + properties).reduce(into: []) { $0.formUnion($1) }
  }
}

extension Core.Event {
  fileprivate func expressions(deciding kind: Finding.Kind) -> [Core.Expression] {
    kind == .notification
      ? expressions : guards.map(\.condition) + (due.map { [$0.instant] } ?? [])
  }
}

extension [Core.Expression] {
  /// The places that are read of other owners than these variables stand for.
  fileprivate func placesOfOthers(than own: [Core.Variable]) -> Set<Core.Location> {
    var found: Set<Core.Location> = []
    func note(_ field: Core.ID<Core.Field>, of owner: Core.Expression) {
      if case .variable(let variable) = owner, own.contains(variable) { return }
      found.insert(.field(field))
    }
    func note(_ domain: Core.Binder.Domain) {
      if case .members(let collection) = domain { note(collection.field, of: collection.owner) }
    }
    func note(_ node: Core.Expression) {
      switch node {
      case .field(let field, let owner, _): note(field, of: owner)
      case .global(let global, _): found.insert(.global(global))
      case .member(_, let collection), .ahead(_, _, let collection):
        note(collection.field, of: collection.owner)
      case .quantified(_, let binders, _, _): for binder in binders { note(binder.domain) }
      case .extreme(let extreme): note(extreme.binder.domain)
      default: break
      }
    }
    for expression in self { expression.forEach { note($0) } }
    return found
  }
}
