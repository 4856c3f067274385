internal import Diagnostics
internal import Findings
internal import Proof
internal import Rulebook
internal import Search
internal import Semantics

/// The rows of one comparison, as they are found.
struct Work {
  let union: Union
  let old: Comparison.Side
  let new: Comparison.Side
  let sides: BothSides
  let proofs: Proofs
  let runs: Runs
  private(set) var rows: [Differing.Row] = []
  /// How many rules are the same as they stand.
  private(set) var same = 0
  /// For each event the kinds in which it differs, or may.
  private(set) var known: [Int: Set<Differing.Kind>] = [:]

  init(
    union: Union, options: ProofOptions, budget: Searcher.Budget, old: Comparison.Side,
    new: Comparison.Side
  ) {
    self.union = union
    self.old = old
    self.new = new
    sides = BothSides(union)
    proofs = Proofs(union, options)
    runs = Runs(union, budget)
  }

  mutating func add(_ row: Differing.Row, key: [String] = []) {
    var row = row
    row.sha256 = Digest.sha256(
      ([row.subject, row.kind.rawValue] + key).joined(separator: "\n").utf8)
    rows.append(row)
  }

  // MARK: Events

  mutating func compare(_ index: Int) throws(Comparison.Fault) {
    let pair = union.pairs[index]
    parameters(of: pair)
    let probes = union.probes(of: index)
    if probes.isEmpty { same += 1 }
    for probe in probes {
      var row = try row(of: probe, span: pair.old ?? pair.new ?? pair.never)
      row.requirements = ((pair.old?.citations ?? []) + (pair.new?.citations ?? [])).uniqued
      let lines = lines(of: pair, row.kind)
      (row.oldLine, row.newLine) = lines
      if row.status != .equal { known[index, default: []].insert(row.kind) }
      add(row, key: [pair.old.map(form) ?? "", pair.new.map(form) ?? ""])
    }
  }

  private mutating func parameters(of pair: Union.Pair) {
    for (old, new) in pair.renamedParameters {
      var row = Differing.Row("\(pair.name).\(old)", .renamed, .note)
      row.details = ["is called '\(new)' now"]
      add(row)
    }
    for name in pair.addedParameters {
      add(Differing.Row("\(pair.name).\(name)", .added, .note))
    }
    for name in pair.removedParameters {
      add(Differing.Row("\(pair.name).\(name)", .removed, .note))
    }
  }

  /// Proved equal, or with a run, or open.
  private func row(of probe: Probe, span: Core.Event) throws(Comparison.Fault) -> Differing.Row {
    var row = Differing.Row(probe.name, probe.kind, .open)
    if let because = proofs.exclusion(of: probe, span) {
      row.status = .equal
      row.because = because
      return row
    }
    do {
      guard let found = try runs.run(to: probe, span) else { return row }
      let check = RunCheck(sides: sides)
      let judged = try check.judgement(
        found.run.recording, { found.names[$0] }, reached: found.reached, pair: probe.pair)
      guard let judged, shows(judged, probe) else { return row }
      row.status = .different
      row.run = found.run.run
      row.reached = found.reached
      row.details = details(judged, probe)
    } catch let fault as Searcher.Fault {
      row.details = ["the search ended: \(fault.message)"]
    } catch {
      row.details = ["no run can be told"]
    }
    return row
  }

  /// Whether the last step shows what the row says.
  private func shows(_ judgement: BothSides.Judgement, _ probe: Probe) -> Bool {
    guard probe.pair != nil else { return true }
    let (old, new) = judgement.permitted
    switch probe.kind {
    case .newlyPermitted: return new != .bool(false) && old != .bool(true)
    case .noLongerPermitted: return old != .bool(false) && new != .bool(true)
    case .deadline: return judgement.due.map { $0.old != $0.new } ?? false
    case .effect: return judgement.places?.isEmpty == false
    case .message: return !judgement.messages.isEmpty
    default: return true
    }
  }

  private func details(_ judgement: BothSides.Judgement, _ probe: Probe) -> [String] {
    switch probe.kind {
    case .deadline:
      guard case (.number(let old), .number(let new))? = judgement.due else { return [] }
      let by = Instants.duration(abs(new - old))
      return [
        "due \(by) \(new < old ? "earlier" : "later"): "
          + "\(Instants.clock(old)) → \(Instants.clock(new))"
      ]
    case .effect: return ["differs in \((judgement.places ?? []).sorted().joined(separator: ", "))"]
    case .message: return ["differs in \(judgement.messages.sorted().joined(separator: ", "))"]
    default: return []
    }
  }

  private func lines(of pair: Union.Pair, _ kind: Differing.Kind) -> (Int?, Int?) {
    let normal = NormalForm()
    func keys(_ event: Core.Event?) -> Set<String> {
      Set((event?.guards ?? []).map { normal.key($0.condition) } + (event?.updates ?? []).map(form))
    }
    let (a, b) = (keys(pair.old), keys(pair.new))
    func span(_ event: Core.Event, _ others: Set<String>) -> SourceSpan {
      switch kind {
      case .newlyPermitted, .noLongerPermitted:
        event.guards.first { !others.contains(normal.key($0.condition)) }?.span ?? event.span
      case .deadline: event.due?.span ?? event.span
      case .effect, .message:
        event.updates.first { !others.contains(form($0)) }?.span ?? event.span
      default: event.span
      }
    }
    let isPair = pair.old != nil && pair.new != nil
    return (
      pair.old.map { old.line(isPair ? span($0, b) : $0.span) },
      pair.new.map { new.line(isPair ? span($0, a) : $0.span) }
    )
  }

