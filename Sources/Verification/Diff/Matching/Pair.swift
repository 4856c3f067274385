import Basics
import Rulebook

extension Union.Pair {
  /// - Parameter map: from the vocabulary of the new event.
  init(_ old: Core.Event?, _ new: Core.Event?, _ map: Translation) {
    let oldParameters = old?.parameters ?? []
    let newParameters = new?.parameters.map { map($0) } ?? []
    name = old?.name ?? new?.name ?? ""
    let counterparts = Self.counterparts(oldParameters, newParameters)
    var parameters = oldParameters
    var numbers = counterparts
    for (index, variable) in newParameters.enumerated() where counterparts[index] == nil {
      numbers[index] = parameters.count
      parameters.append(variable)
      if old != nil { addedParameters.append(variable.name) }
    }
    if new != nil {
      let kept = Set(counterparts.compactMap(\.self))
      removedParameters = oldParameters.indices.filter { !kept.contains($0) }.map {
        oldParameters[$0].name
      }
    }
    for (index, known) in counterparts.enumerated() {
      guard let known, oldParameters[known].name != newParameters[index].name else { continue }
      renamedParameters.append((oldParameters[known].name, newParameters[index].name))
    }
    let oldResults = old?.results ?? []
    let newResults =
      new?.results.map { Core.Result(variable: map($0.variable), isNew: $0.isNew) } ?? []
    let resultCounterparts = Self.counterparts(
      oldResults.map(\.variable), newResults.map(\.variable))
    var results = oldResults
    var resultNumbers = resultCounterparts
    for (index, result) in newResults.enumerated() where resultCounterparts[index] == nil {
      resultNumbers[index] = results.count
      results.append(result)
    }
    for (index, known) in resultCounterparts.enumerated() {
      if let known, oldResults[known].variable.name != newResults[index].variable.name {
        renamedParameters.append((oldResults[known].variable.name, newResults[index].variable.name))
      }
    }
    func numbered(_ variable: Core.Variable, _ id: Int) -> Core.Variable {
      Core.Variable(id: id, name: variable.name, type: variable.type)
    }
    let shared = parameters.enumerated().map { numbered($1, $0) }
    let first = shared.count
    let sharedResults = results.enumerated().map {
      Core.Result(variable: numbered($1.variable, first + $0), isNew: $1.isNew)
    }
    self.parameters = shared
    self.results = sharedResults
    for (index, variable) in oldParameters.enumerated() {
      oldVariables[variable.id] = .variable(shared[index])
    }
    for (index, result) in oldResults.enumerated() {
      oldVariables[result.variable.id] = .variable(sharedResults[index].variable)
    }
    for (index, variable) in newParameters.enumerated() {
      newVariables[variable.id] = .variable(shared[numbers[index] ?? index])
    }
    for (index, result) in newResults.enumerated() {
      newVariables[result.variable.id] = .variable(
        sharedResults[resultNumbers[index] ?? index].variable)
    }
    for each in (old?.updates ?? []).compactMap(\.each) {
      oldVariables[each.variable.id] = .variable(numbered(each.variable, placeholder))
    }
    for each in (new?.updates ?? []).compactMap(\.each) {
      newVariables[each.variable.id] = .variable(numbered(map(each.variable), placeholder))
    }
    self.old = old.map { renamed($0, .identity, oldForm) }
    self.new = new.map { event in
      renamed(event, map) { newForm(map($0)) }
    }
  }

  /// The id of the variable of every `each`: bound variables have greater ones.
  private var placeholder: Int { parameters.count + results.count }

  func oldForm(_ e: Core.Expression) -> Core.Expression { form(e, oldVariables) }
  func newForm(_ e: Core.Expression) -> Core.Expression { form(e, newVariables) }

  private func form(
    _ e: Core.Expression, _ variables: [Int: Core.Expression]
  ) -> Core.Expression {
    var next = placeholder
    return e.instantiated(variables, era: .here) {
      next += 1
      return next
    }
  }

