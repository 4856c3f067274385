import Rulebook

extension Machine {
  /// Brings obligations and clocks up to date after a change.
  @inline(__always)
  package func settle() {
    if storage.pointee.table.isSettled, storage.pointee.isFast { return }
    settleStale()
  }

  @inline(never)
  private func settleStale() {
    table.settle(&watchInterpreter, now: memory.now)
    if storage.pointee.isFast, table.escaped == 0, table.unanswered.count == 0 { return }
    settleSlowly()
  }

  private func settleSlowly() {
    askForUnanswered()
    if storage.pointee.isFast, table.escaped == 0 { return }
    settleAsWhole()
    storage.pointee.isFast = slowClocks == nil && !isTimeSlow
  }

  /// Evaluates all stale units, without clocks.
  func settleUnits() {
    table.settle(&watchInterpreter, now: memory.now)
    askForUnanswered()
  }

  /// Lets the evaluator find the instances of the units whose programs have no answer, since
  /// something is not known.
  private func askForUnanswered() {
    if table.unanswered.count == 0 { return }
    let state = state
    for position in 0..<table.unanswered.count {
      let (watch, unit) = (Int(table.unanswered[position].0), Int(table.unanswered[position].1))
      escapes += 1
      found.pointee.bindings.removeAll()
      let isAnswered = ask(of: table.programs[watch], unit, state)
      table.answer(watch, unit, isAnswered ? found.pointee.bindings : nil, now: memory.now)
    }
    table.unanswered.removeAll()
  }

  /// Lets the evaluator find the instances of a unit.
  /// - Returns: false: it throws, or the values that it finds have no words.
  private func ask(of program: WatchProgram, _ unit: Int, _ state: State) -> Bool {
    let first = program.search.unitSort.map { _ in Value.entity(Int32(clamping: unit)) }
    do {
      switch program.kind {
      case .obligation(let event):
        return try evaluator.obligations(of: Core.ID(event), first: first, in: state)
          .allSatisfy { emit($0.arguments, due: $0.due) }
      case .prompt(let property, _), .bounded(let property, _):
        guard case .lasts(let lasting) = rules.properties[property].body else { return false }
        return try evaluator.bindings(
          of: lasting.binders, where: lasting.condition, in: state, first: first
        ).allSatisfy { emit($0, due: memory.now) }
      case .index: return false
      }
    } catch {
      return false
    }
  }

  private func emit(_ values: [Value], due: Int64) -> Bool {
    // The last instant of all stands for none.
    guard due < .max else { return false }
    for value in values {
      guard let word = Word.encode(value) else { return false }
      found.pointee.bindings.append(word)
    }
    found.pointee.bindings.append(due)
    return true
  }

  private func settleAsWhole() {
    let wasSlow = slowClocks != nil
    let before = slowClocks
    guard wasSlow || isTimeSlow else { return }
    let clocks = before ?? tableClocks
    do throws(EvaluationError) {
      timeError = nil
      slowClocks = try evaluator.clocks(clocks, after: state)
    } catch {
      timeError = error
      // The begun and ended instances of the watches that could be evaluated are void.
      slowClocks = before ?? formerClocks
    }
    escapes += 1
    guard !isTimeSlow, timeError == nil, let found = slowClocks else { return }
    takeClocks(found)
    slowClocks = nil
  }

  /// O(deadlines), if the machine keeps time by itself.
  package func deadlines() throws(EvaluationError) -> (deadlines: [Deadline], until: Int64?) {
    guard isOnItsOwn else {
      escapes += 1
      return try evaluator.sortedDeadlines(state, clocks)
    }
    var ids: [(instant: Int64, id: Int)] = []
    for id in 0..<table.instances.count {
      let instance = table.instances[id]
      guard instance.watch >= 0, instance.due != .max,
        !table.watches[Int(instance.watch)].role.isLimit
      else { continue }
      ids.append((max(now, instance.due), id))
    }
    let sorted = ids.sorted { a, b in
      a.instant != b.instant ? a.instant < b.instant : precedes(a.id, b.id)
    }
    return (sorted.map { deadline(of: $0.id, at: $0.instant) }, nil)
  }

  /// The decisions that keep time from passing, now or later, in no order; waived ones as well.
  /// Only of a machine that keeps time by itself. O(instances).
  var promptInstances: [Deadline.Cause] {
    (0..<table.instances.count).compactMap { id in
      let instance = table.instances[id]
      guard instance.watch >= 0, instance.due != .max,
        case .prompt = table.watches[Int(instance.watch)].role
      else { return nil }
      return cause(of: id)
    }
  }

  /// Returns the first deadline that is not waived. O(deadlines at that instant).
  package func nextDeadline() throws(EvaluationError) -> Deadline? {
    if slowClocks != nil { return try deadlines().deadlines.first }
    var first: Int?
    func meet(_ id: Int) {
      if let other = first, precedes(other, id) { return }
      first = id
    }
    if table.deadlines.hasOverdue {
      table.deadlines.forEachOverdue(meet)
      table.deadlines.forEach(at: now, meet)
      return first.map { deadline(of: $0, at: now) }
    }
    guard let instant = table.deadlines.earliest else { return nil }
    table.deadlines.forEach(at: instant, meet)
    return first.map { deadline(of: $0, at: instant) }
  }

  /// Returns true if one instance comes before another: by the order of the rules, then of the
  /// values.
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (table.instances[a].watch, table.instances[b].watch)
    if first != second { return first < second }
    for offset in 0..<table.watches[Int(first)].arity {
      let x = table.values[a * table.stride + offset]
      let y = table.values[b * table.stride + offset]
      if x != y { return x < y }
    }
    return false
  }

  private func deadline(of id: Int, at instant: Int64) -> Deadline {
    Deadline(instant: instant, cause: cause(of: id))
  }

  func cause(of id: Int) -> Deadline.Cause {
    cause(of: Int(table.instances[id].watch), binding(of: id))
  }

  /// Returns the cause that an instance stands for.
  /// - Parameter values: The values of an instance of the watch.
  func cause(of watch: Int, _ values: [Value]) -> Deadline.Cause {
    switch table.programs[watch].kind {
    case .obligation(let event): .event(Core.ID(event), arguments: values)
    // Indices have no instances.
    case .index(let property), .prompt(let property, _), .bounded(let property, _):
      .prompt(property: property, binding: values)
    }
  }

  package func advance(to instant: Int64) throws(EvaluationError) {
    guard instant >= now else { throw EvaluationError(.timeRunsBackwards) }
    if hasListeners { tell(.passed, 0, word: now) }
    guard let clocks = slowClocks else {
      memory.now = instant
      table.deadlines.advance(to: instant)
      table.limits.advance(to: instant)
      return
    }
    escapes += 1
    let passed = try evaluator.advance(state, clocks, to: instant)
    if detached != nil {
      detached?.now = instant
    } else {
      memory.now = instant
      table.deadlines.advance(to: instant)
      table.limits.advance(to: instant)
    }
    slowClocks = passed.clocks
  }

  package func exceededLimits() -> [(property: Int, binding: [Value], since: Int64)] {
    if slowClocks != nil {
      escapes += 1
      return evaluator.exceededLimits(in: clocks, at: now)
    }
    guard table.limits.hasOverdue || table.hasWaivedLimits else { return [] }
    return evaluator.exceededLimits(in: tableClocks, at: now)
  }
}
