import Rulebook

extension Machine {
  /// The state, as the evaluator has it. O(state) the first time; again and again, O(changes
  /// since the last time).
  package var state: State {
    if detached == nil, let state = mirror?.refreshed(from: self) { return state }
    let state = wholeState
    if detached != nil { return state }
    mirror = Mirror(state)
    storage.pointee.listeners.insert(.mirror)
    return state
  }

  /// The same, built from columns and lists alone. O(state).
  package var wholeState: State {
    if let detached { return detached }
    let counts = rules.entities.indices.map { memory.counts[$0] }
    var columns: [[Value]] = []
    var collections: [[[Int32]]] = []
    for field in rules.fields.indices {
      let owners = counts[rules.fields[field].owner.index]
      if let type = layout.type(ofColumn: field) {
        let column = memory.columns[field]
        columns.append((0..<owners).map { Word.decode(column[$0], type.scalar) })
        collections.append([])
      } else {
        columns.append([])
        collections.append((0..<owners).map { members(of: field, owner: $0) })
      }
    }
    let globals = rules.globals.indices.map { global in
      let column = rules.fields.count + global
      return Word.decode(memory.columns[column][0], rules.globals[global].type.scalar)
    }
    return State(
      now: memory.now, counts: counts, columns: columns, collections: collections,
      globals: globals)
  }

  private func countReferences() {
    for column in 0..<layout.columnCount where retirement.columns[column].target >= 0 {
      for owner in 0..<memory.columns[column].count {
        retirement.refer(
          Int(retirement.columns[column].target), from: Word.none, to: memory.columns[column][owner]
        )
      }
    }
  }

  func members(of field: Int, owner: Int) -> [Int32] {
    let links = memory.lists[field]
    var members: [Int32] = []
    var node = links.first(of: owner)
    while node >= 0 {
      members.append(links.member(Int(node)))
      node = links.next(Int(node))
    }
    return layout.isSet(field) ? members.sorted() : members
  }

  /// The running clocks of `bounded` and `prompt` properties. O(instances).
  package var clocks: Clocks { slowClocks ?? tableClocks }

  var tableClocks: Clocks {
    evaluator.noClocks.running(runningClocks { _ in true })
  }

  /// The clocks as they were before the units were settled last.
  var formerClocks: Clocks {
    let begun = Set((0..<table.begun.count).map { Int(table.begun[$0]) })
    var running = runningClocks { !begun.contains($0) }
    for start in stride(from: 0, to: table.ended.count, by: table.stride + 2) {
      let watch = Int(table.ended[start])
      guard let property = table.programs[watch].property else { continue }
      running[property, default: []].append(
        Clocks.Clock(
          binding: binding(table.ended.base + start + 2, of: watch), since: table.ended[start + 1]))
    }
    return evaluator.noClocks.running(running)
  }

  /// Returns the clocks of the wanted instances, by property.
  private func runningClocks(_ isWanted: (Int) -> Bool) -> [Int: [Clocks.Clock]] {
    var running: [Int: [Clocks.Clock]] = [:]
    for id in 0..<table.instances.count where isWanted(id) {
      let instance = table.instances[id]
      guard instance.watch >= 0, table.watches[Int(instance.watch)].role.hasClock,
        let property = table.programs[Int(instance.watch)].property
      else { continue }
      running[property, default: []].append(
        Clocks.Clock(binding: binding(of: id), since: instance.since))
    }
    return running
  }

  /// Returns the values of an instance of a watch.
  func binding(of id: Int) -> [Value] {
    binding(table.values.base + id * table.stride, of: Int(table.instances[id].watch))
  }

  func binding(_ words: UnsafePointer<Int64>, of watch: Int) -> [Value] {
    let variables = table.programs[watch].search.variables
    return variables.indices.map { Word.decode(words[$0], variables[$0].type.scalar) }
  }

