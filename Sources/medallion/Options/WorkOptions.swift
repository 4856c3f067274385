import ArgumentParser

/// The amount of parallel work; the same for every command that takes long.
struct WorkOptions: ParsableArguments {
  static let standardJobs = 2

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much is worked on at once.", valueName: "number"))
  var jobs = Self.standardJobs

  func validate() throws {
    try require("--jobs", jobs, in: 1...1_024)
  }
}
