import Rulebook

extension Core.Rules {
  /// Everything that a rulebook may consist of. The switches below tell when this is no longer
  /// complete.
  static let allConstructs = [
    "literal", "variable", "now", "field", "field before", "global", "global before", "is none",
    "certain", "not", "and", "or", "equal", "less", "at most", "sum", "difference", "product",
    "quotient up", "quotient down", "conditional", "all", "some", "at least", "in", "ahead",
    "first", "last",
    "best", "notified", "assign field", "assign global", "append", "move", "remove", "add",
    "notify", "always", "step", "reach", "reach step", "bounded", "prompt", "measure", "value",
    "queue", "set", "ghost", "any at the start", "input", "system", "clock", "world", "new",
    "chosen result", "assumption", "lemma", "refusal", "definedness", "each",
  ]

  var constructs: Set<String> {
    var used: Set<String> = []
    for field in fields {
      switch field.kind {
      case .value: used.insert("value")
      case .queue: used.insert("queue")
      case .set: used.insert("set")
      }
      if field.isGhost { used.insert("ghost") }
      if case .any = field.initial { used.insert("any at the start") }
    }
    for event in events { used.formUnion(event.constructs) }
    for property in properties { used.formUnion(property.constructs) }
    return used
  }
}

extension Core.Event {
  fileprivate var constructs: Set<String> {
    var used: Set<String> = []
    switch source {
    case .input: used.insert("input")
    case .system: used.insert("system")
    case .clock: used.insert("clock")
    case .world: used.insert("world")
    }
    for result in results { used.insert(result.isNew ? "new" : "chosen result") }
    if !assumptions.isEmpty { used.insert("assumption") }
    if !refusal.isEmpty { used.insert("refusal") }
    if !definedness.isEmpty { used.insert("definedness") }
    var expressions = guards.map(\.condition) + assumptions.map(\.condition)
    expressions += due.map { [$0.instant] } ?? []
    for update in updates {
      expressions.append(update.condition)
      if update.each != nil { used.insert("each") }
      switch update.action {
      case .assign(.field(_, let owner), let value):
        used.insert("assign field")
        expressions += [owner, value]
      case .assign(.global, let value):
        used.insert("assign global")
        expressions.append(value)
      case .append(let member, let collection):
        used.insert("append")
        expressions += [member, collection.owner]
      case .move(let member, let collection):
        used.insert("move")
        expressions += [member, collection.owner]
      case .remove(let member, let collection):
        used.insert("remove")
        expressions += [member, collection.owner]
      case .add(let member, let collection):
        used.insert("add")
        expressions += [member, collection.owner]
      case .notify(let notification):
        used.insert("notify")
        expressions += [notification.recipient] + notification.arguments.compactMap(\.self)
      }
    }
    return expressions.reduce(into: used) { $0.formUnion($1.constructs) }
  }
}

extension Core.Property {
  fileprivate var constructs: Set<String> {
    var used: Set<String> = []
    var expressions: [Core.Expression] = []
    switch body {
    case .always(let formula):
      used.insert("always")
      expressions = [formula]
    case .reach(let formula):
      used.insert("reach")
      expressions = [formula]
    case .step(let formulas):
      used.insert("step")
      expressions = formulas.map(\.formula)
    case .reachStep(let formulas):
      used.insert("reach step")
      expressions = formulas.map(\.formula)
    case .lasts(let lasting):
      used.insert(kind == .prompt ? "prompt" : "bounded")
      expressions = [lasting.condition]
    case .measure(_, let condition):
      used.insert("measure")
      expressions = [condition]
    }
    switch kind {
    case .lemma: used.insert("lemma")
    case .axiom: used.insert("\(kind) about states")
    case .invariant, .step, .reach, .bounded, .prompt, .measure: break
    }
    return expressions.reduce(into: used) { $0.formUnion($1.constructs) }
  }
}

extension Core.Expression {
  fileprivate var constructs: Set<String> {
    children.reduce(into: [construct]) { $0.formUnion($1.constructs) }
  }

  private var construct: String {
    switch self {
    case .literal: "literal"
    case .variable: "variable"
    case .now: "now"
    case .field(_, _, let era): era == .before ? "field before" : "field"
    case .global(_, let era): era == .before ? "global before" : "global"
    case .isNone: "is none"
    case .certain: "certain"
    case .not: "not"
    case .and: "and"
    case .or: "or"
    case .equal: "equal"
    case .less: "less"
    case .atMost: "at most"
    case .sum: "sum"
    case .difference: "difference"
    case .product: "product"
    case .quotient(_, _, .up, _): "quotient up"
    case .quotient(_, _, .down, _): "quotient down"
    case .conditional: "conditional"
    case .quantified(.all, _, _, _): "all"
    case .quantified(.some, _, _, _): "some"
    case .quantified(.atLeast, _, _, _): "at least"
    case .member: "in"
    case .ahead: "ahead"
    case .extreme(let extreme):
      switch extreme.kind {
      case .first: "first"
      case .last: "last"
      case .best: "best"
      }
    case .notified: "notified"
    }
  }
}
