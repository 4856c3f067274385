internal import Rulebook
public import Semantics

/// Going back to an earlier moment: whoever looks for the cause of a fault tries what would have
/// been. Costs what has changed since, and O(instances) once.
extension Machine {
  var isRecording: Bool { storage.pointee.isRecording }

  /// Remembers the present moment. Marks nest.
  public func mark() {
    let isSlow = isTimeSlow || slowClocks != nil
    journal.marks.append(
      Journal.Mark(
        position: journal.entries.count, stops: table.stops.count, ended: retirement.ended,
        whole: isSlow ? (state, clocks) : nil))
    storage.pointee.isMarked = true
    storage.pointee.isRecording = true
    table.recordsStops = true
  }

  /// Whether something has changed since the earliest mark, besides time.
  var hasChanged: Bool {
    (0..<journal.entries.count).contains { journal.entries[$0].kind != .passed }
  }

  /// Forgets the latest mark, and keeps what was done since.
  public func unmark() {
    journal.marks.removeLast()
    guard journal.marks.isEmpty else { return }
    storage.pointee.isMarked = false
    storage.pointee.isRecording = false
    // It happened otherwise than by a line that was plainly right.
    if hasChanged {
      storage.pointee.trail.removeAll()
      if storage.pointee.listeners.contains(.recent) { rememberRecorded() }
    }
    journal.entries.removeAll()
    table.stops.removeAll()
    table.recordsStops = false
  }

  /// Goes back to the latest mark, which stays. What was waived since, or before, is to be waived
  /// anew.
  public func rollback() {
    guard let mark = journal.marks.last else { return }
    if let whole = mark.whole {
      // Earlier marks are kept by that, and need all that was recorded since.
      load(whole.state, whole.clocks)
      journal.entries.removeAll(from: mark.position)
    } else {
      goBack(to: mark)
    }
    retirement.forgetEnded(since: mark.ended)
  }

  /// Undoes what was recorded since a mark, latest first.
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
    }
  }

  /// Takes the last entity of a sort away.
  func withdraw(_ sort: Int) {
    memory.counts[sort] -= 1
    table.removed(sort, memory.counts[sort])
    memory.withdrawEntity(sort)
  }

  /// Before everything is replaced: what every mark stands for is kept as a whole, for the record
  /// of changes ends here. Leaves the machine anywhere.
  func keepMarks() {
    for index in journal.marks.indices.reversed() where journal.marks[index].whole == nil {
      goBack(to: journal.marks[index])
      journal.marks[index].whole = (state, clocks)
    }
  }

  /// The state at the latest mark. O(state).
  public var markedState: State {
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
