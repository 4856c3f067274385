import Basics
import Rulebook
import Semantics

extension CheckpointWriter {
  mutating func write(_ value: Value) {
    switch value {
    case .none: write(UInt8(0))
    case .unknown: write(UInt8(1))
    case .bool(let truth): write(UInt8(truth ? 3 : 2))
    case .number(let number):
      write(UInt8(4))
      write(number)
    case .symbol(let index):
      write(UInt8(5))
      write(index)
    case .entity(let number):
      write(UInt8(6))
      write(number)
    }
  }

  mutating func write(_ values: [Value]) { write(list: values) { $0.write($1) } }

  mutating func write(_ cause: Deadline.Cause) {
    switch cause {
    case .event(let event, let arguments):
      write(true)
      write(event.index)
      write(arguments)
    case .prompt(let property, let binding):
      write(false)
      write(property)
      write(binding)
    }
  }

  mutating func write(_ key: EntityKey) {
    write(key.sort.index)
    write(key.number)
  }

  mutating func write(_ key: ViolationKey) {
    write(key.property)
    write(key.binding)
  }

  mutating func write(_ place: Core.Location) {
    switch place {
    case .field(let field):
      write(true)
      write(field.index)
    case .global(let global):
      write(false)
      write(global.index)
    }
  }
}

extension CheckpointReader {
  /// A value of any type, about anybody, who need not exist.
  mutating func value() throws(CheckpointDamage) -> Value {
    switch try byte() {
    case 0: Value.none
    case 1: .unknown
    case 2: .bool(false)
    case 3: .bool(true)
    case 4: .number(try int64())
    case 5: .symbol(try int32())
    case 6: .entity(try int32())
    default: throw CheckpointDamage()
    }
  }

  mutating func values() throws(CheckpointDamage) -> [Value] {
    try list { reader throws(CheckpointDamage) in try reader.value() }
  }

  mutating func cause(_ rules: Core.Rules) throws(CheckpointDamage) -> Deadline.Cause {
    if try bool() {
      return .event(
        Core.ID(try index(below: rules.events.count)), arguments: try values())
    }
    return .prompt(property: try index(below: rules.properties.count), binding: try values())
  }

  mutating func entityKey(_ rules: Core.Rules) throws(CheckpointDamage) -> EntityKey {
    EntityKey(
      sort: Core.ID(try index(below: rules.entities.count)), number: try int32())
  }

  mutating func entityKeys(_ rules: Core.Rules) throws(CheckpointDamage) -> Set<EntityKey> {
    Set(try list { reader throws(CheckpointDamage) in try reader.entityKey(rules) })
  }

  mutating func locations(_ rules: Core.Rules) throws(CheckpointDamage) -> Set<Core.Location> {
    let places = try list { reader throws(CheckpointDamage) -> Core.Location in
      try reader.bool()
        ? .field(Core.ID(try reader.index(below: rules.fields.count)))
        : .global(Core.ID(try reader.index(below: rules.globals.count)))
    }
    return Set(places)
  }

  mutating func violationKey(_ rules: Core.Rules) throws(CheckpointDamage) -> ViolationKey {
    ViolationKey(property: try index(below: rules.properties.count), binding: try values())
  }
}

/// The existing entities, which bound the possible values.
struct Inhabitants {
  let rules: Core.Rules
  /// The number of entities, by sort.
  let counts: [Int]

  /// A value of a type, or one that is not known. Programs are compiled by types: another value
  /// would have them write where nothing is.
  func value(
    _ type: Core.ValueType, _ reader: inout CheckpointReader
  ) throws(CheckpointDamage) -> Value {
    let value = try reader.value()
    switch (value, type.scalar) {
    case (.none, _) where type.isOptional: return value
    case (.unknown, _), (.bool, .bool): return value
    case (.number, .int), (.number, .time), (.number, .duration), (.number, .unit),
      (.number, .range):
      return value
    case (.symbol(let index), .enumeration(let id))
    where rules[id].cases.indices.contains(Int(index)):
      return value
    case (.entity(let number), .entity(let sort)) where exists(number, sort): return value
    default: throw CheckpointDamage()
    }
  }

  /// One value for each variable.
  func values(
    _ variables: [Core.Variable], _ reader: inout CheckpointReader
  ) throws(CheckpointDamage) -> [Value] {
    guard try reader.length() == variables.count else { throw CheckpointDamage() }
    var values: [Value] = []
    for variable in variables { values.append(try value(variable.type, &reader)) }
    return values
  }

  func exists(_ number: Int32, _ sort: Core.ID<Core.Entity>) -> Bool {
    number >= 0 && Int(number) < counts[sort.index]
  }
}
