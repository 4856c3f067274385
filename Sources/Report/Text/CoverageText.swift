import Basics
import Findings

/// The number of times that each rule was exercised, and the least margins to its deadlines.
package struct CoverageText: Sendable {
  private let style: Style

  package init(style: Style) { self.style = style }

  /// - Parameter rules: all that a trace can put to the test, in the order in which they are shown.
  package func render(_ exercised: [String: TraceResult.Exercise], of rules: [String]) -> String {
    var table = TextTable([.left, .right, .right])
    table.add(["rule", "times", "least margin"].map { TextTable.Cell($0, .dim) })
    for rule in rules {
      let exercise = exercised[rule] ?? TraceResult.Exercise(times: 0)
      let margin = exercise.leastMargin.map(Instants.duration) ?? ""
      if exercise.times > 0 {
        table.add([
          TextTable.Cell(rule), TextTable.Cell(String(exercise.times)), TextTable.Cell(margin),
        ])
      } else {
        table.add([
          TextTable.Cell(rule, .yellow), TextTable.Cell("never", .yellow), TextTable.Cell(margin),
        ])
      }
    }
    let tested = rules.count { exercised[$0, default: TraceResult.Exercise(times: 0)].times > 0 }
    return style("coverage", .bold) + "\n" + table.render(style, indent: 2)
      + "  \(tested) of \(counted(rules.count, "rule")) \(rules.count == 1 ? "was" : "were") put to "
      + "the test\n"
  }

  /// Returns the rules that should have been exercised and were not; empty if there are none.
  package func missing(_ rules: [String]) -> String {
    rules.map { style("required, never put to the test: ", .yellow) + $0.escapedForDisplay + "\n" }
      .joined()
  }
}
