import ArgumentParser
import Basics
import Findings
import Rulebook
import Traces

struct MappingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mapping",
    abstract: "Drafts a mapping that reads the records of a logger.",
    discussion: """
      Looks at the first records of a file (JSON, CSV or key=value), finds what is the time and the \
      event, and matches events and arguments with the rulebook by their names and values. What \
      could not be decided is a comment in the draft. Try it with `replay --mapping DRAFT \
      --explain-mapping`.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Argument(help: "The file, or - for standard input.")
  var file: String

  @OptionGroup var settings: SettingOptions

  @OptionGroup var destination: OutputDestination

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook, settings: try settings.parse())
    try destination.refuse(inputs: loaded.files + [file])
    loaded.showWarnings(unless: destination.quiet)
    let draft = MappingDraft(of: try start(), rules: loaded.rules)
    try destination.write(head(draft, loaded.rules) + draft.text)
  }

  private func start() throws(Failure) -> [UInt8] {
    var input = try TraceInput(file)
    var bytes: [UInt8] = []
    while bytes.count < MappingDraft.mostBytes, try input.read({ bytes += $0 }) {}
    return bytes
  }

  private func head(_ draft: MappingDraft, _ rules: Core.Rules) -> String {
    let result =
      draft.records == 0
      ? "No record was found."
      : "It reads \(draft.read) of the first \(counted(draft.records, "record"))."
    return
      "// A draft for \(file.escapedForDisplay) and the rulebook \(rules.name).\n// \(result)\n"
  }
}
