import Rulebook

/// The steps of one event, each by itself, for callers that execute millions of lines and examine
/// only those that are not plainly correct. Arguments and results are put into ``values`` as words.
/// Every step may give up; the other methods then give the evaluator's answers.
extension Machine {
  package enum Judgement {
    case legal
    /// The same, and the effects of the event are prepared.
    case prepared
    /// The position of the first guard that is false.
    case forbidden(Int)
    /// Anything else.
    case unclear
  }

  /// The memory of the arguments of the next event, followed by its results.
  package var values: UnsafeMutablePointer<Int64> { programs.registers + 1 }

  /// True if this machine keeps time without the evaluator now.
  package var isOnItsOwn: Bool { storage.pointee.isFast }

  /// The present instant; nil: the evaluator keeps time.
  package var ownNow: Int64? { isOnItsOwn ? memory.now : nil }

  /// True if a condition that lasts too long keeps time from passing as well. Otherwise
  /// ``hasNews(since:)`` reports it when the line is done.
  package var haltsAtLimits: Bool {
    get { storage.pointee.haltsAtLimits }
    set { storage.pointee.haltsAtLimits = newValue }
  }

  /// Lets time pass to an instant if nothing keeps it from passing, and returns whether the event
  /// may happen then. If that is unclear, time may have passed.
  /// - Parameter prepares: True to prepare the effects of the event as well, if one program does
  ///   both.
  package func judge(event: Int, at instant: Int64, prepares: Bool) -> Judgement {
    guard pass(freelyTo: instant) else { return .unclear }
    return prepares ? attempt(event: event) : legality(ofEvent: event)
  }

  /// Lets time pass to an instant, not before the present, if nothing keeps it from passing. If
  /// something may, time has passed as far as certainly nothing does.
  @inline(__always)
  package func pass(freelyTo instant: Int64) -> Bool {
    guard isOnItsOwn, instant >= memory.now else { return false }
    return instant == memory.now || passOn(freelyTo: instant)
  }

  @inline(__always)
  private func passOn(freelyTo instant: Int64) -> Bool {
    var isFree = table.deadlines.isFree(to: instant)
    var reached = max(memory.now, table.deadlines.now)
    if isFree, haltsAtLimits {
      isFree = table.limits.isFree(to: instant)
      reached = max(reached, table.limits.now)
    }
    if isFree { reached = instant }
    table.deadlines.advance(to: reached)
    table.limits.advance(to: reached)
    memory.now = reached
    return isFree
  }

  /// Undoes a free passage of time.
  package func turnBack(to instant: Int64) {
    guard instant < memory.now else { return }
    memory.now = instant
    table.deadlines.turn(to: instant)
    table.limits.turn(to: instant)
  }

  /// Undoes the learning of the latest entity of a sort, if nothing has happened since.
  package func unlearn(_ sort: Core.ID<Core.Entity>) {
    guard detached == nil, memory.counts[sort.index] > 0 else { return }
    withdraw(sort.index)
    settle()
  }

  @inline(__always)
  package func legality(ofEvent event: Int) -> Judgement {
    let position = programs.entries.base[event].legality
    guard position >= 0 else { return .unclear }
    programs.registers[0] = memory.now
    switch run(position, of: event) {
    case EventProgram.legal: return .legal
    case EventProgram.early, Interpreter.escaped: return .unclear
    case let position: return .forbidden(Int(position))
    }
  }

  /// Decides whether an event may happen and, for most, prepares its effects. Prepared effects are
  /// to be performed by ``commit(event:)`` or dropped.
  @inline(__always)
  package func attempt(event: Int) -> Judgement {
    let position = programs.entries.base[event].attempt
    guard position >= 0 else { return legality(ofEvent: event) }
    pending.pointee.clearEffects()
    storage.pointee.hasRecycled = false
    programs.registers[0] = memory.now
    switch run(position, of: event) {
    case EventProgram.legal: return isConsistent() ? .prepared : .unclear
    case EventProgram.early, EventProgram.unassumed, Interpreter.escaped: return .unclear
    case let position: return .forbidden(Int(position))
    }
  }

