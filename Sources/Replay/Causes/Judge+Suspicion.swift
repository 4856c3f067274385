internal import Findings
internal import Machine
internal import Rulebook
internal import Semantics
internal import Traces

/// That the state of an entity may be wrong because of what was found.
struct Suspicion: Sendable {
  let finding: Int
  /// The latest line with which something was wrong because of it.
  let line: Int
  /// Whether something happened to the entity that nobody knows; otherwise its state was set right
  /// as well as it could be.
  var isBlind = false
}

/// That something is taken to have happened to an entity at an instant that nobody knows.
struct Undated: Sendable {
  let finding: Int
  let line: Int
  /// What it has set.
  let places: Set<Core.Location>
}

/// What was found may show again in the next line about the same ride, far behind all that was
/// looked at when it was found. So what is wrong with a line follows from an earlier finding if
/// no line about the same entity has been right since: its state has been wrong all the while.
extension Judge {
  /// The finding that a fault of entities follows from, if it is one of order and not of words; or
  /// that what is done to them has no effect that is defined.
  /// - Parameter places: what decides whether it is one, if that is known.
  func causeOfSuspicion(
    _ kind: Finding.Kind, _ concerned: [EntityKey], reading places: Set<Core.Location>? = nil
  ) -> Int? {
    for key in concerned {
      guard let suspicion = aftermath.suspicion(of: key), suspicion.line < line.place.record,
        places?.contains(where: { isInDoubt($0, if: key, among: concerned) }) != false,
        aftermath.unrelated[line.place.record]?.contains(suspicion.finding) != true,
        kind.isAboutOrder || kind == .missed || kind == .unknown
          || suspicion.isBlind && kind == .notification
      else { continue }
      let isCleared = lines(about: key, behind: suspicion.line).contains { number in
        // What needs nothing of the state that is in doubt is right whatever that is.
        guard suspicion.isBlind, suspicion.line >= line.place.record - Self.horizon,
          let event = history.event(of: number)
        else { return true }
        let needed = rules.events[event].guards.map(\.condition).locations
        return !needed.isDisjoint(with: line.places)
      }
      if !isCleared { return suspicion.finding }
    }
    return nil
  }

  /// Whether what these have in a place may be otherwise if the state of one of them is. Who refers
  /// to that one is in no doubt.
  private func isInDoubt(
    _ place: Core.Location, if key: EntityKey, among concerned: [EntityKey]
  ) -> Bool {
    guard case .field(let field) = place, rules[field].owner != key.sort else { return true }
    switch rules[field].kind {
    case .queue(let member), .set(let member): return member == key.sort
    case .value(let type):
      return type.scalar == .entity(key.sort)
        && concerned.contains {
          $0.sort == rules[field].owner
            && world[field, of: Int($0.number)] != .entity(key.number)
        }
    }
  }

  /// The finding because of which an obligation comes early for some of these: nobody knows when
  /// what set its clock has happened, and nothing has set it since.
  func causeOfUndated(_ kind: Finding.Kind, _ rule: String, _ concerned: [EntityKey]) -> Int? {
    guard kind == .early, !aftermath.undated.isEmpty else { return nil }
    let clocks = rules.events.filter { $0.name == rule }.compactMap(\.due?.instant).locations
    for key in concerned {
      guard let undated = aftermath.undated[key], !undated.places.isDisjoint(with: clocks),
        !isSet(clocks, of: key, since: undated.line)
      else { continue }
      return undated.finding
    }
    return nil
  }

  /// The lines about somebody, of those that are known, between a line and the present one.
  func lines(about key: EntityKey, behind line: Int) -> [Int] {
    history.lines(of: Int(key.number), key.sort.index).filter {
      line < $0 && $0 < self.line.place.record
    }
  }

  /// Whether an event that sets one of these has happened to somebody in a line behind that one, as
  /// far as is known: of each only the latest lines are on record, and of all those that any trail
  /// has, however long this one is.
  private func isSet(
    _ clocks: Set<Core.Location>, of key: EntityKey, since line: Int, but rule: String? = nil
  ) -> Bool {
    let setting = Set(
      rules.events.indices.filter {
        rules.events[$0].name != rule && !rules.events[$0].written.isDisjoint(with: clocks)
      })
    let earliest = self.line.place.record - Machine.shortestTrail
    return lines(about: key, behind: line).contains { number in
      history.event(of: number).map(setting.contains) ?? false
    }
      || world.machine?.trailLines(behind: max(line, earliest), doing: setting).contains {
        $0.number < self.line.place.record && places(of: $0).contains { $0.key == key }
      } ?? false
  }

  /// Takes note of those for whom something is taken to have happened before a line, at an instant
  /// that nobody knows.
  mutating func noteUndated(
    _ repair: Repair, before record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>,
    for finding: Int
  ) {
    guard let known = undated(by: repair, before: record, ahead) else { return }
    aftermath.undated.merge(
      undated(known.concerned, by: known.event, in: known.line, for: finding)
    ) { $1 }
  }

