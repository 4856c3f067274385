import Basics
import Findings
import Rulebook

extension FindingLedger {
  /// Codes the counts and the kept findings; the limit and the filter are options of the replay.
  mutating func code(with coder: inout CheckpointCoder) throws {
    let rows = try coder.coded(byKey.values.sorted { $0.row.sortKey < $1.row.sortKey })
    try coder.code(&kept, &positions)
    try coder.require(positions <= coder.bounds.findings)
    guard coder.isReading else { return }
    byKey = Dictionary(rows.map { ($0.row.key, $0) }, uniquingKeysWith: { $1 })
  }
}

extension FindingRow {
  fileprivate var sortKey: (String, String, String) { (rule, how.rawValue, `guard` ?? "") }
}

extension FindingLedger.Kept: Checkpointed {
  static var blank: Self { Self(position: nil, finding: .blank) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&position, &finding)
    try coder.require(coder.bounds.isFinding(position))
  }
}

extension FindingLedger.Row: Checkpointed {
  static var blank: Self { Self(row: FindingRow(.blank)) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&row.rule, &row.how, &row.guard, &row.example.entity, &row.example.expected)
    try coder.code(&row.example.observed, &row.example.line, &row.count, &row.first.line)
    try coder.code(&row.last.line, &kept, &row.shown, &row.hasMoreEntities, &entities)
    try coder.require(entities.count <= FindingLedger.mostEntities)
    row.entities = entities.count
  }
}
