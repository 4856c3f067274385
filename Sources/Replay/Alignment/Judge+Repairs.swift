import Basics
import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// Returns the explanations of a line that say nothing of other entities, most likely first. They
  /// come before all others, but behind events without a record if the server was to make a decision
  /// and did not, and not later either.
  func ownRepairs(
    of record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead
  ) -> [Repair] {
    if evidence.line.missed.count > Limits.several { return [.believed, .earlier, .ignored] }
    var repairs: [Repair] = []
    // An obligation that is due exactly at the instant of the next line was rather exchanged with
    // it.
    if evidence.fault?.kind == .early, let exchanged = exchanged(record, ahead) {
      repairs.append(exchanged)
    }
    if let missed = evidence.line.unborn { repairs.append(.born(missed)) }
    if isDoubled(record) { repairs.append(.ignored) }
    if !evidence.isTardy { repairs += believed(evidence) }
    if record.outcome == .refused { repairs.append(.happened) }
    if record.instant > world.now { repairs.append(.earlier) }
    return repairs
  }

  private func believed(_ evidence: Evidence) -> [Repair] {
    [.believed] + evidence.line.missed.prefix(Limits.few).map { .late($0) }
  }

  /// Returns all other explanations of a line, most likely first. The world must be as before the
  /// line, and stays so.
  /// - Parameters:
  ///   - own: The lines behind it about the affected entities.
  ///   - pool: The entities that the fault may concern, by sort.
  mutating func otherRepairs(
    of record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead,
    _ own: [Int], _ pool: [[Int32]], _ before: Snapshot
  ) -> [Repair] {
    if evidence.line.missed.count > Limits.several { return [] }
    let early = legalEvents(pool, but: record)
    mode = .trial
    begin(record.place, at: record.instant)
    _ = passTime(event: record, isMarked: true)
    let late = legalEvents(pool, but: record).filter { !early.contains($0) }
    restore(before)
    let near = Array(ahead.prefix(Limits.reach).indices)
    let far = own.filter { !near.contains($0) }
    let recorded = lines(recording: early + late, ahead.prefix(Limits.window))
    func advanced(_ positions: [Int]) -> [Repair] {
      positions.filter { mayBelong(before: record, ahead[$0]) }.map { .advanced($0) }
    }
    func unrecorded(_ isMeant: (Occurrence) -> Bool) -> [Repair] {
      early.filter(isMeant).map { .unrecorded($0, atOnce: true) }
        + late.filter(isMeant).map { .unrecorded($0, atOnce: false) }
    }
    let isTardy = evidence.isTardy
    // The event of a later line happened at the instant of that line, if it may.
    var repairs = isTardy ? [] : advanced(near + far)
    if evidence.fault?.kind != .early, let exchanged = exchanged(record, ahead) {
      repairs.append(exchanged)
    }
    let last = isTardy ? recorded.occurrences : []
    repairs += unrecorded { !last.contains($0) }
    if isTardy { repairs += believed(evidence) + advanced(near + far) }
    repairs += unrecorded(last.contains)
    repairs += othersMeant(record, pool)
    repairs += evidence.line.corrections.map { .corrected($0) }
    // The farther away a line is, the less is known of its place there.
    repairs += advanced(recorded.positions.filter { !near.contains($0) && !far.contains($0) })
    repairs.append(.ignored)
    return repairs
  }

  private func exchanged(_ record: TraceEvent, _ ahead: Lookahead) -> Repair? {
    guard let first = ahead.first, case .line(.event(let next)) = first,
      next.instant > record.instant, mayBelong(before: record, first)
    else { return nil }
    return .exchanged(ahead.startIndex)
  }

  /// Returns true if the latest line of all entities of a line is the same event at the same
  /// instant, close before it. If it may not happen twice, it was rather written twice.
  func isDoubled(_ record: TraceEvent, within reach: Int = Limits.reach) -> Bool {
    guard record.outcome == .ok, record.instant == world.now else { return false }
    let number = record.place.record
    let latest = entities(record).map { key in
      history.lines(of: Int(key.number), key.sort.index).last { $0 < number }
    }
    let close = max(1, number - reach)..<number
    return close.contains { earlier in
      history.event(of: earlier) == record.event.index && latest.allSatisfy { $0 == earlier }
    }
  }

  /// Returns true if a later line may be there because it was written late.
  func mayBelong(before record: TraceEvent, _ item: TraceReader.Item) -> Bool {
    guard case .line(.event(let event)) = item else { return true }
    return event.instant <= record.instant + Limits.mostEarly
  }

  /// Returns the events of these entities that may happen now. The event of the line itself is
  /// included only if the line says that it was refused and it would have introduced an entity,
  /// whose name is then unknown. In that case it comes first, because no other event has arguments
  /// that are as certain.
  func legalEvents(_ pool: [[Int32]], but record: TraceEvent) -> [Occurrence] {
    var found: [Occurrence] = []
    var recorded: [Occurrence] = []
    let isNameless =
      record.outcome == .refused && rules[record.event].introduces
    for index in rules.events.indices {
      let event = Core.ID<Core.Event>(index)
      for arguments in bindings(rules[event].parameters, pool) {
        let occurrence = Occurrence(event: event, arguments: arguments)
        let isRecorded = isRecord(record, of: occurrence)
        guard isNameless || !isRecorded, isLegal(occurrence) else { continue }
        if isRecorded { recorded.append(occurrence) } else { found.append(occurrence) }
      }
    }
    return recorded + found
  }

  /// Returns the first few lines that record each of these events, and the events that have such
  /// lines.
  private func lines(
    recording occurrences: [Occurrence], _ ahead: Lookahead
  ) -> (positions: [Int], occurrences: Set<Occurrence>) {
    let byEvent = Dictionary(grouping: occurrences, by: \.event)
    var times: [Occurrence: Int] = [:]
    let events = Set(byEvent.keys.map(\.index))
    let positions = ahead.indices.filter { index in
      guard ahead.lines.event(at: index).map(events.contains) != false,
        case .line(.event(let event)) = ahead[index], event.outcome == .ok,
        let occurrence = byEvent[event.event]?.first(where: { isSame($0.arguments, event) })
      else { return false }
      times[occurrence, default: 0] += 1
      return times[occurrence, default: 0] <= Limits.reach
    }
    return (positions, Set(times.keys))
  }

  func isLegal(_ occurrence: Occurrence) -> Bool {
    if case .legal = world.legality(of: occurrence.event, occurrence.arguments) {
      true
    } else {
      false
    }
  }

  /// The arguments that an event may have, as far as they are of these entities.
  private func bindings(_ parameters: [Core.Variable], _ pool: [[Int32]]) -> [[Value]] {
    var bindings: [[Value]] = [[]]
    for parameter in parameters {
      let values = values(parameter.type, pool)
      guard !values.isEmpty, values.count * bindings.count <= Limits.many else { return [] }
      bindings = bindings.flatMap { start in values.map { start + [$0] } }
    }
    return bindings
  }

  private func values(_ type: Core.ValueType, _ pool: [[Int32]]) -> [Value] {
    let none: [Value] = type.isOptional ? [.none] : []
    switch type.scalar {
    case .entity(let sort): return none + pool[sort.index].map { .entity($0) }
    case .bool: return none + [.bool(false), .bool(true)]
    case .enumeration(let id):
      return none + rules[id].cases.indices.map { .symbol(Int32(clamping: $0)) }
    case .int, .range, .time, .duration, .unit: return none + numbers(type.scalar, pool)
    }
  }

  /// Returns the few values that these entities have of a kind of number; 0 if there are none.
  private func numbers(_ scalar: Core.Scalar, _ pool: [[Int32]]) -> [Value] {
    var found: [Value] = []
    for (index, field) in rules.fields.enumerated() {
      guard case .value(let type) = field.kind, type.scalar == scalar else { continue }
      for owner in pool[field.owner.index] where found.count < Limits.few {
        let value = world[Core.ID(index), of: Int(owner)]
        if case .number = value, !found.contains(value) { found.append(value) }
      }
    }
    return found.isEmpty ? [.number(0)] : found
  }

  /// The line about others of the pool.
  private func othersMeant(_ record: TraceEvent, _ pool: [[Int32]]) -> [Repair] {
    let rule = rules[record.event]
    let variables = rule.parameters + rule.results.map(\.variable)
    let given = record.arguments.map(Optional.some) + record.results
    var repairs: [Repair] = []
    var told: [Repair] = []
    for (place, (variable, value)) in zip(variables, given).enumerated() {
      guard case .entity(let sort) = variable.type.scalar, case .name(let name)? = value,
        place < rule.parameters.count || !rule.results[place - rule.parameters.count].isNew
      else { continue }
      for number in pool[sort.index] {
        guard let other = names.name(of: number, sort), ExactText(other) != ExactText(name)
        else { continue }
        repairs.append(.meant(other, place: place, throughout: false))
        let isTold =
          record.notified?.contains { ExactText($0.recipient) == ExactText(name) } ?? false
        if isTold { told.append(.meant(other, place: place, throughout: true)) }
      }
    }
    return repairs + told
  }
}
