import Rulebook

/// Reads and writes of single places, for observed values. ``settle()`` must follow writes.
extension Machine {
  /// The value of a field of an entity that exists; for queues and sets see ``members(of:owner:)``.
  package subscript(field: Core.ID<Core.Field>, of owner: Int) -> Value {
    get {
      if let detached { return detached[field, of: owner] }
      guard let type = layout.type(ofColumn: field.index) else { return .unknown }
      return Word.decode(memory.columns[field.index][owner], type.scalar)
    }
    set { write(newValue, field.index, owner) { $0[field, of: owner] = newValue } }
  }

  /// Calls a closure with each entity that refers to some of these by a field, and with that one.
  /// The machine must be on its own. O(owners × numbers).
  /// - Parameter numbers: Entities of the sort of the field.
  package func forEachReference(
    by field: Core.ID<Core.Field>, to numbers: [Int32], _ body: (_ owner: Int, Int32) -> Void
  ) {
    for owner in 0..<count(of: rules[field].owner) {
      let word = memory.columns[field.index][owner]
      if word >= 0, numbers.contains(where: { Int64($0) == word }) {
        body(owner, Int32(truncatingIfNeeded: word))
      }
    }
  }

  package subscript(global: Core.ID<Core.Global>) -> Value {
    get {
      if let detached { return detached[global] }
      let word = memory.columns[layout.column(global)][0]
      return Word.decode(word, rules[global].type.scalar)
    }
    set { write(newValue, layout.column(global), 0) { $0[global] = newValue } }
  }

  private func write(
    _ value: Value, _ column: Int, _ owner: Int, _ change: (inout State) -> Void
  ) {
    if detached == nil, let word = Word.encode(value) { return assign(word, to: column, owner) }
    var state = state
    change(&state)
    load(state, clocks)
  }

  /// Returns the members of a queue, from the front, or of a set, in ascending order.
  package func members(of field: Core.ID<Core.Field>, owner: Int) -> [Int32] {
    detached?.members(of: field, owner: owner) ?? members(of: field.index, owner: owner)
  }

  /// Replaces a queue, given from its front, or a set; of entities that exist.
  package func setMembers(
    _ field: Core.ID<Core.Field>, owner: Int, to members: [Int32]
  ) {
    guard detached == nil else {
      var state = state
      if layout.isSet(field.index) {
        state.setSet(field, owner: owner, to: members)
      } else {
        state.setQueue(field, owner: owner, to: members)
      }
      return load(state, clocks)
    }
    while memory.lists[field.index].first(of: owner) >= 0 {
      leave(field.index, at: memory.lists[field.index].first(of: owner))
    }
    for member in members
    where memory.lists[field.index].node(of: Int(member), in: owner) < 0 {
      join(Int(member), field.index, owner)
    }
  }

  /// Sets the clock of everything that holds now: the beginning of a run.
  package func begin(at instant: Int64) throws(EvaluationError) {
    var state = state
    state.now = instant
    load(state, try evaluator.clocks(startingAt: state))
  }
}
