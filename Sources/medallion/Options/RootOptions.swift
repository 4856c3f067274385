import ArgumentParser

/// The folder of a rulebook's traces; the same for every command about one rulebook and its traces.
struct RootOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder that holds Traces; by default the one above the rulebook's Models.",
      valueName: "folder"))
  var root: String?
}
