import ArgumentParser
import Basics
import Findings
import Report
import Rulebook

extension SARIFRunBuilder {
  /// Returns the results about one rulebook, at the places in it that they concern.
  static func verifying(
    _ verification: Verification, _ loaded: LoadedRulebook
  ) -> SARIFRunBuilder {
    let rules = loaded.rules
    var lines: [String: Int] = [:]
    for (name, span) in rules.events.map({ ($0.name, $0.span) })
      + rules.properties.map({ ($0.name, $0.span) })
    {
      lines[name] = loaded.source.line(at: span.lower)
    }
    var builder = SARIFRunBuilder(
      rulebook: loaded.path, digest: verification.digest,
      version: Medallion.configuration.version)
    builder.add(verification, lines: lines)
    return builder
  }
}

extension CheckDocument {
  /// A suite for each rulebook, one for its requirements, and one for its traces: a case is a
  /// trace, and fails if it is not as expected.
  var junit: JUnitReport {
    var suites: [JUnitReport.Suite] = []
    for verification in rulebooks {
      let name = verification.rulebook
      suites.append(JUnitReport.Suite(verifying: verification))
      for matrix in citations where matrix.rulebook == name {
        let cases = matrix.rows.map { row in
          JUnitReport.Case(
            row.id, in: name,
            row.isGap
              ? .error(
                type: "gap", message: "neither cited nor left out with a reason",
                details: row.requirement)
              : .passed)
        }
        suites.append(JUnitReport.Suite("\(name), requirements", cases))
      }
      let traces = traces.filter { $0.rulebook == name }
      suites.append(JUnitReport.Suite("\(name), traces", traces.map(Self.testCase)))
    }
    return JUnitReport("medallion check", suites)
  }

  private static func testCase(_ trace: TraceCheck) -> JUnitReport.Case {
    guard let first = trace.differences.first else {
      return JUnitReport.Case(trace.result.path, in: trace.rulebook, .passed)
    }
    return JUnitReport.Case(
      trace.result.path, in: trace.rulebook,
      .failure(
        type: "difference", message: first,
        details: trace.differences.joined(separator: "\n") + "\n"
          + ReplayText(style: .plain).render(trace.result)))
  }
}
