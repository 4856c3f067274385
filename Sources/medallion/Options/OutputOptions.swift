import ArgumentParser
import Basics
import Findings
import FoundationEssentials
import Report

/// The forms that a command has for its results.
protocol OutputFormat: RawRepresentable<String>, ExpressibleByArgument, CaseIterable, Sendable {
  static var text: Self { get }
}

/// The formats of commands whose results only people and the user's own programs read.
enum DocumentFormat: String, OutputFormat { case text, json }

/// The formats of commands whose results build servers and code scanners read, too.
enum VerdictFormat: String, OutputFormat { case text, json, junit, sarif }

/// The destination and format of results; the same for every command that gives verdicts.
struct OutputOptions<Format: OutputFormat>: ParsableArguments {
  @Option(help: "The form of the result.")
  var format: Format = .text

  @OptionGroup var destination: OutputDestination

  var quiet: Bool { destination.quiet }
  var style: Style { destination.style }

  var showsDurations: Bool { destination.output == nil && Console.standardOutput.isTerminal }

  /// Does work that fails if files have mistakes. In a form for code scanners these mistakes become
  /// the result then, besides the text on standard error.
  /// - Parameters:
  ///   - inputs: The files that must not be overwritten, besides those that have mistakes.
  ///   - others: The other files that are written.
  func tellingMistakes<Result>(
    inputs: [String] = [], besides others: KeyValuePairs<String, String?> = [:],
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      if format.rawValue == VerdictFormat.sarif.rawValue, !error.mistakes.isEmpty {
        try refuse(inputs: inputs + error.mistakes.map(\.source.path), besides: others)
        let log = SARIFLog(error.mistakes, version: Medallion.configuration.version)
        try destination.write(try JSONText.render(log))
      }
      throw error
    }
  }

  func refuse(
    inputs: [String], besides others: KeyValuePairs<String, String?> = [:]
  ) throws(Failure) {
    try destination.refuse(inputs: inputs, besides: others)
  }
}

extension OutputOptions<DocumentFormat> {
  /// Shows the result in the form asked for.
  func emit(_ document: some Encodable, text: () -> String) throws(Failure) {
    switch format {
    case .text: try destination.write(text())
    case .json: try destination.write(try JSONText.render(document))
    }
  }
}

extension OutputOptions<VerdictFormat> {
  /// Shows the result in the form asked for.
  func emit(
    _ document: some Encodable, text: () -> String, junit: () -> JUnitReport,
    sarif: () -> SARIFLog
  ) throws(Failure) {
    switch format {
    case .text: try destination.write(text())
    case .json: try destination.write(try JSONText.render(document))
    case .junit: try destination.write(junit().render())
    case .sarif: try destination.write(try JSONText.render(sarif()))
    }
  }
}

/// JSON as everything of ours is written: sorted keys, one line end.
enum JSONText {
  /// Returns a document on many lines, with two blanks a level.
  static func render(_ document: some Encodable) throws(Failure) -> String {
    try text(document, [.prettyPrinted])
  }

  /// Returns a document on one line, as in JSON Lines.
  static func line(_ document: some Encodable) throws(Failure) -> String {
    try text(document, [])
  }

  private static func text(
    _ document: some Encodable, _ layout: JSONEncoder.OutputFormatting
  ) throws(Failure) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = layout.union([.sortedKeys, .withoutEscapingSlashes])
    do {
      return String(decoding: try encoder.encode(document), as: UTF8.self).escapedInJSON + "\n"
    } catch {
      throw Failure(.internalFault, "the result cannot be written as JSON: \(error)")
    }
  }
}
