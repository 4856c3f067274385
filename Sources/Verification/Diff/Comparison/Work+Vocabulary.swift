import Findings
import Rulebook
import Semantics

extension Work {
  mutating func vocabulary() {
    let matching = union.matching
    var told: Set<String> = []
    for (a, b) in matching.renamed {
      // The values of a field of pairs have one name.
      guard told.insert("\(matching.old.name(of: a)) \(matching.new.name(of: b))").inserted else {
        continue
      }
      var row = Differing.Row(matching.old.name(of: a), .renamed, .note)
      row.details = ["\(a.kind), is called '\(matching.new.statedName(of: b))' now"]
      add(row, key: [matching.new.name(of: b)])
    }
    let pairs = matching.commonPairs
    for item in matching.old.items where !matching.isMatched(old: item) {
      guard !pairs.contains(where: { $0.old.contains(item) }) else { continue }
      note(item, matching.old, .removed)
    }
    for item in matching.new.items where !matching.isMatched(new: item) {
      guard !pairs.contains(where: { $0.new.contains(item) }) else { continue }
      note(item, matching.new, .added)
    }
  }

  private mutating func note(_ item: Item, _ rules: Core.Rules, _ kind: Differing.Kind) {
    if case .event = item { return }
    // A field of pairs is told once, by its first value.
    if case .field(let index) = item, rules.fields[index].pair?.position ?? 0 > 0 { return }
    var row = Differing.Row(rules.name(of: item), kind, .note)
    row.details = [item.kind]
    add(row)
  }

  /// Compares the limits of values in messages that the rules leave open.
  mutating func limits() {
    for (old, new) in zip(union.old.messages, union.new.messages) {
      for (a, b) in zip(old.parameters, new.parameters) where a.limits != b.limits {
        var row = Differing.Row("\(old.name).\(a.name)", .message, .different)
        row.details = ["may be \(text(a)) where it is left open, and \(text(b)) in the new rules"]
        add(row, key: ["\(a.limits as Any)", "\(b.limits as Any)"])
      }
    }
  }

  private func text(_ parameter: Core.MessageParameter) -> String {
    guard let limits = parameter.limits else { return "anything" }
    let names = EntityNames(union.old)
    func value(_ number: Int64) -> String { names.value(.number(number), parameter.type.scalar) }
    if limits.upperBound == .max { return "at least \(value(limits.lowerBound))" }
    if limits.lowerBound == .min { return "at most \(value(limits.upperBound))" }
    return "\(value(limits.lowerBound)) to \(value(limits.upperBound))"
  }

  /// The initial values, and the bounds of ranges.
  mutating func starts() {
    let normal = NormalForm()
    func compare(_ item: Item, _ a: Core.Initial, _ b: Core.Initial) {
      guard normal.key(a) != normal.key(b) else { return }
      var row = Differing.Row(union.old.name(of: item), .start, .different)
      (row.oldLine, row.newLine) = lines(item)
      row.details = ["is \(text(a)) at first, and \(text(b)) in the new rules"]
      add(row, key: [normal.key(a), normal.key(b)])
    }
    for index in union.old.fields.indices where union.compares(field: index) {
      let (a, b) = (union.old.fields[index], union.new.fields[index])
      compare(.field(index), a.initial, b.initial)
    }
    for pairs in union.matching.commonPairs {
      guard case .field(let a)? = pairs.old.first, case .field(let b)? = pairs.new.first,
        let before = union.matching.old.fields[a].pair?.initial,
        let after = union.matching.new.fields[b].pair?.initial
      else { continue }
      let texts = [(before, union.matching.old), (after, union.matching.new)].map {
        ExpressionText($1).text(.literal($0))
      }
      guard texts[0] != texts[1] else { continue }
      var row = Differing.Row(union.matching.old.name(of: .field(a)), .start, .different)
      row.oldLine = old.line(union.matching.old.fields[a].span)
      row.newLine = new.line(union.matching.new.fields[b].span)
      row.details = ["is \(texts[0]) at first, and \(texts[1]) in the new rules"]
      add(row, key: texts)
    }
    for index in union.old.globals.indices where union.compares(global: index) {
      let (a, b) = (union.old.globals[index], union.new.globals[index])
      compare(.global(index), a.initial, b.initial)
    }
    for (index, range) in union.matching.new.ranges.enumerated() {
      guard case .range(let known)? = union.matching.oldItem[.range(index)] else { continue }
      let before = union.matching.old.ranges[known]
      guard before.lower != range.lower || before.upper != range.upper else { continue }
      var row = Differing.Row(before.name, .start, .different)
      row.details = ["\(before.lower)...\(before.upper) → \(range.lower)...\(range.upper)"]
      add(row, key: row.details)
    }
    let axioms = [union.old, union.new].map { rules in
      rules.properties.filter { $0.kind == .axiom }
    }
    let forms = axioms.map { Set($0.map(\.form)) }
    for (side, others) in [(0, 1), (1, 0)] {
      for axiom in axioms[side] where !forms[others].contains(axiom.form) {
        var row = Differing.Row(axiom.name, .start, .different)
        row.details = [side == 0 ? "is taken for granted no more" : "is taken for granted now"]
        if side == 0 {
          row.oldLine = old.line(axiom.span)
        } else {
          row.newLine = new.line(axiom.span)
        }
        add(row, key: [axiom.form])
      }
    }
  }

  /// The lines at which both sides declare a field or a state, given by its old item.
  private func lines(_ item: Item) -> (Int?, Int?) {
    func line(_ item: Item, _ rules: Core.Rules, _ side: Comparison.Side) -> Int? {
      switch item {
      case .field(let index): side.line(rules.fields[index].span)
      case .global(let index): side.line(rules.globals[index].span)
      default: nil
      }
    }
    let matching = union.matching
    let other = matching.oldItem.first { $0.value == item }?.key
    return (line(item, matching.old, old), other.flatMap { line($0, matching.new, new) })
  }

  private func text(_ initial: Core.Initial) -> String {
    switch initial {
    case .value(let literal): ExpressionText(union.old).text(.literal(literal))
    case .any: "any"
    case .given: "given by the event"
    }
  }
}
