import Findings

/// Counts findings by rule, kind and guard, and keeps the first of each of these rows.
///
/// Memory is bounded by the number of rows: each keeps a limited number of findings, and tells a
/// limited number of entities apart.
package struct FindingLedger: Sendable {
  /// The number of entities of one row that are told apart.
  static let mostEntities = 20_000

  /// The findings that are shown; the others are counted only.
  package struct Filter: Sendable, Hashable {
    /// The rules whose findings are shown; empty: all.
    package var rules: Set<String>
    /// The entities whose findings are shown, each with the sort in lower case; empty: all.
    package var entities: Set<Finding.Entity>

    package init(rules: Set<String> = [], entities: Set<Finding.Entity> = []) {
      self.rules = rules
      self.entities = entities
    }

    func shows(_ finding: Finding) -> Bool {
      (rules.isEmpty || rules.contains(finding.rule))
        && (entities.isEmpty
          || finding.entities.contains {
            entities.contains(Finding.Entity(sort: $0.sort.lowercased(), name: $0.name))
          })
    }
  }

  struct Row: Sendable {
    var row: FindingRow
    var kept = 0
    /// Hashes of the entities, which are the same in every process.
    var entities: Set<UInt64> = []
  }

  struct Kept: Sendable {
    /// The position among the findings of the checker, which may still complete it; nil: the
    /// checker does not keep it.
    var position: Int?
    var finding: Finding
  }

  /// The number of findings of each row that are kept.
  let limit: Int
  let filter: Filter?
  var byKey: [FindingRow.Key: Row] = [:]
  /// The findings in the order in which they were found.
  var kept: [Kept] = []
  /// The number of findings that were taken by their positions.
  var positions = 0

  /// - Parameters:
  ///   - limit: the number of findings of each row that are kept; at least 0.
  ///   - filter: nil: all findings are shown.
  package init(limit: Int, filter: Filter? = nil) {
    self.limit = max(0, limit)
    self.filter = filter
  }

  /// Counts a finding, once. O(1) on average.
  package mutating func take(_ finding: Finding) { take(finding, at: nil) }

  mutating func take(_ finding: Finding, at position: Int?) {
    if position != nil { positions += 1 }
    let isShown = filter?.shows(finding) ?? true
    let isKept = byKey[finding.key, default: Row(row: FindingRow(finding))]
      .count(finding, isShown: isShown, isFiltered: filter != nil, limit: limit)
    if isKept { kept.append(Kept(position: position, finding: finding)) }
  }

  /// Counts a finding of a row of which no more are kept. O(1) on average.
  mutating func count(_ key: FindingRow.Key, line: Int, entity: String) {
    byKey[key]?.count(line: line, entity: entity)
  }

  /// Returns false if a row has so many entities that no more are told apart.
  func tellsEntitiesApart(_ key: FindingRow.Key) -> Bool {
    byKey[key]?.row.hasMoreEntities != true
  }

  /// Counts findings that only the row of a part of the trace tells of.
  package mutating func count(_ more: Int, more row: FindingRow) {
    guard var known = byKey[row.key] else { return }
    known.row.count += more
    if row.last.line > known.row.last.line { known.row.last = row.last }
    byKey[row.key] = known
  }

  /// The rows, ranked.
  package var rows: [FindingRow] { byKey.values.map(\.row).ranked }

  /// The findings that are kept, in the order in which they were taken.
  package var findings: [Finding] { kept.map(\.finding) }

  /// The number of findings that are shown, or counted instead.
  var shown: Int { byKey.values.reduce(0) { $0 + ($1.row.shown ?? $1.row.count) } }

  /// Puts the rows and findings on the result of a trace.
  package func add(to result: inout TraceResult) {
    result.rows = rows
    result.findings = findings
    let unlisted = shown - kept.count
    result.unlisted = unlisted > 0 ? unlisted : nil
  }
}

extension FindingLedger.Row {
  /// - Returns: true if the finding is to be kept.
  fileprivate mutating func count(
    _ finding: Finding, isShown: Bool, isFiltered: Bool, limit: Int
  ) -> Bool {
    count(line: finding.line, entity: finding.entity)
    if isFiltered { row.shown = (row.shown ?? 0) + (isShown ? 1 : 0) }
    guard isShown, kept < limit else { return false }
    kept += 1
    return true
  }

  fileprivate mutating func count(line: Int, entity: String) {
    row.count += 1
    if line > row.last.line { row.last = FindingRow.Place(line: line) }
    if line < row.first.line { row.first = FindingRow.Place(line: line) }
    note(entity)
  }

  private mutating func note(_ entity: String) {
    guard !entity.isEmpty else { return }
    let hash = entity.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    if entities.count < FindingLedger.mostEntities {
      entities.insert(hash)
      row.entities = entities.count
    } else if !entities.contains(hash) {
      row.hasMoreEntities = true
    }
  }
}
