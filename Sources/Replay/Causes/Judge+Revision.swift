internal import Findings
internal import Machine
internal import Rulebook
internal import Semantics
internal import Traces

/// A line that is legal and names the wrong one, or came late, shows only in what follows. Of the
/// latest lines it is known what they changed: so it can be seen what had become of the others if
/// one of them were otherwise. That explains a fault if all of them are as right as they were, and
/// less is wrong with the lines behind than whatever else may have happened.
extension Judge {
  /// So many lines behind a fault tell whether one before it was wrong.
  private static let close = 250
  /// So many ways are tried for one fault.
  private static let mostRevisions = 512
  /// So far back a line may have named the wrong one of those concerned.
  private static let farthestMeant = Machine.shortestTrail
  /// Before so many lines something may have happened that none records.
  private static let mostPreceded = 8
  /// So many of a sort whom the next lines are about may have been meant.
  private static let mostCompany = 16
  /// A line that is done again takes a fraction of the time of one that is judged.
  private static let retracedPerTrial = 8

  /// The revision after which less is wrong than after the best repair.
  mutating func likeliestRevision(
    of record: TraceEvent, _ evidence: Evidence, _ ahead: ArraySlice<TraceReader.Item>,
    _ outlook: Outlook, _ before: Snapshot, than best: (repair: Repair, trial: Trial)
  ) -> (repair: Repair, trial: Trial)? {
    guard best.trial.cost > 0, world.unseen == nil, evidence.fault != nil else { return nil }
    let close = Array(outlook.all.prefix(Self.close))
    guard
      var limit = trial(of: best.repair, record, ahead, outlook, close, before, limit: .max)?.cost,
      limit > 0
    else { return nil }
    var found: Repair?
    for revision in revisions(
      of: record, evidence, ahead, faults: best.trial.faults, outlook.own, before)
    {
      let repair = Repair.revised(revision)
      guard let trial = trial(of: repair, record, ahead, outlook, close, before, limit: limit - 1)
      else { continue }
      (found, limit) = (repair, trial.cost)
      if limit == 0 { break }
    }
    guard let found,
      let trial = trial(
        of: found, record, ahead, outlook, outlook.all, before, limit: best.trial.cost - 1)
    else { return nil }
    return (found, trial)
  }

  /// What may be wrong with the latest lines, the last first.
  private mutating func revisions(
    of record: TraceEvent, _ evidence: Evidence, _ ahead: ArraySlice<TraceReader.Item>,
    faults: [Int], _ next: [Int], _ before: Snapshot
  ) -> [Revision] {
    guard let machine = world.machine else { return [] }
    let own = Set(entities(record))
    let concerned = own.union(evidence.line.blamed).union(evidence.line.involved)
    let pool = pool(record, evidence, ahead)
    let company = named(in: ahead, faults)
    let about = lines(
      about: concerned.filter { !owningQueues.contains($0.sort) }, ahead.prefix(Self.horizon),
      atMost: Self.mostOwn)
    let late = late(behind: record, ahead, faults + next + about)
    var found: [Revision] = []
    var related: [Int] = []
    var far: [(index: Int, line: Machine.TrailLine)] = []
    for index in (0..<machine.trailLength).reversed() where found.count < Self.mostRevisions {
      let line = machine.trailLine(index)
      guard line.number >= record.place.record - Self.farthestMeant else { break }
      guard line.number >= record.place.record - Self.farthestConfused else {
        far.append((index, line))
        continue
      }
      let places = places(of: line)
      let named = Set(places.map(\.key))
      let isRelated =
        !concerned.isDisjoint(with: named)
        || !rules.events[line.event].written.isDisjoint(with: evidence.line.places)
      if isRelated {
        related.append(index)
        for (place, key) in places where !isNew(place, line) {
          let others =
            concerned.contains(key) ? likely(key.sort, pool, company) : pool[key.sort.index]
          found += meaning(others, insteadOf: key, place: place, line: index)
        }
      }
      // What names nobody may matter to everybody.
      found += late.filter {
        $0.named.isEmpty || !$0.named.isDisjoint(with: named)
          || named.isEmpty && faults.contains($0.position)
      }.map {
        Revision(line: index, change: .followed($0.position))
      }
      if !rules[record.event].introduces, !own.isDisjoint(with: named) {
        found.append(Revision(line: index, change: .overtaken))
      }
      if isRelated, !rules.events[line.event].introduces {
        found.append(Revision(line: index, change: .leftOut))
      }
    }
    for index in related.prefix(Self.mostPreceded) where found.count < Self.mostRevisions {
      found += unrecorded(beforeLine: index, record, evidence, pool, concerned, before).map {
        Revision(line: index, change: .preceded($0))
      }
    }
    for (index, line) in far where found.count < Self.mostRevisions {
      found += farRevisions(of: line, index, concerned, pool, company, evidence)
    }
    return Array(found.prefix(Self.mostRevisions))
  }

