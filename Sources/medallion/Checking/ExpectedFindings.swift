import Findings

/// `T.expected.json`: the findings that the trace beside it must give, no fewer and no more.
struct ExpectedFindings {
  struct Item: Hashable {
    let line: Int
    let kind: Finding.Kind
    let rule: String
  }

  struct Rejected: Hashable {
    let line: Int
    let id: String
  }

  var findings: [Item] = []
  var rejected: [Rejected] = []

  func differences(from result: TraceResult) -> [String] {
    let found = result.findings.map { Item(line: $0.line, kind: $0.kind, rule: $0.rule) }
    let rejectedFound = result.rejected.map { Rejected(line: $0.line, id: $0.id) }
    var differences: [String] = []
    for item in findings where !found.contains(item) {
      differences.append("missing: line \(item.line), \(item.kind.rawValue), \(item.rule)")
    }
    for item in found where !findings.contains(item) {
      differences.append("too many: line \(item.line), \(item.kind.rawValue), \(item.rule)")
    }
    for item in rejected where !rejectedFound.contains(item) {
      differences.append("not rejected: line \(item.line), \(item.id)")
    }
    for item in rejectedFound where !rejected.contains(item) {
      differences.append("rejected: line \(item.line), \(item.id)")
    }
    return differences
  }
}
