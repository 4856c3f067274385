internal import Diagnostics
internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// Somebody whom a refused line would have introduced, had it been accepted as it should.
struct Unborn: Hashable, Sendable {
  let finding: Int
  /// When that would have been.
  let instant: Int64
  let sort: Core.ID<Core.Entity>
  /// What the line said.
  let birth: Occurrence
}

/// A line that says that it was refused introduces nobody by name. If in truth it was accepted,
/// a later line names somebody of whom nobody knows: that follows from the refusal.
extension Judge {
  /// Takes note of whom a line that was wrongly refused would have introduced.
  mutating func miss(_ act: Act) {
    guard mode == .telling, let cause = knownCause,
      result.findings[cause].kind == .wronglyRefused
    else { return }
    let rule = rules[act.event]
    aftermath.miss(
      rule.results.filter(\.isNew).compactMap { result in
        guard case .entity(let sort) = result.variable.type.scalar else { return nil }
        return Unborn(finding: cause, instant: world.now, sort: sort, birth: act.occurrence)
      })
  }

  /// Has somebody come to be as a refused line would have had it, at its instant, under the name by
  /// which a later line calls him.
  /// - Returns: He; none if it is not defined what would have happened.
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

  /// The first of those who were missed that a line may mean by a name that nobody knows: it
  /// names nobody else of a sort of whom the refused line was, unless it is refused itself, it may
  /// be the first about him, and no line behind it introduces him.
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

  /// Whether a line may be the first about somebody, had he come to be: the rules do not forbid it
  /// then. O(state).
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

  /// Takes note of whom lines behind a line introduce that it names already.
  mutating func noteAnnounced(in record: TraceEvent, _ ahead: Lookahead) {
    announced = []
    guard !aftermath.unborn.isEmpty else { return }
    let close = ahead.prefix(Self.horizon)
    for index in introductions(of: strangers(in: [record]), close) {
      guard case .line(.event(let event)) = close[index] else { continue }
      announced.formUnion(newNames(event).map { ExactText($0.name) })
    }
  }
}
