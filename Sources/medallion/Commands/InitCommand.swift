import ArgumentParser
import Basics

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a folder to begin with.",
    discussion: """
      The rules of a library, in thirty lines, with their table of requirements, two traces, a \
      log of another form with its mapping, and a workflow for a build server. All of it passes \
      `medallion check`; its README says how to go on. The folder is written whole or not at all, \
      and never over something.
      """)

  @Argument(help: "The name of the folder, which is missing or empty.")
  var name: String

  func run() throws {
    let folder = try StarterFolder(name)
    try folder.write(Starter.files)
    if Interruption.isRequested { Interruption.end() }
    try Console.show("\(name) is written; go on with: cd \(name) && medallion check\n")
  }
}
