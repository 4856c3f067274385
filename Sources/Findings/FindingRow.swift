/// The findings that have the rule, the kind and the guard in common, counted without a limit.
package struct FindingRow: Codable, Sendable, Hashable {
  /// The parts by which findings belong to one row.
  package struct Key: Codable, Sendable, Hashable {
    /// The event, guard or property that is not kept.
    package let rule: String
    package let how: Finding.Kind
    /// The text of the guard; nil: the findings have none.
    package let `guard`: String?

    package init(rule: String, how: Finding.Kind, guard: String?) {
      self.rule = rule
      self.how = how
      self.guard = `guard`
    }
  }

  /// A line of a trace.
  package struct Place: Codable, Sendable, Hashable {
    /// The trace as it was given; nil in the rows of a single trace.
    package var trace: String?
    /// The line, from 1.
    package var line: Int

    package init(trace: String? = nil, line: Int) {
      self.trace = trace
      self.line = line
    }
  }

  /// The first finding of a row, in short.
  package struct Example: Codable, Sendable, Hashable {
    /// The trace as it was given; nil in the rows of a single trace.
    package var trace: String?
    /// The line, from 1.
    package var line: Int
    package var entity: String
    package var expected: String
    package var observed: String

    package init(_ finding: Finding) {
      line = finding.line
      entity = finding.entity
      expected = finding.expected
      observed = finding.observed
    }
  }

  /// The entry of the accepted findings that a row has.
  package struct Acceptance: Codable, Sendable, Hashable {
    package let reason: String
    /// The last day on which it counts, in UTC: `2027-03-31`; nil: for ever.
    package let until: String?

    package init(reason: String, until: String?) {
      self.reason = reason
      self.until = until
    }
  }

  package var rule: String
  package var how: Finding.Kind
  package var `guard`: String?
  /// The number of findings, exact.
  package var count: Int
  /// The number of these that pass a filter; nil: there is no filter.
  package var shown: Int?
  package var first: Place
  package var last: Place
  /// The number of different entities, as the findings name them; over several traces the sum.
  package var entities: Int
  /// True if there may be more entities: beyond a limit they are not distinguished.
  package var hasMoreEntities: Bool?
  /// The number of traces, in a row of several.
  package var traces: Int?
  package var example: Example
  /// The entry by which its findings do not count as failures; nil: they do.
  package var accepted: Acceptance?

  package init(_ finding: Finding) {
    rule = finding.rule
    how = finding.kind
    `guard` = finding.guard?.text
    count = 0
    entities = 0
    first = Place(line: finding.line)
    last = Place(line: finding.line)
    example = Example(finding)
  }

  package var key: Key { Key(rule: rule, how: how, guard: `guard`) }

  /// The number of findings that a person is shown.
  package var visible: Int { shown ?? count }

  /// True if its findings make a trace fail.
  package var isFailure: Bool { how.isViolation && accepted == nil }

  /// Adds the counts of a row with the same key from another trace, or another part of one.
  package mutating func add(_ other: FindingRow) {
    count += other.count
    if let its = other.shown { shown = (shown ?? 0) + its }
    entities += other.entities
    if other.hasMoreEntities == true { hasMoreEntities = true }
    if let its = other.traces { traces = (traces ?? 0) + its }
    if first.trace == other.first.trace {
      if other.first.line < first.line { (first, example) = (other.first, other.example) }
      if other.last.line > last.line { last = other.last }
    } else {
      last = other.last
    }
    accepted = accepted ?? other.accepted
  }

  /// Returns the same row as a part of a result over several traces.
  func of(_ trace: String) -> FindingRow {
    var row = self
    row.first.trace = trace
    row.last.trace = trace
    row.example.trace = trace
    row.traces = 1
    return row
  }
}

extension Finding {
  /// The key of the row in which the finding is counted.
  package var key: FindingRow.Key {
    FindingRow.Key(rule: rule, how: kind, guard: `guard`?.text)
  }
}

extension [FindingRow] {
  /// Adds the counts of a row.
  package mutating func add(_ row: FindingRow) {
    if let index = firstIndex(where: { $0.key == row.key }) {
      self[index].add(row)
    } else {
      append(row)
    }
  }

  /// The rows with violations first, then by descending counts; the same order on every run.
  package var ranked: [FindingRow] {
    sorted { a, b in
      if a.how.isViolation != b.how.isViolation { return a.how.isViolation }
      if a.count != b.count { return a.count > b.count }
      return (a.rule, a.how.rawValue, a.guard ?? "") < (b.rule, b.how.rawValue, b.guard ?? "")
    }
  }

  /// The number of all findings.
  package var total: Int { reduce(0) { $0 + $1.count } }
}
