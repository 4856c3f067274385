internal import Findings
internal import Machine
internal import Rulebook
internal import Semantics
internal import Traces

/// Which of the lines before a fault may be wrong, and how: more than can be tried, so those come first
/// that have to do with the fault.
extension Judge {
  /// So many ways are tried for one fault.
  private static let mostRevisions = 128
  /// A line that many lines before a fault is not taken for the wrong one, unless it is about the same.
  static let farthestMistaken = 64
  /// So far back a line may have named the wrong one of those concerned.
  private static let farthestMeant = Machine.shortestTrail
  /// Before so many lines something may have happened that none records.
  private static let mostPreceded = 8
  /// What says the same as others is taken to belong before so many of the lines that may have kept
  /// it from happening.
  private static let mostHindering = 2

  /// What may be wrong with the latest lines, the likeliest first.
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
    let close = trail.prefix { $0.line.number >= record.place.record - Self.farthestMistaken }
    var near = Candidates()
    var far = Candidates()
    for (index, line) in close { revise(line, index, record, evidence, suspects, &near) }
    for (index, line) in trail.dropFirst(close.count) where far.likely.count < Self.mostRevisions {
      reviseFar(line, index, evidence, suspects, &far)
    }
    var preceded: [Revision] = []
    let related = close.filter { isRelated($0.line, evidence, suspects) }
    for (index, _) in related.prefix(Self.mostPreceded) {
      preceded += unrecorded(beforeLine: index, record, evidence, suspects, before)
    }
    let found =
      near.likely + preceded + hindered(suspects.repeated, close)
      + far.likely + near.possible + near.unlikely + far.possible
    return Array(found.prefix(Self.mostRevisions))
  }

  /// What may be wrong with some lines.
  private struct Candidates {
    /// It has to do with those who have to do with the fault.
    var likely: [Revision] = []
    /// With who has others of these in his queue, or with somebody whom the lines behind are about.
    var possible: [Revision] = []
    /// With none of these.
    var unlikely: [Revision] = []
  }

  /// Whether a line is about some of them, or sets what the broken rule reads.
  private func isRelated(
    _ line: Machine.TrailLine, _ evidence: Evidence, _ suspects: Suspects
  ) -> Bool {
    sets(line, evidence) || places(of: line).contains { suspects.concerned.contains($0.key) }
  }

  /// Whether a line sets what the broken rule reads.
  private func sets(_ line: Machine.TrailLine, _ evidence: Evidence) -> Bool {
    !rules.events[line.event].written.isDisjoint(with: evidence.line.places)
  }

  /// What may be wrong with a line close before a fault.
  private func revise(
    _ line: Machine.TrailLine, _ index: Int, _ record: TraceEvent, _ evidence: Evidence,
    _ suspects: Suspects, _ candidates: inout Candidates
  ) {
    let places = places(of: line)
    let named = Set(places.map(\.key))
    let isConcerned = !suspects.concerned.isDisjoint(with: named)
    // The very latest lines are as likely wrong as those that are.
    let isAboutThem =
      line.number >= record.place.record - Self.reach || !suspects.focus.isDisjoint(with: named)
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
    // What names nobody may matter to everybody; and so may, less likely, what is only about those who
    // have others in their queues.
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

  /// Whether what was written late may have to do with a line: that only both name somebody in whose
  /// queue others stand says little, unless one of them is about nobody else.
  private func haveToDo(_ late: Late, _ line: Machine.TrailLine, _ named: Set<EntityKey>) -> Bool {
    if late.named.isEmpty { return true }
    let both = late.named.intersection(named)
    return both.contains { !hasQueue($0) }
      || !both.isEmpty && (isOfQueues(late.event) || isOfQueues(rules.events[line.event]))
  }

  /// Whether an event names nobody but those who have others standing in their queues.
  private func isOfQueues(_ event: Core.Event) -> Bool {
    (event.parameters + event.results.map(\.variable)).allSatisfy { variable in
      guard case .entity(let sort) = variable.type.scalar else { return true }
      return owningQueues.contains(sort)
    }
  }

  /// What may be wrong with a line that is farther back: it named one of those concerned, or should
  /// have. Who is in many lines is not whom it is about.
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
        // Who was meant is not where he should be, and who was named is where he should not.
        if isAboutThem || suspects.wrong.contains(key) {
          candidates.likely += revisions
        } else {
          candidates.possible += revisions
        }
      }
    }
  }

  /// That a line may have meant one of these where it names somebody.
  private func meaning(
    _ others: [Int32], insteadOf key: EntityKey, place: Int, line: Int
  ) -> [Revision] {
    others.filter { $0 != key.number }.map {
      Revision(line: line, change: .meant(EntityKey(sort: key.sort, number: $0), place: place))
    }
  }

  /// What may have happened before a line, to some of these, and changes what the broken rule reads.
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

  /// That some lines behind belong before the latest that may have kept them from happening.
  private func hindered(
    _ repeated: [Late], _ trail: some Sequence<(index: Int, line: Machine.TrailLine)>
  ) -> [Revision] {
    repeated.flatMap { late in
      trail.lazy.filter { mayHinder($0.line, late) }.prefix(Self.mostHindering).map {
        Revision(line: $0.index, change: .followed(late.position))
      }
    }
  }

  /// Whether a line sets what a late one reads, of nobody or of those whom that names: behind it, it
  /// may not have been possible.
  private func mayHinder(_ line: Machine.TrailLine, _ late: Late) -> Bool {
    let named = places(of: line).map(\.key)
    return (named.isEmpty || !late.named.isDisjoint(with: named))
      && !rules.events[line.event].written.isDisjoint(with: late.event.expressions.locations)
  }

  /// Whether who stands in a place of a line came to be by it.
  private func isNew(_ place: Int, _ line: Machine.TrailLine) -> Bool {
    let rule = rules.events[line.event]
    let result = place - rule.parameters.count
    return result >= 0 && rule.results[result].isNew
  }

  /// Whom a line is about, by the places where it names them.
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
