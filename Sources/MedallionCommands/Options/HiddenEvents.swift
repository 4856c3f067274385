internal import Diagnostics
internal import Findings
internal import Rulebook

/// `--hidden`: which events nobody logs.
enum HiddenEvents {
  /// - Parameter texts: names of events, also several separated by commas.
  static func resolve(_ texts: [String], _ rules: Core.Rules) throws(Failure) -> Set<String> {
    var hidden: Set<String> = []
    for text in texts {
      for name in try NameList.parse(text, option: "--hidden") {
        guard rules.events.contains(where: { $0.name == name }) else {
          let hint = suggestion(for: name, among: rules.events.map(\.name))
          throw Failure(.wrongInput, "--hidden: the rulebook has no event '\(name)'\(hint)")
        }
        hidden.insert(name)
      }
    }
    return hidden
  }
}
