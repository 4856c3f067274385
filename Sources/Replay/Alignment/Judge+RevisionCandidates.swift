import Findings
import Rulebook
import Semantics
import Traces

/// The candidates for a wrong line before a fault. There are more than can be tried, so those
/// related to the fault come first.
extension Judge {
  /// The distance from a fault up to which a line may have named the wrong one of the affected
  /// entities.
  private static let farthestMeant = Machine.shortestTrail

  /// Returns the possible revisions of the latest lines, most likely first.
  mutating func revisions(
    of record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead,
    faults: [Int], _ next: [Int], _ pool: [[Int32]], _ before: Snapshot
  ) -> [Revision] {
    guard let machine = world.machine else { return [] }
    let suspects = suspects(record, evidence, ahead, faults: faults, next, pool)
    let trail = Array(
      (0..<machine.trailLength).reversed().lazy
        .map { (index: $0, line: machine.trailLine($0)) }
        .prefix { $0.line.number >= record.place.record - Self.farthestMeant })
    let close = trail.prefix { $0.line.number >= record.place.record - Limits.near }
    var near = Candidates()
    var far = Candidates()
    for (index, line) in close { revise(line, index, record, evidence, suspects, &near) }
    for (index, line) in trail.dropFirst(close.count) where far.likely.count < Limits.many {
      reviseFar(line, index, evidence, suspects, &far)
    }
    var preceded: [Revision] = []
    let related = close.filter { isRelated($0.line, evidence, suspects) }
    for (index, _) in related.prefix(Limits.several) {
      preceded += unrecorded(beforeLine: index, record, evidence, suspects, before)
    }
    let found =
      near.likely + preceded + hindered(suspects.repeated, close)
      + far.likely + near.possible + near.unlikely + far.possible
    return Array(found.prefix(Limits.many))
  }

  /// The possible revisions of some lines.
  private struct Candidates {
    /// The revisions related to entities that the fault may concern.
    var likely: [Revision] = []
    /// The revisions related to an owner of a queue that holds some of these, or to an entity of
    /// the lines behind.
    var possible: [Revision] = []
    /// The revisions with no such relation.
    var unlikely: [Revision] = []
  }

  /// Returns true if a line is about affected entities, or sets a place that the broken rule reads.
  private func isRelated(
    _ line: Machine.TrailLine, _ evidence: Evidence, _ suspects: Suspects
  ) -> Bool {
    sets(line, evidence) || places(of: line).contains { suspects.concerned.contains($0.key) }
  }

  /// Returns true if a line sets a place that the broken rule reads.
  private func sets(_ line: Machine.TrailLine, _ evidence: Evidence) -> Bool {
    !rules.events[line.event].written.isDisjoint(with: evidence.line.places)
  }

  /// Adds the possible revisions of a line close before a fault.
  private func revise(
    _ line: Machine.TrailLine, _ index: Int, _ record: TraceEvent, _ evidence: Evidence,
    _ suspects: Suspects, _ candidates: inout Candidates
  ) {
    let places = places(of: line)
    let named = Set(places.map(\.key))
    let isConcerned = !suspects.concerned.isDisjoint(with: named)
    // The very latest lines are as likely wrong as those that are.
    let isAboutThem =
      line.number >= record.place.record - Limits.reach || !suspects.focus.isDisjoint(with: named)
    let isRelated = isConcerned || sets(line, evidence)
    let rest: WritableKeyPath<Candidates, [Revision]> = isConcerned ? \.possible : \.unlikely
    for (place, key) in places where isRelated && !isNew(place, line) {
      let pool = suspects.pool[key.sort.index]
      let suspected = pool.filter {
        isAboutThem || suspects.focus.contains(EntityKey(sort: key.sort, number: $0))
      }
      let others = pool.filter { !suspected.contains($0) }
      candidates.likely += meaning(suspected, insteadOf: key, place: place, line: index)
      candidates[keyPath: rest] += meaning(others, insteadOf: key, place: place, line: index)
      if suspects.concerned.contains(key) {
        let company = suspects.company[key.sort.index]
        candidates.unlikely += meaning(company, insteadOf: key, place: place, line: index)
      }
    }
    // A line that names no entity may concern all of them; less likely, so may one that names only
    // owners of queues.
    let mattersToAll = named.allSatisfy { hasQueue($0) }
    for late in suspects.late {
      let revision = Revision(line: index, change: .followed(late.position))
      let isTelling = suspects.telling.contains(late.position)
      if haveToDo(late, line, named) || named.isEmpty && isTelling {
        candidates.likely.append(revision)
      } else if mattersToAll, isTelling {
        candidates.possible.append(revision)
      }
    }
    let mayBeOvertaken = named.isEmpty || !suspects.own.isDisjoint(with: named)
    if !rules[record.event].introduces, mayBeOvertaken {
      candidates.likely.append(Revision(line: index, change: .overtaken))
    }
    if isRelated, !rules.events[line.event].introduces {
      let rank = isAboutThem || named.isEmpty ? \.likely : rest
      candidates[keyPath: rank].append(Revision(line: index, change: .leftOut))
    }
  }

