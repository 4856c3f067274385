import Basics
import Findings
import Report

/// Ends a command with a message for the user and an exit code.
struct Failure: Error {
  let outcome: Outcome
  /// The text for standard error, ended by a line end.
  let rendered: String
  /// The message as plain text, without the word that marks it as an error.
  let message: String
  /// The mistakes in files, for output forms that hold more than the message.
  let mistakes: [Mistakes]

  init(_ outcome: Outcome, _ message: String) {
    self.outcome = outcome
    self.message = message
    mistakes = []
    let style = Console.standardError.style
    rendered = style("error: ", .red, .bold) + message.escapedForDisplay + "\n"
  }

  /// Diagnostics that were rendered before.
  init(_ outcome: Outcome, rendered: String, _ mistakes: [Mistakes] = []) {
    self.outcome = outcome
    self.mistakes = mistakes
    self.rendered = rendered
    message = rendered
  }

  /// Several, of which each would have ended the command: the first says with which exit code.
  init(_ failures: [Failure]) {
    self.init(
      failures.first?.outcome ?? .internalFault, rendered: failures.map(\.rendered).joined(),
      failures.flatMap(\.mistakes))
  }
}
