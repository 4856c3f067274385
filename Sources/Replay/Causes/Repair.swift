internal import Diagnostics
internal import Findings
internal import Machine
internal import Rulebook
internal import Semantics
internal import Traces

/// How the state may have come to be what a line shows that the rules do not allow.
enum Repair {
  /// It is as the line says, whatever the rules say.
  case believed
  /// The same, and what it shows of others than it is about is not.
  case granted
  /// Nothing of the line happened.
  case ignored
  /// An earlier line that says that it was refused was accepted, and introduced whom this one names.
  case born(Unborn)
  /// It happened, although the line says that it was refused.
  case happened
  /// An obligation that is due before the line was not done yet.
  case late(Deadline.Cause)
  /// It happened at the instant of the line before: its own is wrong.
  case earlier
  /// Something happened before that no line records: when the line before was written, or at the
  /// instant of this one.
  case unrecorded(Occurrence, atOnce: Bool)
  /// The same of events that nobody logs: nothing is wrong then.
  case hidden([Occurrence], atOnce: Bool)
  /// A place held something else when the line was written.
  case corrected(Correction)
  /// The line at this position, of those ahead, belongs before it.
  case advanced(Int)
  /// The same of the very next, and each was written with the other's instant.
  case exchanged(Int)
  /// Somebody else was meant, in this argument or, behind the arguments, this result; if so
  /// throughout, by the messages as well.
  case meant(String, place: Int, throughout: Bool)
  /// One of the lines before it is wrong.
  case revised(Revision)

  /// Whether it says what happened, or how things stood, and not only that it is so.
  var isExplanation: Bool {
    switch self {
    case .believed, .granted, .ignored, .late: false
    case .born, .happened, .earlier, .unrecorded, .hidden, .corrected, .advanced, .exchanged,
      .meant, .revised:
      true
    }
  }

  /// Whether the line itself stays wrong.
  var believesTheLine: Bool {
    switch self {
    case .believed, .granted: true
    default: false
    }
  }

  /// True if it takes every line that could be read for right and in its place.
  var leavesLines: Bool {
    switch self {
    case .believed, .granted, .late, .unrecorded, .corrected: true
    default: false
    }
  }

  /// The position of the line that belongs before it.
  var advanced: Int? {
    switch self {
    case .advanced(let position), .exchanged(let position): position
    case .revised(let revision): revision.followed
    default: nil
    }
  }
}

extension Judge {
  /// Judges a line as if this had happened.
  /// - Returns: Whether nothing is wrong with the line then.
  mutating func make(
    _ repair: Repair, _ record: TraceEvent, _ ahead: Lookahead
  ) -> Bool {
    let before = counts.findings
    var record = record
    defer { adopts = true }
    switch repair {
    case .ignored:
      result.lines += 1
      result.events += 1
      begin(record.place, at: record.instant)
      _ = passTime(event: record, isMarked: true)
      lose(record)
      return counts.findings == before
    case .believed: break
    case .granted: adopts = false
    case .born(let missed):
      begin(record.place, at: record.instant)
      _ = passTime(event: record, isMarked: true)
      let newborn = bear(missed, named: record)
      take(.line(.event(record)))
      line.inferred += newborn
      return counts.findings == before
    case .happened: record.outcome = .ok
    case .earlier: record.instant = min(record.instant, world.now)
    case .late(let cause):
      // Whatever is settled holds time up no more.
      world.settle(cause)
    case .unrecorded(let occurrence, let atOnce):
      begin(record.place, at: record.instant)
      if !atOnce { _ = passTime(event: record, isMarked: true) }
      guard isLegal(occurrence) else { return false }
      infer(occurrence, isDated: false)
    case .hidden(let sequence, let atOnce):
      begin(record.place, at: record.instant)
      if !atOnce { _ = passTime(event: record, isMarked: true) }
      for occurrence in sequence {
        guard isLegal(occurrence) else { return false }
        inferHidden(occurrence)
      }
    case .corrected(let correction):
      begin(record.place, at: record.instant)
      _ = passTime(event: record, isMarked: true)
      guard correct(correction) else { return false }
    case .advanced(let position), .exchanged(let position):
      guard case .line(.event(var other)) = ahead[position] else { return false }
      let written = other.instant
      let isExchanged = if case .exchanged = repair { true } else { false }
      let latest = isExchanged ? record.instant : lastChance(before: record)
      other.instant = min(max(other.instant, world.now), latest)
      take(.line(.event(other)))
      guard counts.findings == before else { return false }
      if isExchanged { record.instant = written }
    case .meant(let name, let place, let isThroughout):
      if isThroughout { record.notified = retold(record, name, place) }
      let count = record.arguments.count
      if place < count {
        record.arguments[place] = .name(name)
      } else {
        record.results[place - count] = .name(name)
      }
    case .revised(let revision):
      guard retrace(revision, record, ahead) else { return false }
      if case .overtaken = revision.change { return true }
    }
    take(.line(.event(record)))
    return counts.findings == before
  }

  /// The messages of a line, those to whom it names in a place as if they had gone to somebody
  /// else of his kind.
  private func retold(
    _ record: TraceEvent, _ name: String, _ place: Int
  ) -> [TraceNotification]? {
    guard place < record.arguments.count, case .name(let named) = record.arguments[place],
      case .entity(let sort) = rules[record.event].parameters[place].type.scalar
    else { return record.notified }
    return record.notified?.map { message in
      guard ExactText(message.recipient) == ExactText(named),
        recipientSorts[message.message.index].contains(sort)
      else { return message }
      var other = message
      other.recipient = name
      return other
    }
  }

  private static let accepted = "taken as accepted: what follows shows that it was"

  /// What is said of how things went on.
  mutating func text(
    of repair: Repair, _ record: TraceEvent, _ ahead: Lookahead
  ) -> String {
    switch repair {
    case .believed, .granted: return "taken as done"
    case .ignored: return "the line was left out"
    case .earlier: return "taken as done when the line before was written"
    case .happened, .born: return Self.accepted
    case .late(.event(let event, let arguments)):
      return "\(rules[event].name) of \(text(rules[event].parameters, arguments)) "
        + "was taken as not done yet"
    case .late(.prompt(let property, _)): return "\(rules.properties[property].name) was let pass"
    case .hidden: return ""
    case .unrecorded(let occurrence, _) where isRecord(record, of: occurrence):
      return Self.accepted
    case .unrecorded(let occurrence, _):
      let event = rules[occurrence.event]
      let about = text(event.parameters, occurrence.arguments)
      return "taken as preceded by \(event.name)" + (about.isEmpty ? "" : " of \(about)")
        + ", which no line records"
    case .corrected(let correction): return text(of: correction)
    case .advanced(let position), .exchanged(let position):
      guard case .line(.event(let other)) = ahead[position] else { return "" }
      return text(ofAdvanced: other)
    case .meant(let name, let place, _):
      let rule = rules[record.event]
      let variables = rule.parameters + rule.results.map(\.variable)
      guard case .entity(let sort) = variables[place].type.scalar else { return "" }
      let shown = names.number(of: name, sort).map {
        names.text(.entity($0), .entity(sort))
      }
      return
        "taken as meaning \(variables[place].name) \(shown ?? names.text(ofUnknown: name, sort))"
    case .revised(let revision): return text(of: revision, record, ahead)
    }
  }

  /// The same of a line behind, whether it is known by now or was still to come.
  func text(ofAdvanced record: TraceEvent) -> String {
    "\(LineNumbers.Place(record.place).place), \(rules[record.event].name), was taken as coming before it"
  }
}
