internal import ArgumentParser

/// The amount of parallel work; the same for every command that takes long.
struct WorkOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much is worked on at once.", valueName: "number"))
  var jobs = 2

  func validate() throws {
    try require("--jobs", jobs, in: 1...1_024)
  }
}
