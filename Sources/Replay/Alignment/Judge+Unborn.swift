import Basics
import Rulebook
import Semantics
import Traces

/// Creation of missing entities, see ``Unborn``.
extension Judge {
  /// Creates a missing entity as the refused line would have done, with the name by which a later
  /// line calls it.
  /// - Returns: The entity; none if the effect of the line is not defined.
  mutating func bear(_ missed: Unborn, named record: TraceEvent) -> [EntityKey] {
    guard let step = infer(missed.birth, isDated: false) else { return [] }
    // The refused line is its record: none is to come.
    inferred.removeLast()
    let declared = rules[missed.birth.event].results
    let newborn = EntityKey.all(declared.map(\.variable), step.results).first {
      $0.sort == missed.sort
    }
    for (parameter, value) in zip(rules[record.event].parameters, record.arguments) {
      guard let newborn, case .name(let name) = value,
        parameter.type.scalar == .entity(missed.sort),
        names.number(of: name, missed.sort) == nil
      else { continue }
      names.give(name, to: newborn.number, missed.sort)
      break
    }
    return newborn.map { [$0] } ?? []
  }

  /// Notes the entities that a line names and later lines introduce.
  mutating func noteAnnounced(in record: TraceEvent, _ ahead: Lookahead) {
    announced = []
    guard !aftermath.unborn.isEmpty else { return }
    let close = ahead.prefix(Limits.window)
    for index in introductions(of: strangers(in: [record]), close) {
      guard case .line(.event(let event)) = close[index] else { continue }
      announced.formUnion(newNames(event).map { ExactText($0.name) })
    }
  }
}
