import Rulebook

/// The part of a machine that its state and its clocks do not contain, and that affects later
/// lines.
extension Machine {
  package struct Remainder {
    /// The retired entities of each sort, in the order in which their numbers will be reused.
    package var retired: [[Int32]]
    /// The waived causes: those that keep time from passing no longer although due, or that last
    /// too long.
    package var waived: [Deadline.Cause]
    /// The least times left to obligations, by the event that ended them, and by watch.
    package var marginsOfEvents: [Int64]
    package var marginsOfWatches: [Int64]
    /// The undo log; nil: none is kept.
    package var trail: TrailRecord?
    /// The latest changes to the state, oldest first; empty if none are remembered.
    package var recent: [RecentRecord]
    /// The lines that last changed each place; nil: they are not noted.
    package var setters: Setters?

    package init(
      retired: [[Int32]], waived: [Deadline.Cause], marginsOfEvents: [Int64],
      marginsOfWatches: [Int64], trail: TrailRecord?, recent: [RecentRecord],
      setters: Setters?
    ) {
      self.retired = retired
      self.waived = waived
      self.marginsOfEvents = marginsOfEvents
      self.marginsOfWatches = marginsOfWatches
      self.trail = trail
      self.recent = recent
      self.setters = setters
    }
  }

  package var remainder: Remainder {
    Remainder(
      retired: rules.entities.indices.map { retirement.waiting(of: $0) }, waived: waived,
      marginsOfEvents: rules.events.indices.map { programs.entries[$0].leastMargin },
      marginsOfWatches: leastMargins, trail: keepsTrail ? storage.pointee.trail.record : nil,
      recent: recentRecord, setters: setters)
  }

  private var waived: [Deadline.Cause] {
    (0..<table.instances.count).compactMap { id in
      let instance = table.instances[id]
      guard instance.watch >= 0, instance.isWaived else { return nil }
      return cause(of: id)
    }
  }

  /// Loads a state into a new machine, with everything that goes with it. O(state).
  ///
  /// - Parameter remainder: Of a machine of the same rules; numbers without an entity do no harm,
  ///   negative ones are not allowed.
  package func load(_ state: State, _ clocks: Clocks, _ remainder: Remainder) {
    load(state, clocks)
    for (sort, numbers) in remainder.retired.enumerated() {
      for number in numbers { retirement.wait(sort, Int(number)) }
    }
    for cause in remainder.waived { waive(cause) }
    keepsTrail = remainder.trail != nil
    if let record = remainder.trail {
      looksBackForGood = record.isForGood
      if isWellFormed(record) { storage.pointee.trail.put(record) }
    }
    remember(remainder.recent)
    put(remainder.setters)
    for (event, margin) in remainder.marginsOfEvents.enumerated() {
      programs.entries.base[event].leastMargin = margin
    }
    for (watch, margin) in remainder.marginsOfWatches.enumerated() {
      table.watches[watch].leastMargin = margin
    }
  }

  /// Returns true if the lines of the record fit these rules.
  private func isWellFormed(_ record: TrailRecord) -> Bool {
    record.lines.allSatisfy { line in
      guard rules.events.indices.contains(line.event), line.refusal >= -1 else { return false }
      let entry = programs.entries[line.event]
      return line.values.count == (line.refusal < 0 ? entry.values : entry.parameters)
    }
  }
}
