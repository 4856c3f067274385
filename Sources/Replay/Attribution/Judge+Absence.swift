import Basics
import Findings
import Rulebook
import Semantics
import Traces

/// A missing entity: a refused line would have introduced it, had it been accepted as it should.
struct Unborn: Hashable, Sendable {
  var finding: Int
  var sort: Core.ID<Core.Entity>
  /// The event of the refused line, with its arguments.
  var birth: Occurrence
}

/// Creation of missing entities. A refused line introduces no entity by name. If it was wrongly
/// refused, a later line may name an unknown entity: that follows from the refusal.
extension Judge {
  /// Notes the entities that a wrongly refused line would have introduced.
  mutating func miss(_ act: Act) {
    guard mode == .telling, let cause = knownCause,
      findings[cause].kind == .wronglyRefused
    else { return }
    let rule = rules[act.event]
    aftermath.miss(
      rule.results.filter(\.isNew).compactMap { result in
        guard case .entity(let sort) = result.variable.type.scalar else { return nil }
        return Unborn(finding: cause, sort: sort, birth: act.occurrence)
      })
  }

  /// Returns the first missing entity that a line may mean by an unknown name. The line names no
  /// other entity of a sort that the refused line names; unless it is refused itself, it may be the
  /// first line about the entity; and no later line introduces that name.
  func unborn(
    of sort: Core.ID<Core.Entity>, named name: String, in record: TraceEvent
  ) -> Unborn? {
    guard !aftermath.unborn.isEmpty, !announced.contains(ExactText(name)) else { return nil }
    let named = entities(record)
    return aftermath.unborn.first { missed in
      missed.sort == sort
        && (record.outcome == .refused
          || missed.birth.entities(rules).allSatisfy { parent in
            named.contains(parent) || !named.contains { $0.sort == parent.sort }
          })
        && mayBegin(missed, named: name, with: record)
    }
  }

  /// Returns true if the rules would allow a line as the first one about a missing entity, had that
  /// been created. O(state).
  private func mayBegin(
    _ missed: Unborn, named name: String, with record: TraceEvent
  ) -> Bool {
    let rule = rules[missed.birth.event]
    guard record.outcome == .ok,
      let step = try? evaluator.fire(
        missed.birth.event, missed.birth.arguments, results: rule.untoldResults, in: world.state),
      let place = rule.results.firstIndex(where: {
        $0.isNew && $0.variable.type.scalar == .entity(missed.sort)
      })
    else { return true }
    var arguments: [Value] = []
    for (parameter, value) in zip(rules[record.event].parameters, record.arguments) {
      if case .name(let other) = value, ExactText(other) == ExactText(name) {
        arguments.append(step.results[place])
      } else if let value = known(value, parameter.type.scalar) {
        arguments.append(value)
      } else {
        return true
      }
    }
    if case .forbidden = evaluator.legality(of: record.event, arguments, in: step.after) {
      return false
    }
    return true
  }
}
