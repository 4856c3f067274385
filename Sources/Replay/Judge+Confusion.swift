internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// What happened last to somebody before something was found that has to do with him.
struct Mention: Sendable {
  let finding: Int
  let event: Core.ID<Core.Event>
  let entity: EntityKey
  let line: Int
}

/// A line that is legal but names the wrong one shows as two faults, of each of the two: one is in
/// a state in which he should not be, the other is not where he should be. What the second lacks
/// is then what last happened to the first.
extension Judge {
  /// Faults farther apart than so many lines have nothing to do with each other.
  private static let farthestConfused = 64
  /// So many are remembered at most.
  private static let mostMentions = 256

  /// A line in which somebody was named in place of another.
  struct Confusion {
    let finding: Int
    let line: Int
    let event: Core.ID<Core.Event>
    /// nil: it did not happen.
    let meant: EntityKey?
  }

  /// Remembers what happened last to those with whom the present line's finding has to do.
  mutating func noteMentions(of concerned: [EntityKey]) {
    guard let cause = line.cause, result.findings.indices.contains(cause) else { return }
    for key in Set(concerned).sorted(by: { ($0.sort.index, $0.number) < ($1.sort.index, $1.number) }
    ) {
      for (line, event) in latest(of: key, breaking: result.findings[cause].rule) {
        mentions.append(Mention(finding: cause, event: event, entity: key, line: line))
      }
    }
    mentions.removeFirst(max(0, mentions.count - Self.mostMentions))
  }

  /// The latest lines, not far before the present one, in which something happened to somebody
  /// that changes what a rule reads, the last first; but for what was evidently right, since a
  /// later line about him that needs it was.
  private func latest(
    of key: EntityKey, breaking rule: String
  ) -> [(line: Int, event: Core.ID<Core.Event>)] {
    let read = footprints.read(by: rule)
    var evident: Set<Core.Location> = []
    var found: [(line: Int, event: Core.ID<Core.Event>)] = []
    for number in history.lines(of: Int(key.number), key.sort.index).reversed() {
      guard number < line.place.line, number >= line.place.line - Self.farthestConfused,
        let event = history.event(of: number)
      else { continue }
      let changed = footprints.changed[event].intersection(read)
      if !changed.isSubset(of: evident) { found.append((number, Core.ID(event))) }
      evident.formUnion(footprints.guarded[event])
    }
    return found
  }

  /// The line that explains, if it meant somebody else, both a fault and an earlier one.
  /// - Parameters:
  ///   - record: the present line.
  ///   - rule: which rule is broken.
  ///   - concerned: whom the fault is about.
  ///   - possible: what would explain it, had it happened before.
  func confusion(
    in record: TraceEvent, of rule: String, _ concerned: [EntityKey], _ possible: [Occurrence]
  ) -> Confusion? {
    let earliest = line.place.line - Self.farthestConfused
    // What these lack happened to somebody else.
    for occurrence in possible {
      let named = entities(rules[occurrence.event].parameters, occurrence.arguments)
      for mention in mentions
      where mention.event == occurrence.event && mention.line >= earliest
        && !named.contains(mention.entity)
      {
        guard let meant = named.first(where: { $0.sort == mention.entity.sort }) else { continue }
        return Confusion(
          finding: mention.finding, line: mention.line, event: mention.event, meant: meant)
      }
    }
    // What happened to these somebody else lacks.
    for key in concerned {
      for (line, event) in latest(of: key, breaking: rule) {
        for supposition in supposed
        where supposition.isLegal && supposition.occurrence.event == event
          && result.findings[supposition.finding].line > line
        {
          let named = entities(rules[event].parameters, supposition.occurrence.arguments)
          guard !named.contains(key), let meant = named.first(where: { $0.sort == key.sort })
          else { continue }
          return Confusion(finding: supposition.finding, line: line, event: event, meant: meant)
        }
      }
    }
    // What these do not lack is what is done now.
    let named = entities(record)
    if record.outcome == .ok,
      let mention = mentions.last(where: {
        $0.event == record.event && $0.line >= earliest && named.contains($0.entity)
      })
    {
      return Confusion(
        finding: mention.finding, line: mention.line, event: mention.event, meant: nil)
    }
    return nil
  }

  /// Puts on record that a fault and an earlier one are the same.
  mutating func note(_ confusion: Confusion) {
    mentions.removeAll { $0.finding == confusion.finding }
    supposed.removeAll { $0.finding == confusion.finding }
    let text = "line \(confusion.line), \(rules[confusion.event].name), was taken as "
    guard let meant = confusion.meant else {
      return addRepair(text + "not done", to: confusion.finding)
    }
    let parameter = rules[confusion.event].parameters.first {
      $0.type.scalar == .entity(meant.sort)
    }
    let shown = names.text(.entity(meant.number), .entity(meant.sort))
    addRepair(
      text + "meaning \(parameter.map { "\($0.name) " } ?? "")\(shown)", to: confusion.finding)
  }

  /// Says how an earlier finding is explained, now that more is known.
  mutating func addRepair(_ text: String, to finding: Int) {
    let known = result.findings[finding].repair
    result.findings[finding].repair = known.map { "\($0); \(text)" } ?? text
  }
}
