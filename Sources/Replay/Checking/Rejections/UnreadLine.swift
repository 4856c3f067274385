import Rulebook
import Semantics
import Traces

/// A rejected line: at most one unreadable event, or an observation.
struct UnreadLine: Sendable, Equatable {
  /// The number of the line, from 1, as findings count.
  var line: Int
  /// The position of the record in the line, from 1; nil: the line has one.
  var recordInLine: Int?
  /// The number of the record in the trace.
  var record: Int
  /// The members that could be read all the same, by key.
  var members: [String: String]

  /// True if it says that nothing happened.
  var isRefusal: Bool { members["outcome"] == "refused" }

  /// True if it says that it is an observation, which may tell any number of facts.
  var isObservation: Bool { members["observe"] != nil }

  /// True if it may be an observation: it does not say that it is an event.
  var mayObserve: Bool { members["event"] == nil }

  /// The events that it may record: those of its name, if there are such, and that have the
  /// arguments and results it names.
  func events(_ rules: Core.Rules) -> [Core.ID<Core.Event>] {
    if isRefusal || isObservation { return [] }
    let ids = rules.events.indices.map { Core.ID<Core.Event>($0) }
    if let name = members["event"] {
      let named = ids.filter { rules[$0].name == name }
      if !named.isEmpty { return named }
    }
    let known = Set(rules.events.flatMap(\.variables).map(\.name)).intersection(members.keys)
    return ids.filter { known.isSubset(of: rules[$0].variables.map(\.name)) }
  }
}

/// The rejected line that each undecided finding is laid to: each line explains one event.
///
/// The assignment is a matching, extended by augmenting paths (Kuhn 1955): a finding is laid to a
/// line even where that line was laid to another, if there is a further one for that.
struct UnreadClaims: Sendable {
  struct Claim: Sendable, Equatable {
    /// The records of the lines that may explain it, most likely first.
    var lines: [Int] = []
    /// The entities that the findings are about, and those that going on has changed.
    var concerned: Set<EntityKey>
    /// The places that may differ because of the way the check continued.
    var places: Set<Core.Location>
    /// The record of the latest line with a finding that is laid to it.
    var since: Int
    /// The record of the line that explains it together with earlier findings.
    var joined: Int?
    /// The positions of the findings among those that are kept.
    var findings: [Int] = []
  }

  /// The latest, the earliest first.
  var lines: [UnreadLine] = []
  /// The claims on each rejected line, by its record.
  var claims: [Int: Claim] = [:]
  /// The record of the latest observation of each field since the first rejected line.
  var told: [EntityKey: [Core.ID<Core.Field>: Int]] = [:]

  /// The number of rejected lines that are kept: each fault is checked against all of them.
  private static let mostLines = 1_024
  /// The number of entities of which observations are kept.
  private static let mostTold = 65_536

  var isEmpty: Bool { lines.isEmpty }

  mutating func add(_ line: UnreadLine) {
    lines.append(line)
    if lines.count > Self.mostLines { claims[lines.removeFirst().record] = nil }
  }

  /// Notes that an observation in this record has told a field. Beyond the limit all are forgotten:
  /// then more remains undecided.
  mutating func note(_ field: Core.ID<Core.Field>, of key: EntityKey, toldIn record: Int) {
    if told.count == Self.mostTold, told[key] == nil { told.removeAll() }
    told[key, default: [:]][field] = record
  }

  /// The line that a claim is most likely laid to.
  func line(of claim: Claim) -> UnreadLine? {
    (claim.joined ?? claim.lines.first).flatMap { line(ofRecord: $0) }
  }

  func line(ofRecord record: Int) -> UnreadLine? { lines.first { $0.record == record } }

  /// True if there is a line for one more finding.
  func canTake(_ claim: Claim) -> Bool {
    var trial = self
    return !trial.take(claim).isEmpty
  }

  /// Attributes a finding to a line; changes of the same entities by the same event need no other
  /// line.
  /// - Returns: The records of the lines whose findings have changed; empty: there is no line for
  ///   it.
  @discardableResult
  mutating func take(_ claim: Claim) -> [Int] {
    if let same = holder(of: claim) {
      claims[same]?.concerned.formUnion(claim.concerned)
      claims[same]?.places.formUnion(claim.places)
      claims[same]?.since = claim.since
      claims[same]?.findings += claim.findings
      return [same]
    }
    var seen: Set<Int> = []
    var moved: [Int] = []
    return augment(claim, &seen, &moved) ? moved : []
  }

  /// Adds these entities and places to those that the event of a claim has changed.
  mutating func extend(_ claim: Claim, by keys: Set<EntityKey>, _ places: Set<Core.Location>) {
    guard let same = holder(of: claim) else { return }
    claims[same]?.concerned.formUnion(keys)
    claims[same]?.places.formUnion(places)
  }

  private func holder(of claim: Claim) -> Int? {
    if let joined = claim.joined, claims[joined] != nil { return joined }
    return claims.keys.sorted().first { line in
      guard let known = claims[line] else { return false }
      return !known.concerned.isDisjoint(with: claim.concerned)
        && known.lines.contains(where: claim.lines.contains)
    }
  }

  private mutating func augment(
    _ claim: Claim, _ seen: inout Set<Int>, _ moved: inout [Int]
  ) -> Bool {
    for line in claim.lines where seen.insert(line).inserted {
      if let holder = claims[line], !augment(holder, &seen, &moved) { continue }
      claims[line] = claim
      moved.append(line)
      return true
    }
    return false
  }

  /// Forgets an entity whose number was given to another one.
  mutating func forget(_ gone: EntityKey) {
    for line in claims.keys { claims[line]?.concerned.remove(gone) }
    told[gone] = nil
  }
}

extension Core.Event {
  /// The variables of its arguments and results.
  fileprivate var variables: [Core.Variable] { parameters + results.map(\.variable) }
}
