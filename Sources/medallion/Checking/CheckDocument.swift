import Basics
import Findings
import Report

/// The results of `check`; the JSON document `medallion.check/1`.
struct CheckDocument: Encodable {
  struct TraceCheck: Encodable {
    /// The path of the trace, from the folder of the rulebook on.
    let name: String
    let rulebook: String
    let folder: TraceResult.Verdict
    let result: TraceResult
    /// The differences from the expected result.
    let differences: [String]

    private enum CodingKeys: CodingKey { case rulebook, folder, result, differences }
  }

  let schema = "medallion.check/1"
  var rulebooks: [Verification] = []
  var traces: [TraceCheck] = []
  var citations: [CitationMatrix] = []

  /// A trace that is not as its folder says is a violation: of the expectation.
  var outcome: Outcome {
    let verified = rulebooks.map(\.outcome).max() ?? .success
    let replayed: Outcome = traces.allSatisfy(\.differences.isEmpty) ? .success : .violation
    return max(verified, replayed, citations.map(\.outcome).max() ?? .success)
  }
}

/// One aligned table, a line for each rulebook and each trace, then the faults in full.
struct CheckText {
  let style: Style

  func render(_ document: CheckDocument) -> String {
    var table = TextTable([.left, .left, .left, .left])
    for rulebook in document.rulebooks {
      let isGood = rulebook.outcome == .success
      table.add([
        TextTable.Cell(isGood ? "ok" : "FAILED", isGood ? .green : .red),
        TextTable.Cell("rulebook", .dim), TextTable.Cell(rulebook.rulebook, .bold),
        TextTable.Cell(counts(rulebook)),
      ])
      for matrix in document.citations where matrix.rulebook == rulebook.rulebook {
        let isGood = matrix.outcome == .success
        table.add([
          TextTable.Cell(isGood ? "ok" : "open", isGood ? .green : .yellow),
          TextTable.Cell("citations", .dim), TextTable.Cell(matrix.rulebook),
          TextTable.Cell(MatrixText.summary(matrix)),
        ])
      }
      for trace in document.traces where trace.rulebook == rulebook.rulebook {
        let isGood = trace.differences.isEmpty
        table.add([
          TextTable.Cell(isGood ? "ok" : "FAILED", isGood ? .green : .red),
          TextTable.Cell("trace", .dim), TextTable.Cell("\(trace.rulebook)/\(trace.name)"),
          TextTable.Cell(summary(trace.result)),
        ])
      }
    }
    var text = table.render(style)
    for rulebook in document.rulebooks where rulebook.outcome != .success {
      text += "\n" + VerificationText(style: style, showsDurations: false).render(rulebook)
    }
    for matrix in document.citations where matrix.outcome != .success {
      text += MatrixText(style: style).open(matrix)
    }
    for trace in document.traces where !trace.differences.isEmpty {
      text += "\n" + ReplayText(style: style).render(trace.result.listing(100))
      for difference in trace.differences {
        text += "  " + style("✗ ", .red) + difference.escapedForDisplay + "\n"
      }
    }
    return text + "\n" + conclusion(document) + "\n"
  }

  private func counts(_ verification: Verification) -> String {
    var parts: [String] = []
    for verdict in Verdict.allCases {
      let count = verification.properties.count { $0.verdict == verdict }
      if count > 0 { parts.append("\(count) \(verdict.rawValue)") }
    }
    let assumed = verification.assumptions.map { "\($0.proofs) assuming \($0.name)" }
    return ([parts.joined(separator: ", ")] + assumed).joined(separator: "; ")
  }

  private func summary(_ result: TraceResult) -> String {
    var text = result.verdict.rawValue
    if let first = result.findings.first {
      text += ": line \(first.line), \(first.kind.title), \(first.rule)"
      if result.rows.total > 1 { text += " and \(result.rows.total - 1) more" }
    } else if let reason = result.reason {
      text += ": \(reason)"
    }
    return text
  }

  private func conclusion(_ document: CheckDocument) -> String {
    let rulebooks = document.rulebooks.count { $0.outcome == .success }
    let traces = document.traces.count { $0.differences.isEmpty }
    let (allBooks, allTraces) = (document.rulebooks.count, document.traces.count)
    let text =
      "\(rulebooks) of \(counted(allBooks, "rulebook")) \(allBooks == 1 ? "holds" : "hold"), "
      + "\(traces) of \(counted(allTraces, "trace")) \(allTraces == 1 ? "is" : "are") as expected"
    return style(text, .bold, document.outcome == .success ? .green : .red)
  }
}
