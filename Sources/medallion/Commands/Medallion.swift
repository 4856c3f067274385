import ArgumentParser
import Basics
import Findings
import Glibc

/// The command line: one subcommand a file. See `Documentation/CommandLine.md` for the contract.
struct Medallion: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "medallion",
    abstract: "Checks the rules of dispatch services, and the servers that claim to follow them.",
    discussion: """
      Exit codes: 0 everything holds · 1 something is violated · 2 the input is wrong · \
      3 something is open · 70 our own fault.
      """,
    version: "0.2.0",
    subcommands: [
      InitCommand.self,
      CheckCommand.self,
      VerifyCommand.self,
      DiffCommand.self,
      BoundsCommand.self,
      ReplayCommand.self,
      MappingCommand.self,
      CorruptCommand.self,
      ShardsCommand.self,
      SimulateCommand.self,
      ExplainCommand.self,
      MatrixCommand.self,
      ReportCommand.self,
      AttestCommand.self,
      MutateCommand.self,
      ZonesCommand.self,
      DispatchCommand.self,
      LockstepCommand.self,
      ExportCommand.self,
      CertifyCommand.self,
      FormatCommand.self,
      DoctorCommand.self,
    ])

  init() {}

  /// Runs the command that the arguments name and exits with its code. A misuse of the command
  /// line is a wrong input: 2.
  static func runAndExit() -> Never {
    // A closed pipe is an error to be told, not a reason to die without a word.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try command(CommandLine.arguments.dropFirst())
      try command.run()
      Glibc.exit(Outcome.success.rawValue)
    } catch let failure as Failure {
      Console.standardError.write(failure.rendered)
      Glibc.exit(failure.outcome.rawValue)
    } catch let code as ExitCode {
      Glibc.exit(code.rawValue)
    } catch {
      let text = fullMessage(for: error)
      let isHelp = exitCode(for: error) == .success
      (isHelp ? Console.standardOutput : Console.standardError).write(text + "\n")
      Glibc.exit(isHelp ? Outcome.success.rawValue : Outcome.wrongInput.rawValue)
    }
  }

  /// Returns the command that the arguments name. Usually the first of them is its name, and it can
  /// read the rest without preparing all other commands, which would slow down a short run. If it
  /// does not understand them the root reads them: the root can explain the mistake.
  private static func command(_ arguments: ArraySlice<String>) throws -> any ParsableCommand {
    let named = configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    try refuseUnknownCommand(arguments)
    return try parseAsRoot(Array(arguments))
  }

  /// Refuses an unknown command. Otherwise the root would speak of unexpected arguments, and `help
  /// NAME` would show the general help without an error.
  private static func refuseUnknownCommand(_ arguments: ArraySlice<String>) throws(Failure) {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    let named = arguments.first == "help" ? arguments.dropFirst() : arguments
    guard let name = named.first, !name.hasPrefix("-"), !names.contains(name) else { return }
    let hint = suggestion(for: name, among: names)
    throw Failure(
      .wrongInput,
      "there is no command '\(name)'\(hint.isEmpty ? "; medallion --help lists them" : hint)")
  }
}
