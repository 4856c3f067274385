import Basics
import Rulebook

extension State: Checkpointed {
  package static var blank: Self {
    State(now: 0, counts: [], columns: [], collections: [], globals: [])
  }

  /// Codes all but the unseen parts. At least as many bytes must follow as there are entities of a
  /// sort, such as their names: a forged checkpoint cannot create more.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.instant(&now)
    try coder.code(&counts)
    try coder.list(&columns, blank: []) { try $0.code(&$1) }
    try coder.list(&collections, blank: []) { coder, lists in
      try coder.list(&lists, blank: []) { try $0.code(&$1) }
    }
    try coder.code(&globals)
    try coder.require(
      counts.allSatisfy { $0 <= coder.bytesLeft }
        && fits(CheckpointBounds(coder.rules, counts: counts)))
  }

  private func fits(_ bounds: CheckpointBounds) -> Bool {
    let rules = bounds.rules
    return counts.count == rules.entities.count && columns.count == rules.fields.count
      && collections.count == rules.fields.count && globals.count == rules.globals.count
      && zip(globals, rules.globals).allSatisfy { bounds.fits($0, $1.type) }
      && rules.fields.indices.allSatisfy { fits($0, bounds) }
  }

  /// Returns true if one field of all its owners has contents as the rules say.
  private func fits(_ index: Int, _ bounds: CheckpointBounds) -> Bool {
    let field = bounds.rules.fields[index]
    let (column, lists) = (columns[index], collections[index])
    let count = counts[field.owner.index]
    switch field.kind {
    case .value(let type):
      return column.count == count && lists.isEmpty && column.allSatisfy { bounds.fits($0, type) }
    case .queue(let sort):
      return lists.count == count && column.isEmpty
        && lists.allSatisfy { members in
          members.allSatisfy { bounds.exists($0, sort) } && Set(members).count == members.count
        }
    case .set(let sort):
      return lists.count == count && column.isEmpty
        && lists.allSatisfy { members in
          members.allSatisfy { bounds.exists($0, sort) }
            && zip(members, members.dropFirst()).allSatisfy(<)
        }
    }
  }
}

extension Clocks {
  /// Codes the running clocks; those that read must be of the same rules.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&running)
    guard coder.isReading else { return }
    try coder.require(running.count == properties.count)
    for (clocks, property) in zip(running, properties) {
      guard case .lasts(let lasting) = coder.rules.properties[property].body else {
        throw CheckpointDamage()
      }
      let types = lasting.binders.map(\.variable.type)
      try coder.require(clocks.allSatisfy { coder.bounds.fit($0.binding, types) })
      replace(clocks, ofProperty: property)
    }
  }
}

extension Clocks.Clock: Checkpointed {
  package static var blank: Self { Self(binding: [], since: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&binding)
    try coder.instant(&since)
  }
}

extension Setters: Checkpointed {
  package static var blank: Self { Self(places: [], introduced: [], areAll: false) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&areAll)
    try coder.list(&places, blank: []) { try $0.code(&$1) }
    try coder.list(&introduced, blank: []) { try $0.code(&$1) }
    try coder.require(
      places.count == coder.rules.fields.count + coder.rules.globals.count
        && introduced.count == coder.rules.entities.count)
  }
}
