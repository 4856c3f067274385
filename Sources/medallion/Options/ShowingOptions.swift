import ArgumentParser
import Basics
import Findings
import Replay
import Rulebook

/// The options on which findings are shown, and how; they never change the verdict.
struct ShowingOptions: ParsableArguments {
  /// The number of findings of each row that are listed where `--limit` is absent.
  static let usualLimit = 100

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many findings of each row, and how many rejected lines, are listed (default: 100 and "
        + "20); all are counted.", valueName: "number"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Show the findings of this event or property only; may be given several times.",
      valueName: "rule"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show the findings about this entity only: \"taxi T17\"; may be given several times.",
      valueName: "entity"))
  var about: [String] = []

  @Flag(help: "Show the text of the line of each finding, and of those it refers to.")
  var showLines = false

  @Flag(help: "Of several traces name those that conform, too.")
  var verbose = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
    for text in about where Self.entity(text) == nil {
      throw ValidationError(
        "--about: expected a sort and a name such as \"taxi T17\", not '\(text)'.")
    }
  }

  /// The filter; nil: everything is shown.
  func filter(_ rules: Core.Rules) throws(Failure) -> FindingLedger.Filter? {
    if only.isEmpty, about.isEmpty { return nil }
    let names =
      rules.events.map(\.name) + rules.properties.map(\.name)
      + rules.events.flatMap { $0.assumptions.map(\.name) } + rules.globals.map(\.name)
      + rules.fields.map { $0.qualifiedName(in: rules) } + ["time", "properties"]
    for name in only where !names.contains(name) {
      throw Failure(
        .wrongInput, "--only: there is no rule '\(name)'\(suggestion(for: name, among: names))")
    }
    let entities = about.compactMap(Self.entity)
    let sorts = rules.entities.map { $0.name.lowercased() }
    for entity in entities where !sorts.contains(entity.sort) {
      throw Failure(
        .wrongInput,
        "--about: there is no sort '\(entity.sort)'\(suggestion(for: entity.sort, among: sorts))")
    }
    return FindingLedger.Filter(rules: Set(only), entities: Set(entities))
  }

  /// `taxi T17`
  private static func entity(_ text: String) -> Finding.Entity? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    return Finding.Entity(sort: parts[0].lowercased(), name: String(parts[1]))
  }
}
