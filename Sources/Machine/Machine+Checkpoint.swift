internal import Rulebook
package import Semantics

/// What of a machine is not told by its state and its clocks, and decides what becomes of lines.
extension Machine {
  package struct Remainder {
    /// By sort: who waits to give his number to another, the first first.
    package var retired: [[Int32]]
    /// What holds nothing up although it is due, or lasts too long.
    package var waived: [Deadline.Cause]
    /// The least times left to obligations, by the event that ended them, and by watch.
    package var marginsOfEvents: [Int64]
    package var marginsOfWatches: [Int64]
    /// nil: none is left.
    package var trail: TrailRecord?
    /// The latest changes to the state, oldest first; empty if none are remembered.
    package var recent: [RecentRecord]

    package init(
      retired: [[Int32]], waived: [Deadline.Cause], marginsOfEvents: [Int64],
      marginsOfWatches: [Int64], trail: TrailRecord?, recent: [RecentRecord]
    ) {
      self.retired = retired
      self.waived = waived
      self.marginsOfEvents = marginsOfEvents
      self.marginsOfWatches = marginsOfWatches
      self.trail = trail
      self.recent = recent
    }
  }

  package var remainder: Remainder {
    Remainder(
      retired: rules.entities.indices.map { retirement.waiting(of: $0) }, waived: waived,
      marginsOfEvents: rules.events.indices.map { programs.entries[$0].leastMargin },
      marginsOfWatches: leastMargins, trail: keepsTrail ? storage.pointee.trail.record : nil,
      recent: recentRecord)
  }

  private var waived: [Deadline.Cause] {
    (0..<table.instances.count).compactMap { id in
      let instance = table.instances[id]
      guard instance.watch >= 0, instance.isWaived else { return nil }
      return cause(of: id)
    }
  }

  /// Puts a new machine in a state, with everything that goes with it. O(state).
  ///
  /// - Parameter remainder: of a machine of the same rules; numbers that nobody has do no harm,
  ///   negative ones are not allowed.
  package func load(_ state: State, _ clocks: Clocks, _ remainder: Remainder) {
    load(state, clocks)
    for (sort, numbers) in remainder.retired.enumerated() {
      for number in numbers { retirement.wait(sort, Int(number)) }
    }
    for cause in remainder.waived { waive(cause) }
    keepsTrail = remainder.trail != nil
    if let record = remainder.trail {
      keepsTrailForGood = record.isForGood
      if isWellFormed(record) { storage.pointee.trail.put(record) }
    }
    remember(remainder.recent)
    for (event, margin) in remainder.marginsOfEvents.enumerated() {
      programs.entries.base[event].leastMargin = margin
    }
    for (watch, margin) in remainder.marginsOfWatches.enumerated() {
      table.watches[watch].leastMargin = margin
    }
  }

  /// Whether its lines are of these rules.
  private func isWellFormed(_ record: TrailRecord) -> Bool {
    record.lines.allSatisfy { line in
      guard rules.events.indices.contains(line.event), line.refusal >= -1 else { return false }
      let entry = programs.entries[line.event]
      return line.values.count == (line.refusal < 0 ? entry.values : entry.parameters)
    }
  }
}
