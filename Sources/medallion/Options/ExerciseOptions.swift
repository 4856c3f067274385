import ArgumentParser
import Rulebook

/// The options on how well the traces exercise the rules.
struct ExerciseOptions: ParsableArguments {
  @Flag(help: "Show how often each rule was put to the test, and the least margin to deadlines.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "What the traces must put to the test, separated by commas: requirement ids, events, "
        + "properties, or all; may be given several times.", valueName: "ids"))
  var requireExercised: [String] = []

  /// Returns the rules that must be exercised; nil: nothing is required.
  func required(_ rules: Core.Rules) throws(Failure) -> [String]? {
    requireExercised.isEmpty ? nil : try RequiredExercise.resolve(requireExercised, rules)
  }
}
