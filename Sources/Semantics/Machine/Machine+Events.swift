import Rulebook

extension Machine {
  /// Its arguments are tested like everything else.
  package func legality(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) -> Legality {
    if let words = Self.words(arguments) { return legality(of: event, words: words) }
    return slowLegality(event, arguments)
  }

  @discardableResult
  package func perform(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value] = []
  ) throws(EvaluationError) -> [Value] {
    if let results = performByItself(event, arguments, results: results) { return results }
    return try slowlyPerform(event, arguments, results)
  }

  /// Performs an event if that needs no evaluator.
  /// - Returns: The results; nil: nothing has changed.
  package func performByItself(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value]
  ) -> [Value]? {
    let rule = rules[event]
    guard arguments.count == rule.parameters.count, results.count == rule.results.count,
      let words = Self.words(arguments + results), perform(event, words: words)
    else { return nil }
    return rule.results.enumerated().map { position, result in
      Word.decode(programs.registers[1 + arguments.count + position], result.variable.type.scalar)
    }
  }

  /// Returns the messages that are sent if an event is refused now.
  /// - Returns: nil: that needs the evaluator.
  func ownRefusal(of event: Core.ID<Core.Event>, _ arguments: [Value]) -> [SentMessage]? {
    guard detached == nil, arguments.count == rules[event].parameters.count,
      let words = Self.words(arguments)
    else { return nil }
    take(words, atMost: words.count)
    return prepareRefusal(event: event.index) ? gatheredMessages : nil
  }

  /// Returns values as registers hold them; nil: some number does not fit.
  package static func words(_ values: [Value]) -> [Int64]? {
    var words: [Int64] = []
    for value in values {
      guard let word = Word.encode(value) else { return nil }
      words.append(word)
    }
    return words
  }

  /// Returns the same for arguments, or arguments and results, as words.
  package func legality(of event: Core.ID<Core.Event>, words: [Int64]) -> Legality {
    let entry = programs.entries[event.index]
    if detached == nil, entry.legality >= 0, words.count >= entry.parameters {
      take(words, atMost: entry.parameters)
      switch run(entry.legality, of: event.index) {
      case EventProgram.legal: return .legal
      case EventProgram.early: return .early(due: programs.registers[entry.dueRegister])
      case Interpreter.escaped: break
      case let position: return .forbidden(guard: Int(position))
      }
    }
    return slowLegality(event, decode(words.prefix(entry.parameters), rules[event].parameters))
  }

  /// Runs a program of an event, with the indices that it uses up to date.
  @inline(__always)
  func run(_ position: Int, of event: Int) -> Int64 {
    if programs.entries.base[event].asksIndices { settleIndices(of: event) }
    return eventInterpreter.run(programs.code + position)
  }

  @inline(never)
  private func settleIndices(of event: Int) {
    for place in programs.indices.positions(of: event) {
      table.settle(index: programs.indices[place], &watchInterpreter, now: memory.now)
    }
  }

  func take(_ words: [Int64], atMost most: Int) {
    programs.registers[0] = memory.now
    words.withUnsafeBufferPointer { words in
      for index in 0..<min(words.count, most) { programs.registers[1 + index] = words[index] }
    }
  }

  func decode(_ words: ArraySlice<Int64>, _ variables: [Core.Variable]) -> [Value] {
    zip(words, variables).map { Word.decode($0, $1.type.scalar) }
  }

  /// Runs the effects of an event and performs them.
  /// - Returns: false if the evaluator has to; nothing has changed then.
  package func perform(_ event: Core.ID<Core.Event>, words: [Int64]) -> Bool {
    let entry = programs.entries[event.index]
    guard detached == nil, entry.effects >= 0, words.count == entry.values else { return false }
    take(words, atMost: entry.values)
    guard gather(event.index) else { return false }
    commitGathered(event.index)
    return true
  }

  /// Runs the effects of the event whose arguments and results are in the registers.
  /// - Returns: false if the evaluator has to; nothing has changed then. Otherwise the pending
  ///   effects are to be performed or dropped.
  func gather(_ event: Int) -> Bool {
    pending.pointee.clearEffects()
    let introduced = programs.introduced.positions(of: event)
    for position in introduced {
      let (sort, register) = programs.introduced[position]
      let former = storage.pointee.keepsNumbers ? programs.registers[Int(register)] : -1
      programs.registers[Int(register)] = Int64(newEntity(sort, formerly: Int(former)))
    }
    guard run(programs.entries.base[event].effects, of: event) != Interpreter.escaped,
      isConsistent()
    else {
      dropGathered(event)
      return false
    }
    return true
  }

  func dropGathered(_ event: Int) {
    for position in programs.introduced.positions(of: event).reversed() {
      let (sort, register) = programs.introduced[position]
      let number = Int(programs.registers[Int(register)])
      if number < memory.counts[sort] {
        retirement.wait(sort, number)
      } else {
        memory.withdrawEntity(sort)
      }
    }
  }

  /// Returns the number of the next new entity: that of a retired one, or the next unused one.
  /// - Parameter former: The number that it had when the same was done before; -1: none.
  private func newEntity(_ sort: Int, formerly former: Int) -> Int {
    if former >= 0, retirement.isOver(sort, former, memory) { return former }
    if storage.pointee.recycles, retirement.canRetire(sort),
      let number = retirement.take(sort, remembering: remembered, memory)
    {
      storage.pointee.hasRecycled = true
      // An entity that retired that long ago is in no cache any more.
      let next = retirement.upcoming(sort, ahead: 0)
      if next >= 0 {
        memory.prefetch(sort, next)
        table.prefetch(sort, next)
        retirement.prefetch(sort, next)
      }
      return number
    }
    memory.prepareEntity(sort)
    return memory.prepared[sort] - 1
  }

  /// Resets a retired entity to the state of a new one.
  private func renew(_ sort: Int, _ number: Int) {
    if hasListeners { tell(.renewed, sort, number) }
    memory.forEachField(of: sort) { column, initial in assign(initial, to: column, number) }
    memory.forEachList(of: sort) { list in
      while memory.lists[list].first(of: number) >= 0 {
        leave(list, at: memory.lists[list].first(of: number))
      }
    }
  }

  @inline(__always)
  func commitGathered(_ event: Int) {
    for position in programs.introduced.positions(of: event) {
      let (sort, register) = programs.introduced[position]
      let number = Int(programs.registers[Int(register)])
      if number < memory.counts[sort] { renew(sort, number) } else { count(sort) }
    }
    commit()
    if storage.pointee.hasSlowMessages { slowMessages = nil }
    settle()
  }

  // MARK: The evaluator's answers

  func slowLegality(_ event: Core.ID<Core.Event>, _ arguments: [Value]) -> Legality {
    escapes += 1
    return evaluator.legality(of: event, arguments, in: state)
  }

  func slowlyPerform(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value]
  ) throws(EvaluationError) -> [Value] {
    escapes += 1
    let step = try evaluator.fire(event, arguments, results: results, in: state)
    var clocks = clocks
    var failure: EvaluationError?
    do { clocks = try evaluator.clocks(clocks, after: step.after) } catch { failure = error }
    load(step.after, clocks)
    timeError = failure
    slowMessages = step.notifications
    return step.results
  }
}
