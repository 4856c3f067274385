import Basics
import Findings
import Rulebook

extension Work {
  /// The conditions that hold time up.
  mutating func prompts() throws(Comparison.Fault) {
    let olds = union.old.properties.filter { $0.kind == .prompt }
    let news = union.new.properties.filter { $0.kind == .prompt }
    for prompt in olds {
      guard case .lasts(let a) = prompt.body else { continue }
      let other = news.first { $0.name == prompt.name } ?? news.first { $0.form == prompt.form }
      guard let other, case .lasts(let b) = other.body else {
        try add(prompt, nil, .noLongerPermitted, a, [a.condition], "holds time up no more", .old)
        continue
      }
      if prompt.form == other.form {
        noteSame()
        continue
      }
      let condition = Core.Expression.quantified(
        .some, a.binders, condition: nil, body: a.condition)
      let second = Core.Expression.quantified(
        .some, b.binders, condition: nil, body: b.condition)
      guard NormalForm().key(condition) == NormalForm().key(second) else {
        let differ = AfterValues.unequal(condition, second)
        try add(prompt, other, .deadline, nil, [differ], "holds time up on another condition", .old)
        continue
      }
      let by = Instants.duration(abs(b.limit - a.limit))
      let text =
        "\(by) \(b.limit < a.limit ? "earlier" : "later"): at most "
        + "\(Instants.duration(a.limit)) → \(Instants.duration(b.limit))"
      try add(prompt, other, .deadline, a, [a.condition], text, .old)
    }
    for prompt in news {
      guard case .lasts(let b) = prompt.body,
        !olds.contains(where: { $0.name == prompt.name || $0.form == prompt.form })
      else { continue }
      try add(nil, prompt, .deadline, b, [b.condition], "holds time up now", .new)
    }
  }

  private mutating func add(
    _ a: Core.Property?, _ b: Core.Property?, _ kind: Differing.Kind, _ lasting: Core.Lasting?,
    _ condition: [Core.Expression], _ text: String, _ side: Differing.Reached
  ) throws(Comparison.Fault) {
    guard let property = a ?? b else { return }
    let condition =
      lasting.map { lasting in
        lasting.binders.isEmpty
          ? condition
          : [.quantified(.some, lasting.binders, condition: nil, body: lasting.condition)]
      } ?? condition
    let probe = Probe(
      kind: kind, pair: nil, name: property.name, parameters: [], condition: condition, side: side)
    var row = try row(of: probe, span: union.pairs.first?.never ?? .nothing(property.span))
    row.oldLine = a.map { old.line($0.span) }
    row.newLine = b.map { new.line($0.span) }
    row.requirements = ((a?.citations ?? []) + (b?.citations ?? [])).uniqued
    row.details.insert(text, at: 0)
    add(row, key: [a?.form ?? "", b?.form ?? ""])
  }

  /// Properties that are dropped, or say something else. Lemmas serve proofs and do not count.
  mutating func properties() {
    let kinds: Set<Core.Property.Kind> = [.invariant, .step, .bounded, .reach]
    let news = union.new.properties.filter { kinds.contains($0.kind) }
    let olds = union.old.properties.filter { kinds.contains($0.kind) }
    for property in olds {
      let other =
        news.first { $0.name == property.name && $0.kind == property.kind }
        ?? news.first { $0.meaning(union) == property.meaning(union) }
      guard let other else {
        var row = Differing.Row(property.name, .propertyWeaker, .different)
        row.details = ["\(property.kind.rawValue), is dropped"]
        row.oldLine = old.line(property.span)
        row.requirements = property.citations.uniqued
        add(row, key: [property.meaning(union)])
        continue
      }
      if property.meaning(union) == other.meaning(union) { continue }
      let (status, details) = strength(property, other)
      let kind: Differing.Kind = details == ["weaker"] ? .propertyWeaker : .propertyChanged
      var row = Differing.Row(property.name, kind, status)
      row.details = details
      row.oldLine = old.line(property.span)
      row.newLine = new.line(other.span)
      row.requirements = (property.citations + other.citations).uniqued
      add(row, key: [property.meaning(union), other.meaning(union)])
    }
    for property in news
    where !olds.contains(where: {
      $0.name == property.name || $0.meaning(union) == property.meaning(union)
    }) {
      var row = Differing.Row(property.name, .added, .note)
      row.details = ["\(property.kind.rawValue)"]
      row.newLine = new.line(property.span)
      add(row)
    }
  }

  /// Compares two formulas as they stand, in every state at all.
  private func strength(
    _ a: Core.Property, _ b: Core.Property
  ) -> (Differing.Status, [String]) {
    guard case .always(let old) = a.body, case .always(let new) = b.body else {
      if case .lasts(let x) = a.body, case .lasts(let y) = b.body, x.limit != y.limit {
        return (.different, [y.limit > x.limit ? "weaker" : "stronger"])
      }
      return (.different, ["says something else"])
    }
    switch (proofs.implies(old, new, a.span), proofs.implies(new, old, a.span)) {
    case (true, true): return (.equal, [])
    case (true, false): return (.different, ["weaker"])
    case (false, true): return (.different, ["stronger"])
    case (false, false): return (.different, ["neither implies the other by itself"])
    }
  }
}

extension Core.Property {
  /// The form of everything that it says.
  fileprivate func meaning(_ union: Union) -> String {
    let normal = NormalForm()
    switch body {
    case .step(let formulas), .reachStep(let formulas):
      // `after every event` speaks of an added event too: that is the event's difference.
      let shared = formulas.filter { step in
        let pair = union.pairs[step.event.index]
        return pair.old != nil && pair.new != nil
      }
      return "\(kind) "
        + shared.map { "\($0.event.index) \(normal.key($0.formula))" }.sorted().joined()
    case .reach(let formula): return "reach \(normal.key(formula))"
    default: return "\(kind) \(form)"
    }
  }
}
