import Rulebook

/// The watches and their instances, with the rules by which a change makes units stale.
struct WatchTable: ~Copyable {
  let watches: UnsafeMutablePointer<Watch>
  /// The columns of the state that is watched.
  private let columns: UnsafeMutablePointer<Block<Int64>>
  let programs: [WatchProgram]
  /// The position of the first watch that is an index.
  let firstIndex: Int
  /// The number of values of the widest binding; at least one.
  let stride: Int

  var instances = Block<Instance>()
  /// The values of the instances, `stride` apart.
  var values = Block<Int64>()
  private var free: Int32 = -1
  /// Units that wait to be evaluated, without those of indices: watch and unit.
  var stale = Block<(Int32, Int32)>()
  /// Units whose programs had no answer when they were evaluated last: watch and unit.
  var unanswered = Block<(Int32, Int32)>()
  /// The number of units whose instances are not known.
  var escaped = 0
  var isSettled: Bool { stale.count == 0 && escaped == 0 }
  /// True if a condition that depends on unknown values is taken to be false.
  var leavesUnknownOpen = false
  /// The clocks that stopped while `recordsStops`: watch, instant, values.
  var stops = Block<Int64>()
  var recordsStops = false
  /// The instances with clocks that began while units were last settled, and those that ended then:
  /// watch, instant, values.
  var begun = Block<Int32>()
  var ended = Block<Int64>()
  /// The number of waived instances that have ended.
  var endedWaivers = 0
  /// True if some waived instance lasts too long.
  var hasWaivedLimits: Bool { waivedLimits > 0 }
  var waivedLimits = 0
  /// The present; set while what ends counts for the least margins.
  var marginsAt: Int64?
  /// The least time that was left to obligations that ended since this was last read.
  var obligationMargin = Int64.max
  /// The instants that time may not pass, and those beyond which a condition must not last.
  var deadlines = Wheel()
  var limits = Wheel()

  /// The watches that a change concerns.
  let readers: WatchReaders
  private let fields: UnsafeMutablePointer<WatchReaders.OfField>

  /// Makes a table of watches.
  /// - Parameter readers: The watches that changes concern, of these programs.
  init(_ programs: [WatchProgram], _ readers: WatchReaders, _ memory: borrowing Memory) {
    self.programs = programs
    self.readers = readers
    fields = readers.ofFields
    columns = memory.columns
    watches = .allocate(capacity: max(1, programs.count))
    for (index, program) in programs.enumerated() {
      (watches + index).initialize(to: Watch(program))
    }
    stride = max(1, programs.map(\.search.variables.count).max() ?? 1)
    firstIndex = programs.firstIndex { $0.key != nil } ?? programs.count
    for watch in programs.indices where programs[watch].search.unitSort == nil { touch(watch, 0) }
  }

  deinit {
    for index in programs.indices { watches[index].deallocate() }
    watches.deallocate()
    instances.deallocate()
    values.deallocate()
    stale.deallocate()
    unanswered.deallocate()
    stops.deallocate()
    begun.deallocate()
    ended.deallocate()
    deadlines.deallocate()
    limits.deallocate()
  }

  /// Marks a unit to be evaluated, if its instances may have changed.
  @inline(__always)
  mutating func touch(_ watch: Int, _ unit: Int) {
    if (watches + watch).pointee.isIdle(unit, columns) { return }
    mark(watch, unit)
  }

  private mutating func mark(_ watch: Int, _ unit: Int) {
    guard watches[watch].units.has(unit), !watches[watch].units[unit].isStale else { return }
    watches[watch].units[unit].isStale = true
    if watch >= firstIndex { return watches[watch].wait(unit) }
    stale.append((Int32(truncatingIfNeeded: watch), Int32(truncatingIfNeeded: unit)))
  }

  private mutating func touchAll(_ watch: Int) {
    for unit in 0..<watches[watch].units.count { touch(watch, unit) }
  }

  /// Marks every unit, after a whole state was loaded.
  mutating func touchEverything() {
    for watch in programs.indices {
      for unit in 0..<watches[watch].units.count { mark(watch, unit) }
    }
  }

  /// Handles a change to a field of an entity.
  @inline(__always)
  mutating func changed(field: Int, owner: Int) {
    let reader = fields + field
    var watch = reader.pointee.first
    while watch != reader.pointee.end {
      touch(watch.pointee, owner)
      watch += 1
    }
    guard reader.pointee.isReadByOthers else { return }
    for position in readers.ofOthers.positions(of: field) {
      tell(readers.ofOthers[position], owner)
    }
  }

  /// Marks the units of a watch that have read a place of an owner.
  private mutating func tell(_ reader: WatchReaders.Foreign, _ owner: Int) {
    if watches[reader.watch].hasEscapees { markEscapees(of: reader.watch) }
    let links = watches[reader.watch].foreign + reader.position
    var node = links.pointee.first(of: owner)
    while node >= 0 {
      let unit = Int(links.pointee.member(Int(node)))
      let next = links.pointee.next(Int(node))
      // An idle unit would read nothing; its earlier reads are forgotten here, where they are
      // met, and not again at each change.
      if watches[reader.watch].isIdle(unit, columns) {
        links.pointee.remove(node: node)
      } else {
        mark(reader.watch, unit)
      }
      node = next
    }
  }

  /// Marks the units whose program gave up: the evaluator's reads of others for them are not
  /// recorded.
  private mutating func markEscapees(of watch: Int) {
    var node = watches[watch].escapees.first(of: 0)
    while node >= 0 {
      mark(watch, Int(watches[watch].escapees.member(Int(node))))
      node = watches[watch].escapees.next(Int(node))
    }
  }

