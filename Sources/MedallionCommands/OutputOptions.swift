internal import ArgumentParser
internal import Diagnostics
internal import Findings
internal import FoundationEssentials

/// Where results go and in which form; the same for every command that gives verdicts.
struct OutputOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Option(help: "The form of the result: text or json.")
  var format: Format = .text

  @Option(help: ArgumentHelp("Write the result to a file, whole or not at all.", valueName: "file"))
  var output: String?

  @Flag(help: "Show nothing but errors; the exit code says the rest.")
  var quiet = false

  /// The style of a text result: colour only where a person watches.
  var style: Style { output == nil ? Console.standardOutput.style : .plain }

  var showsDurations: Bool { output == nil && Console.standardOutput.isTerminal }

  /// Refuses to overwrite what is read.
  func refuse(inputs: [String]) throws(Failure) {
    guard let output else { return }
    for input in inputs where Files.areSame(input, output) {
      throw Failure(.wrongInput, "the output '\(output)' is one of the inputs")
    }
  }

  /// Shows the result in the form asked for.
  func emit(_ document: some Encodable, text: () -> String) throws(Failure) {
    let rendered: String
    switch format {
    case .text: rendered = text()
    case .json: rendered = try JSONText.render(document)
    }
    if let output {
      try Files.write(rendered.utf8, to: output)
    } else if !quiet {
      guard Console.standardOutput.write(rendered) else {
        throw Failure(.wrongInput, "cannot write the result: the pipe is closed, or the disk full")
      }
    }
  }
}

/// JSON as every document of ours is written: sorted keys, two blanks, one line end.
enum JSONText {
  static func render(_ document: some Encodable) throws(Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
    } catch {
      throw Failure(.internalFault, "the result cannot be written as JSON: \(error)")
    }
  }
}
