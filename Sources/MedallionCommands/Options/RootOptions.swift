internal import ArgumentParser

/// Where the traces of a rulebook are; the same for every command about one rulebook and these.
struct RootOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder that holds Traces; by default the one above the rulebook's Models.",
      valueName: "folder"))
  var root: String?
}