  /// Handles a change to a global, by its column.
  mutating func changed(global column: Int) {
    for position in readers.ofColumn.positions(of: column) { touchAll(readers.ofColumn[position]) }
  }

  /// Handles a new entity, the last of its sort.
  mutating func added(_ sort: Int) {
    for position in readers.foreignOfSort.positions(of: sort) {
      let reader = readers.foreignOfSort[position]
      watches[reader.watch].foreign[reader.position].addOwner()
    }
    for position in readers.indicesOfSort.positions(of: sort) {
      watches[readers.indicesOfSort[position]].index.addOwner()
    }
    for position in readers.watchesOfSort.positions(of: sort) {
      let watch = readers.watchesOfSort[position]
      watches[watch].addUnit()
      touch(watch, watches[watch].units.count - 1)
    }
    for position in readers.ofExtent.positions(of: sort) { tell(readers.ofExtent[position], 0) }
  }

  /// Prefetches the data about an entity that will be needed soon.
  func prefetch(_ sort: Int, _ number: Int) {
    for position in readers.watchesOfSort.positions(of: sort) {
      watches[readers.watchesOfSort[position]].units.prefetch(number)
    }
  }

  /// Makes a new instance, not yet in its unit.
  mutating func makeInstance(_ watch: Int, _ unit: Int, _ since: Int64) -> Int {
    let new = Instance(
      watch: Int32(truncatingIfNeeded: watch), unit: Int32(truncatingIfNeeded: unit), next: -1,
      since: since)
    if free >= 0 {
      let id = Int(free)
      free = instances[id].next
      instances[id] = new
      return id
    }
    instances.append(new)
    for _ in 0..<stride { values.append(0) }
    return instances.count - 1
  }

  mutating func release(_ id: Int) {
    leave(id)
    deadlines.remove(id)
    limits.remove(id)
    instances.base[id].watch = -1
    instances.base[id].next = free
    free = Int32(truncatingIfNeeded: id)
  }

  /// Records the end of an instance: of its waiver, its clock, and its margin.
  private mutating func leave(_ id: Int) {
    let instance = instances[id]
    let watch = Int(instance.watch)
    if instance.isWaived {
      endedWaivers += 1
      if watches[watch].role.isLimit { waivedLimits -= 1 }
    }
    if watches[watch].role.hasClock {
      if recordsStops { recordStop(id) }
      Self.record(instance, values.base + id * stride, stride, in: &ended)
    }
    guard let now = marginsAt, instance.due != .max, !watches[watch].role.isLimit else { return }
    let (margin, overflow) = instance.due.subtractingReportingOverflow(now)
    let left = max(0, overflow ? 0 : margin)
    if case .obligation = watches[watch].role {
      obligationMargin = min(obligationMargin, left)
    } else if left < watches[watch].leastMargin {
      watches[watch].leastMargin = left
    }
  }

  private mutating func recordStop(_ id: Int) {
    Self.record(instances[id], values.base + id * stride, stride, in: &stops)
  }

  private static func record(
    _ instance: Instance, _ values: UnsafePointer<Int64>, _ count: Int,
    in list: inout Block<Int64>
  ) {
    list.append(Int64(instance.watch))
    list.append(instance.since)
    for offset in 0..<count { list.append(values[offset]) }
  }

  /// Sets a clock to the evaluator's value.
  mutating func setClock(_ id: Int, since: Int64) {
    if recordsStops, instances[id].since != since { recordStop(id) }
    instances.base[id].since = since
  }

  /// Sets the clocks that were stopped since a moment to their values then, if they run.
  mutating func restart(from position: Int) {
    var start = stops.count
    while start > position {
      start -= stride + 2
      let watch = Int(stops[start])
      let id = instance(of: watch, stops.base + start + 2)
      guard id >= 0 else { continue }
      instances.base[id].since = stops[start + 1]
      schedule(id, watches[watch].role, due: instances[id].due)
    }
    stops.removeAll(from: position)
  }

  /// Removes the last entity of a sort, to which nothing refers any more.
  mutating func removed(_ sort: Int, _ entity: Int) {
    for position in readers.watchesOfSort.positions(of: sort) {
      let watch = readers.watchesOfSort[position]
      if watches[watch].units[entity].source == .nobody {
        if watches[watch].role.isIndex { watches[watch].unsettled -= 1 } else { escaped -= 1 }
      }
      var id = watches[watch].units[entity].first
      while id >= 0 {
        let next = instances[Int(id)].next
        release(Int(id))
        id = next
      }
      watches[watch].removeLastUnit()
    }
    for position in readers.foreignOfSort.positions(of: sort) {
      let reader = readers.foreignOfSort[position]
      let links = watches[reader.watch].foreign + reader.position
      while links.pointee.first(of: entity) >= 0 {
        let node = links.pointee.first(of: entity)
        touch(reader.watch, Int(links.pointee.member(Int(node))))
        links.pointee.remove(node: node)
      }
      links.pointee.removeLastOwner()
    }
    for position in readers.indicesOfSort.positions(of: sort) {
      let watch = readers.indicesOfSort[position]
      watches[watch].index.removeAll(from: entity)
      watches[watch].index.removeLastOwner()
    }
    for position in readers.ofExtent.positions(of: sort) { tell(readers.ofExtent[position], 0) }
  }
}
