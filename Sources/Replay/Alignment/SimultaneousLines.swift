import Basics
import Rulebook
import Semantics
import Traces

/// The lines of the instant of a faulty line that are related to it. Lines are related if they share
/// a name, directly or by way of others.
struct SimultaneousLines {
  /// The positions of those ahead, ascending.
  let later: [Int]
  /// The positions on the machine's trail, latest first.
  let earlier: [Int]

  /// True if they and the faulty line are more than are put into other orders.
  var areTooMany: Bool { later.count + earlier.count >= Limits.several }
}

extension Judge {
  /// Returns the related lines of the instant of a faulty line.
  func simultaneousLines(with record: TraceEvent, _ ahead: Lookahead) -> SimultaneousLines {
    var related = givenNames(record)
    let lines = ahead.prefix { item in
      guard case .line(let line) = item, let instant = line.instant else { return true }
      return instant == record.instant
    }
    var later: Set<Int> = []
    var known = -1
    // A line may be related by way of one behind it.
    while later.count > known {
      known = later.count
      for index in lines.indices {
        if case .line(.event(let event)) = lines[index], isRelated(event, &related) {
          later.insert(index)
        }
      }
    }
    guard let machine = world.machine else {
      return SimultaneousLines(later: later.sorted(), earlier: [])
    }
    let earlier = (0..<machine.trailLength).reversed().prefix {
      machine.trailLine($0).instant == record.instant
    }.filter { index in
      places(of: machine.trailLine(index)).contains { _, key in
        names.name(of: key.number, key.sort).map { related.contains(ExactText($0)) } ?? false
      }
    }
    return SimultaneousLines(later: later.sorted(), earlier: Array(earlier))
  }

  /// The names in a line.
  func givenNames(_ record: TraceEvent) -> Set<ExactText> {
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

  // MARK: Orders that stay open

  /// Notes if it cannot be decided that no order allows a faulty line: its related lines of one instant
  /// are too many, or lines before it that may have been in another order cannot be taken back.
  mutating func noteOpenOrder(_ record: TraceEvent, _ related: SimultaneousLines) {
    let isOpen = related.areTooMany || isBehindReordered(record) || isBehindOpen(record)
    openOrderAt = isOpen ? record.place.record : nil
  }

  /// Notes the names of a line that stays undecided: lines close behind that have one of them may
  /// follow from it.
  mutating func noteOpenNames(of record: TraceEvent) {
    guard openOrderAt == record.place.record else { return }
    let number = record.place.record
    disorder.openNames = disorder.openNames.filter { number - $0.value < Limits.near }
    for name in givenNames(record) { disorder.openNames[name] = number }
  }

  private func isBehindOpen(_ record: TraceEvent) -> Bool {
    !disorder.openNames.isEmpty
      && givenNames(record).contains { name in
        disorder.openNames[name].map { record.place.record - $0 < Limits.near } ?? false
      }
  }

  /// Returns true if an entity of a line has several lines before the last that were reordered, close
  /// to them: the machine cannot take these back.
  private func isBehindReordered(_ record: TraceEvent) -> Bool {
    guard let reordered = disorder.lastReordered, record.place.record - reordered < Limits.near
    else {
      return false
    }
    return entities(record).contains { key in
      !hasQueue(key)
        && history.lines(of: Int(key.number), key.sort.index).filter {
          $0 <= reordered && reordered - $0 < Limits.near
        }.count > 1
    }
  }
}
