import Rulebook

/// The data that the rules can read at one instant.
///
/// A value: copying is cheap (columns are shared until written), equal states are equal and hash
/// alike, so a search can keep the states it has seen. Made by ``Evaluator``, which knows the
/// fields. Reading or writing an entity that does not exist is a programming error.
package struct State: Hashable, Sendable {
  /// The present instant in milliseconds.
  package var now: Int64
  /// The number of entities of each sort. They are numbered from 0.
  var counts: [Int]
  /// The values by field, then by owner. Empty for queues and sets.
  var columns: [[Value]]
  /// The members by field, then by owner: queues from the front, sets in ascending order. Empty for
  /// fields with one value.
  var collections: [[[Int32]]]
  var globals: [Value]
  /// The parts of the state that are not listed; nil: everything is listed.
  package var unseen: Unseen?

  /// Makes a state from its parts, each indexed as the rules are; fields of one value have no
  /// collections and the others no column.
  package init(
    now: Int64, counts: [Int], columns: [[Value]], collections: [[[Int32]]], globals: [Value]
  ) {
    self.now = now
    self.counts = counts
    self.columns = columns
    self.collections = collections
    self.globals = globals
  }

  /// Returns the number of entities of a sort.
  package func count(of sort: Core.ID<Core.Entity>) -> Int { counts[sort.index] }

  /// The value of a field of one entity.
  package subscript(field: Core.ID<Core.Field>, of owner: Int) -> Value {
    get { columns[field.index][owner] }
    set { columns[field.index][owner] = newValue }
  }

  /// The value of a `state` of the service as a whole.
  package subscript(global: Core.ID<Core.Global>) -> Value {
    get { globals[global.index] }
    set { globals[global.index] = newValue }
  }

  /// Returns the members of a queue, from the front, or of a set, in ascending order.
  package func members(of field: Core.ID<Core.Field>, owner: Int) -> [Int32] {
    collections[field.index][owner]
  }

  /// Replaces a queue, given from its front and without repetition.
  package mutating func setQueue(
    _ field: Core.ID<Core.Field>, owner: Int, to members: [Int32]
  ) {
    collections[field.index][owner] = members
  }

  /// Replaces a set; order and repetition do not matter.
  package mutating func setSet(_ field: Core.ID<Core.Field>, owner: Int, to members: [Int32]) {
    collections[field.index][owner] = Array(Set(members)).sorted()
  }

  /// Removes the last entity of a sort, to which no other may refer.
  package mutating func removeLast(_ sort: Core.ID<Core.Entity>, of rules: Core.Rules) {
    counts[sort.index] -= 1
    for field in rules[sort].fields {
      if case .value = rules[field].kind {
        columns[field.index].removeLast()
      } else {
        collections[field.index].removeLast()
      }
    }
  }

  /// Adds an entity to a sort of which nothing is known and whose lists are empty.
  package mutating func appendUnknown(_ sort: Core.ID<Core.Entity>, of rules: Core.Rules) {
    counts[sort.index] += 1
    for field in rules[sort].fields {
      if case .value = rules[field].kind {
        columns[field.index].append(.unknown)
      } else {
        collections[field.index].append([])
      }
    }
  }

  func exists(_ entity: Int32, of sort: Core.ID<Core.Entity>) -> Bool {
    entity >= 0 && Int(entity) < counts[sort.index]
  }
}

/// A location of a state.
package enum Place: Hashable, Sendable {
  /// A field of one entity: one value, a queue or a set.
  case field(Core.ID<Core.Field>, of: Int32)
  case global(Core.ID<Core.Global>)
}
