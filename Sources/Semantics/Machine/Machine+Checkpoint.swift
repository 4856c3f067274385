import Basics
import Rulebook

extension Machine {
  /// The part of a machine that its state and its clocks do not contain, and that affects later
  /// lines.
  private struct Remainder {
    /// The retired entities of each sort, in the order in which their numbers will be reused.
    var retired: [[Int32]]
    /// The waived causes: those that keep time from passing no longer although due, or that last
    /// too long.
    var waived: [Deadline.Cause]
    /// The least times left to obligations, by the event that ended them, and by watch.
    var marginsOfEvents: [Int64]
    var marginsOfWatches: [Int64]
    /// The undo log; nil: none is kept.
    var trail: TrailRecord?
    /// The latest changes to the state, oldest first; empty if none are remembered.
    var recent: [RecentChanges.Change]
    /// The lines that last changed each place; nil: they are not noted.
    var setters: Setters?

    mutating func code(with coder: inout CheckpointCoder) throws {
      let counts = (retired.count, marginsOfEvents.count, marginsOfWatches.count)
      try coder.code(&retired)
      try coder.code(&waived)
      try coder.code(&marginsOfEvents)
      try coder.code(&marginsOfWatches)
      try coder.code(&trail)
      try coder.code(&recent)
      try coder.code(&setters)
      try coder.require(
        (retired.count, marginsOfEvents.count, marginsOfWatches.count) == counts
          && retired.joined().allSatisfy { (0..<Int32.max).contains($0) })
    }
  }

  /// Codes everything but a state and clocks, which must be those of the machine. Reading loads
  /// them into this machine, which must be new. O(state).
  package func code(_ state: State, _ clocks: Clocks, with coder: inout CheckpointCoder) throws {
    var remainder = remainder
    try remainder.code(with: &coder)
    if coder.isReading { load(state, clocks, remainder) }
  }

  private var remainder: Remainder {
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

  private func load(_ state: State, _ clocks: Clocks, _ remainder: Remainder) {
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

extension RecentChanges.Change: Checkpointed {
  static var blank: Self { Self(instant: 0, entry: .blank) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&instant)
    try coder.code(&entry)
  }
}

extension Journal.Entry: Checkpointed {
  static var blank: Self { Self(kind: .assigned, place: 0) }

  /// Codes all but the line.
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&kind)
    try coder.code(&place)
    try coder.code(&owner)
    try coder.code(&member)
    try coder.code(&previous)
    try coder.code(&word)
  }
}

extension Journal.Entry.Kind: Checkpointed {}
