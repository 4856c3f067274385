import Rulebook
import Semantics

extension Searcher {
  /// Returns the question whether a property can be broken in a scope, as Horn clauses for any
  /// solver that reads them: `sat` if it cannot, `unsat` if it can. Instants are reals there.
  ///
  /// - Returns: nil if the rules have something that cannot be represented: conditions that change
  ///   while time passes, limits of time, formulas about messages.
  package func hornScript(breaking property: Int, in scope: Scope) -> String? {
    let target = Target.violation(property: property)
    let inquiry = Inquiry(rules, [target], in: scope, isUndisturbed: true)
    return try? HornScript(inquiry, scope, property: property).text()
  }
}

/// The rules of one scope as Horn clauses over a relation that holds for the reachable states.
struct HornScript {
  private let slice: Slice
  private let layout: HornLayout
  /// The property by position in the slice.
  private let property: Int
  private let initial: State

  init(_ inquiry: Inquiry, _ scope: Scope, property: Int) throws(NotHorn) {
    slice = inquiry.slice
    layout = HornLayout(slice, scope)
    guard let position = slice.properties.firstIndex(of: property) else { throw NotHorn() }
    self.property = position
    initial = inquiry.evaluator.initialState(counts: scope.fixed)
  }

  func text() throws(NotHorn) -> String {
    var lines = ["(set-logic HORN)"]
    let sorts = layout.cells.map(\.sort).joined(separator: " ")
    lines.append("(declare-fun reachable (\(sorts)) Bool)")
    lines.append(try start())
    if let passage = try passage() { lines.append(passage) }
    for event in slice.events {
      for step in try HornEvents(slice: slice, layout: layout).steps(of: event) {
        guard !step.premises.contains("false") else { continue }
        lines.append(
          clause(
            [reachable] + step.premises + (try assumptions(step.after)), step.chosen,
            "(reachable \(step.after.cells.joined(separator: " ")))"))
        lines += try broken(by: step)
      }
    }
    lines += try brokenStates()
    return (lines + ["(check-sat)", ""]).joined(separator: "\n")
  }

  private var reachable: String {
    "(reachable \(layout.cells.map(\.name).joined(separator: " ")))"
  }

  private func clause(
    _ premises: [String], _ chosen: [HornLayout.Cell], _ conclusion: String
  ) -> String {
    let variables = (layout.cells + chosen).map { "(\($0.name) \($0.sort))" }
    return "(assert (forall (\(variables.joined(separator: " "))) "
      + "(=> \(Horn.all(premises)) \(conclusion))))"
  }

  // MARK: Initial states

  private func start() throws(NotHorn) -> String {
    var premises = ["(= now 0.0)"]
    for count in layout.counts.compactMap(\.self) { premises.append("(= \(name(count)) 0)") }
    for field in slice.fields.sorted() { premises += try start(of: field) }
    for global in slice.globals.sorted() {
      guard let place = layout.globals[global.index] else { throw NotHorn() }
      let declared = slice.rules[global]
      premises += start(declared.type, declared.initial, isThere: true, at: place)
    }
    return clause(premises + (try assumptions(layout.variables)), [], reachable)
  }

  private func start(of field: Core.ID<Core.Field>) throws(NotHorn) -> [String] {
    guard let column = layout.columns[field.index] else { throw NotHorn() }
    let declared = slice.rules[field]
    let isThere = !slice.rules[declared.owner].isIntroduced
    return (0..<layout.caps[declared.owner.index]).flatMap { owner -> [String] in
      let place = layout.place(of: owner, in: column)
      switch (column, declared.kind) {
      case (.value, .value(let type)):
        return start(type, declared.initial, isThere: isThere, at: place)
      case (.set(_, let members), _): return (0..<members).map { "(not \(name(place + $0)))" }
      case (.queue(_, let members), _): return (0..<members).map { "(= \(name(place + $0)) 0)" }
      case (.value, _): return []
      }
    }
  }

