internal import Rulebook
internal import Semantics
internal import Traces

/// When something happened that no line records is not known; when what a late line records did,
/// is.
extension Judge {
  /// Does what no line records; at such a time that the line after it is right, if that can be the
  /// reason why it is not, or that nothing was missed before it.
  mutating func infer(_ occurrence: Occurrence, before record: TraceEvent) {
    let latest = lastChance(before: record)
    world.mark()
    defer { world.unmark() }
    infer(occurrence, isDated: false)
    guard let arguments = knownArguments(of: record) else { return }
    let instant: Int64
    switch world.legality(of: record.event, arguments) {
    case .early(let due):
      // Then it is due at the instant of the line.
      let (shift, isTooFar) = record.instant.subtractingReportingOverflow(due)
      let (shifted, isBeyond) = world.now.addingReportingOverflow(shift)
      if isTooFar || isBeyond { return }
      instant = shifted
    case .forbidden(let position):
      let variables = rules[record.event].parameters
      return putFirst(
        rules[record.event].guards[position].condition, Environment(variables, arguments))
    case .legal, .open, .undefined:
      guard latest > world.now, lastChance(before: record) < record.instant else { return }
      instant = latest
    }
    redate(
      occurrence.event, occurrence.arguments, rules[occurrence.event].untoldResults, to: instant)
  }

  /// The latest instant up to that of a line at which nothing has been missed yet: when at the
  /// latest happened what is written behind the line and belongs before it.
  func lastChance(before record: TraceEvent) -> Int64 {
    guard let next = (try? world.nextDeadline())?.next,
      next.instant < record.instant - options.tolerance, !world.isOpen(next.cause)
    else { return record.instant }
    if case .event(let event, _) = next.cause, isHidden(event) { return record.instant }
    return max(next.instant, world.now)
  }

  /// Lets somebody who has joined a queue since the latest mark stand before the others in it.
  private mutating func putFirst(_ condition: Core.Expression, _ environment: Environment) {
    guard case .extreme(let extreme) = condition, extreme.kind == .first else { return }
    let context = Context(here: world.state, environment: environment)
    var corrections = Corrections(evaluator, context)
    corrections.collect(condition, wanted: true)
    guard let correction = corrections.found.last,
      case .field(let field, let owner) = correction.place,
      case .members(let members) = correction.content, let first = members.first,
      !world.markedState.members(of: field, owner: Int(owner)).contains(first),
      world.members(of: field, owner: Int(owner)).contains(first)
    else { return }
    _ = correct(correction)
  }

  /// nil: somebody is named whom nobody knows.
  func knownArguments(of record: TraceEvent) -> [Value]? {
    let parameters = rules[record.event].parameters
    let arguments = zip(parameters, record.arguments).compactMap { known($1, $0.type.scalar) }
    return arguments.count == parameters.count ? arguments : nil
  }

  /// What has been done since the latest mark was done at another instant: instants that it has set
  /// are as they would have been, and those as they were that something has set since; unless
  /// something should then have happened before now. O(state).
  mutating func redate(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value], to instant: Int64
  ) {
    guard rules[event].updates.contains(where: { setsInstant($0) }) else { return }
    var before = world.markedState
    before.now = instant
    guard
      let after = try? evaluator.fire(event, arguments, results: results, in: before).after
    else { return }
    let owed = try? world.nextDeadline().next?.instant
    var then: [Setting] = []
    var now: [Setting] = []
    for (index, field) in rules.fields.enumerated() {
      let id = Core.ID<Core.Field>(index)
      guard isClock(id) else { continue }
      for owner in 0..<min(after.count(of: field.owner), world.count(of: field.owner)) {
        let (earlier, later) = (after[id, of: owner], world[id, of: owner])
        guard earlier != later, case .number(let set) = earlier, case .number(let reset) = later
        else { continue }
        now.append((id, owner, later))
        // What stood between the two has been set since.
        if owner < before.count(of: field.owner), case .number(let known) = before[id, of: owner],
          set < known, known <= reset
        {
          then.append((id, owner, .number(known)))
        } else {
          then.append((id, owner, earlier))
        }
      }
    }
    if then.isEmpty { return }
    put(then)
    guard let next = try? world.nextDeadline().next, next.instant <= world.now,
      next.instant != owed, case .event(let id, let arguments) = next.cause,
      case .number(let due)? = try? evaluator.due(of: id, arguments, in: world.state),
      due < world.now
    else { return }
    put(now)
  }

  private typealias Setting = (field: Core.ID<Core.Field>, owner: Int, value: Value)

  private mutating func put(_ settings: [Setting]) {
    world.beginObserving()
    for (field, owner, value) in settings { world[field, of: owner] = value }
    try? world.endObserving(isTimed: hasStarted)
  }

  private func setsInstant(_ update: Core.Update) -> Bool {
    guard case .assign(.field(let field, _), _) = update.action else { return false }
    return isClock(field)
  }

  /// Whether a field holds an instant.
  func isClock(_ field: Core.ID<Core.Field>) -> Bool {
    guard case .value(let type) = rules[field].kind else { return false }
    return type.scalar == .time
  }
}
