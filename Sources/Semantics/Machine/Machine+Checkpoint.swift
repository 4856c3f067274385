import Basics
import Rulebook

extension Machine {
  /// Codes what affects later lines, and neither its state nor its clocks contain. Reading loads
  /// these into the machine, which must be new. O(state).
  package func code(_ state: State, _ clocks: Clocks, with coder: inout CheckpointCoder) throws {
    // The retired entities of each sort, in the order in which their numbers will be reused.
    let retired = try coder.coded(rules.entities.indices.map { retirement.waiting(of: $0) })
    // The causes that keep time from passing no longer although due, or that last too long.
    let waived = try coder.coded(waived)
    // The least times left to obligations, by the event that ended them, and by watch.
    let marginsOfEvents = try coder.coded(
      rules.events.indices.map { programs.entries[$0].leastMargin })
    let marginsOfWatches = try coder.coded(leastMargins)
    let trail = try coder.coded(keepsTrail ? storage.pointee.trail.record : nil)
    let recent = try coder.coded(recentRecord)
    let setters = try coder.coded(setters)
    guard coder.isReading else { return }
    try coder.require(
      retired.count == rules.entities.count && marginsOfEvents.count == rules.events.count
        && marginsOfWatches.count == leastMargins.count
        && retired.joined().allSatisfy { (0..<Int32.max).contains($0) })
    load(state, clocks)
    for (sort, numbers) in retired.enumerated() {
      for number in numbers { retirement.wait(sort, Int(number)) }
    }
    for cause in waived { waive(cause, true) }
    put(trail)
    remember(recent)
    put(setters)
    for (event, margin) in marginsOfEvents.enumerated() {
      programs.entries.base[event].leastMargin = margin
    }
    for (watch, margin) in marginsOfWatches.enumerated() {
      table.watches[watch].leastMargin = margin
    }
  }

  private var waived: [Deadline.Cause] {
    (0..<table.instances.count).compactMap { id in
      let instance = table.instances[id]
      guard instance.watch >= 0, instance.isWaived else { return nil }
      return cause(of: id)
    }
  }

  /// - Parameter record: The undo log; nil: none is kept.
  private func put(_ record: TrailRecord?) {
    keepsTrail = record != nil
    guard let record else { return }
    looksBackForGood = record.isForGood
    if isWellFormed(record) { storage.pointee.trail.put(record) }
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
    try coder.code(&instant, &entry)
    // Two lines of one instant are two.
    try coder.code(&entry.line)
  }
}

extension Journal.Entry: Checkpointed {
  static var blank: Self { Self(kind: .assigned, place: 0) }

  /// Codes all but the line.
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&kind, &place, &owner, &member, &previous)
    try coder.code(&word)
  }
}

extension Journal.Entry.Kind: Checkpointed {}
