import Basics
import Findings
import Rulebook
import Semantics
import Traces

/// An explanation of a line that the rules do not allow (in terms of conformance checking, an
/// alignment move).
enum Repair {
  /// The event of the line happened, against the rules.
  case believed
  /// The event of the line did not happen.
  case ignored
  /// An earlier refused line was in fact accepted, and introduced the entity that this one names.
  case born(Unborn)
  /// The event happened, although the line says that it was refused.
  case happened
  /// An obligation that is due before the line was not done yet.
  case late(Deadline.Cause)
  /// The event happened at the instant of the line before: its own is wrong.
  case earlier
  /// An event without a record happened before: at the instant of the line before, or of this one.
  case unrecorded(Occurrence, atOnce: Bool)
  /// Hidden events happened before: then there is no fault.
  case hidden([Occurrence], atOnce: Bool)
  /// A place held something else when the line was written.
  case corrected(Correction)
  /// The line at this position, of those ahead, belongs before it.
  case advanced(Int)
  /// The very next line belongs before this one, and each was written with the other's instant.
  case exchanged(Int)
  /// The line meant another entity in this argument or, behind the arguments, result; if
  /// `throughout`, also in its messages.
  case meant(String, place: Int, throughout: Bool)
  /// One of the lines before it is wrong.
  case revised(Revision)

  /// True if it explains how the line came about, and does not only accept it.
  var isExplanation: Bool {
    switch self {
    case .believed, .ignored, .late: false
    case .born, .happened, .earlier, .unrecorded, .hidden, .corrected, .advanced, .exchanged,
      .meant, .revised:
      true
    }
  }

  /// True if the line itself stays wrong.
  var believesTheLine: Bool {
    if case .believed = self { true } else { false }
  }

  /// True if it takes every line that could be read for right and in its place.
  var leavesLines: Bool {
    switch self {
    case .believed, .late, .unrecorded, .corrected: true
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
  /// Checks a line under this explanation.
  /// - Returns: True if the line has no fault then.
  mutating func make(
    _ repair: Repair, _ record: TraceEvent, _ ahead: Lookahead
  ) -> Bool {
    let before = counts.findings
    var record = record
    switch repair {
    case .ignored:
      result.lines += 1
      result.events += 1
      begin(record.place, at: record.instant)
      _ = passTime(event: record, isMarked: true)
      lose(record)
      return counts.findings == before
    case .believed: break
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
      // A settled deadline no longer stops time.
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

  /// Returns the messages of a line; those to the entity in one of its places go to another one of
  /// its sort instead.
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

  /// Returns the words for how the check went on.
  mutating func text(
    of repair: Repair, _ record: TraceEvent, _ ahead: Lookahead
  ) -> String {
    switch repair {
    case .believed: return "taken as done"
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

  /// Returns these words for a later line, if it is known by now or was still to come.
  func text(ofAdvanced record: TraceEvent) -> String {
    "\(LineNumbers.Place(record.place).place), \(rules[record.event].name), was taken as coming before it"
  }
}
