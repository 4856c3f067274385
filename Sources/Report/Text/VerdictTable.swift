import Basics
import Findings

/// Verdicts as rows of a table whose columns are known before the verdicts are.
package struct VerdictTable: Sendable {
  /// The property that a row is about.
  package struct Row: Hashable, Sendable {
    let kind: Verification.Kind
    let name: String

    package init(_ result: Verification.PropertyResult) {
      kind = result.kind
      name = result.name
    }
  }

  private let style: Style
  private let columns = TextTable([.left, .left, .left, .left, .left])
  private let widths: [Int]

  /// - Parameter results: All that will be told, with any verdicts.
  package init(_ results: [Verification.PropertyResult], _ style: Style) {
    self.style = style
    func width(_ text: (Verification.PropertyResult) -> String) -> Int {
      results.map { text($0).count }.max() ?? 0
    }
    let isCached = results.contains { $0.isCached == true }
    widths = [
      width(\.widestVerdict.rawValue), width(\.kind.rawValue), width(\.name.escapedForDisplay),
      isCached ? width(\.ids.escapedForDisplay) : 0, 0,
    ]
  }

  /// One line, ended by a line end.
  package func row(_ result: Verification.PropertyResult) -> String {
    var cells = [
      TextTable.Cell(result.verdict.rawValue, result.verdict.mark),
      TextTable.Cell(result.kind.rawValue, .dim), TextTable.Cell(result.name),
      TextTable.Cell(result.ids, .cyan),
    ]
    if result.isCached == true { cells.append(TextTable.Cell("cached", .dim)) }
    return columns.render(cells, style, widths, indent: 2)
  }
}

extension Verification.PropertyResult {
  fileprivate var ids: String { requirements.joined(separator: " ") }

  /// The widest word that its verdict is likely to become.
  fileprivate var widestVerdict: Verdict {
    isSettledByProof ? verdict : kind == .reach ? .reached : .notInductive
  }
}
