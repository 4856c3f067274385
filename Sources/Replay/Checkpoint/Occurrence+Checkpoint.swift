import Basics
import Rulebook

extension Occurrence {
  func write(to writer: inout CheckpointWriter) {
    writer.write(event.index)
    writer.write(arguments)
  }

  init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants
  ) throws(CheckpointDamage) {
    let events = inhabitants.rules.events
    let index = try reader.index(below: events.count)
    event = Core.ID(index)
    arguments = try inhabitants.values(events[index].parameters, &reader)
  }
}
