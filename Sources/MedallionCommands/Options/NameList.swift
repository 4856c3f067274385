internal import Findings

/// Names on the command line, separated by commas.
enum NameList {
  /// The names without spaces around them. An empty one is a mistake: it is what remains of a
  /// variable that is not set, and would ask for less than was meant.
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
