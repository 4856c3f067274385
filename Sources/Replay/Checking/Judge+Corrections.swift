import Findings
import Rulebook
import Semantics

extension Judge {
  /// The largest number of queues that are searched.
  private static let mostRows = 4_096

  /// Makes a place hold its evident content.
  /// - Returns: True if the place exists.
  mutating func correct(_ correction: Correction) -> Bool {
    switch (correction.place, correction.content) {
    case (.global(let global), .value(let value)):
      world.beginObserving()
      world[global] = value
    case (.field(let field, let owner), .value(let value)):
      guard Int(owner) < world.count(of: rules[field].owner) else { return false }
      world.beginObserving()
      world[field, of: Int(owner)] = value
    case (.field(let field, let owner), .members(let members)):
      guard Int(owner) < world.count(of: rules[field].owner), exist(members, rules[field]) else {
        return false
      }
      world.beginObserving()
      if case .queue = rules[field].kind { takeFromOthers(members, field, owner) }
      world.setMembers(field, owner: Int(owner), to: members)
    case (.global, .members): return false
    }
    do {
      try world.endObserving(isTimed: hasStarted)
      return true
    } catch {
      return false
    }
  }

  /// Corrects the queue because of which an effect of an event is not defined. Effects are proved
  /// to be defined wherever the guards hold. So the fault, an entity that is not in the queue it
  /// leaves or already in the one it joins, follows from an earlier finding.
  /// - Returns: False if the error is not about a queue.
  mutating func mend(_ error: EvaluationError, _ act: Act) -> Bool {
    let (member, place, isThere): (Int32, Place, Bool)
    switch error.kind {
    case .notInQueue(let number, let queue): (member, place, isThere) = (number, queue, true)
    case .alreadyInQueue(let number, let queue): (member, place, isThere) = (number, queue, false)
    default: return false
    }
    guard case .field(let field, let owner) = place else { return false }
    let others = world.members(of: field, owner: Int(owner)).filter { $0 != member }
    let correction = Correction(
      place: place, content: .members(isThere ? others + [member] : others))
    // An explanation that needs this costs more than one that does not.
    if mode == .trial { counts.findings += 1 }
    if mode == .telling, !line.isSpoilt {
      if let cause = findings.indices.last {
        line.isSpoilt = true
        line.cause = cause
        noteConsequence(rule(act.event).name, error.message(in: rules))
      } else {
        report(error, rule(act.event), about: subject(act), repair: text(of: correction))
      }
    }
    return correct(correction)
  }

  /// Removes new members of a queue from the queues where they were thought to be.
  private mutating func takeFromOthers(
    _ members: [Int32], _ field: Core.ID<Core.Field>, _ owner: Int32
  ) {
    let newcomers = Set(members).subtracting(world.members(of: field, owner: Int(owner)))
    guard !newcomers.isEmpty else { return }
    take(newcomers, fromAllBut: Int(owner), field)
  }

  /// Takes these out of the queues, or sets, of all others.
  mutating func take(
    _ gone: Set<Int32>, fromAllBut owner: Int, _ field: Core.ID<Core.Field>
  ) {
    for other in rows(of: field) where other != owner {
      let known = world.members(of: field, owner: other)
      guard known.contains(where: gone.contains) else { continue }
      world.setMembers(field, owner: other, to: known.filter { !gone.contains($0) })
    }
  }

  /// Returns the owners whose queues, or sets, are searched.
  func rows(of field: Core.ID<Core.Field>) -> Range<Int> {
    0..<min(world.count(of: rules[field].owner), Self.mostRows)
  }

  private func exist(_ members: [Int32], _ field: Core.Field) -> Bool {
    switch field.kind {
    case .queue(let sort), .set(let sort): members.allSatisfy { $0 < world.count(of: sort) }
    case .value: false
    }
  }

  mutating func text(of correction: Correction) -> String {
    let (path, content): (String, String)
    switch (correction.place, correction.content) {
    case (.global(let global), .value(let value)):
      (path, content) = (rules[global].name, names.text(value, rules[global].type.scalar))
    case (.field(let id, let owner), let held):
      let field = rules[id]
      path = "\(names.text(.entity(owner), .entity(field.owner))).\(field.name)"
      switch (held, field.kind) {
      case (.value(let value), .value(let type)): content = names.text(value, type.scalar)
      case (.members(let members), _): content = names.text(members, field)
      default: return ""
      }
    default: return ""
    }
    return "taken as if \(path) had been \(content)"
  }
}
