import Basics

extension Style {
  /// Returns the heading of a result: the rulebook, by name and digest, and the values that were
  /// set differently. A line, with its end.
  package func heading(_ rulebook: String, digest: String, settings: [String]? = nil) -> String {
    var text = self(rulebook.escapedForDisplay, .bold)
    text += self("  sha256:\(digest.prefix(12))", .dim)
    if let settings { text += "  with " + settings.joined(separator: " ").escapedForDisplay }
    return text + "\n"
  }
}
