internal import ArgumentParser
internal import Diagnostics
internal import Diff
internal import Findings
internal import Proof
internal import Report
internal import Rulebook
internal import Search

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Tells what a change of the rules does.",
    discussion: """
      Matches the names of both rulebooks, and compares event by event what is permitted, when it \
      is due, what it does and what it tells. What is equal is proved for any number of entities; \
      what differs is shown by a run from the start, which both rulebooks allow up to its last \
      step. Exit code 0: equal, names besides; 1: different; 3: something is open.
      """)

  @Argument(help: "The rulebook before the change.")
  var old: String

  @Argument(help: "The rulebook after the change.")
  var new: String

  @Option(
    help: ArgumentHelp(
      "What a name has become; may be given several times.", valueName: "old=new"))
  var match: [String] = []

  @Option(
    help: ArgumentHelp(
      "The kinds of differences that count, separated by commas; without it all but 'renamed'.",
      valueName: "kinds"))
  var failOn: String?

  @Option(
    help: ArgumentHelp(
      "The differences that are accepted, in the format of accepted findings.", valueName: "file"))
  var accepted: String?

  @Option(
    help: ArgumentHelp(
      "How many of each entity a search for runs has; grows by itself without it.",
      valueName: "Taxi=2,Zone=1"))
  var scope: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many steps a search for runs goes at most.", valueName: "number"))
  var steps = 40

  @OptionGroup var solver: SolverOptions

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func validate() throws {
    try require("--steps", steps, in: 0...1_000_000)
  }

  func run() throws {
    let kinds = try kinds()
    let pairs = try pairs()
    let accepted = try accepted.map { path throws(Failure) in try Accepted.load(path) }
    let before = try LoadedRulebook.load(old)
    let after = try LoadedRulebook.load(new)
    try output.refuse(inputs: before.files + after.files + [self.accepted].compactMap(\.self))
    after.showWarnings(unless: output.quiet)
    let progress = ProgressLine(isShown: !output.quiet)
    var budget = Searcher.Budget(
      states: Self.states, steps: steps, randomSteps: Self.randomSteps,
      seed: UInt64(solver.seed))
    do {
      budget.scope = try scope.map { text throws(Scope.Mistake) in
        try Scope(parsing: text, before.rules)
      }
    } catch {
      throw Failure(.wrongInput, error.message)
    }
    let options = ProofOptions(rlimit: solver.rlimit, seed: solver.seed, isBrief: true)
    let comparison = Comparison(before.side, after.side, options, budget)
    for pair in pairs {
      if let mistake = comparison.mistake(in: pair) {
        throw Failure(.wrongInput, "--match \(pair.old)=\(pair.new): \(mistake)")
      }
    }
    var differing: Differing
    do {
      differing = try comparison.differing(
        given: pairs, progress: { progress.begin("diff: \($0)") })
    } catch {
      progress.clear()
      throw Failure(.internalFault, error.message)
    }
    progress.clear()
    if let accepted { accept(accepted, &differing) }
    try output.emit(differing) { DiffText(style: output.style).render(differing) }
    let outcome = differing.outcome(counting: kinds)
    if outcome != .success { throw ExitCode(outcome.rawValue) }
  }

  /// Marks the differences that are accepted today, and tells which entries are expired or stale.
  private func accept(_ accepted: Accepted, _ differing: inout Differing) {
    let today = CalendarDate.today
    var occurring: Set<Accepted.KnownChange> = []
    for (index, row) in differing.rows.enumerated() where row.status == .different {
      let change = Accepted.KnownChange(
        digest: row.sha256, event: row.subject, kind: row.kind.rawValue)
      occurring.insert(change)
      differing.rows[index].accepted = accepted.changes.entry(for: change, on: today)?.reason
    }
    guard !output.quiet else { return }
    for remark in accepted.changes.remarks(occurring: occurring, on: today) {
      Console.standardError.write("note: " + remark.escapedForDisplay + "\n")
    }
  }

  private static let states = 12_000
  private static let randomSteps = 24_000

  private func kinds() throws(Failure) -> Set<Differing.Kind> {
    guard let failOn else { return Set(Differing.Kind.allCases).subtracting([.renamed]) }
    var kinds: Set<Differing.Kind> = []
    for name in failOn.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let kind = Differing.Kind(rawValue: name) else {
        let hint = suggestion(for: name, among: Differing.Kind.allCases.map(\.rawValue))
        throw Failure(.wrongInput, "--fail-on: unknown kind '\(name)'\(hint)")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  private func pairs() throws(Failure) -> [(old: String, new: String)] {
    var pairs: [(old: String, new: String)] = []
    for text in match {
      let names = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2, !names.contains("") else {
        throw Failure(.wrongInput, "--match \(text): expected OLD=NEW, as in riding=occupied")
      }
      pairs.append((names[0], names[1]))
    }
    return pairs
  }
}

extension LoadedRulebook {
  fileprivate var side: Comparison.Side {
    Comparison.Side(rules, path: path) { [source] in source.line(at: $0.lower) }
  }
}
