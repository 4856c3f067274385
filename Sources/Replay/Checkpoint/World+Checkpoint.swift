import Basics
import Rulebook
import Semantics

/// The state of the world between two lines: nothing is marked then, and no facts are being taken.
extension World {
  func write(to writer: inout CheckpointWriter) {
    writer.write(state, of: rules)
    writer.write(clocks, of: rules)
    writer.write(optional: unseen) { $0.write(list: $1.collections) { $1.write(to: &$0) } }
    writer.write(optional: machine) { $0.write($1.remainder) }
    var noted = self
    noted.begin(line: 0)
    writer.write(noted.ownSetters.all)
    writer.write(list: ownFormer) { writer, former in
      writer.write(former.state, of: rules)
      writer.write(former.lost)
    }
    for sort in unnamed.sorts.sorted() {
      let settings = (unnamed.values[sort] ?? [:]).sorted { $0.key < $1.key }
      writer.write(list: settings) { writer, setting in
        writer.write(setting.key)
        writer.write(setting.value.value)
        writer.write(setting.value.line)
      }
    }
    writer.write(unordered: settled) { $0.write($1) }
    writer.write(unordered: exceeded) { $0.write($1) }
  }

  /// Continues from the state of another world.
  /// - Returns: The existing entities.
  mutating func read(
    from reader: inout CheckpointReader
  ) throws(CheckpointDamage) -> Inhabitants {
    let rules = rules
    let state = try reader.state(rules)
    let inhabitants = Inhabitants(
      rules: rules, counts: rules.entities.indices.map { state.count(of: Core.ID($0)) })
    let clocks = try reader.clocks(inhabitants, none: evaluator.noClocks)
    try readUnseen(from: &reader, inhabitants)
    let own = machine
    let remainder = try reader.optional { reader throws(CheckpointDamage) in
      guard let own else { throw CheckpointDamage() }
      return try reader.remainder(own.remainder, rules)
    }
    let setters = try reader.setters(rules)
    ownFormer = try reader.list { reader throws(CheckpointDamage) in
      (try reader.state(rules), try reader.int64())
    }
    if let machine {
      guard let remainder else { throw CheckpointDamage() }
      machine.load(state, clocks, remainder)
    } else {
      (ownState, ownClocks) = (state, clocks)
      ownSetters = (setters, state, 0)
    }
    for sort in unnamed.sorts.sorted() {
      unnamed.values[sort] = Dictionary(
        try reader.list { reader throws(CheckpointDamage) in
          let field = Core.ID<Core.Field>(try reader.index(below: rules.fields.count))
          guard rules[field].owner.index == sort, case .value(let type) = rules[field].kind else {
            throw CheckpointDamage()
          }
          let value = try inhabitants.value(type, &reader)
          return (field.index, Unnamed.Setting(value: value, line: try reader.count()))
        }, uniquingKeysWith: { $1 })
    }
    settled = Set(try reader.list { reader throws(CheckpointDamage) in try reader.cause(rules) })
    exceeded = Set(
      try reader.list { reader throws(CheckpointDamage) in try reader.violationKey(rules) })
    return inhabitants
  }

  private mutating func readUnseen(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants
  ) throws(CheckpointDamage) {
    let collections = try reader.optional { reader throws(CheckpointDamage) in
      try reader.list { reader throws(CheckpointDamage) in
        try Place(from: &reader, inhabitants, isCollection: true)
      }
    }
    guard (collections != nil) == (unseen != nil) else { throw CheckpointDamage() }
    for place in collections ?? [] { unseen?.open(place) }
  }
}