  /// Returns true if the assumptions about the event are known to hold.
  func keepsAssumptions(event: Int) -> Bool {
    !programs.entries.base[event].hasAssumptions || isAsAssumed(event)
  }

  private func isAsAssumed(_ event: Int) -> Bool {
    let position = programs.entries.base[event].assumptions
    guard position >= 0 else { return false }
    return run(position, of: event) == EventProgram.legal
  }

  /// Prepares the effects of the event, if the assumptions about it are known to hold. They are
  /// then to be performed by ``commit(event:)`` or dropped.
  /// - Parameter recycles: True if new entities may have the numbers of retired ones.
  package func prepare(event: Int, recycles: Bool) -> Bool {
    guard programs.entries.base[event].effects >= 0, keepsAssumptions(event: event) else {
      return false
    }
    storage.pointee.recycles = recycles
    storage.pointee.hasRecycled = false
    defer { storage.pointee.recycles = false }
    return gather(event)
  }

  /// Returns the number that is likely to be reused next, or `ahead` places later; -1: none.
  package func upcoming(_ sort: Int, ahead: Int) -> Int { retirement.upcoming(sort, ahead: ahead) }

  /// The sorts whose entities never retire, by the rules: memory grows with the number of entities.
  package var lastingSorts: [String] {
    rules.entities.indices.filter {
      rules.entities[$0].isIntroduced && !retirement.canRetire($0)
    }.map { rules.entities[$0].name }
  }

  package func drop(event: Int) { dropGathered(event) }

  /// Performs the prepared effects; obligations that end by them count for the margins.
  /// - Parameters:
  ///   - number: The record of the event, counted from 1.
  ///   - isTold: True if the record says which messages are sent.
  /// - Returns: True if an entity that the event introduces has the number of a retired one.
  @discardableResult
  package func commit(event: Int, number: Int = 0, isTold: Bool = false) -> Bool {
    if hasListeners { leaveTrail(event, number: number, refusal: -1, isTold: isTold) }
    defer { if hasListeners { storage.pointee.trail.isOpen = false } }
    table.marginsAt = memory.now
    commitGathered(event)
    table.marginsAt = nil
    if table.obligationMargin < .max {
      let entry = programs.entries.base + event
      entry.pointee.leastMargin = min(entry.pointee.leastMargin, table.obligationMargin)
      table.obligationMargin = .max
    }
    return storage.pointee.hasRecycled
  }

  /// Performs the prepared effects under a mark: they count for no margin, and will be undone.
  package func commitOnTrial(event: Int) { commitGathered(event) }

  /// Records the present instant, so that undoing later changes restores it.
  package func noteInstant() { tell(.passed, 0, word: memory.now) }

  /// Records that a line is rightly refused.
  package func noteRefusal(event: Int, guard position: Int, number: Int, isTold: Bool) {
    if hasListeners { leaveTrail(event, number: number, refusal: position, isTold: isTold) }
  }

  /// Prepares the messages that are sent if the event is refused.
  package func prepareRefusal(event: Int) -> Bool {
    let entry = programs.entries[event]
    guard entry.refusal >= 0 else { return false }
    pending.pointee.clearEffects()
    return run(entry.refusal, of: event) != Interpreter.escaped
  }

  // MARK: The prepared messages

  package var messageCount: Int { pending.pointee.messages.count }

  package func message(
    _ index: Int
  ) -> (message: Int, sort: Int, recipient: Int64, arguments: UnsafePointer<Int64>) {
    let message = pending.pointee.messages[index]
    return (
      Int(message.message), Int(message.sort), message.recipient,
      UnsafePointer(pending.pointee.arguments.base + Int(message.start))
    )
  }
}
