import Basics

extension Elaborator {
  func noteFixed(_ field: Syntax.Field, _ id: Core.ID<Core.Field>, _ kind: Core.FieldKind) {
    guard case .value = kind else {
      report(
        "fixed-collection", "a collection starts empty; fixed, it would stay so",
        at: field.name.span)
      return
    }
    names.fixedFields.insert(id)
  }

  /// Reports writes to fixed state by any event but the one that introduces its owner.
  func checkFixed(_ updates: [PlacedUpdate], _ results: [Core.Result]) {
    let introduced = Set(results.filter(\.isNew).map(\.variable))
    for placed in updates {
      switch placed.update.action {
      case .assign(.field(let id, let owner), _) where names.fixedFields.contains(id):
        if case .variable(let variable) = owner, introduced.contains(variable) { continue }
        report("writes-fixed", "'\(rules[id].name)' is fixed: no event changes it", at: placed.span)
      case .assign(.global(let id), _) where names.fixedGlobals.contains(id):
        report("writes-fixed", "'\(rules[id].name)' is fixed: no event changes it", at: placed.span)
      default: break
      }
    }
  }

  /// Elaborates an axiom: it reads only fixed state and entities that all exist from the start, so
  /// it is true from the start and for ever. Proofs may assume it in every state, and no event need
  /// be checked against it.
  func axiom(_ expression: Syntax.Expression) -> Core.Expression? {
    guard let core = condition(expression, Scope(site: .property)) else { return nil }
    var changing: String?
    core.forEach { node in
      for field in node.readFields where !names.fixedFields.contains(field) {
        changing = changing ?? rules[field].name
      }
      switch node {
      case .global(let id, _) where !names.fixedGlobals.contains(id):
        changing = changing ?? rules[id].name
      case .now: changing = changing ?? "now"
      case .notified(_, let message, _): changing = changing ?? rules[message].name
      default: break
      }
      for binder in node.binders {
        if case .entities(let sort, _) = binder.domain, rules[sort].isIntroduced {
          changing = changing ?? rules[sort].name
        }
      }
    }
    guard let changing else { return core }
    report(
      "axiom-of-change",
      "an axiom speaks of what never changes, and '\(changing)' does: mark it 'fixed', or say "
        + "'invariant'", at: expression.span)
    return nil
  }
}
