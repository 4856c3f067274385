internal import Checkpoints
internal import Machine
internal import Rulebook
internal import Semantics

/// What is the case, between two lines: nothing is marked then, and no facts are being taken.
extension World {
  func write(to writer: inout CheckpointWriter) {
    writer.write(state, of: rules)
    writer.write(clocks, of: rules)
    writer.write(optional: machine) { $0.write($1.remainder) }
    writer.write(list: settled) { $0.write($1) }
    writer.write(list: exceeded) { $0.write($1) }
  }

  /// Goes on as another did.
  /// - Returns: Who exists.
  mutating func read(
    from reader: inout CheckpointReader
  ) throws(CheckpointDamage) -> Inhabitants {
    let rules = rules
    let state = try reader.state(rules)
    let inhabitants = Inhabitants(
      rules: rules, counts: rules.entities.indices.map { state.count(of: Core.ID($0)) })
    let clocks = try reader.clocks(inhabitants, none: evaluator.noClocks)
    let own = machine
    let remainder = try reader.optional { reader throws(CheckpointDamage) in
      guard let own else { throw CheckpointDamage() }
      return try reader.remainder(own.remainder, rules)
    }
    if let machine {
      guard let remainder else { throw CheckpointDamage() }
      machine.load(state, clocks, remainder)
    } else {
      (ownState, ownClocks) = (state, clocks)
    }
    settled = Set(try reader.list { reader throws(CheckpointDamage) in try reader.cause(rules) })
    exceeded = Set(
      try reader.list { reader throws(CheckpointDamage) in try reader.violationKey(rules) })
    return inhabitants
  }
}
