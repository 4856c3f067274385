internal import Diagnostics
internal import Findings
internal import JSON
internal import Machine
internal import Rulebook
internal import Semantics
internal import Traces

/// Coarse clocks: with a resolution, the true instant of a line lies anywhere from its recorded
/// instant to that plus the resolution, exclusive, and lines of one recorded instant may be in any
/// order. A line is a finding only if no choice allows it.
extension Judge {
  /// The largest number of related lines of one instant whose orders are tried.
  private static let mostReordered = 8
  /// The largest number of lines that are tried for one fault.
  private static let mostTries = 5_000

  // MARK: Guards

  /// Returns the standing of a line once all instants are considered at which its guards may be
  /// evaluated: the time between it and an earlier line is known to less than the resolution.
  /// O(state) if the line is not allowed at its recorded instant.
  mutating func standingWithinResolution(_ act: Act, _ standing: Standing) -> Standing {
    let isRefused = act.record.outcome == .refused
    switch standing {
    case .illegal where options.resolution > 0 && !isRefused: break
    case .legal where options.resolution > 0 && isRefused: break
    default: return standing
    }
    var state = world.state
    let instant = state.now
    let least = options.resolution - 1
    let range = instant.adding(-least)...instant.adding(least)
    for candidate in evaluator.instants(in: range, around: state) {
      state.now = candidate
      switch evaluator.legality(of: act.event, act.arguments, in: state) {
      case .legal where !isRefused, .early where !isRefused:
        noteTolerated(abs(candidate - instant), "event \(rules[act.event].name)")
        return .legal
      case .forbidden(let position) where isRefused:
        noteTolerated(abs(candidate - instant), "event \(rules[act.event].name)")
        return .illegal(rules[act.event].guards[position])
      default: continue
      }
    }
    return standing
  }

  // MARK: Order

  /// A line of the same instant as a faulty one.
  private enum Simultaneous: Hashable {
    /// The faulty line.
    case present
    /// The line at this position of those ahead.
    case ahead(Int)
    /// The line at this position of the machine's trail.
    case done(Int)
  }

  /// Takes the related lines of the instant of a faulty line in an order in which all are allowed.
  /// - Returns: The positions of those ahead that were taken; nil: no such order was found, and
  ///   nothing has changed.
  mutating func takeReordered(
    _ record: TraceEvent, _ ahead: Lookahead, _ before: Snapshot
  ) -> [Int]? {
    guard options.resolution > 0 else { return nil }
    var related = givenNames(record)
    let later = ahead.indices.prefix { index in
      guard case .line(let line) = ahead[index] else { return true }
      return line.instant == record.instant
    }
    var members: [Simultaneous] = [.present]
    for index in later {
      guard case .line(.event(let event)) = ahead[index], isRelated(event, &related) else {
        continue
      }
      members.append(.ahead(index))
    }
    var earlier: [Int] = []
    if let machine = world.machine {
      earlier = (0..<machine.trailLength).reversed().prefix {
        machine.trailLine($0).instant == record.instant
      }.filter { index in
        places(of: machine.trailLine(index)).contains { key in
          names.name(of: key.key.number, key.key.sort).map { related.contains(ExactText($0)) }
            ?? false
        }
      }
    }
    guard members.count + earlier.count <= Self.mostReordered else {
      crowdedRecord = record.place.record
      return nil
    }
    mode = .trial
    defer { mode = .telling }
    let limit = counts.tried + Self.mostTries
    // An order that leaves more of the earlier lines where they are is preferred.
    for count in 0...earlier.count {
      let moved = Array(earlier.prefix(count))
      defer { restore(before) }
      guard begin(moved),
        let order = order(moved.reversed().map { .done($0) } + members, record, ahead, limit)
      else { continue }
      restore(before)
      return commit(order, moved, record, ahead)
    }
    return nil
  }

  /// The names in a line.
  private func givenNames(_ record: TraceEvent) -> Set<ExactText> {
    Set(
      (record.arguments + record.results.compactMap(\.self)).compactMap {
        if case .name(let name) = $0 { ExactText(name) } else { nil }
      })
  }

  /// Returns true if a line has a name in common with others; its names are added to theirs.
  private func isRelated(_ record: TraceEvent, _ related: inout Set<ExactText>) -> Bool {
    let own = givenNames(record)
    guard !own.isDisjoint(with: related) else { return false }
    related.formUnion(own)
    return true
  }

  /// Goes back before the earliest of these lines of the trail, and does the others behind it again.
  /// - Parameter moved: The lines, latest first.
  /// - Returns: False if that is not possible.
  private mutating func begin(_ moved: [Int]) -> Bool {
    guard let first = moved.last else { return true }
    guard let machine = world.machine, world.goBack(toLine: first) else { return false }
    return (first..<machine.trailLength).allSatisfy {
      moved.contains($0) || machine.retrace(line: $0)
    }
  }

  /// Returns an order of these lines in which all are allowed, by depth-first search.
  private mutating func order(
    _ rest: [Simultaneous], _ record: TraceEvent, _ ahead: Lookahead, _ limit: Int
  ) -> [Simultaneous]? {
    if rest.isEmpty { return [] }
    for (position, next) in rest.enumerated() where counts.tried < limit {
      let before = snapshot()
      defer {
        restore(before)
        world.unmark()
      }
      counts.tried += 1
      guard take(next, record, ahead) else { continue }
      var others = rest
      others.remove(at: position)
      if let order = order(others, record, ahead, limit) { return [next] + order }
    }
    return nil
  }

  /// Takes one of the lines.
  /// - Returns: True if it is allowed.
  private mutating func take(
    _ line: Simultaneous, _ record: TraceEvent, _ ahead: Lookahead
  ) -> Bool {
    let known = (findings: counts.findings, lost: counts.lost)
    switch line {
    case .present: take(.line(.event(record)))
    case .ahead(let position): take(ahead[position])
    case .done(let index): return world.machine?.retrace(line: index) ?? false
    }
    return counts.findings == known.findings && counts.lost == known.lost
  }

  /// Takes the lines in the order found.
  /// - Returns: The positions of those ahead.
  private mutating func commit(
    _ order: [Simultaneous], _ moved: [Int], _ record: TraceEvent, _ ahead: Lookahead
  ) -> [Int] {
    _ = begin(moved)
    mode = .telling
    noteTolerated(options.resolution, "order within the resolution")
    var taken: [Int] = []
    for line in order {
      if case .ahead(let position) = line { taken.append(position) }
      _ = take(line, record, ahead)
    }
    return taken
  }
}
