import Rulebook

/// Return behind lines that were plainly correct, under a mark: ``rollback()`` returns to the
/// present.
extension Machine {
  /// True if the latest plainly correct lines are kept with their changes.
  package var keepsTrail: Bool {
    get { storage.pointee.listeners.contains(.trail) }
    set {
      if newValue {
        storage.pointee.listeners.insert(.trail)
      } else {
        storage.pointee.listeners.remove(.trail)
        storage.pointee.trail.removeAll()
      }
    }
  }

  /// True if the trail and the setters are kept permanently, and not only at the beginning of a
  /// trace.
  package var looksBackForGood: Bool {
    get { storage.pointee.trail.isForGood }
    set { storage.pointee.trail.isForGood = newValue }
  }

  /// A line of the trail.
  package struct TrailLine {
    /// The record of the line, counted from 1.
    package let number: Int
    package let event: Int
    package let isRefused: Bool
    /// The instant of the line in milliseconds.
    package let instant: Int64
    /// The arguments, then the results.
    package let values: [Int64]
  }

  /// The least number of lines that are kept, once there are as many.
  package static let shortestTrail = Trail.length

  /// The number of lines that can be undone.
  package var trailLength: Int { storage.pointee.trail.lines.count }

  /// Returns a line of the trail.
  /// - Parameter index: From 0, the earliest, to before ``trailLength``.
  package func trailLine(_ index: Int) -> TrailLine {
    let line = storage.pointee.trail.lines[index]
    return TrailLine(
      number: line.number, event: line.event, isRefused: line.refusal >= 0,
      instant: line.instant,
      values: words(line.words..<line.messages))
  }

  private func words(_ range: Range<Int>) -> [Int64] {
    range.map { storage.pointee.trail.words[$0] }
  }

  // MARK: Writing a trail

  /// Puts the line whose event was checked on the trail, before it is performed; changes are due to
  /// it.
  /// - Parameters:
  ///   - number: The record of the line.
  ///   - refusal: The guard because of which it is refused; -1: it is performed next.
  ///   - isTold: True if it says which messages are sent; these are prepared then.
  @inline(never)
  func leaveTrail(_ event: Int, number: Int, refusal: Int, isTold: Bool) {
    // Trials are not kept.
    guard !storage.pointee.isMarked else { return }
    line = number
    if number > Trail.beginning, !looksBackForGood {
      keepsTrail = false
      if setters != nil { put(nil) }
    }
    guard keepsTrail else { return }
    let entry = programs.entries[event]
    let count = refusal < 0 ? entry.values : entry.parameters
    let messages = isTold ? sortedMessages : []
    storage.pointee.trail.append(
      number: number, event: event, refusal: refusal, isTold: isTold, at: memory.now,
      UnsafeBufferPointer(start: values, count: count), messages)
  }

  /// The prepared messages, in an order that does not depend on that of the rules: each with its
  /// recipient and the arguments.
  private var sortedMessages: [Int64] {
    let sent = pending.pointee.messages
    let words = (0..<sent.count).map { index -> [Int64] in
      let message = sent[index]
      let arguments = Int(message.start)..<Int(message.start + message.count)
      return [Int64(message.message), Int64(message.sort), message.recipient]
        + arguments.map { pending.pointee.arguments[$0] }
    }
    return words.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
  }

  /// Adds a change without a mark to the line that is being performed. The trail itself knows the
  /// time of each line.
  func followTrail(_ change: Journal.Entry) {
    if change.kind != .passed { storage.pointee.trail.append(change) }
  }

  // MARK: Going back

  /// Returns to before a line of the trail. A condition that lasts now and lasted then keeps its
  /// clock; the clock of any other that lasted then begins at that moment.
  /// - Returns: false: that is not possible.
  package func goBack(toLine index: Int) -> Bool {
    guard isRecording, !hasChanged, isOnItsOwn, storage.pointee.trail.lines.has(index) else {
      return false
    }
    let line = storage.pointee.trail.lines[index]
    for position in (line.changes..<storage.pointee.trail.changes.count).reversed() {
      guard takeBack(storage.pointee.trail.changes[position]) else { return false }
    }
    tell(.passed, 0, word: memory.now)
    memory.now = line.before
    table.deadlines.turn(to: line.before)
    table.limits.turn(to: line.before)
    settle()
    return isOnItsOwn
  }

