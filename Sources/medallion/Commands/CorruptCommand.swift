import ArgumentParser
import Basics
import Findings
import Replay
import Report
import Rulebook

struct CorruptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corrupt",
    abstract: "Puts seeded faults into a trace, and says what each of them is.",
    discussion: """
      The trace must conform. The oracle has a line for each change: its line, its kind, whether \
      it counts as a fault, and the first line that shows it. It counts if and only if the rules, \
      evaluated, leave no explanation of the trace with this change alone. At most one change in \
      ten is legal. The same seed gives the same bytes.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Argument(help: "A trace that conforms, in JSON Lines, also packed; - is standard input.")
  var trace: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many changes.", valueName: "number"))
  var faults = 100

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The changed trace, written whole or not at all.", valueName: "file"))
  var output: String

  @Option(help: ArgumentHelp("What was changed, in JSON Lines.", valueName: "file"))
  var oracle: String

  @Option(
    help: ArgumentHelp(
      "The kinds of changes, separated by commas: "
        + ChangeKind.allCases.map(\.rawValue).joined(separator: ", ") + ".", valueName: "kinds"))
  var kinds: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A change whose effect is open after so many lines is not made.", valueName: "number"))
  var window = 5_000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Leave so many lines between what shows a change and the next one, at most a quarter of the "
        + "lines that there are for each; 0: a change may follow from the one before.",
      valueName: "number"))
  var apart = 250

  @OptionGroup var settings: SettingOptions

  @Flag(help: "Show nothing but errors.")
  var quiet = false

  private static let largestTrace = 4 << 30

  func validate() throws {
    try require("--faults", faults, in: 1...1_000_000)
    try require("--window", window, in: 1...1_000_000)
    try require("--apart", apart, in: 0...1_000_000)
  }

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook, settings: try settings.parse())
    try WrittenFiles(["output": output, "oracle": oracle]).refuse(inputs: loaded.files + [trace])
    loaded.showWarnings(unless: quiet)
    let options = Corruption.Options(
      changes: faults, seed: seed, kinds: try chosenKinds(), window: window, apart: apart)
    let lines = RecordedLines(
      try TraceInput.content(of: trace, limit: Self.largestTrace), rules: loaded.rules)
    var corruption = Corruption(loaded.rules, lines, options)
    let progress = ProgressLine(isShown: !quiet)
    progress.begin("changing \(trace)")
    do {
      try corruption.run { progress.tell(done: $0 + 1, of: lines.count, "lines") }
    } catch {
      progress.clear()
      throw failure(error)
    }
    progress.clear()
    try write(corruption)
    if !quiet { try Console.show(table(corruption.changes)) }
    if corruption.changes.count < faults {
      throw Failure(
        .open,
        "only \(corruption.changes.count) of \(counted(faults, "change")) could be made and "
          + "judged: try " + (apart > 0 ? "--apart 0, or a longer trace" : "a longer trace"))
    }
  }

  /// One without the other would be of no use: neither is there before both are written.
  private func write(_ corruption: Corruption) throws(Failure) {
    var changed = try PendingFile(output, what: "output")
    var told = try PendingFile(oracle, what: "oracle")
    var lines = ""
    for change in corruption.changes { lines += try JSONText.line(change) }
    try told.write(Array(lines.utf8))
    try changed.write(corruption.bytes)
    try told.finish()
    try changed.finish()
  }

  private func chosenKinds() throws(Failure) -> [ChangeKind] {
    guard let kinds else { return ChangeKind.allCases }
    var chosen: Set<ChangeKind> = []
    for name in try NameList.parse(kinds, option: "--kinds") {
      guard let kind = ChangeKind(rawValue: name) else {
        throw Failure(
          .wrongInput,
          "--kinds: there is no kind '\(name)', only "
            + ChangeKind.allCases.map(\.rawValue).joined(separator: ", "))
      }
      chosen.insert(kind)
    }
    return ChangeKind.allCases.filter(chosen.contains)
  }

  private func failure(_ failure: Corruption.Failure) -> Failure {
    switch failure {
    case .unusable(let line, let message): Failure(.wrongInput, "\(trace):\(line): \(message)")
    case .unexplained(let line, let reason):
      Failure(.wrongInput, "\(trace):\(line): the trace does not conform as it is: \(reason)")
    }
  }

  private func table(_ changes: [Change]) -> String {
    var table = TextTable([.left, .right, .right])
    table.add([TextTable.Cell("kind"), TextTable.Cell("changes"), TextTable.Cell("faults")])
    for kind in ChangeKind.allCases {
      let made = changes.filter { $0.kind == kind }
      guard !made.isEmpty else { continue }
      table.add([
        TextTable.Cell(kind.rawValue), TextTable.Cell(String(made.count)),
        TextTable.Cell(String(made.count(where: \.counts))),
      ])
    }
    table.add([
      TextTable.Cell("all"), TextTable.Cell(String(changes.count)),
      TextTable.Cell(String(changes.count(where: \.counts))),
    ])
    return table.render(Console.standardOutput.style)
  }
}
