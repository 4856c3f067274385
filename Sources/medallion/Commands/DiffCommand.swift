import ArgumentParser
import Basics
import Findings
import Report
import Rulebook
import Verification

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Tells what a change of the rules does.",
    discussion: """
      Matches the names of both rulebooks, and compares event by event what is permitted, when it \
      is due, what it does and what it tells. What is equal is proved for any number of entities; \
      what differs is shown by a run from the start, which both rulebooks allow up to its last \
      step. Exit code 0: equal, names besides; 1: different; 3: something is open.
      """)

  @Argument(
    help: ArgumentHelp(
      "The rulebook before the change, and after it; with --git one rulebook, or none for all.",
      valueName: "rulebook"))
  var rulebooks: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Compares revisions of the repository here: BASE..HEAD; BASE...HEAD from where they went \
      apart; BASE with the work tree.
      """, valueName: "revisions"))
  var git: String?

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
      "Replay the recorded traces of this folder, and tell which are judged otherwise.",
      valueName: "folder"))
  var traces: String?

  @Flag(help: "Verify both, and tell which properties and limits of time are not the same.")
  var consequences = false

  @OptionGroup var search: SearchOptions

  @OptionGroup var solver: SolverOptions

  @OptionGroup var output: OutputOptions<DiffFormat>

  enum DiffFormat: String, OutputFormat { case text, json, markdown, sarif }

  func validate() throws {
    guard git != nil || rulebooks.count == 2 else {
      throw ValidationError("two rulebooks are compared: OLD NEW; or --git BASE..HEAD")
    }
    guard git == nil || rulebooks.count < 2 else {
      throw ValidationError("--git compares one rulebook, or each that differs; two are given")
    }
  }

  func run() throws {
    let kinds = try kinds()
    let matches = try matches()
    let accepted = try accepted.map { path throws(Failure) in try Accepted.load(path) }
    if let git { return try compare(try GitRange(parsing: git), kinds, matches, accepted) }
    let pair = try output.tellingMistakes(inputs: inputs) { () throws(Failure) in
      try RulebookPair(rulebooks[0], rulebooks[1])
    }
    try output.refuse(inputs: pair.old.files + pair.new.files + inputs)
    let differing = try differing(pair, matches, accepted)
    remark(on: accepted, [differing])
    let outcome = differing.outcome(counting: kinds)
    switch output.format {
    case .text: try output.destination.write(DiffText(style: output.style).render(differing))
    case .json: try output.destination.write(try JSONText.render(differing))
    case .markdown: try output.destination.write(DiffMarkdown.render(differing))
    case .sarif: try writeSARIF([(differing, pair)], [], kinds, outcome)
    }
    if outcome != .success { throw ExitCode(outcome.rawValue) }
  }

  /// The files that are read besides rulebooks, and not written over.
  private var inputs: [String] { [accepted].compactMap(\.self) }

  /// Compares the rulebooks that differ between two revisions.
  private func compare(
    _ range: GitRange, _ kinds: Set<Differing.Kind>, _ matches: [(old: String, new: String)],
    _ accepted: Accepted?
  ) throws {
    let changes = try range.changes(of: rulebooks.first)
    var document = DifferingRevisions(
      old: range.oldName, new: range.newName,
      added: changes.filter { $0.old == nil }.compactMap(\.new),
      removed: changes.filter { $0.new == nil }.compactMap(\.old))
    let pairs = try output.tellingMistakes(inputs: inputs) { () throws(Failure) in
      var pairs: [RulebookPair] = []
      for change in changes {
        guard let old = change.old, let new = change.new else { continue }
        pairs.append(try RulebookPair(old, new, in: range))
      }
      return pairs
    }
    try output.refuse(inputs: pairs.flatMap(\.new.files) + inputs)
    for pair in pairs { document.rulebooks.append(try differing(pair, matches, accepted)) }
    remark(on: accepted, document.rulebooks)
    let outcome = document.outcome(counting: kinds)
    switch output.format {
    case .text: try output.destination.write(DiffText(style: output.style).render(document))
    case .json: try output.destination.write(try JSONText.render(document))
    case .markdown: try output.destination.write(DiffMarkdown.render(document))
    case .sarif:
      let others =
        document.removed.map { "rulebook removed: \($0)" }
        + document.added.map { "rulebook added: \($0)" }
      try writeSARIF(Array(zip(document.rulebooks, pairs)), others, kinds, outcome)
    }
    if outcome != .success { throw ExitCode(outcome.rawValue) }
  }

  /// - Parameter others: Remarks on rulebooks that were not compared.
  private func writeSARIF(
    _ compared: [(Differing, RulebookPair)], _ others: [String], _ kinds: Set<Differing.Kind>,
    _ outcome: Outcome
  ) throws(Failure) {
    let version = Medallion.configuration.version
    var runs = compared.map { differing, pair in
      var builder = SARIFRunBuilder(
        rulebook: differing.new.path, digest: differing.new.digest, version: version)
      builder.add(differing, counting: kinds, place: pair.place(of:))
      return builder.run(outcome)
    }
    if runs.isEmpty || !others.isEmpty {
      var builder = SARIFRunBuilder(version: version)
      for text in others { builder.notify(text) }
      runs.append(builder.run(outcome))
    }
    try output.destination.write(try JSONText.render(SARIFLog(runs)))
  }

  private func differing(
    _ pair: RulebookPair, _ matches: [(old: String, new: String)], _ accepted: Accepted?
  ) throws(Failure) -> Differing {
    pair.new.showWarnings(unless: output.quiet)
    let progress = ProgressLine(isShown: !output.quiet)
    defer { progress.clear() }
    var budget = Searcher.Budget(
      states: Self.states, randomSteps: Self.randomSteps, seed: UInt64(solver.seed))
    try search.set(&budget, pair.old.rules)
    let recorded = try traces.map { folder throws(Failure) in
      try TraceComparing.files(in: folder, of: pair.old.rules.name)
    }
    var options = ProofOptions(rlimit: solver.rlimit, seed: solver.seed, isBrief: true)
    let comparison = pair.comparison(options, budget)
    for match in matches {
      if let mistake = comparison.mistake(in: match) {
        throw Failure(.wrongInput, "--match \(match.old)=\(match.new): \(mistake)")
      }
    }
    var differing: Differing
    do {
      differing = try comparison.differing(
        given: matches, progress: { progress.begin("diff: \($0)") })
    } catch {
      throw Failure(.internalFault, error.message)
    }
    if let accepted { accept(accepted, &differing) }
    if let recorded {
      differing.judged = recorded.count
      differing.traces = try TraceComparing.compare(
        recorded, pair.old, pair.newByOldNames(comparison, given: matches), progress)
    }
    if consequences {
      options.isBrief = false
      options.jobs = 2
      differing.consequences = try Consequences(pair, options, budget, progress).all(budget)
      differing.markUnnoticed()
    }
    return differing
  }

  /// Marks the differences that are accepted today.
  private func accept(_ accepted: Accepted, _ differing: inout Differing) {
    for (index, row) in differing.rows.enumerated() where row.status == .different {
      let entry = accepted.changes.entry(for: Accepted.KnownChange(row), on: .today)
      differing.rows[index].accepted = entry?.reason
    }
  }

  /// Tells which entries are expired, or occur in none of the rulebooks.
  private func remark(on accepted: Accepted?, _ rulebooks: [Differing]) {
    guard let accepted, !output.quiet else { return }
    let occurring = Set(
      rulebooks.flatMap(\.rows).filter { $0.status == .different }.map(Accepted.KnownChange.init))
    for remark in accepted.changes.remarks(occurring: occurring, on: .today) {
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

  private func matches() throws(Failure) -> [(old: String, new: String)] {
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

extension Accepted.KnownChange {
  fileprivate init(_ row: Differing.Row) {
    self.init(digest: row.sha256, event: row.subject, kind: row.kind.rawValue)
  }
}