  /// What may be wrong with a line that is farther back: it named one of those concerned, or should
  /// have. Who is in many lines is not whom it is about.
  private func farRevisions(
    of line: Machine.TrailLine, _ index: Int, _ concerned: Set<EntityKey>, _ pool: [[Int32]],
    _ company: [[Int32]], _ evidence: Evidence
  ) -> [Revision] {
    let rule = rules.events[line.event]
    let changes = !rule.written.isDisjoint(with: evidence.line.places)
    var found: [Revision] = []
    var isConcerned = false
    for (place, key) in places(of: line)
    where !isNew(place, line) && !owningQueues.contains(key.sort) {
      let others: [Int32]
      if concerned.contains(key) {
        others = likely(key.sort, pool, company)
        // Whomever else it names, that is one way.
        if !rule.introduces, !isConcerned {
          found.append(Revision(line: index, change: .leftOut))
        }
        isConcerned = true
      } else {
        others =
          changes ? concerned.filter { $0.sort == key.sort }.map(\.number).sorted() : []
      }
      found += meaning(others, insteadOf: key, place: place, line: index)
    }
    return found
  }

  /// Of a sort, who may have to do with a fault, and whom the lines behind it are about.
  private func likely(
    _ sort: Core.ID<Core.Entity>, _ pool: [[Int32]], _ company: [[Int32]]
  ) -> [Int32] {
    let likely = pool[sort.index]
    return likely + company[sort.index].filter { !likely.contains($0) }
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
    beforeLine index: Int, _ record: TraceEvent, _ evidence: Evidence, _ pool: [[Int32]],
    _ concerned: Set<EntityKey>, _ before: Snapshot
  ) -> [Occurrence] {
    mode = .trial
    defer { restore(before) }
    guard world.goBack(toLine: index) else { return [] }
    // Some of them may not have been there yet.
    let present = rules.entities.indices.map { sort in
      pool[sort].filter { $0 < world.count(of: Core.ID(sort)) }
    }
    return legalEvents(present, but: record).filter { occurrence in
      let rule = rules[occurrence.event]
      return !rule.introduces && !rule.written.isDisjoint(with: evidence.line.places)
        && !concerned.isDisjoint(with: occurrence.entities(rules))
    }
  }

