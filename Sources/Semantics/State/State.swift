public import Rulebook

/// Everything that the rules can read at one instant.
///
/// A value: copying is cheap (columns are shared until written), equal states are equal and hash
/// alike, so a search can keep the states it has seen. Made by ``Evaluator``, which knows the
/// fields. Reading or writing an entity that does not exist is a programming error.
public struct State: Hashable, Sendable {
  /// The present instant in milliseconds.
  public var now: Int64
  /// By sort: how many entities exist. They are numbered from 0.
  var counts: [Int]
  /// By field, then by owner. Empty for queues and sets.
  var columns: [[Value]]
  /// By field, then by owner: queues from the front, sets in ascending order.
  /// Empty for fields with one value.
  var collections: [[[Int32]]]
  var globals: [Value]
  /// What is not listed; nil: everything is.
  public var unseen: Unseen?

  /// A state from its parts, each indexed as the rules are; fields of one value have no
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

  /// How many entities of a sort exist.
  public func count(of sort: Core.ID<Core.Entity>) -> Int { counts[sort.index] }

  /// What the field of one entity holds.
  public subscript(field: Core.ID<Core.Field>, of owner: Int) -> Value {
    get { columns[field.index][owner] }
    set { columns[field.index][owner] = newValue }
  }

  /// What a `state` of the service as a whole holds.
  public subscript(global: Core.ID<Core.Global>) -> Value {
    get { globals[global.index] }
    set { globals[global.index] = newValue }
  }

  /// The members of a queue, from the front, or of a set, in ascending order.
  public func members(of field: Core.ID<Core.Field>, owner: Int) -> [Int32] {
    collections[field.index][owner]
  }

  /// Replaces a queue, given from its front and without repetition.
  public mutating func setQueue(
    _ field: Core.ID<Core.Field>, owner: Int, to members: [Int32]
  ) {
    collections[field.index][owner] = members
  }

  /// Replaces a set; order and repetition do not matter.
  public mutating func setSet(_ field: Core.ID<Core.Field>, owner: Int, to members: [Int32]) {
    collections[field.index][owner] = Array(Set(members)).sorted()
  }

  /// Takes the last entity of a sort away, whom nobody may refer to.
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

/// Where a state holds something.
public enum Place: Hashable, Sendable {
  /// A field of one entity: one value, a queue or a set.
  case field(Core.ID<Core.Field>, of: Int32)
  case global(Core.ID<Core.Global>)
}
