import ArgumentParser
import Findings

/// The file in which a replay keeps its progress.
struct CheckpointOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep in this file how far the replay is; after an interruption it goes on from there.",
      valueName: "file"))
  var checkpoint: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often that file is written; every 30s if not said.", valueName: "duration"))
  var checkpointEvery: String?

  func validate() throws {
    guard checkpoint != nil || checkpointEvery == nil else {
      throw ValidationError("--checkpoint-every needs --checkpoint")
    }
  }

  /// Returns the file of the checkpoint; nil: none is kept.
  func resolve(
    _ circumstances: @autoclosure () throws(Failure) -> Circumstances
  ) throws(Failure) -> CheckpointFile? {
    guard let checkpoint else { return nil }
    let text = checkpointEvery ?? "30s"
    let pause = try Durations.parse(text, option: "--checkpoint-every")
    guard pause > 0 else {
      throw Failure(.wrongInput, "--checkpoint-every \(text): expected more than no time")
    }
    return CheckpointFile(
      path: checkpoint, pause: .milliseconds(pause), circumstances: try circumstances())
  }

  /// Refuses combinations of options that a replay cannot continue.
  func refuse(traces: [String], sharded: Bool) throws(Failure) {
    guard let checkpoint else { return }
    guard traces.count == 1, !sharded else {
      throw Failure(.wrongInput, "--checkpoint has one trace, and no --shard-by")
    }
    guard traces[0] != "-" else {
      throw Failure(
        .wrongInput,
        "standard input cannot be read again from where an earlier replay was: "
          + "--checkpoint needs a file")
    }
    try Files.requireOrdinary(checkpoint, what: "checkpoint")
  }
}
