internal import Diagnostics
internal import Findings

/// Ends a command with a message for the user and an exit code.
struct Failure: Error {
  let outcome: Outcome
  /// Everything that standard error shows, ended by a line end.
  let rendered: String
  /// The same as plain text, without what says that it is an error.
  let message: String

  init(_ outcome: Outcome, _ message: String) {
    self.outcome = outcome
    self.message = message
    let style = Console.standardError.style
    rendered = style("error: ", .red, .bold) + message.escapedForDisplay + "\n"
  }

  /// Diagnostics that were rendered before.
  init(_ outcome: Outcome, rendered: String) {
    self.outcome = outcome
    self.rendered = rendered
    message = rendered
  }
}
