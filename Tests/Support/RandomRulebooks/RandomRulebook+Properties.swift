extension RandomRulebook {
  mutating func writeProperties() {
    let closed = Scope(site: .property)
    for kind in ["invariant", "invariant", "lemma", "reach"] {
      lines += ["\(kind) \(fresh("holds"))", "  \(statement(closed))", ""]
    }
    for _ in 0..<2 {
      let event = pick(events)
      lines += [
        "step \(fresh("steps")) after \(event.name)", "  \(formula(3, about(event.scope)))", "",
      ]
    }
    let event = pick(events)
    lines += [
      "reach \(fresh("steps")) after \(event.name)", "  \(formula(2, about(event.scope)))", "",
    ]
    lines += [
      "step \(fresh("always")) after every event", "  \(formula(3, Scope(site: .step)))", "",
    ]
    if hasMany {
      writeOld()
      writeTold()
    }
    writeLasting("bounded", "pace")
    writeLasting("prompt", pick(["0 s", "1 s", "pace"]))
    let (binder, inner, _) = bind(closed, sort: pick(Self.sorts))
    lines += ["measure \(fresh("left")) count \(binder) where \(formula(2, inner))", ""]
  }

  /// A quantified formula, since one about states alone says little.
  private mutating func statement(_ scope: Scope) -> String {
    let (binder, inner, _) = bind(scope)
    let quantifier = pick(["all", "all", "some", "no"])
    return "\(quantifier) \(binder): \(formula(3, inner))"
  }

  /// What a step property of the event sees: nothing is known of the state after.
  private func about(_ scope: Scope) -> Scope {
    var scope = scope
    scope.site = .step
    scope.certain = []
    return scope
  }

  /// A property of entities that existed before a step.
  private mutating func writeOld() {
    let old = fresh("old")
    var both = Scope(site: .step)
    both.isUnderBinder = true
    both.variables = [Scope.Variable(name: old, kind: .entity("J"), isOptional: false)]
    lines += [
      "step \(fresh("old")) after every event",
      "  all \(old): J where before(exists \(old)): \(formula(2, both))", "",
    ]
  }

  /// A property that fails if somebody is told.
  private mutating func writeTold() {
    let told = fresh("told")
    lines += [
      "step \(fresh("told")) after every event",
      "  no \(told): \(pick(Self.sorts)): notified(\(told), ping)", "",
    ]
  }

  private mutating func writeLasting(_ kind: String, _ limit: String) {
    lines.append("\(kind) \(fresh("lasts"))")
    var scope = Scope(site: .property)
    guard chance(85) else {
      lines += ["  \(timeless(scope)) lasts at most \(limit)", ""]
      return
    }
    var binders: [String] = []
    for _ in 0..<(chance(25) ? 2 : 1) {
      let (binder, inner, _) = bind(scope, sort: pick(Self.sorts))
      binders.append(binder)
      scope = inner
    }
    let list = binders.joined(separator: ", ")
    lines += ["  all \(list): \(timeless(scope)) lasts at most \(limit)", ""]
  }

  /// A condition that time alone does not turn, so that a clock starts only at events: proofs let
  /// time pass in any steps, and their clocks start with events.
  private mutating func timeless(_ scope: Scope) -> String {
    for _ in 0..<20 {
      let text = formula(2, scope)
      if !text.contains("now"), !definitions.contains(where: { text.contains($0.name + "(") }) {
        return text
      }
    }
    return "open"
  }
}
