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

  /// The lines about somebody, of those that are known, between a line and the present one.
  func lines(about key: EntityKey, behind line: Int) -> [Int] {
    history.lines(of: Int(key.number), key.sort.index).filter {
      line < $0 && $0 < self.line.place.record
    }
  }

  /// Whether somebody has joined a queue at an instant that nobody knows: then nobody knows behind
  /// whom.
  func leavesOrderOpen(
    _ repair: Repair, before record: TraceEvent, _ ahead: Lookahead
  ) -> Bool {
    let event: Core.ID<Core.Event>
    switch repair {
    case .unrecorded(let occurrence, _): event = occurrence.event
    case .advanced(let position):
      guard case .line(.event(let other)) = ahead[position] else { return false }
      event = other.event
    default: return false
    }
    return rules[event].updates.contains { update in
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
}
