internal import Rulebook
internal import Semantics
internal import Traces

/// Who stands in a queue in which he should not shows only when his turn comes, long after the line
/// because of which he does.
extension Judge {
  /// Somebody whom a line took into a queue although the rules do not allow that may stand in
  /// another one still: the broken guard is what sees to it that he does not. If invariants break
  /// by that, he has left it.
  ///
  /// O(queues), and O(state) for who stands in two.
  mutating func leaveOtherQueues(_ act: Act) {
    let rule = rules[act.event]
    guard rule.updates.contains(where: \.isAppend) else { return }
    let named = Set(act.occurrence.entities(rules)).sorted()
    for index in rules.fields.indices {
      guard case .queue(let sort) = rules.fields[index].kind else { continue }
      for key in named where key.sort == sort { leaveOthers(Core.ID(index), key) }
    }
  }

  private mutating func leaveOthers(_ field: Core.ID<Core.Field>, _ key: EntityKey) {
    let owners = rows(of: field).filter {
      world.members(of: field, owner: $0).contains(key.number)
    }
    guard owners.count > 1,
      let joined = owners.last(where: {
        world.members(of: field, owner: $0).last == key.number
      }), let broken = brokenInvariants(of: key), broken > 0
    else { return }
    let before = owners.map { world.members(of: field, owner: $0) }
    observe { $0.take([key.number], fromAllBut: joined, field) }
    if let rest = brokenInvariants(of: key), rest < broken {
      noteLeft(owners.filter { $0 != joined }, field, key)
    } else {
      observe {
        for (owner, members) in zip(owners, before) {
          $0.world.setMembers(field, owner: owner, to: members)
        }
      }
    }
  }

  /// The line by which somebody joined a queue that he has left may have meant somebody else.
  private mutating func noteLeft(
    _ owners: [Int], _ field: Core.ID<Core.Field>, _ key: EntityKey
  ) {
    let lines = history.lines(of: Int(key.number), key.sort.index)
    guard mode == .telling, let cause = knownCause,
      let joined = lines.last(where: { $0 < line.place.record }),
      let event = history.event(of: joined).map({ Core.ID<Core.Event>($0) }),
      rules[event].written.contains(.field(field))
    else { return }
    for owner in owners {
      let place = EntityKey(sort: rules[field].owner, number: Int32(clamping: owner))
      let arguments = rules[event].parameters.compactMap { parameter -> Value? in
        [key, place].first { .entity($0.sort) == parameter.type.scalar }.map { .entity($0.number) }
      }
      guard arguments.count == rules[event].parameters.count else { continue }
      aftermath.leaveOut(
        LeftOut(
          finding: cause, line: joined,
          occurrence: Occurrence(event: event, arguments: arguments)))
    }
  }

  private mutating func observe(_ change: (inout Self) -> Void) {
    world.beginObserving()
    change(&self)
    try? world.endObserving(isTimed: hasStarted)
  }

  /// nil: that cannot be found out.
  private func brokenInvariants(of key: EntityKey) -> Int? {
    var touched = Touched()
    touched.insert(key.number, key.sort)
    return try? world.violatedProperties(touching: touched).count
  }
}

extension Core.Update {
  fileprivate var isAppend: Bool { if case .append = action { true } else { false } }
}
