import Basics
import Rulebook

extension UnreadClaims {
  func write(to writer: inout CheckpointWriter) {
    writer.write(list: lines) { writer, line in
      writer.write(line.line)
      writer.write(line.record)
      writer.write(unordered: line.members) {
        $0.write($1.key)
        $0.write($1.value)
      }
    }
    writer.write(unordered: claims) { writer, entry in
      writer.write(entry.key)
      writer.write(list: entry.value.lines) { $0.write($1) }
      writer.write(unordered: entry.value.concerned) { $0.write($1) }
      writer.write(unordered: entry.value.places) { $0.write($1) }
      writer.write(entry.value.since)
      writer.write(list: entry.value.findings) { $0.write($1) }
    }
    writer.write(unordered: told) { writer, entry in
      writer.write(entry.key)
      writer.write(unordered: entry.value) {
        $0.write($1.key.index)
        $0.write($1.value)
      }
    }
  }

  /// - Parameter found: The number of findings that are kept.
  init(
    from reader: inout CheckpointReader, _ rules: Core.Rules, findings found: Int
  ) throws(CheckpointDamage) {
    let lines = try reader.list { reader throws(CheckpointDamage) in
      let (line, record) = (try reader.count(), try reader.count())
      var members: [String: String] = [:]
      for _ in 0..<(try reader.length()) { members[try reader.text()] = try reader.text() }
      return UnreadLine(line: line, record: record, members: members)
    }
    var claims: [Int: Claim] = [:]
    for _ in 0..<(try reader.length()) {
      let record = try reader.count()
      let candidates = try reader.list { reader throws(CheckpointDamage) in try reader.count() }
      let concerned = try reader.entityKeys(rules)
      let places = try reader.locations(rules)
      let since = try reader.count()
      let findings = try reader.list { reader throws(CheckpointDamage) in
        try reader.index(below: found)
      }
      claims[record] = Claim(
        lines: candidates, concerned: concerned, places: places, since: since, findings: findings)
    }
    var told: [EntityKey: [Core.ID<Core.Field>: Int]] = [:]
    for _ in 0..<(try reader.length()) {
      let key = try reader.entityKey(rules)
      var records: [Core.ID<Core.Field>: Int] = [:]
      for _ in 0..<(try reader.length()) {
        let field = Core.ID<Core.Field>(try reader.index(below: rules.fields.count))
        records[field] = try reader.count()
      }
      told[key] = records
    }
    self.init(lines: lines, claims: claims, told: told)
  }
}
