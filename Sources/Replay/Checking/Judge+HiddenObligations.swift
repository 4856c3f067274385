import Findings
import Rulebook
import Semantics

/// Inference of hidden events, which are never logged. An obligation is inferred when it is due.
extension Judge {
  /// The effort of inference that is allowed in all; for each line, `effortPerLine` is added.
  /// Beyond it the trace is not of this service, or is made to exhaust the checker.
  private static let freeEffort = 1_000_000

  private static let effortPerLine = 1_000

  /// The effort of an event that introduces an entity, which then stays for long.
  private static let effortOfNewcomer = 10

  /// The number of entities that can be copied with the effort of one event. The whole state is
  /// copied if the effect of an event depends on its unknown part.
  private static let copiedAtOnce = 256

  /// The number of inferred events that count as one tried line.
  private static let inferredPerTrial = 8

  var mayInfer: Bool {
    counts.inferred < Self.freeEffort + linesTaken * Self.effortPerLine
  }

  private func effort(of event: Core.ID<Core.Event>) -> Int {
    let copied = world.isOpen(event.index) ? world.entityCount / Self.copiedAtOnce : 0
    return copied + (rules[event].introduces ? Self.effortOfNewcomer : 1)
  }

  func isHidden(_ event: Core.ID<Core.Event>) -> Bool { options.hidden.contains(rules[event].name) }

  /// Performs a hidden obligation.
  /// - Returns: True if its effect is defined.
  @discardableResult
  mutating func inferHidden(_ occurrence: Occurrence) -> Bool {
    let event = rules[occurrence.event]
    let trials = counts.inferred / Self.inferredPerTrial
    counts.inferred += effort(of: occurrence.event)
    if mode == .trial { counts.tried += counts.inferred / Self.inferredPerTrial - trials }
    do {
      world.mark()
      defer { world.unmark() }
      let done = try world.perform(
        occurrence.event, occurrence.arguments, event.untoldResults)
      if mode != .trial { result.inferred[event.name, default: 0] += 1 }
      guard event.introduces else { return true }
      // A later line may name the entity that it introduced.
      expectLine(
        of: InferredStep(
          occurrence: occurrence, results: done.results, notifications: done.notifications,
          isDated: true,
          open: [], lastLine: .max, lastInstant: .max, lastNearLine: .max))
      return true
    } catch {
      report(
        error, rule(occurrence.event),
        about: Subject(variables: event.parameters, values: occurrence.arguments))
      return false
    }
  }
}
