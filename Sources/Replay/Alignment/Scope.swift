import Basics
import Findings
import Rulebook
import Semantics
import Traces

/// The part of the state that may be wrong because of a fault. A later fault that does not rest on it
/// counts neither for nor against an explanation, if it is of the same kind: a server that is wrong
/// once is wrong again.
struct Scope {
  /// The kind of the fault.
  private let kind: FindingRow.Key?
  /// The entities of other faults of the same kind.
  private var others: Set<EntityKey> = []
  /// The entities, with the number of right lines that will show the state of each to be right.
  private var doubts: [EntityKey: Int] = [:]
  /// The places whose content may be wrong.
  private(set) var places: Set<Core.Location>
  /// The names in the faulty line that no entity has yet.
  let strangers: Set<ExactText>
  /// The search for the names of the entities and these.
  private(set) var names: NameSearch

  init(
    _ kind: FindingRow.Key?, places: Set<Core.Location>, strangers: Set<ExactText>,
    names: NameSearch
  ) {
    (self.kind, self.places, self.strangers, self.names) = (kind, places, strangers, names)
  }

  /// Returns true if a fault that does not rest on this one is of the same kind, or follows from one
  /// that is.
  mutating func isLikeThis(_ kind: FindingRow.Key?, _ keys: Set<EntityKey>) -> Bool {
    guard kind == self.kind || !others.isDisjoint(with: keys) else { return false }
    others.formUnion(keys)
    return true
  }

  /// Returns true if the state of an entity is in doubt.
  /// - Parameter isNear: True at a line so close to the fault that what was right between does not
  ///   count.
  func contains(_ key: EntityKey, isNear: Bool) -> Bool {
    doubts[key].map { isNear || $0 > 0 } ?? false
  }

  mutating func add(_ keys: [EntityKey], _ names: NameSearch, _ places: Set<Core.Location> = []) {
    self.names.formUnion(names)
    self.places.formUnion(places)
    for key in keys { doubts[key] = Limits.confirming }
  }

  /// Notes that a line which rests on the state of an entity is right.
  mutating func confirm(_ key: EntityKey) {
    if let left = doubts[key] { doubts[key] = left - 1 }
  }

  /// The part of the state that an event reads.
  struct Reading: Sendable {
    /// True if it reads globals, or goes through all entities of a sort.
    let isGlobal: Bool
    /// True if a guard reads a queue: that rests on every line about the queue.
    let isOfQueue: Bool
    /// The fields that its guards read, and that it reads in all, with their owners.
    let guards: [Field]
    let all: [Field]

    typealias Field = (place: Core.Location, owner: Core.ID<Core.Entity>)

    init(_ event: Core.Event, _ rules: Core.Rules) {
      isGlobal =
        event.expressions.contains { $0.isGlobal } || event.updates.contains { $0.each != nil }
      func fields(_ places: Set<Core.Location>) -> [Field] {
        places.compactMap { place in
          if case .field(let field) = place { (place, rules[field].owner) } else { nil }
        }
      }
      guards = fields(event.guards.map(\.condition).locations)
      all = fields(event.expressions.locations)
      isOfQueue = guards.contains {
        guard case .field(let field) = $0.place, case .queue = rules[field].kind else {
          return false
        }
        return true
      }
    }
  }
}

extension Judge {
  /// Returns the scope of a faulty line: what its guards read, and what the events write that may
  /// have made these guards true; of the entities that it and its finding are about.
  func scope(_ record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead) -> Scope {
    let places = placesInDoubt(evidence.line.places.union(rules[record.event].written))
    let missed = evidence.line.missed.flatMap { cause -> [EntityKey] in
      if case .event = cause { entities(cause) } else { [] }
    }
    let keys =
      entities(record) + recipients(of: record) + evidence.line.blamed + evidence.line.involved
      + missed
    let known = entities(record).compactMap { names.name(of: $0.number, $0.sort) }
    let strangers = givenNames(record).subtracting(known.map { ExactText($0) })
    var scope = Scope(
      evidence.line.fault, places: places, strangers: strangers,
      names: ahead.search(for: strangers.lazy.map(\.text)))
    scope.add(keys, search(for: keys.filter { !hasQueue($0) }, in: ahead))
    return scope
  }

