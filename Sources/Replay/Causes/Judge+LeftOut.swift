internal import Rulebook
internal import Semantics
internal import Traces

/// What a line said that was taken not to have happened.
struct LeftOut: Sendable {
  let finding: Int
  let line: Int
  let occurrence: Occurrence
}

/// A line that is wrong of whom it names, and was left out, may have meant somebody of whom no line
/// tells anything for long. Then a later fault lacks just what it said, but of him.
extension Judge {
  /// Nobody of whom anything is to be told is away for more lines.
  private static let longestAbsence = 50_000

  /// Takes note of what a line said, if it is left out.
  mutating func noteLeftOut(_ record: TraceEvent, by repair: Repair) {
    guard case .ignored = repair, record.outcome == .ok, let cause = knownCause,
      let arguments = knownArguments(of: record)
    else { return }
    aftermath.leaveOut(
      LeftOut(
        finding: cause, line: record.place.record,
        occurrence: Occurrence(event: record.event, arguments: arguments)))
  }

  /// The line that was left out and said what is lacking now of somebody else, if nothing is known
  /// since then of whom it meant.
  /// - Parameter possible: what would explain a fault, had it happened before.
  func leftOut(meaning possible: [Occurrence]) -> Confusion? {
    for occurrence in possible {
      for known in aftermath.leftOut where known.line >= line.place.record - Self.longestAbsence {
        guard let meant = occurrence.difference(from: known.occurrence, rules),
          isUntouched(meant, since: known.line)
        else { continue }
        return Confusion(
          finding: known.finding, line: known.line, event: occurrence.event, meant: meant)
      }
    }
    return nil
  }

  /// Whether no line between a line and the present one is about somebody.
  private func isUntouched(_ key: EntityKey, since place: Int) -> Bool {
    lines(about: key, behind: place).isEmpty
  }
}

extension Occurrence {
  /// Whom it names in place of another, if that is all in which it differs.
  fileprivate func difference(from other: Occurrence, _ rules: Core.Rules) -> EntityKey? {
    guard event == other.event else { return nil }
    let places = arguments.indices.filter { arguments[$0] != other.arguments[$0] }
    guard places.count == 1, case .entity(let number) = arguments[places[0]],
      case .entity(let sort) = rules[event].parameters[places[0]].type.scalar
    else { return nil }
    return EntityKey(sort: sort, number: number)
  }
}
