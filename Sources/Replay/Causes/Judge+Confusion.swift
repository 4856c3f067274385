internal import Findings
internal import Machine
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
  static let farthestConfused = 64

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
    guard let cause = knownCause else { return }
    let finding = result.findings[cause]
    let read = rules.locations(readBy: finding.rule, finding.kind)
    aftermath.mention(
      Set(concerned).sorted().flatMap { key in
        latest(of: key, changing: read).map { line, event in
          Mention(finding: cause, event: event, entity: key, line: line)
        }
      })
  }

  /// The latest lines, not far before the present one, in which something happened to somebody
  /// that changes some of these places, the last first; but for what was evidently right, since a
  /// later line about him that needs it was.
  private func latest(
    of key: EntityKey, changing read: Set<Core.Location>
  ) -> [(line: Int, event: Core.ID<Core.Event>)] {
    var evident: Set<Core.Location> = []
    var found: [(line: Int, event: Core.ID<Core.Event>)] = []
    for number in history.lines(of: Int(key.number), key.sort.index).reversed() {
      guard number < line.place.record, number >= line.place.record - Self.farthestConfused,
        let known = history.event(of: number)
      else { continue }
      let event = Core.ID<Core.Event>(known)
      let changed = rules[event].written.intersection(read)
      if !changed.isSubset(of: evident) { found.append((number, event)) }
      evident.formUnion(rules[event].guards.map(\.condition).locations)
    }
    return found
  }

  /// The line that explains, if it meant somebody else, both a fault and an earlier one.
  /// - Parameters:
  ///   - record: the present line.
  ///   - evidence: what is wrong with it.
  ///   - possible: what would explain it, had it happened before.
  func confusion(
    in record: TraceEvent, _ evidence: Evidence, _ possible: [Occurrence]
  ) -> Confusion? {
    guard let fault = evidence.fault, fault.kind.isAboutEvents || fault.kind == .notification
    else { return nil }
    let earliest = line.place.record - Self.farthestConfused
    let read = evidence.line.places
    // What these lack happened to somebody else.
    for occurrence in possible {
      let named = occurrence.entities(rules)
      for mention in aftermath.mentions
      where mention.event == occurrence.event && mention.line >= earliest
        && !named.contains(mention.entity)
      {
        guard let meant = named.first(where: { $0.sort == mention.entity.sort }),
          mayName(named, but: meant, in: mention.line)
        else { continue }
        return Confusion(
          finding: mention.finding, line: mention.line, event: mention.event, meant: meant)
      }
    }
    // What these lack a line that was left out said of somebody else.
    if let confusion = leftOut(meaning: possible) { return confusion }
    // What happened to these somebody else lacks.
    if let rival = rival(of: evidence.line.blamed, reading: read) {
      return Confusion(
        finding: rival.finding, line: rival.line, event: rival.occurrence.event,
        meant: rival.meant)
    }
    // What these lack undoes what happened to them.
    for occurrence in possible {
      let restored = rules[occurrence.event].written.intersection(read)
      let named = occurrence.entities(rules)
      if let mention = aftermath.mentions.last(where: {
        $0.line >= earliest && named.contains($0.entity) && !hasQueue($0.entity)
          && isLasting($0.event, $0.line, $0.entity, restored)
      }) {
        return Confusion(
          finding: mention.finding, line: mention.line, event: mention.event, meant: nil)
      }
    }
    return nil
  }

  /// Whether a line is about all of these but one, in whose place it names another: who is named
  /// wrongly in one place is named rightly in the others.
  func mayName(_ named: [EntityKey], but meant: EntityKey, in line: Int) -> Bool {
    named.allSatisfy { $0 == meant || isAbout($0, line: line) != false }
  }

  /// Whether a line is about somebody; nil: that is not known any more.
  func isAbout(_ key: EntityKey, line: Int) -> Bool? {
    if let known = history.isAbout(Int(key.number), key.sort.index, line: line) { return known }
    guard let machine = world.machine else { return nil }
    // Who is in many lines is on record for few of them; of what was done lately all is known.
    return (0..<machine.trailLength).reversed().lazy.map { machine.trailLine($0) }
      .first { $0.number <= line }
      .flatMap { known in
        known.number == line ? places(of: known).contains { $0.key == key } : nil
      }
  }

  /// Whether of what an event made of somebody some of these is as it was made then, as far as the
  /// lines about him are known.
  /// - Parameter unlessNeeded: but for what was evidently right, since a later line about him that
  ///   needs it was.
  func isLasting(
    _ event: Core.ID<Core.Event>, _ place: Int, _ key: EntityKey,
    _ locations: Set<Core.Location>, unlessNeeded: Bool = false
  ) -> Bool {
    var lasting = rules[event].written.intersection(locations)
    for number in lines(about: key, behind: place) {
      guard let known = history.event(of: number) else { continue }
      lasting.subtract(rules.events[known].written)
      if unlessNeeded {
        lasting.subtract(rules.events[known].guards.map(\.condition).locations)
      }
    }
    return !lasting.isEmpty
  }

  /// Puts on record that a fault and an earlier one are the same.
  mutating func note(_ confusion: Confusion) {
    aftermath.settle(confusion.finding)
    let place = history.lineNumbers.place(of: confusion.line)
    let text =
      "\(place?.place ?? "a line long before"), \(rules[confusion.event].name), was taken as "
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
