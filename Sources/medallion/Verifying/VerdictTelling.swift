import Basics
import Findings
import Report
import Rulebook
import Synchronization

/// Writes each verdict to standard output as soon as it is known.
final class VerdictTelling: Sendable {
  private struct Told {
    var table: VerdictTable?
    var rows: Set<VerdictTable.Row> = []
    var left: Set<VerdictTable.Row> = []
  }

  private let heading: String
  private let style: Style
  private let progress: ProgressLine
  private let told = Mutex(Told())

  init(_ rules: Core.Rules, _ style: Style, _ progress: ProgressLine) {
    heading = style.heading(rules.name, digest: rules.digest, settings: rules.settings)
    self.style = style
    self.progress = progress
  }

  /// The columns of the rows that were told, for the rest to be told in the same.
  var table: VerdictTable? { told.withLock(\.table) }
  var rows: Set<VerdictTable.Row> { told.withLock(\.rows) }

  /// Tells the properties that the proof settles.
  func begin(_ results: [Verification.PropertyResult]) {
    let table = VerdictTable(results, style)
    let settled = results.filter(\.isSettledByProof)
    told.withLock { told in
      told.table = table
      told.rows = Set(settled.map(VerdictTable.Row.init))
      told.left = Set(results.map(VerdictTable.Row.init)).subtracting(told.rows)
    }
    write(heading + settled.map(table.row).joined())
  }

  /// Tells a verdict, if it is not told yet.
  func tell(_ result: Verification.PropertyResult) {
    let row = told.withLock { told in
      guard let row = told.left.remove(VerdictTable.Row(result)) else { return String?.none }
      told.rows.insert(row)
      return told.table?.row(result)
    }
    if let row { write(row) }
  }

  private func write(_ text: String) {
    progress.aside { _ = Console.standardOutput.write(text) }
  }
}
