import Findings
import Rulebook
import Semantics
import Traces

/// Revision of earlier lines. A legal line that names the wrong entity, or came late, shows only in
/// later lines. The undo log holds the changes of the latest lines, so they can be done again with
/// one of them changed. That explains a fault if all of them stay as right as they were, and the
/// lines behind have fewer faults than with any other explanation.
extension Judge {
  /// The revision after which less is wrong than after the best repair.
  mutating func likeliestRevision(
    of record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead,
    _ outlook: Outlook, _ pool: [[Int32]], _ before: Snapshot,
    than best: (repair: Repair, trial: Trial)
  ) -> (repair: Repair, trial: Trial)? {
    guard best.trial.cost > 0, world.unseen == nil, evidence.fault != nil else { return nil }
    let close = close(outlook, ahead)
    guard
      var limit = trial(
        of: best.repair, record, ahead, close, close.all, before, limit: .max)?.cost,
      limit > 0
    else { return nil }
    if options.looksBack == .onceFound, world.machine?.keepsTrail == false {
      lacksLines = true
      return nil
    }
    var found: Repair?
    for revision in revisions(
      of: record, evidence, ahead, faults: best.trial.faults, outlook.own, pool, before)
    {
      let repair = Repair.revised(revision)
      guard
        let trial = trial(
          of: repair, record, ahead, close, close.all, before, limit: limit - 1)
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

  /// The first lines of an outlook, and of the others those that tell most.
  private func close(_ outlook: Outlook, _ ahead: Lookahead) -> Outlook {
    let first = outlook.all.prefix(Limits.near)
    let rest = outlook.all.dropFirst(Limits.near).filter { index in
      guard case .line(.event(let event)) = ahead[index] else { return false }
      return index >= outlook.end || !outlook.focus.isDisjoint(with: entities(event))
    }
    return Outlook(
      near: outlook.near, all: first + rest, nearEnd: outlook.nearEnd,
      end: (first.last ?? outlook.end) + 1,
      focus: outlook.focus, own: outlook.own, scope: outlook.scope)
  }

  /// Goes back behind a line, makes the revision, and does all lines behind it again.
  /// - Returns: True if they are as right as they were.
  mutating func retrace(
    _ revision: Revision, _ record: TraceEvent, _ ahead: Lookahead
  ) -> Bool {
    let known = counts.findings
    guard let machine = world.machine, world.goBack(toLine: revision.line) else { return false }
    let lines = revision.line..<machine.trailLength
    counts.tried += lines.count
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

  /// Checks a line as if it had the present instant.
  /// - Returns: False if an entity of the line does not exist yet.
  private mutating func takeNow(_ record: TraceEvent) -> Bool {
    guard entities(record).allSatisfy({ $0.number < world.count(of: $0.sort) }) else {
      return false
    }
    var record = record
    record.instant = world.now
    take(.line(.event(record)))
    return true
  }

  /// Returns the entities whose state a revision changes.
  func changed(by revision: Revision) -> [EntityKey] {
    guard let machine = world.machine else { return [] }
    var changed = places(of: machine.trailLine(revision.line)).map(\.key)
    switch revision.change {
    case .meant(let key, _): changed.append(key)
    case .preceded(let occurrence): changed = occurrence.entities(rules)
    case .leftOut, .followed, .overtaken: break
    }
    return changed.filter { !hasQueue($0) }
  }

  // MARK: Words for people

  mutating func text(
    of revision: Revision, _ record: TraceEvent, _ ahead: Lookahead
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
