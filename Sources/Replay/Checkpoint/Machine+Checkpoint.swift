internal import Checkpoints
internal import Machine
internal import Rulebook

extension CheckpointWriter {
  mutating func write(_ remainder: Machine.Remainder) {
    write(list: remainder.retired) { $0.write(list: $1) { $0.write($1) } }
    write(list: remainder.waived) { $0.write($1) }
    write(list: remainder.marginsOfEvents) { $0.write($1) }
    write(list: remainder.marginsOfWatches) { $0.write($1) }
  }
}

extension CheckpointReader {
  /// - Parameter own: of the machine that is to have it.
  mutating func remainder(
    _ own: Machine.Remainder, _ rules: Core.Rules
  ) throws(CheckpointDamage) -> Machine.Remainder {
    Machine.Remainder(
      retired: try list(of: own.retired.count) { reader throws(CheckpointDamage) in
        try reader.list { reader throws(CheckpointDamage) in
          Int32(truncatingIfNeeded: try reader.index(below: Int(Int32.max)))
        }
      },
      waived: try list { reader throws(CheckpointDamage) in try reader.cause(rules) },
      marginsOfEvents: try list(of: own.marginsOfEvents.count) {
        reader throws(CheckpointDamage) in try reader.int64()
      },
      marginsOfWatches: try list(of: own.marginsOfWatches.count) {
        reader throws(CheckpointDamage) in try reader.int64()
      })
  }
}
