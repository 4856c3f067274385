internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// A line that stands in the wrong place among others says what happened, and not when: what it has
/// set may have been set before, or behind, what lines close to it have.
extension Judge {
  /// Takes note of those whom a line deals with that is of an earlier instant than those before it.
  mutating func noteDisplaced(_ act: Act, for finding: Int?) {
    guard let finding, mode == .telling else { return }
    displace(
      act.occurrence.entities(rules), by: act.event, in: line.place.record, for: finding)
  }

  /// Whether a line and the one before it may each have been written with the other's instant: it
  /// is taken to have happened at that, or is the record of what was due just then.
  func isExchanged(_ repair: Repair, _ record: TraceEvent, _ evidence: Evidence) -> Bool {
    switch repair {
    case .earlier: true
    case .believed:
      evidence.fault.map {
        $0.kind == .missed && $0.rule == rules[record.event].name && $0.at == world.now
      } ?? false
    default: false
    }
  }

  /// Takes note of those whom the line before the present one deals with.
  ///
  /// O(entities).
  mutating func noteExchanged() {
    let before = line.place.record - 1
    guard let finding = knownCause, let event = history.event(of: before) else { return }
    let keys = rules.entities.indices.flatMap { sort in
      history.numbers(sort, inLine: before).map {
        EntityKey(sort: Core.ID(sort), number: Int32(clamping: $0))
      }
    }
    displace(keys, by: Core.ID(event), in: before, for: finding)
  }

  private mutating func displace(
    _ keys: [EntityKey], by event: Core.ID<Core.Event>, in line: Int, for finding: Int
  ) {
    aftermath.displaced.merge(undated(keys, by: event, in: line, for: finding)) { $1 }
  }

  /// The finding because of which one of these, with whom a line deals, is farther in front of a
  /// queue than he was thought to be, or his clock runs otherwise; if nothing has set that since.
  func causeOfDisplacement(
    _ kind: Finding.Kind, _ named: [EntityKey], reading places: Set<Core.Location>
  ) -> Int? {
    if aftermath.displaced.isEmpty { return nil }
    let read: Set<Core.Location>
    switch kind {
    case .forbidden, .wronglyAccepted: read = places.filter { queues.contains($0) || isClock($0) }
    case .wronglyRefused: read = places.filter(isClock)
    case .missed, .tardy, .early: read = places
    default: return nil
    }
    for key in named {
      guard let known = aftermath.displaced[key],
        isLeft(known.places.intersection(read), of: key, since: known.line)
      else { continue }
      return known.finding
    }
    return nil
  }

  private func isClock(_ place: Core.Location) -> Bool {
    guard case .field(let field) = place else { return false }
    return isClock(field)
  }

  /// Whether it is known that lines behind one about somebody have left some places as they were.
  func isLeft(_ places: Set<Core.Location>, of key: EntityKey, since line: Int) -> Bool {
    if places.isEmpty { return false }
    // Only the latest lines are known: if one as early as that is, none behind it is missing.
    let earliest = history.lines(of: Int(key.number), key.sort.index).first
    guard let earliest, earliest <= line else { return false }
    return lines(about: key, behind: line).allSatisfy { number in
      guard let event = history.event(of: number) else { return false }
      return rules.events[event].written.isDisjoint(with: places)
    }
  }
}
