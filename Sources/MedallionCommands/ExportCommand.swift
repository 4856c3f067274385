internal import ArgumentParser
internal import Findings

struct ExportCommand: ParsableCommand {
  enum Target: String, ExpressibleByArgument, CaseIterable { case smtlib, mermaid }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes rules and proofs in forms that other tools read.",
    discussion: """
      smtlib: one self-contained SMT-LIB script for each obligation, and manifest.json with what \
      each asks and the answer expected. Check them with any solver: z3 FOLDER/offer.smt2

      mermaid: a state diagram for each field whose type is an enumeration. In a folder a file \
      each; otherwise one page of Markdown, on standard output without --output.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(help: "The form: smtlib or mermaid.")
  var to: Target

  @Option(
    help: ArgumentHelp("The folder that takes the files; for mermaid also a file.", valueName: "path"))
  var output: String?

  @Option(name: .customLong("set"), help: "Give a parameter another value: answerWindow=15s.")
  var settings: [String] = []

  @Option(help: "Z3's resource limit for one query.")
  var rlimit: UInt32 = 30_000_000

  @Option(help: "The solver's seed.")
  var seed: UInt32 = 1

  func validate() throws {
    if to == .smtlib, output == nil {
      throw ValidationError("--to smtlib needs --output and a folder.")
    }
  }

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook, settings: try Settings.parse(settings))
    if let output {
      for input in [rulebook, loaded.tablePath] where Files.areSame(input, output) {
        throw Failure(.wrongInput, "the output '\(output)' is one of the inputs")
      }
    }
    Console.standardError.write(loaded.warnings)
    switch to {
    case .smtlib:
      try SMTLIBExport(rlimit: rlimit, seed: seed).write(loaded.rules, to: output ?? "")
    case .mermaid: try MermaidExport(loaded.rules).write(to: output)
    }
  }
}
