import Findings

/// Names on the command line, separated by commas.
enum NameList {
  /// Returns the names without spaces around them. An empty one is a mistake: it remains of a
  /// variable that is not set, and the command would do less than was meant.
  static func parse(_ text: String, option: String) throws(Failure) -> [String] {
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let first = part.firstIndex(where: { $0 != " " }),
        let last = part.lastIndex(where: { $0 != " " })
      else { throw Failure(.wrongInput, "\(option) '\(text)': a name is empty") }
      names.append(String(part[first...last]))
    }
    return names
  }
}
