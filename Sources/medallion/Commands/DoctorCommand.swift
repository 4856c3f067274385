import ArgumentParser
import Findings

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Shows versions and limits, and what is missing on this machine.",
    discussion: """
      A line for each library, program and folder: `ok`, `note` where something optional is \
      missing, or `wrong` with what to do, which is exit 1.
      """)

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func run() throws {
    try output.refuse(inputs: [])
    let document = DoctorDocument(checks: Doctor.checks())
    try output.emit(document) { document.text(output.style) }
    if document.outcome != .success { throw ExitCode(document.outcome.rawValue) }
  }
}
