import Basics
import Rulebook
import Semantics
import Traces

extension CheckpointWriter {
  /// Writes the state. A reader must find as many names of each sort as there are entities, so a
  /// forged checkpoint cannot create more entities than it has bytes.
  mutating func write(_ state: State, of rules: Core.Rules) {
    write(state.now)
    for sort in rules.entities.indices { write(state.count(of: Core.ID(sort))) }
    for (index, field) in rules.fields.enumerated() {
      let id = Core.ID<Core.Field>(index)
      for owner in 0..<state.count(of: field.owner) {
        switch field.kind {
        case .value: write(state[id, of: owner])
        case .queue, .set:
          write(list: state.members(of: id, owner: owner)) { $0.write($1) }
        }
      }
    }
    for global in rules.globals.indices { write(state[Core.ID<Core.Global>(global)]) }
  }

  mutating func write(_ clocks: Clocks, of rules: Core.Rules) {
    for property in rules.properties.indices {
      write(list: clocks.readings(ofProperty: property)) { writer, clock in
        writer.write(clock.binding)
        writer.write(clock.since)
      }
    }
  }
}

extension CheckpointReader {
  mutating func state(_ rules: Core.Rules) throws(CheckpointDamage) -> State {
    let now = try instant()
    var counts: [Int] = []
    for _ in rules.entities { counts.append(try length()) }
    let inhabitants = Inhabitants(rules: rules, counts: counts)
    var columns: [[Value]] = []
    var collections: [[[Int32]]] = []
    for field in rules.fields {
      var column: [Value] = []
      var members: [[Int32]] = []
      for _ in 0..<counts[field.owner.index] {
        switch field.kind {
        case .value(let type): column.append(try inhabitants.value(type, &self))
        case .queue(let sort): members.append(try self.members(sort, inhabitants))
        case .set(let sort): members.append(try self.members(sort, inhabitants).sorted())
        }
      }
      columns.append(column)
      collections.append(members)
    }
    var globals: [Value] = []
    for global in rules.globals {
      globals.append(try inhabitants.value(global.type, &self))
    }
    return State(
      now: now, counts: counts, columns: columns, collections: collections, globals: globals)
  }

  private mutating func members(
    _ sort: Core.ID<Core.Entity>, _ inhabitants: Inhabitants
  ) throws(CheckpointDamage) -> [Int32] {
    let members = try list { reader throws(CheckpointDamage) in
      let number = try reader.int32()
      guard inhabitants.exists(number, sort) else { throw CheckpointDamage() }
      return number
    }
    guard Set(members).count == members.count else { throw CheckpointDamage() }
    return members
  }

  /// - Parameter none: clocks of which none runs.
  mutating func clocks(
    _ inhabitants: Inhabitants, none: Clocks
  ) throws(CheckpointDamage) -> Clocks {
    var clocks = none
    for (index, property) in inhabitants.rules.properties.enumerated() {
      let count = try length()
      guard count > 0 else { continue }
      guard case .lasts(let lasting) = property.body else { throw CheckpointDamage() }
      let variables = lasting.binders.map(\.variable)
      var running: [Clocks.Clock] = []
      for _ in 0..<count {
        running.append(
          Clocks.Clock(
            binding: try inhabitants.values(variables, &self), since: try instant()))
      }
      clocks.replace(running, ofProperty: index)
    }
    return clocks
  }

  mutating func instant() throws(CheckpointDamage) -> Int64 {
    let instant = try int64()
    guard (0...Timestamp.latest).contains(instant) else { throw CheckpointDamage() }
    return instant
  }
}