  /// The event over the variables of both.
  private func renamed(
    _ event: Core.Event, _ map: Translation, _ change: (Core.Expression) -> Core.Expression
  ) -> Core.Event {
    var renamed = event
    (renamed.name, renamed.parameters, renamed.results) = (name, parameters, results)
    for (index, old) in event.guards.enumerated() {
      renamed.guards[index].condition = change(old.condition)
    }
    for (index, old) in event.assumptions.enumerated() {
      renamed.assumptions[index].condition = change(old.condition)
    }
    if let due = event.due { renamed.due?.instant = change(due.instant) }
    for (index, old) in event.updates.enumerated() {
      renamed.updates[index].each = old.each.map { map($0, change) }
      renamed.updates[index].condition = change(old.condition)
      renamed.updates[index].action = map(old.action, change)
    }
    renamed.refusal = event.refusal.map { map($0, change) }
    for (index, old) in event.definedness.enumerated() {
      renamed.definedness[index].condition = change(old.condition)
      renamed.definedness[index].fact = change(old.fact)
    }
    return renamed
  }

  /// The event as the rules have it that do not know it: never.
  var never: Core.Event {
    let known = old ?? new
    return Core.Event(
      name: name, source: known?.source ?? .system, parameters: parameters, results: [],
      guards: [
        Core.Guard(
          condition: .false, citations: [], text: "never", span: known?.span ?? SourceSpan(0, 0))
      ],
      assumptions: [],
      due: known?.due.map {
        Core.Due(instant: .now, citations: [], text: "never", span: $0.span)
      }, updates: [], refusal: [], definedness: [], citations: [],
      span: known?.span ?? SourceSpan(0, 0))
  }

  /// Returns the position of the old variable for each new one: by name and type, then by order
  /// among the rest of one type, if as many are left on both sides.
  private static func counterparts(
    _ old: [Core.Variable], _ new: [Core.Variable]
  ) -> [Int?] {
    var free = Set(old.indices)
    var found: [Int?] = new.map { variable in
      let known = old.indices.first {
        old[$0].name == variable.name && old[$0].type == variable.type
      }
      if let known { free.remove(known) }
      return known
    }
    for index in new.indices where found[index] == nil {
      let type = new[index].type
      let left = free.filter { old[$0].type == type }.sorted()
      let wanted = new.indices.filter { found[$0] == nil && new[$0].type == type }
      guard left.count == wanted.count, let first = left.first else { continue }
      found[index] = first
      free.remove(first)
    }
    return found
  }
}

extension Core.Field {
  func with(
    owner: Core.ID<Core.Entity>, kind: Core.FieldKind, _ initial: Core.Initial,
    name: String? = nil, isGhost: Bool? = nil, pair: Core.PairPart? = nil
  ) -> Core.Field {
    Core.Field(
      owner: owner, name: name ?? self.name, kind: kind, initial: initial,
      isGhost: isGhost ?? self.isGhost,
      citations: citations, span: span, pair: pair ?? self.pair)
  }

  /// The field with an unknown initial value.
  var open: Core.Field {
    if case .value = kind { with(owner: owner, kind: kind, .any) } else { self }
  }
}

extension Core.Global {
  func with(
    _ type: Core.ValueType, _ initial: Core.Initial, name: String? = nil
  ) -> Core.Global {
    Core.Global(
      name: name ?? self.name, type: type, initial: initial, isGhost: isGhost, citations: citations,
      span: span)
  }

  var open: Core.Global { with(type, .any) }
}

extension Core.Property {
  /// The property with its formulas changed; those about steps by their event too.
  func translated(
    _ change: (Core.Expression) -> Core.Expression,
    events: (Int, Core.Expression) -> (Int, Core.Expression)
  ) -> Core.Property {
    func step(_ step: Core.StepFormula) -> Core.StepFormula {
      let (event, formula) = events(step.event.index, change(step.formula))
      return Core.StepFormula(event: Core.ID(event), formula: formula)
    }
    // Binders are translated as those of a formula.
    func bound(_ binders: [Core.Binder], _ condition: Core.Expression) -> (
      [Core.Binder], Core.Expression
    ) {
      guard !binders.isEmpty,
        case .quantified(_, let others, _, let body) = change(
          .quantified(.some, binders, condition: nil, body: condition))
      else { return (binders, change(condition)) }
      return (others, body)
    }
    var translated = self
    translated.body = body.mapping(formula: change, bound: bound, step: step)
    return translated
  }
}
