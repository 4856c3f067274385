extension WatchTable {
  /// Evaluates every stale unit except those of indices. Those in `unanswered` are left for the
  /// evaluator.
  mutating func settle(_ interpreter: inout Interpreter, now: Int64) {
    begun.removeAll()
    ended.removeAll()
    var position = 0
    while position < stale.count {
      let (watch, unit) = stale[position]
      position += 1
      // A unit that was removed may have been waiting.
      guard watches[Int(watch)].units.has(Int(unit)) else { continue }
      evaluate(Int(watch), Int(unit), &interpreter, now)
    }
    stale.removeAll()
  }

  /// Evaluates the stale units of an index. Few events ask for one, so it is not kept up to date
  /// with every change.
  func settle(index number: Int, _ interpreter: inout Interpreter, now: Int64) {
    let watch = watches + firstIndex + number
    for position in 0..<watch.pointee.waiting.count {
      let unit = Int(watch.pointee.waiting[position])
      guard watch.pointee.units.has(unit), watch.pointee.units[unit].isStale else { continue }
      begin(watch, unit, &interpreter, now)
      enter(watch, unit, &interpreter)
    }
    watch.pointee.waiting.removeAll()
  }

  private func begin(
    _ watch: UnsafeMutablePointer<Watch>, _ unit: Int, _ interpreter: inout Interpreter,
    _ now: Int64
  ) {
    watch.pointee.units[unit].isStale = false
    interpreter.pending.pointee.clearFindings()
    interpreter.registers[0] = now
    interpreter.registers[1] = Int64(unit)
  }

  private mutating func evaluate(
    _ index: Int, _ unit: Int, _ interpreter: inout Interpreter, _ now: Int64
  ) {
    let watch = watches + index
    begin(watch, unit, &interpreter, now)
    let hasEscaped = hasEscaped(watch, &interpreter)
    if watch.pointee.foreignCount > 0 { note(interpreter.pending.pointee.notes, watch, unit) }
    if hasEscaped {
      unanswered.append((Int32(truncatingIfNeeded: index), Int32(truncatingIfNeeded: unit)))
      return
    }
    if watch.pointee.units[unit].source != .program { note(.program, watch, unit) }
    let bindings = interpreter.pending.pointee.bindings
    if bindings.count == 0, watch.pointee.units[unit].first < 0 { return }
    replace(watch, index, unit, bindings, now)
  }

  /// Takes the evaluator's answer for a unit whose program has no answer.
  /// - Parameter bindings: As programs emit them; nil: the evaluator has no answer either, and
  ///   keeps all of the unit's instances from now on. Its clocks must know what held until now.
  mutating func answer(_ index: Int, _ unit: Int, _ bindings: Block<Int64>?, now: Int64) {
    let watch = watches + index
    note(bindings == nil ? .nobody : .evaluator, watch, unit)
    if let bindings { replace(watch, index, unit, bindings, now) }
  }

  private mutating func note(
    _ source: Watch.Source, _ watch: UnsafeMutablePointer<Watch>, _ unit: Int
  ) {
    let former = watch.pointee.note(source, of: unit)
    if former == .nobody { escaped -= 1 }
    if source == .nobody { escaped += 1 }
  }

  /// Runs the program of a unit, and returns true if the evaluator has to find its instances. If
  /// unknown values are left open, it has none.
  private func hasEscaped(
    _ watch: UnsafeMutablePointer<Watch>, _ interpreter: inout Interpreter
  ) -> Bool {
    guard interpreter.run(watch.pointee.code) == Interpreter.escaped else { return false }
    if leavesUnknownOpen { interpreter.pending.pointee.bindings.removeAll() }
    return !leavesUnknownOpen
  }

  /// Enters an entity into an index where it belongs now.
  private func enter(
    _ watch: UnsafeMutablePointer<Watch>, _ unit: Int, _ interpreter: inout Interpreter
  ) {
    let hasEscaped = hasEscaped(watch, &interpreter)
    let source = hasEscaped ? Watch.Source.nobody : .program
    if watch.pointee.note(source, of: unit) != source {
      watch.pointee.unsettled += hasEscaped ? 1 : -1
    }
    let bindings = interpreter.pending.pointee.bindings
    let key = !hasEscaped && bindings.count > 0 ? Int(bindings[1]) : -1
    if watch.pointee.index.owner(of: unit) == key { return }
    watch.pointee.index.removeAll(of: unit)
    if key >= 0 { watch.pointee.index.append(unit, to: key) }
  }

  /// Records the places that the unit read this time.
  private func note(
    _ notes: Block<Pending.Note>, _ watch: UnsafeMutablePointer<Watch>, _ unit: Int
  ) {
    let foreign = watch.pointee.foreign
    // Most watches read one field of one other entity, and did so before.
    if watch.pointee.foreignCount == 1, notes.count == 1,
      foreign.pointee.transfer(unit, to: Int(notes[0].owner))
    {
      return
    }
    for position in 0..<watch.pointee.foreignCount where foreign[position].isMember(unit) {
      foreign[position].removeAll(of: unit)
    }
    for index in 0..<notes.count {
      let (links, owner) = (foreign + Int(notes[index].place), Int(notes[index].owner))
      // The unit is in none of these lists before, so one that it has joined ends with it.
      guard owner >= 0,
        links.pointee.member(Int(links.pointee.last(of: owner))) != Int32(truncatingIfNeeded: unit)
      else { continue }
      links.pointee.append(unit, to: owner)
    }
  }

  /// Replaces the instances of a unit; those that stay keep their clocks.
  private mutating func replace(
    _ watch: UnsafeMutablePointer<Watch>, _ index: Int, _ unit: Int, _ bindings: Block<Int64>,
    _ now: Int64
  ) {
    let arity = watch.pointee.arity
    let old = watch.pointee.units[unit].first
    var first: Int32 = -1
    for start in Swift.stride(from: 0, to: bindings.count, by: arity + 1) {
      let binding = bindings.base + start
      var id = find(binding, arity, from: old)
      if id < 0 {
        id = makeInstance(index, unit, now)
        if watch.pointee.role.hasClock { begun.append(Int32(truncatingIfNeeded: id)) }
        for offset in 0..<arity { values[id * stride + offset] = binding[offset] }
        instances.base[id].next = first
        first = Int32(truncatingIfNeeded: id)
      }
      instances.base[id].isKept = true
      schedule(id, watch.pointee.role, due: binding[arity])
    }
    var rest = old
    while rest >= 0 {
      let id = Int(rest)
      rest = instances[id].next
      if instances[id].isKept {
        instances.base[id].next = first
        first = Int32(truncatingIfNeeded: id)
      } else {
        release(id)
      }
    }
    watch.pointee.units[unit].first = first
    var kept = first
    while kept >= 0 {
      instances.base[Int(kept)].isKept = false
      kept = instances[Int(kept)].next
    }
  }

  private func find(
    _ binding: UnsafePointer<Int64>, _ arity: Int, from first: Int32
  ) -> Int {
    var id = first
    while id >= 0 {
      var isSame = true
      for offset in 0..<arity where values[Int(id) * stride + offset] != binding[offset] {
        isSame = false
      }
      if isSame { return Int(id) }
      id = instances[Int(id)].next
    }
    return -1
  }

  /// Schedules an instance at its instant.
  mutating func schedule(_ id: Int, _ role: Watch.Role, due: Int64) {
    switch role {
    case .index: return
    case .obligation: instances.base[id].due = due
    case .prompt(limit: 0): instances.base[id].due = .min
    case .prompt(let limit), .bounded(let limit):
      let (end, overflow) = instances[id].since.addingReportingOverflow(limit)
      instances.base[id].due = overflow ? .max : end
    }
    place(id, role)
  }

  private mutating func place(_ id: Int, _ role: Watch.Role) {
    let instance = instances[id]
    let isIdle = instance.isWaived || instance.due == .max
    if role.isLimit {
      if isIdle { limits.remove(id) } else { limits.set(id, to: instance.due) }
    } else {
      if isIdle { deadlines.remove(id) } else { deadlines.set(id, to: instance.due) }
    }
  }

  /// Waives an instance, or ends the waiver.
  mutating func waive(_ id: Int, _ isWaived: Bool) {
    let role = watches[Int(instances[id].watch)].role
    if role.isLimit, instances[id].isWaived != isWaived { waivedLimits += isWaived ? 1 : -1 }
    instances.base[id].isWaived = isWaived
    place(id, role)
  }

  /// Returns the instance of a watch without variables, or -1.
  func soleInstance(of watch: Int) -> Int { Int(watches[watch].units[0].first) }

  /// Returns the instance of a watch with these values, or -1.
  func instance(of watch: Int, _ values: UnsafePointer<Int64>) -> Int {
    let unit = watches[watch].unitSort < 0 ? 0 : Int(values[0])
    guard watches[watch].units.has(unit) else { return -1 }
    return find(values, watches[watch].arity, from: watches[watch].units[unit].first)
  }
}
