import ArgumentParser
import Findings
import Replay
import Report
import Rulebook
import Verification

struct ReportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case html, json }

  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a dossier: the evidence on a rulebook, traces and a map, in one HTML file.",
    discussion: """
      Verifies the rulebook, replays the traces and checks the map. The file needs no other and no \
      network; it is written whatever the verdicts are, and the exit code is theirs. --format json \
      has the same data, for --since of a later dossier.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Argument(help: "Traces in JSON Lines, also packed by gzip or zstd.")
  var traces: [String] = []

  @Option(
    help: ArgumentHelp(
      "The map of the zones, as GeoJSON: file, or ENTITY=file for what the rulebook calls a zone.",
      valueName: "map"))
  var zones: String?

  @Option(help: ArgumentHelp("The map of what the zones are to cover.", valueName: "file"))
  var city: String?

  @Option(help: "How records become lines: cloudevents, csv, mds, otlp, or a mapping file.")
  var mapping: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far logged instants may be from the true ones: 250ms.", valueName: "duration"))
  var tolerance: String = "0s"

  @Option(
    help: ArgumentHelp(
      "Findings of your own, as JSON; see Documentation/Dossier.md.", valueName: "file"))
  var findings: String?

  @Option(
    help: ArgumentHelp(
      "The data of an earlier dossier (--format json): tell what changed.", valueName: "file"))
  var since: String?

  @Option(
    help: ArgumentHelp("Write the requirements as comma-separated values.", valueName: "file"))
  var csv: String?

  @Option(
    help: ArgumentHelp("Write the data of the dossier as well, as JSON.", valueName: "file"))
  var data: String?

  @Option(
    help: ArgumentHelp("The day to put on it; today if not said.", valueName: "2027-03-31"))
  var date: String?

  @OptionGroup var settings: SettingOptions

  @OptionGroup var work: WorkOptions

  @Option(help: "The form of the result: html, or json for the data alone.")
  var format: Format = .html

  @OptionGroup var destination: OutputDestination

  func validate() throws {
    guard !traces.contains("-") else {
      throw ValidationError("a dossier names its traces by their digests: no standard input")
    }
    guard city == nil || zones != nil else { throw ValidationError("--city needs --zones") }
    guard format != .html || destination.output != nil else {
      throw ValidationError("where to? Name the file: -o dossier.html")
    }
  }

  func run() throws {
    let loaded = try load()
    let map = try map(loaded.rules)
    try destination.refuse(
      inputs: loaded.files + traces + [map?.path, city, findings, since].compactMap(\.self),
      besides: ["requirements": csv, "data": data])
    loaded.showWarnings(unless: destination.quiet)
    let (dossier, checked) = try evidence(
      loaded, work.jobs, ProgressLine(isShown: !destination.quiet))
    if let csv {
      try Files.write(
        RequirementsTable(dossier.requirements).text.utf8, to: csv, what: "requirements")
    }
    if let data { try Files.write(try JSONText.render(dossier).utf8, to: data, what: "data") }
    try destination.write(try rendered(dossier, checked))
    if dossier.outcome != .success { throw ExitCode(dossier.outcome.rawValue) }
  }

  func load() throws(Failure) -> LoadedRulebook {
    try LoadedRulebook.load(rulebook, settings: try settings.parse())
  }

  /// Checks everything, and writes nothing.
  func evidence(
    _ loaded: LoadedRulebook, _ jobs: Int, _ progress: ProgressLine
  ) throws(Failure) -> (dossier: Dossier, checked: DossierEvidence) {
    let day = try date.map(day) ?? CalendarDate.today
    let own = try findings.map(OwnFindings.load) ?? []
    let earlier = try since.map { path throws(Failure) in
      try DossierData.load(path, for: "--since").dossier
    }
    let map = try map(loaded.rules)
    let checked = try DossierEvidence(
      loaded, traces: traces, reading: try reading(loaded.rules, map),
      options: ReplayOptions(
        tolerance: try Durations.parse(tolerance, option: "--tolerance"),
        limit: DossierPage.mostInFull + DossierPage.mostRows),
      replayOptions: replayOptions, zones: map, city: city, jobs: jobs, progress)
    var dossier = checked.dossier(
      made: day.description, arguments: arguments, own: own,
      files: [(.mapping, mapping), (.findings, findings)])
    if let earlier { dossier.changes = DossierChanges(from: earlier, to: dossier) }
    return (dossier, checked)
  }

  private func rendered(
    _ dossier: Dossier, _ checked: DossierEvidence
  ) throws(Failure) -> String {
    switch format {
    case .json: return try JSONText.render(dossier)
    case .html:
      do {
        return try DossierPage(
          dossier, rulebook: checked.rulebookPage, map: checked.map
        ).html()
      } catch {
        throw Failure(.internalFault, "the page cannot be made: \(error)")
      }
    }
  }

  private func day(_ text: String) throws(Failure) -> CalendarDate {
    if let day = CalendarDate(text) { return day }
    throw Failure(.wrongInput, "--date \(text): expected a day such as 2027-03-31")
  }

  private func map(_ rules: Core.Rules) throws(Failure) -> MapOption? {
    try zones.map { option throws(Failure) in try MapOption(option, rules) }
  }

  private func reading(
    _ rules: Core.Rules, _ map: MapOption?
  ) throws(Failure) -> TraceReading {
    TraceReading(
      mapping: try mapping.map { name throws(Failure) in try ReadingOptions.load(name, rules) },
      positions: try map?.positions(rules), isDigested: true)
  }

  /// The options that change the result of replaying, as they were given.
  private var replayOptions: [String] {
    settings.texts.map { "--set \($0)" } + (mapping.map { ["--mapping \($0)"] } ?? [])
      + (tolerance == "0s" ? [] : ["--tolerance \(tolerance)"])
  }

  /// The words of the command that makes it again.
  private var arguments: [String] {
    var words = ["medallion", "report", rulebook] + traces
    for (name, value) in [
      ("--zones", zones), ("--city", city), ("--findings", findings), ("--since", since),
    ] {
      if let value { words += [name, value] }
    }
    words += replayOptions.flatMap { $0.split(separator: " ", maxSplits: 1).map(String.init) }
    if let date { words += ["--date", date] }
    if let output = destination.output { words += ["-o", output] }
    return words
  }
}
