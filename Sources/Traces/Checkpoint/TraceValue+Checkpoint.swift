import Basics
import Rulebook

extension CheckpointWriter {
  mutating func write(_ place: TracePlace) {
    write(place.line)
    write(place.offset)
    write(place.record)
    write(optional: place.recordInLine) { $0.write($1) }
  }

  mutating func write(_ value: TraceValue) {
    switch value {
    case .none: write(UInt8(0))
    case .bool(let truth): write(UInt8(truth ? 2 : 1))
    case .number(let number):
      write(UInt8(3))
      write(number)
    case .symbol(let index):
      write(UInt8(4))
      write(index)
    case .name(let name):
      write(UInt8(5))
      write(name)
    }
  }

  mutating func write(_ value: TraceValue?) {
    if let value { write(value) } else { write(UInt8(6)) }
  }

  mutating func write(_ text: String?) { write(optional: text) { $0.write($1) } }
}

extension CheckpointReader {
  mutating func place() throws(CheckpointDamage) -> TracePlace {
    TracePlace(
      line: try count(), offset: try count(), record: try count(),
      recordInLine: try optionalCount())
  }

  /// A value of a type.
  mutating func traceValue(
    _ type: Core.ValueType, _ rules: Core.Rules
  ) throws(CheckpointDamage) -> TraceValue {
    guard let value = try optionalValue(type, rules) else { throw CheckpointDamage() }
    return value
  }

  /// Reads a value; nil: the line does not tell it.
  mutating func optionalValue(
    _ type: Core.ValueType, _ rules: Core.Rules
  ) throws(CheckpointDamage) -> TraceValue? {
    switch (try byte(), type.scalar) {
    case (0, _) where type.isOptional: return TraceValue.none
    case (1, .bool): return .bool(false)
    case (2, .bool): return .bool(true)
    case (3, .int), (3, .time), (3, .duration), (3, .unit), (3, .range):
      return .number(try int64())
    case (4, .enumeration(let id)): return .symbol(try index(below: rules[id].cases.count))
    case (5, .entity): return .name(try text())
    case (6, _): return nil
    default: throw CheckpointDamage()
    }
  }

  mutating func optionalText() throws(CheckpointDamage) -> String? {
    try optional { reader throws(CheckpointDamage) in try reader.text() }
  }
}
