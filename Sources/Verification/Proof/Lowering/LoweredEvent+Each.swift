import Rulebook
import Solver

extension Lowering {
  /// Returns the context in which an update is read, and the condition under which it happens. The
  /// variable of `each` is a placeholder in both: any entity may be put in its place.
  func start(
    _ update: Core.Update, _ context: LoweringContext
  ) throws(LoweringError) -> (context: LoweringContext, condition: Term) {
    guard let each = update.each else { return (context, try condition(of: update, context)) }
    let scalar = each.variable.type.scalar
    let one = builder.variable(each.variable.name, encoding.sort(scalar))
    var inner = context
    let deepest = context.bound.values.map(\.scope.depth).max() ?? 0
    let scope = LiftScope(depth: max(deepest, context.top.depth) + 1)
    inner.bound[each.variable.id] = LoweringContext.Bound(value: .plain(one), scope: scope)
    var parts = try restriction(each, one, inner)
    if fault != .eachWithoutCondition { parts.append(try condition(of: update, inner)) }
    let whole = builder.exists(scope.variables, builder.and(scope.premises + parts))
    // Reads of actions depend on the placeholder itself, so nothing more is lifted there.
    return (inner, whole)
  }

  /// Extends the requirements of the event for a placeholder to every entity.
  func claimOfEach(_ lowered: inout LoweredEvent) {
    var placeholders: [Term] = []
    for write in lowered.after.fieldWrites.values.joined() where write.isOfEach {
      placeholders.append(write.owner[0])
    }
    for write in lowered.after.collectionWrites.values.joined() {
      switch write {
      case .insertEach(let each, _, _, _), .removeEach(let each, _, _, _): placeholders += each
      case .insert, .remove, .clear: break
      }
    }
    guard !placeholders.isEmpty else { return }
    let isOfOne = fault == .eachClaimedOfOne
    for index in lowered.statedCount..<lowered.definedness.count {
      let item = lowered.definedness[index]
      let claim = builder.implies(item.hypothesis, item.fact)
      lowered.definedness[index] = LoweredEvent.Definedness(
        name: item.name, hypothesis: builder.bool(true),
        fact: isOfOne
          ? builder.exists(placeholders, claim) : builder.forAll(placeholders, claim),
        span: item.span)
    }
  }

  /// Returns the placeholder of `each`, if there is one.
  func placeholder(_ update: Core.Update, _ context: LoweringContext) -> Term? {
    guard let each = update.each, case .plain(let one)? = context.bound[each.variable.id]?.value
    else { return nil }
    return one
  }

  private func condition(
    of update: Core.Update, _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    if fault == .caseRowAlone, case .and(let parts) = update.condition {
      return try formula(
        .all(parts.filter { if case .not = $0 { false } else { true } }), context)
    }
    return try formula(update.condition, context)
  }
}
