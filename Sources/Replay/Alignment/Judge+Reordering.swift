import Findings
import Rulebook
import Semantics
import Traces

/// Other orders of lines. With a resolution, lines of one recorded instant may be in any order: a line
/// is a finding only if no order allows it.
extension Judge {
  /// The largest number of lines that are tried for one fault.
  private static let mostTries = 5_000

  /// A line of the same instant as a faulty one.
  private enum Simultaneous: Hashable {
    /// The faulty line.
    case present
    /// The line at this position of those ahead.
    case ahead(Int)
    /// The line at this position of the machine's trail.
    case done(Int)
  }

  /// Lines to be ordered: each stage in any order, one stage after the other.
  private struct Plan {
    /// The line of the trail before which it begins; nil: at the faulty line.
    var start: Int?
    var stages: [[Simultaneous]]
  }

  /// An order of the lines in which all are allowed.
  private struct Order {
    var lines: [Simultaneous] = []
    /// The fields of the entities after the lines, by sort and name.
    var outcome: [[String]: FieldContent] = [:]
    /// The number of faults on the lines behind.
    var faults = 0
  }

  /// The content of a field. Entities are given by name: their numbers depend on the order in which
  /// the trace names them.
  private struct FieldContent: Hashable {
    var value = Value.none
    var names: [String?] = []
  }

  /// Takes the related lines of the instant of a faulty line in an order in which all are allowed:
  /// of several, the one with the fewest faults on the lines behind. If others are as good and
  /// leave another state, findings about the entities are not decided from here on.
  /// - Returns: The positions of those ahead that were taken; nil: no such order was found, and
  ///   nothing has changed.
  mutating func takeReordered(
    _ record: TraceEvent, _ ahead: Lookahead, _ related: SimultaneousLines, _ before: Snapshot
  ) -> [Int]? {
    guard !related.areTooMany else { return nil }
    let limit = counts.tried + Self.mostTries
    for plan in plans(record, related) {
      var orders: [Order] = []
      mode = .trial
      if begin(plan) { find(plan.stages[...], Order(), plan, record, ahead, limit, &orders) }
      restore(before)
      guard let best = orders.min(by: { $0.faults < $1.faults }) else { continue }
      commit(best, plan, record, ahead)
      if orders.filter({ $0.faults == best.faults }).count > 1 || counts.tried >= limit {
        aftermath.guessed.formUnion(entities(of: plan, record, ahead))
      }
      return related.later
    }
    return nil
  }

  /// Returns what may be ordered otherwise: first the related lines of the instant, those that were
  /// taken last in their places as long as possible, then those of an earlier instant.
  private func plans(_ record: TraceEvent, _ related: SimultaneousLines) -> [Plan] {
    let own: [Simultaneous] = [.present] + related.later.map { .ahead($0) }
    var plans = [Plan(start: nil, stages: [own])]
    guard let machine = world.machine else { return plans }
    // Each line behind the first of these is done again in its place.
    func rest(besides moved: [Int]) -> [[Simultaneous]] {
      (moved[0]..<machine.trailLength).filter { !moved.contains($0) }.map { [.done($0)] }
    }
    for count in related.earlier.indices {
      let moved = Array(related.earlier[...count].reversed())
      plans.append(
        Plan(start: moved[0], stages: rest(besides: moved) + [moved.map { .done($0) } + own]))
    }
    for group in earlierGroups(record) {
      plans.append(
        Plan(
          start: group[0], stages: [group.map { .done($0) }] + rest(besides: group) + [own]))
    }
    return plans
  }

  /// Returns the positions on the machine's trail of lines of one earlier instant that are about
  /// entities of a line and those of one another, latest instant first.
  private func earlierGroups(_ record: TraceEvent) -> [[Int]] {
    guard let machine = world.machine else { return [] }
    var groups: [(instant: Int64, lines: [Int], keys: Set<EntityKey>)] = []
    let named = Set(entities(record).filter { !hasQueue($0) })
    for index in (0..<machine.trailLength).reversed().prefix(Limits.near) {
      let line = machine.trailLine(index)
      guard line.instant < record.instant else { continue }
      let keys = Set(places(of: line).map(\.key).filter { !hasQueue($0) })
      if let last = groups.last, last.instant == line.instant {
        guard !keys.isDisjoint(with: last.keys.union(named)) else { continue }
        groups[groups.count - 1].lines.append(index)
        groups[groups.count - 1].keys.formUnion(keys)
      } else if !keys.isDisjoint(with: named) {
        if groups.count == Limits.few { break }
        groups.append((line.instant, [index], keys))
      }
    }
    return groups.map { $0.lines.reversed() }
      .filter { $0.count > 1 && $0.count <= Limits.several }
  }