  /// By sort: the first whom the lines are about with which something is wrong, and those close
  /// behind a fault.
  private func named(
    in ahead: ArraySlice<TraceReader.Item>, _ faults: [Int]
  ) -> [[Int32]] {
    var found: [[Int32]] = rules.entities.map { _ in [] }
    let close = ahead.prefix(Self.farthestConfused).indices
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

  /// The lines behind that may belong before one of the latest, with whom they are about.
  private func late(
    behind record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>, _ far: [Int]
  ) -> [(position: Int, named: Set<EntityKey>)] {
    let near = ahead.prefix(Self.reach).indices
    var known = Set(near)
    return (Array(near) + far.filter { known.insert($0).inserted }).compactMap { position in
      guard mayBelong(before: record, ahead[position]),
        case .line(.event(let event)) = ahead[position], !rules[event.event].introduces
      else { return nil }
      return (position, Set(entities(event)))
    }
  }

  /// Whether who stands in a place of a line came to be by it.
  private func isNew(_ place: Int, _ line: Machine.TrailLine) -> Bool {
    let rule = rules.events[line.event]
    let result = place - rule.parameters.count
    return result >= 0 && rule.results[result].isNew
  }

  /// Whom a line is about, by the places where it names them.
  private func places(of line: Machine.TrailLine) -> [(place: Int, key: EntityKey)] {
    let rule = rules.events[line.event]
    return zip(rule.parameters + rule.results.map(\.variable), line.values).enumerated()
      .compactMap { place, value in
        guard case .entity(let sort) = value.0.type.scalar, value.1 >= 0,
          value.1 < world.count(of: sort)
        else { return nil }
        return (place, EntityKey(sort: sort, number: Int32(clamping: value.1)))
      }
  }

  /// Goes back behind a line, and does what is otherwise, and all lines behind it again.
  /// - Returns: Whether they are as right as they were.
  mutating func retrace(
    _ revision: Revision, _ record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>
  ) -> Bool {
    let known = counts.findings
    guard let machine = world.machine, world.goBack(toLine: revision.line) else { return false }
    let lines = revision.line..<machine.trailLength
    counts.tried += lines.count / Self.retracedPerTrial
    var rest = lines
    switch revision.change {
    case .meant(let key, let place):
      rest = lines.dropFirst()
      guard machine.retrace(line: revision.line, with: (place, Int64(key.number))) else {
        return false
      }
    case .leftOut: rest = lines.dropFirst()
    case .preceded(let occurrence):
      guard isLegal(occurrence), infer(occurrence, isDated: false) != nil else { return false }
    case .followed(let position):
      guard case .line(.event(let event)) = ahead[position], takeNow(event) else { return false }
    case .overtaken: guard takeNow(record) else { return false }
    }
    return counts.findings == known && rest.allSatisfy { machine.retrace(line: $0) }
  }

  /// Judges a line as if it were of the present instant.
  /// - Returns: false: somebody whom it is about has not come to be yet.
  private mutating func takeNow(_ record: TraceEvent) -> Bool {
    guard entities(record).allSatisfy({ $0.number < world.count(of: $0.sort) }) else {
      return false
    }
    var record = record
    record.instant = world.now
    take(.line(.event(record)))
    return true
  }

  /// Whose state was otherwise if a line is.
  func changed(by revision: Revision) -> [EntityKey] {
    guard let machine = world.machine else { return [] }
    var changed = places(of: machine.trailLine(revision.line)).map(\.key)
    switch revision.change {
    case .meant(let key, _): changed.append(key)
    case .preceded(let occurrence): changed = occurrence.entities(rules)
    case .leftOut, .followed, .overtaken: break
    }
    return changed.filter { !owningQueues.contains($0.sort) }
  }

  // MARK: What is told

  mutating func text(
    of revision: Revision, _ record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>
  ) -> String {
    guard let machine = world.machine else { return "" }
    let line = machine.trailLine(revision.line)
    let rule = rules.events[line.event]
    let place = history.lineNumbers.place(of: line.number)?.place ?? "a line before"
    let earlier = "\(place), \(rule.name)"
    switch revision.change {
    case .meant(let key, let place):
      let variables = rule.parameters + rule.results.map(\.variable)
      let shown = names.text(.entity(key.number), .entity(key.sort))
      return "\(earlier), was taken as meaning \(variables[place].name) \(shown)"
    case .leftOut: return "\(earlier), was taken as not done"
    case .preceded(let occurrence):
      let event = rules[occurrence.event]
      let about = text(event.parameters, occurrence.arguments)
      return "\(earlier), was taken as preceded by \(event.name)"
        + (about.isEmpty ? "" : " of \(about)") + ", which no line records"
    case .followed(let position):
      guard case .line(.event(let other)) = ahead[position] else { return "" }
      return "\(LineNumbers.Place(other.place).place), \(rules[other.event].name), "
        + "was taken as coming before \(earlier)"
    case .overtaken: return "taken as coming before \(earlier)"
    }
  }
}

extension Core.Event {
  /// Whether it brings somebody about. Whoever came after him would have another number if it had
  /// not happened, or earlier: such lines are taken to be where they belong.
  fileprivate var introduces: Bool { results.contains(where: \.isNew) }
}
