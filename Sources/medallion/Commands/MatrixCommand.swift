import ArgumentParser
import Findings
import Report
import Rulebook

struct MatrixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Shows for each requirement what states it, and on what evidence it is kept.",
    discussion: """
      Verifies the rulebook and replays its traces, as `check` does. --effective also changes one \
      piece of the rulebook after the other, as `mutate` does: an id counts only if a property or \
      a trace notices that what bears it is changed.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @OptionGroup var place: RootOptions

  @Flag(help: "Show what notices that a piece with the id is changed; this takes minutes.")
  var effective = false

  @OptionGroup var work: WorkOptions

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook)
    let traces = try Catalog.traces(of: loaded, root: place.root)
    try output.refuse(inputs: loaded.files + traces.flatMap(\.files))
    loaded.showWarnings(unless: output.quiet)
    let progress = ProgressLine(isShown: !output.quiet)
    var matrix = try Checking(loaded, traces, jobs: work.jobs, progress).citations
    if effective {
      let mutating = try Mutating.of(
        loaded, traces, comparing: false, jobs: work.jobs, progress)
      for (index, row) in matrix.rows.enumerated() {
        matrix.rows[index].guardedBy = mutating.citations.first { $0.id == row.id }?.guardedBy
      }
    }
    try output.emit(matrix) { MatrixText(style: output.style).render(matrix) }
    if matrix.outcome != .success { throw ExitCode(matrix.outcome.rawValue) }
  }
}
