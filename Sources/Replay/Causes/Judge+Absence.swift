internal import Diagnostics
internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// Somebody whom a refused line would have introduced, had it been accepted as it should.
struct Unborn: Sendable {
  let finding: Int
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
        return Unborn(finding: cause, sort: sort, birth: act.occurrence)
      })
  }

  /// The first of those who were missed that a line may mean by a name that nobody knows: it
  /// names nobody else of a sort of whom the refused line was, it may be the first about him, and
  /// no line behind it introduces him.
  func unborn(
    of sort: Core.ID<Core.Entity>, named name: String, in record: TraceEvent
  ) -> Int? {
    guard !aftermath.unborn.isEmpty, !announced.contains(ExactText(name)) else { return nil }
    let named = entities(record)
    return aftermath.unborn.firstIndex { missed in
      missed.sort == sort
        && missed.birth.entities(rules).allSatisfy { parent in
          named.contains(parent) || !named.contains { $0.sort == parent.sort }
        } && mayBegin(missed, named: name, with: record)
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
  mutating func noteAnnounced(in record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>) {
    announced = []
    guard !aftermath.unborn.isEmpty else { return }
    let close = ahead.prefix(Self.horizon)
    for index in introductions(of: strangers(in: [record]), close) {
      guard case .line(.event(let event)) = close[index] else { continue }
      announced.formUnion(newNames(event).map { ExactText($0.name) })
    }
  }
}
