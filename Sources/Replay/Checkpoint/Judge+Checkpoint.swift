import Basics
import Findings
import Rulebook
import Semantics

/// The state of the checker between two lines: no line is being tried then, and the present line is
/// done.
extension Judge {
  func write(to writer: inout CheckpointWriter) {
    world.write(to: &writer)
    writer.write(optional: possible) { $1.write(to: &$0) }
    names.write(
      to: &writer, rules.entities.indices.map { world.count(of: Core.ID($0)) })
    history.write(to: &writer, sorts: rules.entities.count)
    result.write(to: &writer)
    writer.write(list: foundAt) { $0.write($1) }
    exercise.write(to: &writer)
    counts.write(to: &writer)
    writer.write(plainLines)
    writer.write(hasStarted)
    writer.write(list: inferred) { $1.write(to: &$0) }
    writer.write(list: lostNames) { writer, names in
      writer.write(unordered: names) { writer, entry in
        writer.write(entry.key.text)
        writer.write(list: entry.value.map { [$0] } ?? []) { $0.write($1) }
      }
    }
    unread.write(to: &writer)
    disorder.write(to: &writer)
    aftermath.write(to: &writer)
  }

  /// Continues from the state of another checker of the same rules and options.
  mutating func read(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    let rules = rules
    let inhabitants = try world.read(from: &reader)
    let isKept = try reader.bool()
    guard isKept == (possible != nil) else { throw CheckpointDamage() }
    if isKept { try possible?.read(from: &reader, inhabitants) }
    try names.read(from: &reader, inhabitants.counts)
    try history.read(from: &reader, rules)
    try result.read(from: &reader)
    foundAt = try reader.list { reader throws(CheckpointDamage) in try reader.count() }
    guard foundAt.count == result.findings.count else { throw CheckpointDamage() }
    try exercise.read(from: &reader)
    try counts.read(from: &reader)
    plainLines = try reader.count()
    hasStarted = try reader.bool()
    inferred = try reader.list { reader throws(CheckpointDamage) in
      try InferredStep(from: &reader, inhabitants)
    }
    let found = result.findings.count
    lostNames = try reader.list(of: rules.entities.count) { reader throws(CheckpointDamage) in
      var names: [ExactText: Int?] = [:]
      for _ in 0..<(try reader.length()) {
        let name = ExactText(try reader.text())
        let finding = try reader.list { reader throws(CheckpointDamage) in
          try reader.index(below: found)
        }
        names[name] = .some(finding.first)
      }
      return names
    }
    unread = try UnreadClaims(from: &reader, rules, findings: found)
    try disorder.read(from: &reader, findings: found)
    aftermath = try Aftermath(
      from: &reader, inhabitants, findings: found)
  }
}

extension Counts {
  fileprivate func write(to writer: inout CheckpointWriter) {
    for count in [
      rejected, findings, violations, unknown, lost, strangers, tried, inferred, undecided,
    ] {
      writer.write(count)
    }
    writer.write(unordered: brokenAssumptions) { $0.write($1) }
    writer.write(hasStopped)
  }

  fileprivate mutating func read(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    rejected = try reader.count()
    findings = try reader.count()
    violations = try reader.count()
    unknown = try reader.count()
    lost = try reader.count()
    strangers = try reader.count()
    tried = try reader.count()
    inferred = try reader.count()
    undecided = try reader.count()
    brokenAssumptions = Set(
      try reader.list { reader throws(CheckpointDamage) in try reader.text() })
    hasStopped = try reader.bool()
  }
}
