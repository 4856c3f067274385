import Basics
import Rulebook

extension CheckpointWriter {
  mutating func write(_ observation: Observation) {
    write(observation.place)
    write(optional: observation.instant) { $0.write($1) }
    write(Int64(observation.nanoseconds))
    write(list: observation.facts) { $0.write($1) }
    write(observation.id)
    write(observation.checksum)
    write(observation.source)
  }

  private mutating func write(_ fact: Observation.Fact) {
    switch fact {
    case .global(let global, let value):
      write(true)
      write(global.index)
      write(value)
    case .field(let name, let readings):
      write(false)
      write(name)
      write(list: readings) { writer, reading in
        writer.write(reading.field.index)
        switch reading.value {
        case .value(let value): writer.write(value)
        case .members(let names): writer.write(list: names) { $0.write($1) }
        case .pairs(let pairs):
          writer.write(list: pairs) {
            $0.write($1.name)
            $0.write($1.value)
          }
        }
      }
    }
  }
}

extension CheckpointReader {
  mutating func observation(_ rules: Core.Rules) throws(CheckpointDamage) -> Observation {
    let place = try place()
    let instant = try optional { reader throws(CheckpointDamage) in try reader.int64() }
    if let instant, !(0...Timestamp.latest).contains(instant) { throw CheckpointDamage() }
    let nanoseconds = try nanoseconds()
    let facts = try list { reader throws(CheckpointDamage) in try reader.fact(rules) }
    var observation = Observation(place: place, instant: instant, facts: facts)
    observation.nanoseconds = nanoseconds
    observation.id = try optionalText()
    observation.checksum = try checksum()
    observation.source = try optionalText()
    return observation
  }

  private mutating func fact(_ rules: Core.Rules) throws(CheckpointDamage) -> Observation.Fact {
    if try bool() {
      let index = try index(below: rules.globals.count)
      return .global(Core.ID(index), try traceValue(rules.globals[index].type, rules))
    }
    let name = try text()
    let readings = try list { reader throws(CheckpointDamage) in try reader.reading(rules) }
    guard !readings.isEmpty else { throw CheckpointDamage() }
    return .field(of: name, readings)
  }

  private mutating func reading(
    _ rules: Core.Rules
  ) throws(CheckpointDamage) -> Observation.Reading {
    let field = Core.ID<Core.Field>(try index(below: rules.fields.count))
    if let type = rules[field].pair?.type {
      let pairs = try list { reader throws(CheckpointDamage) in
        ObservedValue.Pair(try reader.text(), try reader.traceValue(type, rules))
      }
      try checkDistinct(pairs.map(\.name))
      return Observation.Reading(field, .pairs(pairs))
    }
    switch rules[field].kind {
    case .value(let type):
      return Observation.Reading(field, .value(try traceValue(type, rules)))
    case .queue, .set:
      let names = try list { reader throws(CheckpointDamage) in try reader.text() }
      try checkDistinct(names)
      return Observation.Reading(field, .members(names))
    }
  }

  private func checkDistinct(_ names: [String]) throws(CheckpointDamage) {
    guard Set(names.map(ExactText.init)).count == names.count else { throw CheckpointDamage() }
  }
}