  private func form(_ update: Core.Update) -> String {
    "\(NormalForm().key(update.condition)) \(NormalForm().key(update.action))"
  }

  /// By the names of the old rules: a key that does not depend on where something is declared.
  private var named: NormalForm {
    let rules = union.old
    return NormalForm(names: NormalForm.Names { "\($0.kind) \(rules.name(of: $0))" })
  }

  private func form(_ event: Core.Event) -> String {
    let normal = named
    return [
      normal.key(allOf: event.guards.map(\.condition)),
      normal.key(allOf: event.assumptions.map(\.condition)),
      event.due.map { normal.key($0.instant) } ?? "",
      event.updates.map { normal.key($0.condition) + normal.key($0.action) }.sorted().joined(),
      event.refusal.map(normal.key).sorted().joined(),
    ].joined(separator: "\n")
  }

  // MARK: Vocabulary and starts

  mutating func vocabulary() {
    let matching = union.matching
    for (a, b) in matching.renamed {
      var row = Differing.Row(matching.old.name(of: a), .renamed, .note)
      row.details = ["\(a.kind), is called '\(matching.new.shortName(of: b))' now"]
      add(row, key: [matching.new.name(of: b)])
    }
    for item in matching.old.items where !matching.isMatched(old: item) {
      note(item, matching.old, .removed)
    }
    for item in matching.new.items where !matching.isMatched(new: item) {
      note(item, matching.new, .added)
    }
  }

  private mutating func note(_ item: Item, _ rules: Core.Rules, _ kind: Differing.Kind) {
    if case .event = item { return }
    var row = Differing.Row(rules.name(of: item), kind, .note)
    row.details = [item.kind]
    add(row)
  }

  /// What holds at first, and the bounds of ranges.
  mutating func starts() {
    let normal = NormalForm()
    func compare(_ name: String, _ a: Core.Initial, _ b: Core.Initial) {
      guard normal.key(a) != normal.key(b) else { return }
      var row = Differing.Row(name, .start, .different)
      row.details = ["is \(text(a)) at first, and \(text(b)) in the new rules"]
      add(row, key: [normal.key(a), normal.key(b)])
    }
    for index in union.old.fields.indices where union.compares(field: index) {
      let (a, b) = (union.old.fields[index], union.new.fields[index])
      compare(union.old.name(of: .field(index)), a.initial, b.initial)
    }
    for index in union.old.globals.indices where union.compares(global: index) {
      let (a, b) = (union.old.globals[index], union.new.globals[index])
      compare(a.name, a.initial, b.initial)
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
        add(row, key: [axiom.form])
      }
    }
  }

  private func text(_ initial: Core.Initial) -> String {
    switch initial {
    case .value(let literal): ExpressionText(union.old).text(.literal(literal))
    case .any: "any"
    case .given: "given by the event"
    }
  }

  // MARK: Prompts and properties

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
        same += 1
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
      var row = Differing.Row(property.name, .propertyChanged, .different)
      row.oldLine = old.line(property.span)
      row.newLine = new.line(other.span)
      row.requirements = (property.citations + other.citations).uniqued
      (row.status, row.details) = strength(property, other)
      if row.details == ["weaker"] {
        let (status, details) = (row.status, row.details)
        row = Differing.Row(property.name, .propertyWeaker, status)
        row.oldLine = old.line(property.span)
        row.newLine = new.line(other.span)
        row.requirements = (property.citations + other.citations).uniqued
        row.details = details
      }
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

  /// Whether one formula implies the other, given what is proved of both rulebooks besides.
  private func strength(
    _ a: Core.Property, _ b: Core.Property
  ) -> (Differing.Status, [String]) {
    guard case .always(let old) = a.body, case .always(let new) = b.body else {
      if case .lasts(let x) = a.body, case .lasts(let y) = b.body, x.limit != y.limit {
        return (.different, [y.limit > x.limit ? "weaker" : "stronger"])
      }
      return (.different, ["says something else"])
    }
    func implies(_ first: Core.Expression, _ second: Core.Expression) -> Bool {
      let probe = Probe(
        kind: .propertyChanged, pair: nil, name: a.name, parameters: [],
        condition: [first, .negation(of: second)], side: .old)
      return proofs.exclusion(of: probe, .nothing(a.span), without: [a.name, b.name]) != nil
    }
    switch (implies(old, new), implies(new, old)) {
    case (true, true): return (.equal, [])
    case (true, false): return (.different, ["weaker"])
    case (false, true): return (.different, ["stronger"])
    case (false, false): return (.different, ["incomparable"])
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

extension Core.Event {
  static func nothing(_ span: SourceSpan) -> Core.Event {
    Core.Event(
      name: "", source: .world, parameters: [], results: [], guards: [], assumptions: [], due: nil,
      updates: [], refusal: [], definedness: [], citations: [], span: span)
  }
}

extension Array where Element: Hashable {
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
