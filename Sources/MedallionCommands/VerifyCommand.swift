internal import ArgumentParser
internal import Rulebook
internal import Proof

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Proves or refutes the properties of a rulebook.")
  @Argument var rulebook: String
  @Option var jobs = 1
  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook)
    Console.standardError.write(loaded.warnings)
    try Debugging.timings(loaded.rules)
  }
}
