import Basics
import Findings
import Replay
import Rulebook

/// `--require-exercised`: which rules the traces have to put to the test.
enum RequiredExercise {
  /// The rules meant, as ``TraceResult/exercised`` names them, in the order of the rulebook.
  /// - Parameter texts: lists separated by commas, of requirement ids (every rule that cites it),
  ///   names of events and properties, rules as `--coverage` shows them, and `all`.
  static func resolve(_ texts: [String], _ rules: Core.Rules) throws(Failure) -> [String] {
    let known = rules.exercisableRules
    var wanted: Set<String> = []
    for text in texts {
      // A guard's text may have commas itself.
      if known.contains(where: { $0.key == text }) {
        wanted.insert(text)
        continue
      }
      for name in try NameList.parse(text, option: "--require-exercised") {
        wanted.formUnion(try meant(by: name, known))
      }
    }
    return known.map(\.key).filter(wanted.contains)
  }

  private static func meant(
    by name: String, _ known: [ExercisableRule]
  ) throws(Failure) -> [String] {
    if name == "all" { return known.map(\.key) }
    let found = known.filter {
      $0.key == name || $0.name == name || $0.requirements.contains(name)
    }
    guard !found.isEmpty else {
      let names = known.flatMap { [$0.key] + ($0.name.map { [$0] } ?? []) + $0.requirements }
      let hint = suggestion(for: name, among: names)
      throw Failure(
        .wrongInput,
        "--require-exercised: no rule that a trace can put to the test is called '\(name)' or "
          + "cites it\(hint)")
    }
    return found.map(\.key)
  }
}
