import ArgumentParser

/// The limits of the solver for each question; the same for every command that asks it.
struct SolverOptions: ParsableArguments {
  // Numbers of any size and sign are parsed, so that the message about a wrong one can tell the
  // allowed ones.
  @Option(
    name: .customLong("rlimit"), parsing: .unconditional,
    help: ArgumentHelp("Z3's resource limit for one query.", valueName: "number"))
  private var givenLimit = 30_000_000

  @Option(
    name: .customLong("seed"), parsing: .unconditional,
    help: ArgumentHelp("The solver's seed.", valueName: "number"))
  private var givenSeed = 1

  var rlimit: UInt32 { UInt32(givenLimit) }
  var seed: UInt32 { UInt32(givenSeed) }

  func validate() throws {
    // To Z3 nothing means: as long as it takes.
    try require("--rlimit", givenLimit, in: 1...Int(UInt32.max))
    try require("--seed", givenSeed, in: 0...Int(UInt32.max))
  }
}
