import Rulebook
import Semantics
import Traces

/// The entities and places that a wrong line before a fault may concern.
extension Judge {
  /// The entities and lines that may be related to a wrong line before a fault.
  struct Suspects {
    /// The entities that the faulty line names.
    let own: Set<EntityKey>
    /// These, and all other affected entities.
    let concerned: Set<EntityKey>
    /// The ones of these without a queue of their own: queue owners occur in many lines.
    let focus: Set<EntityKey>
    /// The entities without queues that the faulty lines behind name.
    let wrong: Set<EntityKey>
    /// The entities that the fault may concern, by sort; `company` holds others that the lines
    /// behind name.
    let pool: [[Int32]]
    let company: [[Int32]]
    /// The lines behind that may belong before one of the latest lines; `repeated` are those that
    /// set a place which the broken rule reads, as earlier lines about the same entities do.
    let late: [Late]
    let repeated: [Late]
    /// The faulty lines behind, and those that set a place of the affected entities which the
    /// broken rule reads.
    let telling: Set<Int>
  }

  func suspects(
    _ record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead,
    faults: [Int], _ next: [Int], _ pool: [[Int32]]
  ) -> Suspects {
    let own = Set(entities(record))
    let concerned = own.union(evidence.line.blamed).union(evidence.line.involved)
    let focus = concerned.filter { !hasQueue($0) }
    let company = zip(named(in: ahead, faults), pool).map { named, pool in
      named.filter { !pool.contains($0) }
    }
    let close = ahead.prefix(Limits.window)
    let about = lines(about: focus, close, atMost: Limits.few)
    let setting = lines(about: focus, setting: evidence.line.places, close)
    let wrong = faults.flatMap { entities(ahead[$0]) }
    let near = close.prefix(Limits.reach).indices
    let known = Array(near) + faults + next + about + setting.first
    return Suspects(
      own: own, concerned: concerned, focus: focus,
      wrong: Set(wrong).filter { !hasQueue($0) }, pool: pool, company: company,
      late: late(known, behind: record, ahead),
      repeated: late(
        setting.others.filter { !known.contains($0) }.prefix(Limits.many), behind: record,
        ahead),
      telling: Set(faults + setting.first))
  }

  /// The lines that are about some of these and set some of these places: of each event the first,
  /// and all others.
  private func lines(
    about focus: Set<EntityKey>, setting places: Set<Core.Location>,
    _ ahead: Lookahead
  ) -> (first: [Int], others: [Int]) {
    var known: Set<Core.ID<Core.Event>> = []
    var found: (first: [Int], others: [Int]) = ([], [])
    for index in ahead.positions(naming: search(for: focus, in: ahead)) {
      guard case .line(.event(let event)) = ahead[index],
        !rules[event.event].written.isDisjoint(with: places),
        !focus.isDisjoint(with: entities(event))
      else { continue }
      if known.insert(event.event).inserted {
        found.first.append(index)
      } else {
        found.others.append(index)
      }
    }
    return found
  }

  /// A line behind that may belong before one of the latest, with the entities that it names.
  struct Late {
    let position: Int
    let event: Core.Event
    let named: Set<EntityKey>
  }

  /// Returns those of these lines, each once, that may have been written late. A line that
  /// introduces an entity is taken to be in its place: otherwise the entities introduced after it
  /// would have other numbers.
  private func late(
    _ positions: some Sequence<Int>, behind record: TraceEvent,
    _ ahead: Lookahead
  ) -> [Late] {
    var known: Set<Int> = []
    return positions.compactMap { position in
      guard known.insert(position).inserted, mayBelong(before: record, ahead[position]),
        case .line(.event(let event)) = ahead[position], !rules[event.event].introduces
      else { return nil }
      return Late(
        position: position, event: rules[event.event], named: Set(entities(event)))
    }
  }

  /// Returns the first entities in faulty lines, and in lines close behind a fault; by sort.
  private func named(
    in ahead: Lookahead, _ faults: [Int]
  ) -> [[Int32]] {
    var found: [[Int32]] = rules.entities.map { _ in [] }
    let close = ahead.prefix(Limits.near).indices
    for case .line(.event(let event)) in (faults + close).map({ ahead[$0] }) {
      for key in entities(event)
      where found[key.sort.index].count < Limits.telling
        && !found[key.sort.index].contains(key.number)
      {
        found[key.sort.index].append(key.number)
      }
    }
    return found
  }
}
