internal import Rulebook
internal import Semantics
internal import Traces

/// Whom and what the lines before a fault may have to do with, of which one may be wrong.
extension Judge {
  /// So many of a sort whom the next lines are about may have been meant.
  private static let mostCompany = 16
  /// So many lines behind that say what others before them say may belong before it.
  private static let mostRepeated = 32

  /// Those whom a line before a fault may have to do with.
  struct Suspects {
    /// Whom the line that is at fault names.
    let own: Set<EntityKey>
    /// These, and all those with whom something is wrong.
    let concerned: Set<EntityKey>
    /// Of these, who has nobody standing in his queue: who has is in many lines.
    let focus: Set<EntityKey>
    /// Whom the lines behind name with which something is wrong, but for who has others standing in his
    /// queue.
    let wrong: Set<EntityKey>
    /// By sort, who may have to do with the fault; and whom else the lines behind it are about.
    let pool: [[Int32]]
    let company: [[Int32]]
    /// The lines behind that may belong before one of the latest; and those that set for one of these
    /// what the broken rule reads, as others before them do.
    let late: [Late]
    let repeated: [Late]
    /// The lines behind with which something is wrong, and those that set for one of these what the
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
    let close = ahead.prefix(Self.horizon)
    let about = lines(about: focus, close, atMost: Self.mostOwn)
    let setting = lines(about: focus, setting: evidence.line.places, close)
    let wrong = faults.flatMap { entities(ahead[$0]) }
    let near = close.prefix(Self.reach).indices
    let known = Array(near) + faults + next + about + setting.first
    return Suspects(
      own: own, concerned: concerned, focus: focus,
      wrong: Set(wrong).filter { !hasQueue($0) }, pool: pool, company: company,
      late: late(known, behind: record, ahead),
      repeated: late(
        setting.others.filter { !known.contains($0) }.prefix(Self.mostRepeated), behind: record,
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
    for index in ahead.positions(naming: signature(of: focus, in: ahead)) {
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

  /// A line behind that may belong before one of the latest, with whom it is about.
  struct Late {
    let position: Int
    let event: Core.Event
    let named: Set<EntityKey>
  }

  /// Those of these lines behind, each once, that may have been written late. What brings somebody
  /// about is taken to be where it belongs: whoever came after him would have another number.
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

  /// By sort: the first whom the lines are about with which something is wrong, and those close
  /// behind a fault.
  private func named(
    in ahead: Lookahead, _ faults: [Int]
  ) -> [[Int32]] {
    var found: [[Int32]] = rules.entities.map { _ in [] }
    let close = ahead.prefix(Self.farthestMistaken).indices
    for case .line(.event(let event)) in (faults + close).map({ ahead[$0] }) {
      for key in entities(event)
      where found[key.sort.index].count < Self.mostCompany
        && !found[key.sort.index].contains(key.number)
      {
        found[key.sort.index].append(key.number)
      }
    }
    return found
  }
}
