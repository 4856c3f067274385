internal import ArgumentParser
internal import Diagnostics
internal import Findings
internal import FoundationEssentials

/// Where results go and in which form; the same for every command that gives verdicts.
struct OutputOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Option(help: "The form of the result: text or json.")
  var format: Format = .text

  @OptionGroup var destination: OutputDestination

  var quiet: Bool { destination.quiet }
  var style: Style { destination.style }

  var showsDurations: Bool { destination.output == nil && Console.standardOutput.isTerminal }

  func refuse(inputs: [String]) throws(Failure) { try destination.refuse(inputs: inputs) }

  /// Shows the result in the form asked for.
  func emit(_ document: some Encodable, text: () -> String) throws(Failure) {
    switch format {
    case .text: try destination.write(text())
    case .json: try destination.write(try JSONText.render(document))
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
