import Findings
import Rulebook
import Semantics
import Traces

/// Unreadable lines. A fault that one event, with any arguments, may have caused is not decided.
/// The test is static, on the places that rules read and write, so it never misses a possible
/// explanation.
extension Judge {
  /// Returns the rejected lines that may explain a fault; nil: none does.
  /// - Parameter places: The places that decide if the rule is broken.
  func unreadClaim(
    _ kind: Finding.Kind, _ rule: String, _ subject: Subject, _ concerned: [EntityKey],
    _ places: Set<Core.Location>
  ) -> UnreadClaims.Claim? {
    let stranger = subject.stranger
    guard !unread.isEmpty, kind.isViolation || kind == .assumptionBroken, kind != .order,
      kind != .identity || stranger != nil
    else { return nil }
    let ofOthers = rules.placesOfOthers(readBy: rule, kind)
    let concerned = concerned + line.recipients
    let suspect = Suspect(
      concerned: concerned, places: places, ofOthers: places.intersection(ofOthers),
      missed: kind == .missed ? rule : nil, observed: subject.observed)
    let about = concerned + (stranger == nil ? [] : line.named)
    var claim = UnreadClaims.Claim(
      concerned: Set(about.filter { !hasQueue($0) }),
      places: rules.events.filter { $0.name == rule }.reduce(into: []) { $0.formUnion($1.written) },
      since: line.place.record)
    let lines = unread.lines.filter { line in
      if let stranger { return mayIntroduce(stranger, line) }
      return mayExplain(suspect, line)
    }
    // A line whose event is known can explain fewer findings than one of which nothing is known.
    claim.lines = lines.reversed().sorted { ($0.mayObserve ? 1 : 0) < ($1.mayObserve ? 1 : 0) }
      .map(\.record)
    // A consequence of the chosen continuation needs no further line.
    if let stranger {
      claim.joined = lines.first { $0.members.values.contains(stranger.name) }?.record
    } else {
      claim.joined = consequence(of: claim, suspect)
    }
    return claim.joined != nil || lines.contains(where: \.isObservation) || unread.canTake(claim)
      ? claim : nil
  }

  /// Returns the record of the line whose assumed event may have changed the entities, if no later
  /// line shows that they are as before.
  private func consequence(of claim: UnreadClaims.Claim, _ suspect: Suspect) -> Int? {
    unread.lines.first { line in
      guard let known = unread.claims[line.record] else { return false }
      // The event whose line could not be read may have written more than the undecided line did.
      let events = line.events(rules).map { eventReach[$0.index].all }
      let places = events.reduce(into: known.places) { $0.formUnion($1) }
      var changed = effects.closure(of: places).intersection(suspect.places)
      if known.concerned.isDisjoint(with: claim.concerned) {
        // Only what belongs to no entity, or is read of any.
        changed = changed.filter { place in
          if case .global = place { true } else { suspect.ofOthers.contains(place) }
        }
      }
      // The undecided line itself shows what it sets.
      return !changed.isEmpty
        && !isConfirmed(changed, suspect, since: known.since - 1, otherwise: changed)
    }?.record
  }

  /// `line 2`, the line that a claim names first.
  func text(_ claim: UnreadClaims.Claim) -> String {
    let line = unread.line(of: claim)
    let place = placeText(line?.line ?? 0, line?.recordInLine)
    return ", unless \(place), which could not be read, explains it"
  }

  /// Lays the finding that was published last to a rejected line.
  mutating func lay(_ claim: UnreadClaims.Claim) {
    var claim = claim
    if foundAt.last == line.place.record { claim.findings = [findings.count - 1] }
    for record in unread.take(claim) {
      let line = unread.line(ofRecord: record)
      for finding in unread.claims[record]?.findings ?? [] {
        findings[finding].leaveOpen(by: line?.line, record: line?.recordInLine)
      }
    }
  }

  /// Adds these entities and places to those that a rejected line may have changed, if such a line
  /// explains the fault of the present line.
  mutating func excuse(_ keys: [EntityKey], _ places: Set<Core.Location> = []) {
    guard let claim = line.unread else { return }
    unread.extend(claim, by: Set(keys.filter { !hasQueue($0) }), places)
  }

  private func mayIntroduce(_ stranger: Stranger, _ line: UnreadLine) -> Bool {
    line.events(rules).contains { event in
      rules[event].results.contains { result in
        guard result.isNew, result.variable.type.scalar == .entity(stranger.sort) else {
          return false
        }
        return line.members[result.variable.name].map { $0 == stranger.name } ?? true
      }
    }
  }

  /// A broken rule.
  private struct Suspect {
    let concerned: [EntityKey]
    /// The places that decide whether it is broken, and those of them that are read of others than
    /// the entities concerned.
    let places: Set<Core.Location>
    let ofOthers: Set<Core.Location>
    /// The obligation that no line records, if that is the fault.
    let missed: String?
    /// The value that was observed, if that is the fault.
    let observed: Value?
  }

