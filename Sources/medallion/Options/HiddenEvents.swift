import Basics
import Findings
import Rulebook

/// The values of `--hidden`: the events that are never logged; and of `--closed`: the sorts whose
/// entities are all named in lines.
enum HiddenEvents {
  /// - Parameter texts: names of events, also several separated by commas.
  static func resolve(_ texts: [String], _ rules: Core.Rules) throws(Failure) -> Set<String> {
    try resolve(texts, "--hidden", "event", among: rules.events.map(\.name))
  }

  /// - Parameter texts: names of entities, also several separated by commas.
  static func resolveClosed(
    _ texts: [String], _ rules: Core.Rules
  ) throws(Failure) -> Set<String> {
    try resolve(texts, "--closed", "entity", among: rules.entities.map(\.name))
  }

  private static func resolve(
    _ texts: [String], _ option: String, _ kind: String, among known: [String]
  ) throws(Failure) -> Set<String> {
    var found: Set<String> = []
    for text in texts {
      for name in try NameList.parse(text, option: option) {
        guard known.contains(name) else {
          let hint = suggestion(for: name, among: known)
          throw Failure(.wrongInput, "\(option): the rulebook has no \(kind) '\(name)'\(hint)")
        }
        found.insert(name)
      }
    }
    return found
  }
}
