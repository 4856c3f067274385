import ArgumentParser
import Basics
import Findings
import Glibc

/// The place where a result goes.
struct OutputDestination: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write the result to a file, whole or not at all.", valueName: "file"))
  var output: String?

  @Flag(help: "Show nothing but errors; the exit code says the rest.")
  var quiet = false

  /// The style of a text result: colour only where a person watches.
  var style: Style { output == nil ? Console.standardOutput.style : .plain }

  /// Refuses outputs as ``WrittenFiles`` does, together with the other files that the command
  /// writes.
  func refuse(
    inputs: [String], besides others: KeyValuePairs<String, String?> = [:]
  ) throws(Failure) {
    try WrittenFiles(["output": output], and: others).refuse(inputs: inputs)
  }

  func write(_ rendered: String) throws(Failure) {
    if let output {
      try Files.write(rendered.utf8, to: output)
    } else if !quiet {
      try Console.show(rendered)
    }
  }
}

extension Console {
  /// Writes to standard output, or says why that is impossible.
  static func show(_ text: String) throws(Failure) {
    if let reason = standardOutput.writeFailure(text) {
      throw Failure(.wrongInput, "cannot write the result to standard output: \(reason)")
    }
  }

  /// Shows text that is not a verdict and may be read in part: if the reader closes the pipe the
  /// program ends silently, as others do.
  static func stream(_ text: String) throws(Failure) {
    signal(SIGPIPE, SIG_DFL)
    try show(text)
  }
}
