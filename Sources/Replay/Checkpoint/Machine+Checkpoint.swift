import Basics
import Rulebook
import Semantics

extension CheckpointWriter {
  mutating func write(_ remainder: Machine.Remainder) {
    write(list: remainder.retired) { $0.write(list: $1) { $0.write($1) } }
    write(list: remainder.waived) { $0.write($1) }
    write(list: remainder.marginsOfEvents) { $0.write($1) }
    write(list: remainder.marginsOfWatches) { $0.write($1) }
    write(optional: remainder.trail) { writer, trail in
      writer.write(trail.isForGood)
      writer.write(list: trail.lines) { $0.write($1) }
    }
    write(list: remainder.recent) { writer, record in
      writer.write(record.instant)
      writer.write(record.change)
    }
    write(optional: remainder.setters) { $0.write($1) }
  }

  mutating func write(_ setters: Setters) {
    write(setters.areAll)
    for rows in [setters.places, setters.introduced] {
      write(list: rows) { writer, lines in writer.write(list: lines) { $0.write(Int($1)) } }
    }
  }

  private mutating func write(_ line: TrailRecord.Line) {
    for count in [line.number, line.event, line.refusal + 1] { write(count) }
    write(line.isTold)
    write(line.instant)
    write(line.before)
    write(list: line.values) { $0.write($1) }
    write(list: line.messages) { $0.write($1) }
    write(list: line.changes) { $0.write($1) }
  }

  private mutating func write(_ change: TrailRecord.Change) {
    for part in [Int32(change.kind), change.place, change.owner, change.member, change.previous] {
      write(part)
    }
    write(change.word)
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
      },
      trail: try optional { reader throws(CheckpointDamage) in
        TrailRecord(
          isForGood: try reader.bool(),
          lines: try reader.list { reader throws(CheckpointDamage) in
            try reader.trailLine(rules)
          })
      },
      recent: try list { reader throws(CheckpointDamage) in
        RecentRecord(instant: try reader.int64(), change: try reader.change())
      },
      setters: try optional { reader throws(CheckpointDamage) in try reader.setters(rules) })
  }

  mutating func setters(_ rules: Core.Rules) throws(CheckpointDamage) -> Setters {
    Setters(
      areAll: try bool(),
      places: try setterRows(rules.fields.count + rules.globals.count),
      introduced: try setterRows(rules.entities.count))
  }

  private mutating func setterRows(_ count: Int) throws(CheckpointDamage) -> [[UInt32]] {
    try list(of: count) { reader throws(CheckpointDamage) in
      try reader.list { reader throws(CheckpointDamage) in UInt32(clamping: try reader.count()) }
    }
  }

  private mutating func trailLine(
    _ rules: Core.Rules
  ) throws(CheckpointDamage) -> TrailRecord.Line {
    TrailRecord.Line(
      number: try count(), event: try index(below: rules.events.count), refusal: try count() - 1,
      isTold: try bool(), instant: try int64(), before: try int64(),
      values: try list { reader throws(CheckpointDamage) in try reader.int64() },
      messages: try list { reader throws(CheckpointDamage) in try reader.int64() },
      changes: try list { reader throws(CheckpointDamage) in try reader.change() })
  }

  private mutating func change() throws(CheckpointDamage) -> TrailRecord.Change {
    TrailRecord.Change(
      kind: UInt8(truncatingIfNeeded: try int32()), place: try int32(), owner: try int32(),
      member: try int32(), previous: try int32(), word: try int64())
  }
}
