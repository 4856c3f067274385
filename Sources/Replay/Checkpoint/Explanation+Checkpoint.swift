internal import Checkpoints
internal import Rulebook
internal import Semantics

extension Mention {
  func write(to writer: inout CheckpointWriter) {
    writer.write(finding)
    writer.write(event.index)
    writer.write(entity)
    writer.write(line)
  }

  /// - Parameter findings: how many there are.
  init(
    from reader: inout CheckpointReader, _ rules: Core.Rules, findings: Int
  ) throws(CheckpointDamage) {
    finding = try reader.index(below: findings)
    event = Core.ID(try reader.index(below: rules.events.count))
    entity = try reader.entityKey(rules)
    line = try reader.count()
  }
}

extension Supposition {
  func write(to writer: inout CheckpointWriter) {
    writer.write(finding)
    writer.write(occurrence.event.index)
    writer.write(occurrence.arguments)
    writer.write(isLegal)
    writer.write(lastInstant)
  }

  /// - Parameter findings: how many there are.
  init(
    from reader: inout CheckpointReader, _ inhabitants: Inhabitants, findings: Int
  ) throws(CheckpointDamage) {
    let rules = inhabitants.rules
    finding = try reader.index(below: findings)
    let event = try reader.index(below: rules.events.count)
    occurrence = Occurrence(
      event: Core.ID(event),
      arguments: try inhabitants.values(rules.events[event].parameters, &reader))
    isLegal = try reader.bool()
    lastInstant = try reader.int64()
  }
}
