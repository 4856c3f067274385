extension SARIFLog {
  /// The number of runs in one file that code scanning takes.
  static let mostRuns = 20

  /// The runs as they are, and those beyond the limit as one.
  static func limited(_ runs: [Run]) -> [Run] {
    guard runs.count > mostRuns else { return runs }
    let rest = runs[mostRuns...].reduce(runs[mostRuns - 1]) { $0.joined(with: $1) }
    return runs[..<(mostRuns - 1)] + [rest]
  }
}

extension SARIFLog.Run {
  fileprivate func joined(with other: Self) -> Self {
    var joined = self
    let shift = tool.driver.rules.count
    joined.tool.driver.rules += other.tool.driver.rules
    joined.invocations += other.invocations
    joined.artifacts += other.artifacts
    joined.results += other.results.map { result in
      var result = result
      result.ruleIndex += shift
      return result
    }
    joined.columnKind = columnKind ?? other.columnKind
    let rows = (properties?.rows ?? []) + (other.properties?.rows ?? [])
    joined.properties = rows.isEmpty ? nil : Summary(rows: rows)
    return joined
  }
}
