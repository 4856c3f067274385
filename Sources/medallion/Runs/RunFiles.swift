import Findings
import Report
import Rulebook
import Verification

/// Runs as files, for people and for other tools.
enum RunFiles {
  /// - Returns: The names of those of which there is no trace, since no trace can tell their
  ///   instants.
  static func write(
    _ runs: [Verified.RecordedRun], _ rules: Core.Rules, to folder: String
  ) throws(Failure) -> [String] {
    var untold: [String] = []
    try Files.makeFolder(folder)
    for recorded in runs {
      let property = recorded.property
      guard let run = property.run else { continue }
      let path = "\(folder)/\(name(of: property))"
      try Files.write(RunFileText(property).text.utf8, to: path + ".txt")
      try Files.write(
        SequenceMermaid(RunSequence(run), title: property.name).text.utf8, to: path + ".mmd")
      let states = InformalTrace(recorded.recording, rules, about: property.name)
      try Files.write(try JSONText.render(states).utf8, to: path + ".itf.json")
      if let bytes = try? RunTrace.bytes(recorded.recording, rules) {
        try Files.write(bytes, to: path + ".jsonl")
      } else {
        untold.append(property.name)
      }
    }
    return untold
  }

  /// An obligation of an event goes by the name of the event; a property may have the same.
  private static func name(of property: Verification.PropertyResult) -> String {
    property.kind == .defined ? "\(property.name).defined" : property.name
  }
}
