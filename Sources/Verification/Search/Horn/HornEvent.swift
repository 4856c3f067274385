import Rulebook

/// A case of an event: with given entities, and with any other values.
struct HornStep {
  let event: Core.ID<Core.Event>
  /// The variables of the clause besides the state: the chosen values.
  var chosen: [HornLayout.Cell] = []
  /// The conditions on the state before, and on the chosen values.
  var premises: [String] = []
  var variables: [Int: HornTerm] = [:]
  var after: HornState
}

/// The steps of the events of a slice.
struct HornEvents {
  let slice: Slice
  let layout: HornLayout

  /// Returns every case of the event.
  func steps(of id: Core.ID<Core.Event>) throws(NotHorn) -> [HornStep] {
    let event = slice.rules[id]
    var steps = [HornStep(event: id, after: layout.variables)]
    for parameter in event.parameters { steps = try steps.flatMapped { bind(parameter, $0) } }
    for result in event.results {
      steps = try steps.flatMapped { s throws(NotHorn) in
        result.isNew ? try introduce(result.variable, s) : bind(result.variable, s)
      }
    }
    return try steps.mapped { s throws(NotHorn) in try performed(event, s) }
  }

  /// Returns the same step with each entity that the variable may stand for, or with a chosen
  /// value.
  func bind(_ variable: Core.Variable, _ step: HornStep) -> [HornStep] {
    let type = variable.type
    if case .entity(let sort) = type.scalar {
      let context = HornContext(layout: layout, here: layout.variables)
      var bound = (0..<layout.caps[sort.index]).map { entity in
        var next = step
        next.variables[variable.id] = HornTerm("\(entity)")
        next.premises.append(context.exists(entity, of: sort, context.here))
        return next
      }
      if type.isOptional {
        var none = step
        none.variables[variable.id] = HornTerm.none
        bound.append(none)
      }
      return bound
    }
    var next = step
    let name = "chosen\(variable.id)"
    next.variables[variable.id] = choose(type, name, &next)
    return [next]
  }

  /// Adds a variable of the clause for a value of the type.
  private func choose(
    _ type: Core.ValueType, _ name: String, _ step: inout HornStep
  ) -> HornTerm {
    step.chosen.append(HornLayout.Cell(name: name, sort: Horn.sort(of: type.scalar)))
    switch type.scalar {
    case .range(let id):
      let range = slice.rules[id]
      step.premises.append(
        "(<= \(Horn.number(range.lower)) \(name) \(Horn.number(range.upper)))")
    case .enumeration(let id):
      step.premises.append("(<= 0 \(name) \(slice.rules[id].cases.count - 1))")
    case .entity(let sort): step.premises.append("(<= 0 \(name) \(layout.caps[sort.index] - 1))")
    case .bool, .int, .time, .duration, .unit: break
    }
    guard type.isOptional else { return HornTerm(name) }
    step.chosen.append(HornLayout.Cell(name: "none.\(name)", sort: "Bool"))
    return HornTerm(name, isNone: "none.\(name)")
  }

  /// Introduces the next entity of a sort, with the first values of its fields.
  private func introduce(
    _ variable: Core.Variable, _ step: HornStep
  ) throws(NotHorn) -> [HornStep] {
    guard case .entity(let sort) = variable.type.scalar, let count = layout.counts[sort.index],
      step.after.cells[count] == layout.cells[count].name
    else { throw NotHorn() }
    return (0..<layout.caps[sort.index]).map { entity in
      var next = step
      next.variables[variable.id] = HornTerm("\(entity)")
      next.premises.append(Horn.equal(layout.cells[count].name, "\(entity)"))
      next.after.cells[count] = "\(entity + 1)"
      for field in slice.rules[sort].fields {
        guard case .value(_, let isOptional)? = layout.columns[field.index],
          let column = layout.columns[field.index],
          case .value(let type) = slice.rules[field].kind
        else { continue }
        let initial: HornTerm
        if case .value(let literal) = slice.rules[field].initial {
          initial = HornContext.term(literal)
        } else {
          initial = choose(type, "open\(field.index).\(entity)", &next)
        }
        next.after.set(initial, at: layout.place(of: entity, in: column), isOptional: isOptional)
      }
      return next
    }
  }

  /// Adds the conditions of the guards and the writes of the updates.
  private func performed(_ event: Core.Event, _ step: HornStep) throws(NotHorn) -> HornStep {
    var step = step
    let context = HornContext(
      layout: layout, here: layout.variables, variables: step.variables)
    for part in event.guards.map(\.condition) + event.assumptions.map(\.condition) {
      step.premises.append(try context.truth(part))
    }
    if let due = event.due {
      step.premises.append("(<= \(try context.term(due.instant).value) now)")
    }
    guard !step.premises.contains("false") else { return step }
    var writes = HornWrites(layout: layout, context: context, after: step.after)
    try writes.perform(event.updates)
    step.after = writes.after
    return step
  }
}

extension Array {
  fileprivate func flatMapped<Result>(
    _ transform: (Element) throws(NotHorn) -> [Result]
  ) throws(NotHorn) -> [Result] {
    try mapped(transform).flatMap(\.self)
  }
}
