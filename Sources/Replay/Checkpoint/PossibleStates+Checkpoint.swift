import Basics
import Rulebook
import Semantics

extension PossibleStates {
  /// Codes the possible states between two lines. Reading continues from those of another with the
  /// same rules and options.
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&began)
    let groups = try coder.coded(kept)
    guard coder.isReading else { return }
    for group in groups {
      try coder.require(fits(group, coder.bounds))
      keep(group)
    }
  }

  private func fits(_ group: PossibleGroup, _ bounds: CheckpointBounds) -> Bool {
    let types = group.entities.flatMap { key in
      scope.fields[key.sort.index].compactMap { field -> Core.ValueType? in
        if case .value(let type) = rules[field].kind { type } else { nil }
      }
    }
    return !group.entities.isEmpty && !group.states.isEmpty
      && group.states.count <= PossibleSearch.mostStates
      && Set(group.entities).count == group.entities.count
      && group.entities.allSatisfy { bounds.exists($0.number, $0.sort) }
      && group.states.allSatisfy { bounds.fit($0.values, types) }
  }
}

extension PossibleGroup: Checkpointed {
  static var blank: Self { Self(entities: [], states: [], instant: 0) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&entities)
    try coder.list(&states, blank: PossibleState(values: [])) { try $0.code(&$1.values) }
    try coder.code(&instant)
  }
}
