internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Replayer {
  /// Facts: what is not known is learned from them, what is known is held against them.
  mutating func take(_ observation: Observation) {
    if let instant = observation.instant { advance(to: instant, observation.place) }
    for fact in observation.facts {
      switch fact {
      case .global(let id, let recorded):
        let expected = state[id]
        guard let observed = value(recorded, rules[id].type.scalar) else { continue }
        note(
          rules[id].name, expected, observed, rules[id].type.scalar, observation.place)
        state[id] = observed
      case .field(let owner, let readings): take(owner, readings, observation.place)
      }
    }
    clocks = (try? evaluator.clocks(clocks, after: state)) ?? clocks
    checkProperties(observation.place)
  }

  private mutating func take(
    _ owner: String, _ readings: [Observation.Reading], _ place: TracePlace
  ) {
    guard let reading = meant(owner, readings) else {
      report(
        finding(
          .identity, place, rule: "observe", statement: "What is observed is known.",
          entity: "", expected: "one entity of that name; write 'Entity.field' if several have it",
          observed: "a name that means none, or several"))
      return
    }
    let sort = rules[reading.field].owner
    guard case .entity(let index)? = value(.name(owner), .entity(sort)) else { return }
    let name = "\(names.shown(index, sort)).\(rules[reading.field].name)"
    switch (reading.value, rules[reading.field].kind) {
    case (.value(let recorded), .value(let type)):
      guard let observed = value(recorded, type.scalar) else {
        return reportStranger(name, place)
      }
      note(name, state[reading.field, of: Int(index)], observed, type.scalar, place)
      state[reading.field, of: Int(index)] = observed
    case (.members(let recorded), .queue(let element)), (.members(let recorded), .set(let element)):
      var members: [Int32] = []
      for member in recorded {
        guard case .entity(let entity)? = value(.name(member), .entity(element)) else {
          return reportStranger(name, place)
        }
        members.append(entity)
      }
      adopt(members, reading.field, Int(index), element, name, place)
    default: return
    }
  }

  private mutating func adopt(
    _ members: [Int32], _ field: Core.ID<Core.Field>, _ owner: Int,
    _ element: Core.ID<Core.Entity>, _ name: String, _ place: TracePlace
  ) {
    let isQueue = if case .queue = rules[field].kind { true } else { false }
    let expected = state.members(of: field, owner: owner)
    let observed = isQueue ? members : Array(Set(members)).sorted()
    exercise("observation \(rules[field].name)")
    if expected != observed {
      func text(_ list: [Int32]) -> String {
        "[\(list.map { names.shown($0, element) }.joined(separator: ", "))]"
      }
      report(
        finding(
          .observation, place, rule: rules[field].name, requirements: rules[field].citations,
          statement: "What is observed is what the rules give.", entity: name,
          expected: text(expected), observed: text(observed), span: rules[field].span))
    }
    if isQueue {
      state.setQueue(field, owner: owner, to: members)
    } else {
      state.setSet(field, owner: owner, to: members)
    }
  }

  /// The reading that fits the entity: the only one, or the only one whose sort knows the name.
  private func meant(
    _ owner: String, _ readings: [Observation.Reading]
  ) -> Observation.Reading? {
    if readings.count == 1 { return readings[0] }
    let known = readings.filter { names.index(owner, rules[$0.field].owner) != nil }
    return known.count == 1 ? known[0] : nil
  }

  private mutating func note(
    _ name: String, _ expected: Value, _ observed: Value, _ scalar: Core.Scalar,
    _ place: TracePlace
  ) {
    exercise("observation \(name)")
    guard expected != .unknown, expected != observed else { return }
    report(
      finding(
        .observation, place, rule: name.split(separator: ".").last.map(String.init) ?? name,
        statement: "What is observed is what the rules give.", entity: name,
        expected: names.text(expected, scalar), observed: names.text(observed, scalar)))
  }

  private mutating func reportStranger(_ name: String, _ place: TracePlace) {
    report(
      finding(
        .identity, place, rule: "observe", statement: "What is observed is known.", entity: name,
        expected: "a name that was introduced", observed: "a name that no line has introduced"))
  }
}
