import ArgumentParser
import Basics
import Findings
import Rulebook

struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Puts rulebooks into the canonical layout.",
    discussion: """
      Tokens and comments stay as they are, only spaces and line ends change. Each file is \
      rewritten whole or not at all; one that is in that layout already is not touched, and \
      neither is one with syntax errors. '-' reads standard input and writes standard output.
      """)

  @Argument(help: ArgumentHelp("Rulebooks, or '-'.", valueName: "file"))
  var files: [String]

  @Flag(help: "Change nothing; list the files that are not in canonical layout, and exit with 1.")
  var check = false

  func run() throws {
    var outcome = Outcome.success
    for file in files {
      do throws(Failure) {
        if try !format(file) { outcome = max(outcome, .violation) }
      } catch {
        Console.standardError.write(error.rendered)
        outcome = max(outcome, error.outcome)
      }
    }
    if outcome != .success { throw ExitCode(outcome.rawValue) }
  }

  /// False if `--check` finds that the file is not in canonical layout.
  private func format(_ file: String) throws(Failure) -> Bool {
    let isStream = file == "-"
    let limit = Parser.sizeLimit
    let bytes =
      isStream
      ? try Files.readStandardInput(limit: limit, what: "rulebook")
      : try Files.read(file, limit: limit, what: "rulebook")
    let source = SourceText(path: isStream ? "<standard input>" : file, bytes: bytes)
    let formatted = FormattedBook.format(source)
    let renderer = DiagnosticRenderer(source: source, style: Console.standardError.style)
    guard let text = formatted.text else {
      throw Failure(.wrongInput, rendered: renderer.render(formatted.diagnostics))
    }
    let isCanonical = text.utf8.elementsEqual(bytes)
    if check {
      if !isCanonical { try Console.show(file.escapedForDisplay + "\n") }
      return isCanonical
    }
    if isStream {
      try Console.show(text)
    } else if !isCanonical {
      try Files.replace(file, with: text.utf8, what: "rulebook")
    }
    return true
  }
}
