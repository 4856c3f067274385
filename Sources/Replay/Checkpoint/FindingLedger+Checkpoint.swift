import Basics
import Findings
import Rulebook

extension FindingLedger {
  /// Codes the counts and the kept findings; the limit and the filter are options of the replay.
  mutating func code(with coder: inout CheckpointCoder) throws {
    var rows = byKey.values.sorted { $0.row.sortKey < $1.row.sortKey }
    try coder.code(&rows)
    try coder.code(&kept)
    try coder.code(&positions)
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
    try coder.code(&position)
    try coder.code(&finding)
    try coder.require(coder.bounds.isFinding(position))
  }
}

extension FindingLedger.Row: Checkpointed {
  static var blank: Self { Self(row: FindingRow(.blank)) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&row.rule)
    try coder.code(&row.how)
    try coder.code(&row.guard)
    try coder.code(&row.example.entity)
    try coder.code(&row.example.expected)
    try coder.code(&row.example.observed)
    try coder.code(&row.example.line)
    try coder.code(&row.count)
    try coder.code(&row.first.line)
    try coder.code(&row.last.line)
    try coder.code(&kept)
    try coder.code(&row.shown)
    try coder.code(&row.hasMoreEntities)
    try coder.code(&entities)
    try coder.require(entities.count <= FindingLedger.mostEntities)
    row.entities = entities.count
  }
}