  /// Does the opposite of a change, in a way that can be undone.
  /// - Returns: false: there was no such change; a trail that was read from a file may be wrong.
  private func takeBack(_ change: Journal.Entry) -> Bool {
    let (place, owner, member) = (Int(change.place), Int(change.owner), Int(change.member))
    switch change.kind {
    case .assigned:
      guard (0..<layout.columnCount).contains(place), layout.type(ofColumn: place) != nil,
        memory.columns[place].has(owner)
      else {
        return false
      }
      assign(change.word, to: place, owner)
    case .joined:
      let node = isList(place) ? memory.lists[place].node(of: member, in: owner) : -1
      guard node >= 0 else { return false }
      leave(place, at: node)
    case .left:
      guard isList(place), memory.lists[place].hasOwner(owner),
        memory.lists[place].hasMember(member), memory.lists[place].node(of: member, in: owner) < 0
      else { return false }
      putBack(member, into: place, of: owner, behind: change.previous)
    case .added:
      guard isLastAlone(place) else { return false }
      withdraw(place)
      tell(.removed, place, memory.counts[place])
    case .renewed: break
    case .removed, .passed: return false
    }
    return true
  }

  private func isList(_ field: Int) -> Bool {
    rules.fields.indices.contains(field) && layout.member(of: field) != nil
  }

  /// Returns true if the last entity of a sort has no members in its queues and sets, and is in
  /// none.
  private func isLastAlone(_ sort: Int) -> Bool {
    guard rules.entities.indices.contains(sort), memory.counts[sort] > 0,
      memory.prepared[sort] == memory.counts[sort]
    else { return false }
    let last = memory.counts[sort] - 1
    return rules.fields.indices.allSatisfy { field in
      guard let member = layout.member(of: field) else { return true }
      return (rules.fields[field].owner.index != sort || memory.lists[field].first(of: last) < 0)
        && (member.index != sort || !memory.lists[field].isMember(last))
    }
  }

  /// Restores a member to its place: all behind it leave, and join again. O(length).
  private func putBack(_ member: Int, into list: Int, of owner: Int, behind previous: Int32) {
    let known = members(of: list, owner: owner)
    let position = previous < 0 ? 0 : known.firstIndex(of: previous).map { $0 + 1 } ?? known.count
    let rest = layout.isSet(list) ? [] : known[position...]
    for other in rest { leave(list, at: memory.lists[list].node(of: Int(other), in: owner)) }
    join(member, list, owner)
    for other in rest { join(Int(other), list, owner) }
  }

  /// Repeats a line of the trail, or the same line with another value.
  /// - Returns: True if it is as correct as it was; otherwise the machine's state is undefined.
  package func retrace(
    line index: Int, with replacement: (position: Int, word: Int64)? = nil
  ) -> Bool {
    let trail = storage.pointee.trail
    let line = trail.lines[index]
    var values = words(line.words..<line.messages)
    if let (position, word) = replacement { values[position] = word }
    let present = self.line
    self.line = line.number
    defer { self.line = present }
    var machine = self
    guard isOnItsOwn, machine.pass(to: line.instant) == nil else { return false }
    take(values, atMost: values.count)
    switch legality(ofEvent: line.event) {
    case .legal where line.refusal < 0: guard gatherAgain(line.event, values) else { return false }
    case .forbidden(line.refusal):
      if line.isTold, !prepareRefusal(event: line.event) { return false }
    default: return false
    }
    let isRight =
      !line.isTold || sortedMessages == words(line.messages..<trail.endOfWords(of: index))
    guard line.refusal < 0 else { return isRight }
    if isRight { commitGathered(line.event) } else { dropGathered(line.event) }
    return isRight
  }

  /// Prepares the effects of an event again; returns true if the introduced entities have the same
  /// numbers again.
  private func gatherAgain(_ event: Int, _ values: [Int64]) -> Bool {
    guard programs.entries[event].effects >= 0, keepsAssumptions(event: event) else { return false }
    storage.pointee.keepsNumbers = true
    defer { storage.pointee.keepsNumbers = false }
    guard gather(event) else { return false }
    let isSame = programs.introduced.positions(of: event).allSatisfy { position in
      let register = Int(programs.introduced[position].register)
      return programs.registers[register] == values[register - 1]
    }
    if !isSame { dropGathered(event) }
    return isSame
  }
}