  private func mayExplain(_ suspect: Suspect, _ line: UnreadLine) -> Bool {
    if line.isRefusal { return false }
    if line.mayObserve,
      !isConfirmed(suspect.places, suspect, since: line.record, otherwise: suspect.places)
    {
      return true
    }
    return line.events(rules).contains { id in
      let event = rules[id]
      if event.name == suspect.missed, names(suspect.concerned, event.parameters, line) {
        return true
      }
      let reach = eventReach[id.index]
      let changed = suspect.places.filter { place in
        if let observed = suspect.observed, !reach.made.contains(place),
          !event.mayAssign(observed, to: place)
        {
          return false
        }
        return reach.made.contains(place) || reach.ofOthers.contains(place)
          || reach.ofNamed.contains {
            $0.place == place
              && (suspect.ofOthers.contains(place) || names(suspect.concerned, [$0.owner], line))
          }
      }
      return !changed.isEmpty
        && !isConfirmed(changed, suspect, since: line.record, otherwise: reach.all)
    }
  }

  /// Returns true if each of these variables may stand for one of the entities, or there is none of
  /// its sort among them.
  private func names(
    _ concerned: [EntityKey], _ variables: [Core.Variable], _ line: UnreadLine
  ) -> Bool {
    variables.allSatisfy { variable in
      guard case .entity(let sort) = variable.type.scalar, let name = line.members[variable.name]
      else { return true }
      let known = concerned.filter { $0.sort == sort }
      return known.isEmpty || known.contains { names.name(of: $0.number, sort) == name }
    }
  }

  /// The number of latest findings whose lines are known to show nothing.
  private static let mostDoubtful = 1_024

  /// True if lines since have shown the content of each of these places: an observation told it, an
  /// event set it, or a legal one needed exactly the value that it has.
  /// - Parameter otherwise: The places whose content may differ from the known one.
  private func isConfirmed(
    _ places: Set<Core.Location>, _ suspect: Suspect, since record: Int,
    otherwise: Set<Core.Location>
  ) -> Bool {
    places.allSatisfy { place in
      guard case .field(let field) = place, !suspect.ofOthers.contains(place) else { return false }
      let owners = suspect.concerned.filter { $0.sort == rules[field].owner }
      return !owners.isEmpty
        && owners.allSatisfy { isConfirmed(field, of: $0, since: record, otherwise: otherwise) }
    }
  }

  /// Goes back over the lines about the entity to the latest that shows the content. A value that
  /// an event has made since of places that may be otherwise shows nothing.
  private func isConfirmed(
    _ field: Core.ID<Core.Field>, of key: EntityKey, since record: Int,
    otherwise: Set<Core.Location>
  ) -> Bool {
    let place = Core.Location.field(field)
    let told = unread.told[key]?[field] ?? 0
    let lines = lines(about: key, behind: record)
    for number in lines.reversed() where number > told {
      guard let event = history.event(of: number).map({ rules.events[$0] }) else { continue }
      if event.sets(place, of: key.sort, otherwise) { return true }
      if event.written.contains(place) { return false }
      if event.needs(place, of: key.sort),
        !foundAt.suffix(Self.mostDoubtful).contains(number)
      {
        return true
      }
    }
    // There may be more lines than the history keeps.
    return told > record && (lines.count < History.mostLines || lines[0] <= told)
  }
}

/// An entity that no line has introduced.
struct Stranger: Sendable {
  let sort: Core.ID<Core.Entity>
  let name: String
}

extension Core.Event {
  /// True if a place of the one entity of a sort that it is about holds a value after it that rests
  /// on none of the other places.
  fileprivate func sets(
    _ place: Core.Location, of sort: Core.ID<Core.Entity>, _ others: Set<Core.Location>
  ) -> Bool {
    guard let owner = only(sort) else { return false }
    return updates.contains { update in
      guard case .assign(.field(_, .variable(owner)), _) = update.action,
        update.action.written == place, update.condition == .literal(.bool(true))
      else { return false }
      return update.action.readExpressions.locations.isDisjoint(with: others)
    }
  }

  /// True if one of its effects may give a place this value.
  fileprivate func mayAssign(_ value: Value, to place: Core.Location) -> Bool {
    updates.contains { update in
      guard update.action.written == place else { return false }
      if case .assign(_, .literal(let literal)) = update.action { return Value(literal) == value }
      return true
    }
  }

  /// True if it is legal only with one value of a place of that entity.
  fileprivate func needs(_ place: Core.Location, of sort: Core.ID<Core.Entity>) -> Bool {
    guard let owner = only(sort) else { return false }
    return guards.contains { $0.condition.requires(place, of: owner) }
  }

  /// Returns the only variable of a sort; nil: there are several, and it is open which of them the
  /// line is about.
  private func only(_ sort: Core.ID<Core.Entity>) -> Core.Variable? {
    let owners = (parameters + results.map(\.variable)).filter {
      $0.type.scalar == .entity(sort)
    }
    return owners.count == 1 ? owners.first : nil
  }
}

extension Core.Expression {
  /// True if it holds for one value of the place only.
  fileprivate func requires(_ place: Core.Location, of owner: Core.Variable) -> Bool {
    switch self {
    case .and(let all): return all.contains { $0.requires(place, of: owner) }
    case .not(let other): return other.isPlace(place, of: owner)
    case .equal(let one, .literal), .equal(.literal, let one): return one.isPlace(place, of: owner)
    default: return isPlace(place, of: owner)
    }
  }

  private func isPlace(_ place: Core.Location, of owner: Core.Variable) -> Bool {
    guard case .field(let field, .variable(owner), _) = self else { return false }
    return .field(field) == place
  }
}