  /// Returns the constraints on a value at the start; for an entity that does not exist yet, an
  /// arbitrary constant.
  private func start(
    _ type: Core.ValueType, _ initial: Core.Initial, isThere: Bool, at place: Int
  ) -> [String] {
    let variable = layout.variables.value(at: place, isOptional: type.isOptional)
    if case .value(let literal) = initial { return [variable.equals(HornContext.term(literal))] }
    guard isThere else {
      let zero: Core.Literal =
        type.scalar == .bool ? .bool(false) : .number(0, type.scalar)
      return [variable.equals(HornContext.term(zero))]
    }
    switch type.scalar {
    case .entity(let sort): return ["(<= 0 \(variable.value) \(layout.caps[sort.index] - 1))"]
    case .enumeration(let id):
      return ["(<= 0 \(variable.value) \(slice.rules[id].cases.count - 1))"]
    case .range(let id):
      let range = slice.rules[id]
      let (lower, upper) = (Horn.number(range.lower), Horn.number(range.upper))
      return ["(<= \(lower) \(variable.value) \(upper))"]
    // As in every search: an instant noted before the start counts as noted at the start.
    case .time, .duration: return ["(= \(variable.value) 0.0)"]
    case .bool, .int, .unit: return []
    }
  }

  private func name(_ place: Int) -> String { layout.cells[place].name }

  // MARK: Time, and the question

  /// Returns the clause for the passage of time; nil: no time can pass. Obligations and promptness
  /// limit it; the conditions of these must not change on the way.
  private func passage() throws(NotHorn) -> String? {
    let context = HornContext(layout: layout, here: layout.variables)
    var premises = [reachable, "(> later now)"]
    for property in slice.rules.properties {
      guard case .lasts(let lasting) = property.body else { continue }
      guard property.kind == .prompt, lasting.limit == 0, !lasting.condition.readsNow else {
        throw NotHorn()
      }
      let waits = try context.quantified(.some, lasting.binders[...], nil, lasting.condition)
      premises.append(Horn.not(waits))
    }
    for (index, event) in slice.rules.events.enumerated() {
      guard event.source == .clock, event.due != nil else { continue }
      premises += try obligations(Core.ID(index), event)
    }
    guard !premises.contains("false") else { return nil }
    var after = layout.variables
    after.cells[HornLayout.now] = "later"
    return clause(
      premises + (try assumptions(after)), [HornLayout.Cell(name: "later", sort: "Real")],
      "(reachable \(after.cells.joined(separator: " ")))")
  }

  private func obligations(
    _ id: Core.ID<Core.Event>, _ event: Core.Event
  ) throws(NotHorn) -> [String] {
    guard let due = event.due, !event.guards.contains(where: { $0.condition.readsNow }) else {
      throw NotHorn()
    }
    let events = HornEvents(slice: slice, layout: layout)
    var steps = [HornStep(event: id, after: layout.variables)]
    for parameter in event.parameters { steps = steps.flatMap { events.bind(parameter, $0) } }
    return try steps.mapped { step throws(NotHorn) in
      guard step.chosen.isEmpty else { throw NotHorn() }
      let context = HornContext(
        layout: layout, here: layout.variables, variables: step.variables)
      let guards = try event.guards.mapped { g throws(NotHorn) in try context.truth(g.condition) }
      let holds = Horn.all(step.premises + guards)
      if holds == "false" { return "true" }
      return Horn.implies(holds, "(<= later \(try context.term(due.instant).value))")
    }
  }

  private func assumptions(_ state: HornState) throws(NotHorn) -> [String] {
    let context = HornContext(layout: layout, here: state)
    var found: [String] = []
    for property in slice.rules.properties {
      guard property.kind == .axiom else { continue }
      if case .always(let formula) = property.body { found.append(try context.truth(formula)) }
    }
    return found
  }

  private func broken(by step: HornStep) throws(NotHorn) -> [String] {
    guard case .step(let formulas) = slice.rules.properties[property].body else { return [] }
    var lines: [String] = []
    for formula in formulas where formula.event == step.event {
      let context = HornContext(
        layout: layout, here: step.after, before: layout.variables, variables: step.variables)
      let isBroken = Horn.not(try context.truth(formula.formula))
      lines.append(clause([reachable] + step.premises + [isBroken], step.chosen, "false"))
    }
    return lines
  }

  private func brokenStates() throws(NotHorn) -> [String] {
    switch slice.rules.properties[property].body {
    case .always(let formula):
      let context = HornContext(layout: layout, here: layout.variables)
      return [clause([reachable, Horn.not(try context.truth(formula))], [], "false")]
    case .step: return []
    default: throw NotHorn()
    }
  }
}