  /// What is taken to have happened at an instant that nobody knows, and to whom; nil: nothing.
  private func undated(
    by repair: Repair, before record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>
  ) -> (event: Core.ID<Core.Event>, concerned: [EntityKey], line: Int)? {
    switch repair {
    case .unrecorded(let occurrence, _):
      return (occurrence.event, occurrence.entities(rules), record.place.record)
    case .advanced(let position):
      guard case .line(.event(let other)) = ahead[position] else { return nil }
      return (other.event, entities(other), other.place.record)
    default: return nil
    }
  }

  /// Whether somebody has joined a queue at an instant that nobody knows: then nobody knows behind
  /// whom.
  func leavesOrderOpen(
    _ repair: Repair, before record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>
  ) -> Bool {
    guard let known = undated(by: repair, before: record, ahead) else { return false }
    return rules[known.event].updates.contains { update in
      switch update.action {
      case .append, .move: true
      case .assign, .remove, .add, .notify: false
      }
    }
  }

  /// Of whom it is known that he was not as he was thought to be, but not how he was.
  func leavesOpen(_ repair: Repair) -> Set<EntityKey> {
    if case .corrected = repair { Set(changed(by: repair)) } else { [] }
  }

  /// These, but for who has others standing in his queue, by an event at an instant that nobody
  /// knows.
  func undated(
    _ keys: [EntityKey], by event: Core.ID<Core.Event>, in line: Int, for finding: Int
  ) -> [EntityKey: Undated] {
    let known = Undated(finding: finding, line: line, places: rules[event].written)
    let keys = keys.filter { !hasQueue($0) }
    return Dictionary(keys.map { ($0, known) }) { $1 }
  }

  /// The finding that an obligation came early for some of these, if it is now missed and nothing
  /// has set its clock since but itself: then the clock was wrong, and still is.
  func causeOfClock(_ kind: Finding.Kind, _ rule: String, _ concerned: [EntityKey]) -> Int? {
    guard kind == .missed else { return nil }
    for key in concerned {
      guard let suspicion = aftermath.suspicion(of: key) else { continue }
      let finding = result.findings[suspicion.finding]
      guard finding.kind == .early, finding.rule == rule,
        foundAt[suspicion.finding] >= line.place.record - Self.farthestConfused
      else { continue }
      let read = rules.locations(readBy: rule, kind)
      if !isSet(read, of: key, since: foundAt[suspicion.finding], but: rule) {
        return suspicion.finding
      }
    }
    return nil
  }

  /// Takes note of who is in a state that may be wrong: if something happened that should not
  /// have, or the other way round, those that it is about, but not who has others standing in his
  /// queue, for to them he is as he was; and those whose state was taken to be otherwise. An
  /// obligation that was missed is done for the server: that leaves no doubt.
  mutating func suspect(_ concerned: [EntityKey], changed: [EntityKey] = []) {
    guard let cause = knownCause else { return }
    let suspicion = Suspicion(finding: cause, line: line.place.record)
    if result.findings[cause].kind.isAboutOrder {
      aftermath.suspect(concerned.filter { !hasQueue($0) }, suspicion)
    }
    aftermath.suspect(changed, suspicion)
  }

  /// Takes note of those with whom a line deals that could not be performed: something happened to
  /// them, and nobody knows what.
  mutating func suspect(_ record: TraceEvent, _ finding: Int) {
    aftermath.suspect(
      entities(record).filter { !hasQueue($0) },
      Suspicion(finding: finding, line: line.place.record, isBlind: true))
  }

  /// Whose state a repair takes to be other than it was. A zone whose queue it changes is as it
  /// was for everybody else.
  func changed(by repair: Repair) -> [EntityKey] {
    switch repair {
    case .late(.event(let event, let arguments)):
      return EntityKey.all(rules[event].parameters, arguments).filter {
        rules[$0.sort].isIntroduced
      }
    case .unrecorded(let occurrence, _):
      return occurrence.entities(rules).filter { !hasQueue($0) }
    case .corrected(let correction):
      guard case .field(let field, let owner) = correction.place else { return [] }
      switch (correction.content, rules[field].kind) {
      case (.members(let members), .queue(let sort)), (.members(let members), .set(let sort)):
        let known = world.members(of: field, owner: Int(owner))
        return Set(known).symmetricDifference(members).sorted().map {
          EntityKey(sort: sort, number: $0)
        }
      default: return [EntityKey(sort: rules[field].owner, number: owner)]
      }
    case .revised(let revision): return changed(by: revision)
    case .believed, .granted, .ignored, .born, .happened, .earlier, .hidden, .advanced, .exchanged,
      .meant,
      .late:
      return []
    }
  }
}

extension Finding.Kind {
  /// Whether something happened that should not have, or the other way round.
  var isAboutOrder: Bool {
    switch self {
    case .wronglyAccepted, .forbidden, .wronglyRefused, .early: true
    default: false
    }
  }

  /// The same, or something should have happened and did not.
  var isAboutEvents: Bool { isAboutOrder || self == .missed || self == .tardy }
}
