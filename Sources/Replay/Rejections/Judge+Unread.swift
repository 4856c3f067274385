internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// A line that could not be read makes nobody guilty: what one event, with any arguments, may have
/// brought about is not decided. The test is static, on what rules read and write, so it never
/// takes a possible explanation for none.
extension Judge {
  /// What a broken rule may be laid to; nil: to no rejected line.
  /// - Parameters:
  ///   - places: what decides whether the rule is broken.
  ///   - stranger: the entity that no line has introduced, if that is what is wrong.
  func unreadClaim(
    _ kind: Finding.Kind, _ rule: String, _ concerned: [EntityKey], _ places: Set<Core.Location>,
    stranger: Stranger?
  ) -> UnreadClaims.Claim? {
    guard !unread.isEmpty, kind.isViolation, kind != .order else { return nil }
    let lines = unread.lines.filter { line in
      if let stranger { return mayIntroduce(stranger, line) }
      return mayHaveChanged(places, concerned, missed: kind == .missed ? rule : nil, line)
    }
    if lines.isEmpty { return nil }
    // A line of which the event is known can be laid to fewer findings than one of which nothing is.
    let ordered = lines.reversed().sorted { ($0.mayObserve ? 1 : 0) < ($1.mayObserve ? 1 : 0) }
    let claim = UnreadClaims.Claim(lines: ordered.map(\.record), concerned: Set(concerned))
    return lines.contains(where: \.isObservation) || unread.canTake(claim) ? claim : nil
  }

  /// `line 2`, the line that a claim names first.
  func text(_ claim: UnreadClaims.Claim) -> String {
    let line = unread.lines.first { $0.record == claim.lines.first }?.line ?? 0
    return ", unless line \(line), which could not be read, explains it"
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

  /// - Parameter missed: the obligation that no line records, which this one may.
  private func mayHaveChanged(
    _ places: Set<Core.Location>, _ concerned: [EntityKey], missed: String?, _ line: UnreadLine
  ) -> Bool {
    if line.isRefusal { return false }
    if line.mayObserve, !isConfirmed(places, concerned, since: line.record, tainted: places) {
      return true
    }
    return line.events(rules).contains { id in
      let event = rules[id]
      if event.name == missed, names(concerned, event.parameters, line) { return true }
      var written = Set(
        event.updates.filter { mayTouch(concerned, $0, event, line) }
          .compactMap(\.action.written))
      for result in event.results where result.isNew {
        guard case .entity(let sort) = result.variable.type.scalar else { continue }
        for (index, field) in rules.fields.enumerated() where field.owner == sort {
          written.insert(.field(Core.ID(index)))
        }
      }
      let tainted = effects.closure(of: written)
      let changed = tainted.intersection(places)
      return !changed.isEmpty
        && !isConfirmed(changed, concerned, since: line.record, tainted: tainted)
    }
  }

  /// Whether what is written by an effect may be of one of these: it is not where the line names
  /// another owner.
  private func mayTouch(
    _ concerned: [EntityKey], _ update: Core.Update, _ event: Core.Event, _ line: UnreadLine
  ) -> Bool {
    guard case .assign(.field(_, .variable(let owner)), _) = update.action else { return true }
    return names(concerned, [owner], line)
  }

  /// Whether each of these variables may stand for one of those concerned, of whom there may be
  /// none of its sort.
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

  /// Whether lines since have shown what each of these places holds: a legal event set it, or
  /// needed just the value that it has.
  private func isConfirmed(
    _ places: Set<Core.Location>, _ concerned: [EntityKey], since record: Int,
    tainted: Set<Core.Location>
  ) -> Bool {
    places.allSatisfy { place in
      guard case .field(let field) = place else { return false }
      let owners = concerned.filter { $0.sort == rules[field].owner }
      return !owners.isEmpty
        && owners.allSatisfy { key in
          lines(about: key, behind: record).contains { number in
            history.event(of: number).map {
              rules.events[$0].shows(place, of: key.sort, tainted)
            } ?? false
          }
        }
    }
  }
}

/// An entity that no line has introduced.
struct Stranger: Sendable {
  let sort: Core.ID<Core.Entity>
  let name: String
}

extension Core.Event {
  /// Whether a place of somebody whom the event is about holds a known value after it, whatever it
  /// held before.
  fileprivate func shows(
    _ place: Core.Location, of sort: Core.ID<Core.Entity>, _ tainted: Set<Core.Location>
  ) -> Bool {
    // Of two arguments of one sort nobody can tell which the line is about.
    let owners = (parameters + results.map(\.variable)).filter {
      $0.type.scalar == .entity(sort)
    }
    guard owners.count == 1, let owner = owners.first else { return false }
    let isSet = updates.contains { update in
      guard case .assign(.field(_, .variable(owner)), _) = update.action,
        update.action.written == place, update.condition == .literal(.bool(true))
      else { return false }
      return update.action.readExpressions.locations.isDisjoint(with: tainted)
    }
    return isSet || guards.contains { $0.condition.requires(place, of: owner) }
  }
}

extension Core.Expression {
  /// Whether it holds for one value of the place only.
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