  /// Adds what may be wrong because of an explanation of a faulty line.
  func extend(_ scope: inout Scope?, by repair: Repair, _ ahead: Lookahead) {
    guard scope != nil else { return }
    var (keys, events): ([EntityKey], [Core.ID<Core.Event>]) = ([], [])
    func add(_ occurrence: Occurrence) {
      keys += occurrence.entities(rules)
      events.append(occurrence.event)
    }
    func add(lineAt position: Int) {
      keys += entities(ahead[position])
      if case .line(.event(let event)) = ahead[position] { events.append(event.event) }
    }
    switch repair {
    case .believed, .ignored, .happened, .earlier, .late: return
    case .born(let missed): add(missed.birth)
    case .unrecorded(let occurrence, _): add(occurrence)
    case .hidden(let sequence, _): for occurrence in sequence { add(occurrence) }
    case .corrected: keys = changed(by: repair)
    case .advanced(let position), .exchanged(let position): add(lineAt: position)
    case .meant(let name, _, _):
      keys = rules.entities.indices.compactMap { sort in
        names.number(of: name, Core.ID(sort)).map { EntityKey(sort: Core.ID(sort), number: $0) }
      }
    case .revised(let revision):
      keys = changed(by: revision)
      if case .preceded(let occurrence) = revision.change { add(occurrence) }
      if let position = revision.followed { add(lineAt: position) }
      if let line = world.machine?.trailLine(revision.line) { events.append(Core.ID(line.event)) }
    }
    keys = keys.filter { !hasQueue($0) }
    scope?.add(
      keys, search(for: keys, in: ahead),
      events.reduce(into: []) { $0.formUnion(rules[$1].written) })
  }

  /// Notes that a line is right. A refusal may be right for many reasons, and shows nothing.
  func confirm(_ scope: inout Scope?, byLineAt position: Int, _ ahead: Lookahead) {
    guard let known = scope, ahead.lines.has(known.names, at: position),
      case .line(.event(let event)) = ahead[position], event.outcome == .ok
    else { return }
    let read = scopeReadings[event.event.index].guards.filter { known.places.contains($0.place) }
    for key in entities(event) where read.contains(where: { $0.owner == key.sort }) {
      scope?.confirm(key)
    }
  }

  /// Returns true if what is wrong with a line that was just taken counts.
  func isCounted(
    _ scope: inout Scope?, _ outlook: Outlook, lineAt position: Int, _ ahead: Lookahead
  ) -> Bool {
    guard let known = scope, case .line(.event(let event)) = ahead[position] else { return true }
    // Lines before one that is far were not taken.
    if position >= outlook.end, scopeReadings[event.event.index].isOfQueue { return false }
    let about = Set(entities(event) + line.blamed + recipients(of: event))
    if restsOn(known, event, about, isNear: position < outlook.nearEnd) { return true }
    // One who was meant by the faulty line, or by one before it, shows that soon.
    if position - ahead.startIndex >= Limits.near { return false }
    return scope?.isLikeThis(line.fault, about.filter { !hasQueue($0) }) == false
  }

  /// Returns true if what is wrong with a line may rest on what a fault has made wrong.
  /// - Parameter about: The entities that the line and its fault are about.
  private func restsOn(
    _ scope: Scope, _ event: TraceEvent, _ about: Set<EntityKey>, isNear: Bool
  ) -> Bool {
    var readings = [scopeReadings[event.event.index]]
    for cause in line.missed {
      guard case .event(let missed, _) = cause else { return true }
      readings.append(scopeReadings[missed.index])
    }
    if readings.contains(where: \.isGlobal) || !givenNames(event).isDisjoint(with: scope.strangers)
    {
      return true
    }
    var about = about
    for _ in 0..<Limits.confirming {
      about.formUnion(whomTheyReferTo(Pool(about, of: world).numbers))
    }
    return readings.contains { reading in
      reading.all.contains { place, owner in
        scope.places.contains(place)
          && about.contains { $0.sort == owner && isInDoubt(place, of: $0, scope, about, isNear) }
      }
    }
  }

  /// Returns true if the content of a field of an entity may be wrong.
  /// - Parameter about: The entities of a line: they may have stood in a queue before it.
  private func isInDoubt(
    _ place: Core.Location, of key: EntityKey, _ scope: Scope, _ about: Set<EntityKey>,
    _ isNear: Bool
  ) -> Bool {
    guard hasQueue(key), case .field(let field) = place else {
      return scope.contains(key, isNear: isNear)
    }
    switch rules[field].kind {
    case .value: return scope.contains(key, isNear: isNear)
    case .queue(let sort), .set(let sort):
      let members = world.members(of: field, owner: Int(key.number)).lazy.map {
        EntityKey(sort: sort, number: $0)
      }
      return about.contains { $0.sort == sort && scope.contains($0, isNear: isNear) }
        || members.contains { scope.contains($0, isNear: isNear) }
    }
  }
}

extension Core.Expression {
  /// True if it reads globals, or goes through all entities of a sort.
  fileprivate var isGlobal: Bool {
    var isGlobal = false
    forEach { node in
      switch node {
      case .global: isGlobal = true
      case .quantified(_, let binders, _, _):
        isGlobal = isGlobal || binders.contains { $0.domain.isAll }
      case .extreme(let extreme): isGlobal = isGlobal || extreme.binder.domain.isAll
      default: break
      }
    }
    return isGlobal
  }
}

extension Core.Binder.Domain {
  fileprivate var isAll: Bool { if case .entities = self { true } else { false } }
}