  /// Goes back to where a plan begins.
  /// - Returns: False if that is not possible.
  private mutating func begin(_ plan: Plan) -> Bool {
    plan.start.map { world.goBack(toLine: $0) } ?? true
  }

  /// Finds orders in which all lines of a plan are allowed, by depth-first search; of those with one
  /// outcome only the first.
  /// - Parameters:
  ///   - rest: The stages to come.
  ///   - begun: The lines before these.
  private mutating func find(
    _ rest: ArraySlice<[Simultaneous]>, _ begun: Order, _ plan: Plan, _ record: TraceEvent,
    _ ahead: Lookahead, _ limit: Int, _ orders: inout [Order]
  ) {
    guard let stage = rest.first else { return note(begun, plan, record, ahead, &orders) }
    if stage.isEmpty {
      return find(rest.dropFirst(), begun, plan, record, ahead, limit, &orders)
    }
    for (position, next) in stage.enumerated() where counts.tried < limit {
      let before = snapshot()
      counts.tried += 1
      if take(next, record, ahead) {
        var (others, order) = (rest, begun)
        others[others.startIndex].remove(at: position)
        order.lines.append(next)
        find(others, order, plan, record, ahead, limit, &orders)
      }
      restore(before)
      world.unmark()
    }
  }

  private mutating func note(
    _ order: Order, _ plan: Plan, _ record: TraceEvent, _ ahead: Lookahead,
    _ orders: inout [Order]
  ) {
    var order = order
    let keys = entities(of: plan, record, ahead)
    for key in keys {
      for field in rules[key.sort].fields {
        let path = [
          rules[key.sort].name, names.name(of: key.number, key.sort) ?? "", rules[field].name,
        ]
        order.outcome[path] = content(of: field, key)
      }
    }
    guard !orders.contains(where: { $0.outcome == order.outcome }) else { return }
    let taken = Set(order.lines)
    let outlook = outlook(of: keys, ahead)
    var trial = Trial()
    let before = snapshot()
    follow(
      outlook.all.filter { !taken.contains(.ahead($0)) }, ahead, outlook, &trial, limit: .max)
    restore(before)
    world.unmark()
    order.faults = trial.cost
    orders.append(order)
  }

  private func content(of field: Core.ID<Core.Field>, _ key: EntityKey) -> FieldContent {
    switch rules[field].kind {
    case .value(let type):
      let value = world[field, of: Int(key.number)]
      if case .entity(let sort) = type.scalar, case .entity(let number) = value {
        return FieldContent(names: [names.name(of: number, sort)])
      }
      return FieldContent(value: value)
    case .queue(let sort), .set(let sort):
      return FieldContent(
        names: world.members(of: field, owner: Int(key.number)).map { names.name(of: $0, sort) })
    }
  }

  /// Returns the entities of the lines that a plan may put into another order.
  private func entities(
    of plan: Plan, _ record: TraceEvent, _ ahead: Lookahead
  ) -> Set<EntityKey> {
    let lines = plan.stages.filter { $0.count > 1 }.flatMap(\.self) + [.present]
    return Set(
      lines.flatMap { line -> [EntityKey] in
        switch line {
        case .present: entities(record)
        case .ahead(let position): entities(ahead[position])
        case .done(let index):
          world.machine.map { places(of: $0.trailLine(index)).map(\.key) } ?? []
        }
      })
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
  private mutating func commit(
    _ order: Order, _ plan: Plan, _ record: TraceEvent, _ ahead: Lookahead
  ) {
    _ = begin(plan)
    mode = .telling
    noteTolerated(options.resolution, "order within the resolution")
    disorder.lastReordered = record.place.record
    for line in order.lines { _ = take(line, record, ahead) }
  }
}
