internal import Checkpoints
internal import Rulebook

extension Unborn {
  func write(to writer: inout CheckpointWriter) {
    writer.write(finding)
    writer.write(sort.index)
    writer.write(list: parents) { $0.write($1) }
  }

  /// - Parameter findings: how many there are.
  init(
    from reader: inout CheckpointReader, _ rules: Core.Rules, findings: Int
  ) throws(CheckpointDamage) {
    finding = try reader.index(below: findings)
    sort = Core.ID(try reader.index(below: rules.entities.count))
    parents = try reader.list { reader throws(CheckpointDamage) in try reader.entityKey(rules) }
  }
}
