import Findings
import Rulebook
import Semantics
import Traces

/// A taint: the state of an entity may be wrong because of a finding.
struct Suspicion: Sendable {
  var finding: Int
  /// The latest line with which something was wrong because of it.
  var line: Int
  /// True if an unknown event happened to the entity; false: its state was corrected as well as
  /// possible.
  var isBlind = false
  /// The places whose content may be wrong; nil: any.
  var places: Set<Core.Location>?
}

/// Tainted entities. A fault may show again in the next line about the same ride, far behind the
/// lookahead window. So the fault of a line follows from an earlier finding if no line about the
/// same entity has been right since: its state has been wrong all the while.
extension Judge {
  /// Returns the finding from which a fault of entities follows. The fault must concern legality or
  /// an undefined effect, or, after an unknown event, messages.
  /// - Parameter places: The places that decide whether there is a fault, if they are known.
  func causeOfSuspicion(
    _ kind: Finding.Kind, _ concerned: [EntityKey], reading places: Set<Core.Location>? = nil
  ) -> Int? {
    for key in concerned {
      for suspicion in aftermath.suspicions(of: key).reversed()
      where isCause(suspicion, of: kind, key, concerned, reading: places) {
        return suspicion.finding
      }
    }
    return nil
  }

  private func isCause(
    _ suspicion: Suspicion, of kind: Finding.Kind, _ key: EntityKey, _ concerned: [EntityKey],
    reading places: Set<Core.Location>?
  ) -> Bool {
    guard suspicion.line < line.place.record,
      places?.contains(where: { place in
        suspicion.places?.contains(place) != false && isInDoubt(place, if: key, among: concerned)
      }) != false,
      aftermath.unrelated[line.place.record]?.contains(suspicion.finding) != true,
      kind.isAboutOrder || kind == .missed || kind == .unknown
        || suspicion.isBlind && kind == .notification
    else { return false }
    return !lines(about: key, behind: suspicion.line).contains { number in
      // A line is no evidence if its guards read nothing of the tainted state.
      guard suspicion.isBlind, suspicion.line >= line.place.record - Limits.window,
        let event = history.event(of: number)
      else { return true }
      let needed = rules.events[event].guards.map(\.condition).locations
      return !needed.isDisjoint(with: line.places)
    }
  }

  /// Returns true if the content of a place may be wrong because one of these entities is tainted.
  /// A reference to the tainted entity itself is not in doubt.
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

  /// Taints entities after the latest finding. If an event happened that should not have, or the
  /// other way round, these are its entities without owners of queues, because nothing has changed
  /// about those; in any case, entities whose state was corrected. A missed obligation is performed
  /// for the server and leaves no doubt.
  ///
  /// The event was done although a guard forbids it: it was not, or another one was not recorded
  /// that made the guard true. So what the guards read is in doubt, and what such events write.
  mutating func suspect(_ concerned: [EntityKey], changed: [EntityKey] = []) {
    guard let cause = knownCause else { return }
    let suspicion = Suspicion(finding: cause, line: line.place.record)
    if findings[cause].kind.isAboutOrder {
      var limited = suspicion
      limited.places = line.places.isEmpty ? nil : placesInDoubt(line.places)
      aftermath.suspect(concerned.filter { !hasQueue($0) }, limited)
    }
    aftermath.suspect(changed, suspicion)
  }

  /// Returns places that decided a fault, and all that the events write that write one of them.
  func placesInDoubt(_ places: Set<Core.Location>) -> Set<Core.Location> {
    rules.events.map(\.written).reduce(into: places) { found, written in
      if !written.isDisjoint(with: places) { found.formUnion(written) }
    }
  }

  /// Taints the entities of a line that could not be performed: an unknown event happened to them.
  mutating func suspect(_ record: TraceEvent, _ finding: Int) {
    aftermath.suspect(
      entities(record).filter { !hasQueue($0) },
      Suspicion(finding: finding, line: line.place.record, isBlind: true))
  }
}

extension Finding.Kind {
  /// True if an event happened that should not have, or the other way round.
  var isAboutOrder: Bool {
    switch self {
    case .wronglyAccepted, .forbidden, .wronglyRefused, .early: true
    default: false
    }
  }
}
