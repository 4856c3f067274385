internal import Findings
internal import Rulebook
internal import Semantics

extension Judge {
  /// Of more queues those behind are not looked into.
  private static let mostRows = 4_096

  /// Makes a place hold what it evidently held.
  /// - Returns: Whether it exists.
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

  /// Who evidently stands here does not stand where he was thought to.
  private mutating func takeFromOthers(
    _ members: [Int32], _ field: Core.ID<Core.Field>, _ owner: Int32
  ) {
    let newcomers = Set(members).subtracting(world.members(of: field, owner: Int(owner)))
    guard !newcomers.isEmpty else { return }
    for other in 0..<min(world.count(of: rules[field].owner), Self.mostRows) where other != owner {
      let known = world.members(of: field, owner: other)
      guard known.contains(where: newcomers.contains) else { continue }
      world.setMembers(field, owner: other, to: known.filter { !newcomers.contains($0) })
    }
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
