import Rulebook

extension Machine {
  /// Returns true if the pending changes to queues and sets can be done, all at once: a queue loses
  /// only members that it holds and gains only those that it does not; nothing is done twice.
  @inline(__always)
  func isConsistent() -> Bool {
    pending.pointee.memberships.count == 0 || areConsistent(pending.pointee.memberships)
  }

  private func areConsistent(_ changes: Block<Pending.Membership>) -> Bool {
    for index in 0..<changes.count {
      let change = changes[index]
      let node = memory.lists[Int(change.list)].node(
        of: Int(change.member), in: Int(change.owner))
      changes.base[index].node = node
      let isIn = node >= 0
      for other in (index + 1)..<max(index + 1, changes.count)
      where change.isSamePlace(as: changes[other]) {
        switch (change.change, changes[other].change) {
        // Sets are tolerant, except if one member is both to be added and removed.
        case (.insert, .insert), (.discard, .discard), (.append, .remove), (.remove, .append): break
        default: return false
        }
      }
      switch change.change {
      case .remove, .move: if !isIn { return false }
      case .append: if isIn && !isRemoved(change, by: changes) { return false }
      case .insert, .discard: break
      }
    }
    return true
  }

  private func isRemoved(
    _ place: Pending.Membership, by changes: Block<Pending.Membership>
  ) -> Bool {
    (0..<changes.count).contains {
      changes[$0].change == .remove && place.isSamePlace(as: changes[$0])
    }
  }

  /// Performs the pending effects: assignments, then removals, then the rest in order.
  @inline(__always)
  func commit() {
    let assignments = pending.pointee.assignments
    for index in 0..<assignments.count {
      let assignment = assignments[index]
      let (column, owner) = (Int(assignment.column), Int(assignment.owner))
      assign(assignment.word, to: column, owner)
    }
    if pending.pointee.memberships.count > 0 { commit(pending.pointee.memberships) }
  }

  private func commit(_ changes: Block<Pending.Membership>) {
    for index in 0..<changes.count {
      let change = changes[index]
      if change.change == .remove || change.change == .discard { leave(change) }
    }
    for index in 0..<changes.count {
      let change = changes[index]
      switch change.change {
      case .remove, .discard: continue
      case .append: break
      case .move: leave(change)
      case .insert:
        if memory.lists[Int(change.list)].node(of: Int(change.member), in: Int(change.owner)) >= 0 {
          continue
        }
      }
      join(Int(change.member), Int(change.list), Int(change.owner))
    }
  }

  private func leave(_ change: Pending.Membership) {
    let list = Int(change.list)
    if memory.lists[list].isNode(change.node, of: change.member, in: change.owner) {
      return leave(list, at: change.node)
    }
    // The member was renewed since then, or left already.
    let node = memory.lists[list].node(of: Int(change.member), in: Int(change.owner))
    if node >= 0 { leave(list, at: node) }
  }

  // MARK: The only ways in which a state changes, besides time

  @inline(__always)
  func assign(_ word: Int64, to column: Int, _ owner: Int) {
    let old = memory.columns[column][owner]
    if old == word { return }
    memory.columns[column][owner] = word
    retirement.note(column, of: owner, from: old, to: word)
    if column < memory.fieldCount {
      table.changed(field: column, owner: owner)
    } else {
      table.changed(global: column)
    }
    if hasListeners { tell(.assigned, column, owner, word: old) }
  }

  /// Appends a member that is not in a list to it.
  func join(_ member: Int, _ list: Int, _ owner: Int) {
    memory.lists[list].append(member, to: owner)
    table.changed(field: list, owner: owner)
    if hasListeners { tell(.joined, list, owner, member) }
  }

  func leave(_ list: Int, at node: Int32) {
    let place = hasListeners ? memory.lists[list].place(of: node) : nil
    let owner = memory.lists[list].remove(node: node)
    table.changed(field: list, owner: owner)
    if let place {
      tell(
        .left, list, owner, place.member, previous: place.previous, word: place.ticket)
    }
  }

  func add(_ sort: Int) {
    memory.prepareEntity(sort)
    count(sort)
  }

  /// Makes a prepared entity exist.
  func count(_ sort: Int) {
    memory.counts[sort] += 1
    table.added(sort)
    if hasListeners { tell(.added, sort, memory.counts[sort] - 1) }
  }

  package var notifications: [SentMessage] {
    slowMessages ?? gatheredMessages
  }

  var gatheredMessages: [SentMessage] {
    let messages = pending.pointee.messages
    let words = pending.pointee.arguments
    return (0..<messages.count).map { index in
      let message = messages[index]
      let parameters = rules.messages[Int(message.message)].parameters
      let sort = Core.ID<Core.Entity>(Int(message.sort))
      return SentMessage(
        recipient: Word.decode(message.recipient, .entity(sort)), sort: sort,
        message: Core.ID(Int(message.message)),
        arguments: parameters.indices.map { position in
          let word = words[Int(message.start) + position]
          return word == Word.open ? nil : Word.decode(word, parameters[position].type.scalar)
        })
    }
  }
}