  /// Loads a state into the machine, with the clocks that go with it. O(state).
  package func load(_ state: State, _ clocks: Clocks) {
    // Under a mark they are noted when it is forgotten.
    let former = setters == nil || storage.pointee.isMarked ? nil : self.state
    defer { former.map(noteSetters) }
    keepMarks()
    storage.pointee.trail.removeAll()
    storage.pointee.recent.removeAll()
    loads += 1
    let margins = leastMargins
    var fresh = Memory(layout)
    fresh.now = state.now
    let watching = WatchTable(table.programs, table.readers, fresh)
    storage.pointee.replace(fresh, watching)
    for (watch, margin) in margins.enumerated() { table.watches[watch].leastMargin = margin }
    table.recordsStops = isRecording
    table.leavesUnknownOpen = leavesUnknownOpen
    detached = nil
    timeError = nil
    // Nothing of what fills the machine is a change, and every mark is kept as a whole now.
    dropMirror()
    let listeners = storage.pointee.listeners
    storage.pointee.listeners = []
    defer {
      storage.pointee.listeners.formUnion(listeners)
      storage.pointee.isFast = slowClocks == nil && !isTimeSlow
    }
    guard fill(from: state) else {
      detached = state
      slowClocks = clocks
      return
    }
    table.deadlines.reset(to: state.now)
    table.limits.reset(to: state.now)
    settleUnits()
    takeClocks(clocks)
    slowClocks = isTimeSlow ? clocks : nil
  }

  /// Fills the memory from a state. False: some number fits in no column, or a list has a member
  /// that does not exist.
  private func fill(from state: State) -> Bool {
    for sort in rules.entities.indices {
      for _ in 0..<state.count(of: Core.ID(sort)) { add(sort) }
    }
    retirement.forgetReferences()
    defer { countReferences() }
    var fits = state.now >= Word.least
    func word(_ value: Value) -> Int64 {
      if let word = Word.encode(value) { return word }
      fits = false
      return Word.unknown
    }
    for (index, field) in rules.fields.enumerated() {
      let id = Core.ID<Core.Field>(index)
      for owner in 0..<state.count(of: field.owner) {
        if case .value = field.kind {
          memory.columns[index][owner] = word(state[id, of: owner])
        } else {
          guard let sort = layout.member(of: index) else { continue }
          for member in state.members(of: id, owner: owner) {
            guard member >= 0, Int(member) < state.count(of: sort) else {
              fits = false
              continue
            }
            memory.lists[index].append(Int(member), to: owner)
          }
        }
      }
    }
    for index in rules.globals.indices {
      memory.columns[rules.fields.count + index][0] = word(state[Core.ID<Core.Global>(index)])
    }
    table.touchEverything()
    return fits
  }

  /// Sets the clocks of the instances to given ones.
  func takeClocks(_ clocks: Clocks) {
    var readings: [Int: [[Value]: Int64]] = [:]
    for property in table.programs.compactMap(\.property) {
      let running = clocks.readings(ofProperty: property)
      guard !running.isEmpty else { continue }
      readings[property] = Dictionary(
        running.map { ($0.binding, $0.since) }, uniquingKeysWith: { first, _ in first })
    }
    for id in 0..<table.instances.count {
      let instance = table.instances[id]
      guard instance.watch >= 0, let property = table.programs[Int(instance.watch)].property,
        table.watches[Int(instance.watch)].role.hasClock,
        let since = readings[property]?[binding(of: id)]
      else { continue }
      table.setClock(id, since: since)
      table.schedule(id, table.watches[Int(instance.watch)].role, due: 0)
    }
  }

  /// Adds an entity that existed from the start and is learned of now, with the next number of its
  /// sort.
  ///
  /// - Parameter settles: True to bring obligations and clocks up to date; otherwise the next
  ///   ``settle()`` does.
  package func learn(_ sort: Core.ID<Core.Entity>, settles: Bool = true) {
    if let detached {
      self.detached = evaluator.adding(sort, to: detached)
      return
    }
    // Going back behind lines keeps the entities that existed from the start.
    let hasTrail = storage.pointee.listeners.remove(.trail) != nil
    add(sort.index)
    if hasTrail { storage.pointee.listeners.insert(.trail) }
    if settles { settle() }
  }
}

extension WatchProgram {
  /// The property's position in the rules; nil for an obligation.
  var property: Int? {
    switch kind {
    case .obligation, .index: nil
    case .prompt(let property, _), .bounded(let property, _): property
    }
  }
}

extension Clocks {
  /// Returns the clocks with the given ones, by property.
  fileprivate func running(_ found: [Int: [Clock]]) -> Clocks {
    var clocks = self
    for (property, found) in found { clocks.replace(found, ofProperty: property) }
    return clocks
  }
}
