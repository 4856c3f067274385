import Rulebook

/// Return to an earlier moment, to try alternatives when the cause of a fault is searched. Costs as
/// much as the changes since then, and O(instances) once.
extension Machine {
  var isRecording: Bool { storage.pointee.isRecording }

  /// Records the present moment. Marks nest.
  package func mark() {
    let isSlow = isTimeSlow || slowClocks != nil
    journal.marks.append(
      Journal.Mark(
        position: journal.entries.count, stops: table.stops.count, ended: retirement.ended,
        whole: isSlow ? (state, clocks) : nil))
    storage.pointee.isMarked = true
    storage.pointee.isRecording = true
    table.recordsStops = true
  }

  /// True if something besides time has changed since the earliest mark.
  var hasChanged: Bool {
    (0..<journal.entries.count).contains { journal.entries[$0].kind != .passed }
  }

  /// Removes the latest mark, and keeps the changes since then.
  package func unmark() {
    let mark = journal.marks.removeLast()
    guard journal.marks.isEmpty else { return }
    if setters != nil { noteRecordedSetters(since: mark) }
    storage.pointee.isMarked = false
    storage.pointee.isRecording = false
    // The change was not made by a plainly correct line.
    if hasChanged {
      storage.pointee.trail.removeAll()
      if storage.pointee.listeners.contains(.recent) { rememberRecorded() }
    }
    journal.entries.removeAll()
    table.stops.removeAll()
    table.recordsStops = false
  }

  /// Returns to the latest mark, which stays. Causes waived before or since must be waived again.
  package func rollback() {
    guard let mark = journal.marks.last else { return }
    if let whole = mark.whole {
      load(whole.state, whole.clocks)
    } else {
      goBack(to: mark)
    }
    retirement.forgetEnded(since: mark.ended)
  }

  /// Undoes the changes since a mark, latest first.
  private func goBack(to mark: Journal.Mark) {
    storage.pointee.isRecording = false
    table.recordsStops = false
    table.marginsAt = nil
    slowClocks = nil
    timeError = nil
    storage.pointee.isFast = true
    for position in (mark.position..<journal.entries.count).reversed() {
      undo(journal.entries[position])
    }
    storage.pointee.isRecording = true
    journal.entries.removeAll(from: mark.position)
    table.deadlines.turn(to: memory.now)
    table.limits.turn(to: memory.now)
    settle()
    table.restart(from: mark.stops)
    table.recordsStops = true
  }

  private func undo(_ entry: Journal.Entry) {
    let (place, owner, member) = (Int(entry.place), Int(entry.owner), Int(entry.member))
    switch entry.kind {
    case .assigned: assign(entry.word, to: place, owner)
    case .joined: leave(place, at: memory.lists[place].node(of: member, in: owner))
    case .left:
      memory.lists[place].restore(member, to: owner, behind: entry.previous, ticket: entry.word)
      table.changed(field: place, owner: owner)
      mirror?.note(place, of: owner)
    case .added:
      withdraw(place)
      mirror?.note(place, number: memory.counts[place])
    case .removed: add(place)
    case .passed: memory.now = entry.word
    case .renewed: break
    }
  }

  /// Removes the last entity of a sort.
  func withdraw(_ sort: Int) {
    memory.counts[sort] -= 1
    table.removed(sort, memory.counts[sort])
    memory.withdrawEntity(sort)
  }

  /// Prepares for the replacement of everything: the moment of every mark is kept as a whole, since
  /// the record of changes ends here. The machine's state is undefined afterwards.
  func keepMarks() {
    for index in journal.marks.indices.reversed() where journal.marks[index].whole == nil {
      goBack(to: journal.marks[index])
      journal.marks[index].whole = (state, clocks)
    }
    journal.entries.removeAll()
  }

  /// The state at the latest mark. O(state).
  package var markedState: State {
    guard let mark = journal.marks.last else { return state }
    if let whole = mark.whole { return whole.state }
    var state = state
    for position in (mark.position..<journal.entries.count).reversed() {
      undo(journal.entries[position], in: &state)
    }
    return state
  }

  private func undo(_ entry: Journal.Entry, in state: inout State) {
    let (place, owner) = (Int(entry.place), Int(entry.owner))
    switch entry.kind {
    case .passed: state.now = entry.word
    case .renewed: break
    case .added: state.removeLast(Core.ID(place), of: rules)
    case .removed: state = evaluator.adding(Core.ID(place), to: state)
    case .assigned:
      guard let type = layout.type(ofColumn: place) else { return }
      let value = Word.decode(entry.word, type.scalar)
      if place < rules.fields.count {
        state[Core.ID<Core.Field>(place), of: owner] = value
      } else {
        state[Core.ID<Core.Global>(place - rules.fields.count)] = value
      }
    case .joined, .left:
      let field = Core.ID<Core.Field>(place)
      var members = state.members(of: field, owner: owner)
      _ = entry.undoMembership(in: &members)
      if layout.isSet(place) {
        state.setSet(field, owner: owner, to: members)
      } else {
        state.setQueue(field, owner: owner, to: members)
      }
    }
  }
}