  /// Returns true if a late line may concern an earlier one. If both name only the same owner of a
  /// queue that says little, unless one of them names nothing else.
  private func haveToDo(_ late: Late, _ line: Machine.TrailLine, _ named: Set<EntityKey>) -> Bool {
    if late.named.isEmpty { return true }
    let both = late.named.intersection(named)
    return both.contains { !hasQueue($0) }
      || !both.isEmpty && (isOfQueues(late.event) || isOfQueues(rules.events[line.event]))
  }

  /// Returns true if an event names only owners of queues.
  private func isOfQueues(_ event: Core.Event) -> Bool {
    (event.parameters + event.results.map(\.variable)).allSatisfy { variable in
      guard case .entity(let sort) = variable.type.scalar else { return true }
      return owningQueues.contains(sort)
    }
  }

  /// Adds the possible revisions of a line farther back: it named one of the affected entities, or
  /// should have. Entities that occur in many lines do not count.
  private func reviseFar(
    _ line: Machine.TrailLine, _ index: Int, _ evidence: Evidence, _ suspects: Suspects,
    _ candidates: inout Candidates
  ) {
    let rule = rules.events[line.event]
    let changes = sets(line, evidence)
    let places = places(of: line).filter { place, key in
      !isNew(place, line) && !hasQueue(key)
    }
    let isAboutThem = places.contains { suspects.focus.contains($0.key) }
    // Whomever else it names, that is one way.
    if isAboutThem, !rule.introduces {
      candidates.likely.append(Revision(line: index, change: .leftOut))
    }
    for (place, key) in places {
      if suspects.focus.contains(key) {
        let (pool, company) = (suspects.pool[key.sort.index], suspects.company[key.sort.index])
        candidates.likely += meaning(pool, insteadOf: key, place: place, line: index)
        candidates.possible += meaning(company, insteadOf: key, place: place, line: index)
      } else if changes {
        let meant = suspects.focus.filter { $0.sort == key.sort }.map(\.number).sorted()
        let revisions = meaning(meant, insteadOf: key, place: place, line: index)
        // The entity that was meant is not where it should be, or the named one is where it should
        // not.
        if isAboutThem || suspects.wrong.contains(key) {
          candidates.likely += revisions
        } else {
          candidates.possible += revisions
        }
      }
    }
  }

  /// Returns the revisions in which a line meant one of these entities instead of the named one.
  private func meaning(
    _ others: [Int32], insteadOf key: EntityKey, place: Int, line: Int
  ) -> [Revision] {
    others.filter { $0 != key.number }.map {
      Revision(line: line, change: .meant(EntityKey(sort: key.sort, number: $0), place: place))
    }
  }

  /// Returns the events that may have happened before a line, to some of these entities, and change
  /// a place that the broken rule reads.
  private mutating func unrecorded(
    beforeLine index: Int, _ record: TraceEvent, _ evidence: Evidence, _ suspects: Suspects,
    _ before: Snapshot
  ) -> [Revision] {
    mode = .trial
    defer { restore(before) }
    guard world.goBack(toLine: index) else { return [] }
    // Some of them may not have been there yet.
    let present = rules.entities.indices.map { sort in
      suspects.pool[sort].filter { $0 < world.count(of: Core.ID(sort)) }
    }
    return legalEvents(present, but: record).filter { occurrence in
      let rule = rules[occurrence.event]
      return !rule.introduces && !rule.written.isDisjoint(with: evidence.line.places)
        && !suspects.concerned.isDisjoint(with: occurrence.entities(rules))
    }.map { Revision(line: index, change: .preceded($0)) }
  }

  /// Returns the revisions in which repeated lines belong before the latest ones that may have
  /// prevented them.
  private func hindered(
    _ repeated: [Late], _ trail: some Sequence<(index: Int, line: Machine.TrailLine)>
  ) -> [Revision] {
    repeated.flatMap { late in
      trail.lazy.filter { mayHinder($0.line, late) }.prefix(Limits.confirming).map {
        Revision(line: $0.index, change: .followed(late.position))
      }
    }
  }

  /// Returns true if a line sets a place that a late one reads, of no entity or of one that it
  /// names: behind it, the late one may not have been possible.
  private func mayHinder(_ line: Machine.TrailLine, _ late: Late) -> Bool {
    let named = places(of: line).map(\.key)
    return (named.isEmpty || !late.named.isDisjoint(with: named))
      && !rules.events[line.event].written.isDisjoint(with: late.event.expressions.locations)
  }

  /// Returns true if the line introduces the entity in this place.
  private func isNew(_ place: Int, _ line: Machine.TrailLine) -> Bool {
    let rule = rules.events[line.event]
    let result = place - rule.parameters.count
    return result >= 0 && rule.results[result].isNew
  }

  /// Returns the entities of a line, with the places where it names them.
  func places(of line: Machine.TrailLine) -> [(place: Int, key: EntityKey)] {
    let rule = rules.events[line.event]
    return zip(rule.parameters + rule.results.map(\.variable), line.values).enumerated()
      .compactMap { place, value in
        guard case .entity(let sort) = value.0.type.scalar, value.1 >= 0,
          value.1 < world.count(of: sort)
        else { return nil }
        return (place, EntityKey(sort: sort, number: Int32(clamping: value.1)))
      }
  }
}
